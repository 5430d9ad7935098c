# Completion of holonome(1) for fish.
set -l commands run check report example keys help
complete -c holonome -f
complete -c holonome -n "not __fish_seen_subcommand_from $commands" -a run -d 'find the frequencies each problem file asks for'
complete -c holonome -n "not __fish_seen_subcommand_from $commands" -a check -d 'find them and compare with its expect'
complete -c holonome -n "not __fish_seen_subcommand_from $commands" -a report -d 'make a page of results that are there as JSON'
complete -c holonome -n "not __fish_seen_subcommand_from $commands" -a example -d 'list the gallery, or print a problem of it'
complete -c holonome -n "not __fish_seen_subcommand_from $commands" -a keys -d 'list kinds of parts, joints and analyses, or the keys of one'
complete -c holonome -n "not __fish_seen_subcommand_from $commands" -a help -d 'say what there is'
complete -c holonome -n '__fish_seen_subcommand_from keys' -a "(holonome keys 2>/dev/null | awk '/^[A-Z]/{ is_list = /:\$/ } is_list && /^[a-z_]+ /{ print \$1 }')"
complete -c holonome -n '__fish_seen_subcommand_from run check' -k -a '(__fish_complete_suffix .yaml .yml .json)'
complete -c holonome -n '__fish_seen_subcommand_from report' -k -a '(__fish_complete_suffix .json)'
complete -c holonome -n '__fish_seen_subcommand_from example' -a "(holonome example 2>/dev/null | awk '/^[a-z]+\/\$/ { f = \$1 } /^  / { print f \$1 }')"
complete -c holonome -l json -r -F -d 'write the results as JSON'
complete -c holonome -l csv -r -F -d 'write one line per mode'
complete -c holonome -l netcdf -r -F -d 'write the sweep of one file as NetCDF-4'
complete -c holonome -l vtu -r -F -d 'write the modes of one file as a grid of VTK'
complete -c holonome -l uff -r -F -d 'write the modes of one file as a universal file'
complete -c holonome -l report -r -F -d 'write a page that shows the results'
complete -c holonome -l plot -k -a '(__fish_complete_suffix .svg .pdf .png)' -d 'draw modes and curves of one file for a paper'
complete -c holonome -s o -l output -r -F -d 'of report: the page'
complete -c holonome -l set -x -d 'give a parameter another value'
complete -c holonome -l unit -x -a 'Hz rpm rad/s' -d 'frequencies of tables'
complete -c holonome -l resume -d 'go on from FILE.checkpoint'
complete -c holonome -l dry-run -d 'read and diagnose the files, solve nothing'
complete -c holonome -l quiet -d 'no table, no remarks, no progress'
complete -c holonome -n '__fish_seen_subcommand_from keys' -l schema -d 'all keys as JSON Schema, for editors'
complete -c holonome -s h -l help -d 'say what there is'
complete -c holonome -s V -l version -d 'the version'
