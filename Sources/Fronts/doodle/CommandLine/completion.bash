# bash completions for doodle @VERSION@
_doodle() {
  local word=$2 previous=$3 command='' options='' operands='' i
  # Readline splits --option=value into --option, = and value.
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      @COMMAND_NAMES@)
        command=${COMP_WORDS[i]}
        break
        ;;
    esac
  done
  COMPREPLY=()
  case $command:$previous in
@VALUES@
  esac
  case $command in
    '')
      options='@GLOBAL_OPTIONS@'
      operands='@COMMANDS@'
      ;;
@OPTIONS@
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $operands == files ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  else
    COMPREPLY=($(compgen -W "$operands" -- "$word"))
  fi
}
complete -F _doodle doodle
