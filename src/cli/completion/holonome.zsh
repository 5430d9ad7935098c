#compdef holonome
# Completion of holonome(1) for zsh.
_holonome_examples() {
  local -a names
  names=(${(f)"$(holonome example 2>/dev/null | awk '/^[a-z]+\/$/ { f = $1 } /^  / { print f $1 }')"})
  compadd -a names
}

_holonome_kinds() {
  local -a names
  names=(${(f)"$(holonome keys 2>/dev/null | awk '/^[A-Z]/{ is_list = /:$/ } is_list && /^[a-z_]+ /{ print $1 }')"})
  compadd -a names
}

_holonome_files() {
  _files -g '*.(yaml|yml|json)'
}

_holonome_operands() {
  case ${line[1]} in
    run|check) _holonome_files ;;
    report) _files -g '*.(json|uff|unv)' ;;
    example) _holonome_examples ;;
    keys) _holonome_kinds ;;
  esac
}

_holonome() {
  local -a line commands
  commands=(
    'run:run the analyses of each problem file'
    'check:run them and compare with its expect'
    'report:make a page of results, compare measured modes'
    'example:list the gallery, or print a problem of it'
    'keys:list kinds of parts, joints and analyses, or the keys of one'
    'help:say what there is'
  )
  _arguments \
    '--json[write the results as JSON]:path:_files' \
    '--csv[write a table; of several analyses STEM.modes.csv, ...]:path:_files' \
    '--netcdf[write the sweep of one file as NetCDF-4]:path:_files' \
    '--vtu[write the modes of one file as a grid of VTK]:path:_files' \
    '--uff[write the modes of one file as a universal file]:path:_files' \
    '--report[write a page that shows the results]:path:_files' \
    '--plot[draw modes and curves of one file for a paper]:path:_files -g "*.(svg|pdf|png)"' \
    '--plot-modes[draw modes A to B, not the first twelve]:numbers of modes:' \
    '(-o --output)'{-o,--output}'[of report, the page]:path:_files' \
    '*--set[give a parameter another value]:name=value:' \
    '--unit[frequencies of tables]:unit:(Hz rpm rad/s)' \
    '--force[an export may replace other files]' \
    '--resume[go on from FILE.checkpoint]' \
    '--dry-run[read and diagnose the files, solve nothing]' \
    '--quiet[no table, no notes, no progress]' \
    '--schema[all keys as JSON Schema, for editors]' \
    '(- *)'{-h,--help}'[say what there is]' \
    '(- *)'{-V,--version}'[the version]' \
    '1:command:{_describe command commands}' \
    '*:operand:_holonome_operands'
}

_holonome "$@"
