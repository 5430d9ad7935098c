# Completion of holonome(1) for bash.
_holonome()
{
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      run | check | report | example | keys | help) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  case $before in
    --json | --csv | --netcdf | --vtu | --uff | --report | --plot | --output | -o) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --set | --plot-modes) return ;;
    --unit) mapfile -t COMPREPLY < <(compgen -W 'Hz rpm rad/s' -- "$current"); return ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W '--json --csv --netcdf --vtu --uff --report --plot --plot-modes --output --set --unit --resume --dry-run --force --quiet --schema --help --version' -- "$current")
  elif [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'run check report example keys help' -- "$current")
  elif [[ $command == example ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(holonome example 2>/dev/null | awk '/^[a-z]+\/$/ { f = $1 } /^  / { print f $1 }')" -- "$current")
  elif [[ $command == keys ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(holonome keys 2>/dev/null | awk '/^[A-Z]/{ is_list = /:$/ } is_list && /^[a-z_]+ /{ print $1 }')" -- "$current")
  elif [[ $command != help ]]; then
    mapfile -t COMPREPLY < <(for i in yaml yml json; do compgen -f -X "!*.$i" -- "$current"; done; compgen -d -S / -- "$current")
    compopt -o nospace 2>/dev/null
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} == */ ]] || COMPREPLY[0]+=' '
  fi
}
complete -F _holonome holonome
