#compdef doodle
# zsh completions for doodle @VERSION@
_doodle_commands() {
  local -a commands=(
@COMMANDS@
  )
  _describe command commands
}
_doodle() {
  local context state line
  local -A opt_args
  _arguments -C -s -S \
@GLOBAL_OPTIONS@
    '1:command:_doodle_commands' \
    '*::operand:->operands'
  [[ $state == operands ]] || return
  case $line[1] in
@OPTIONS@
  esac
}
if [[ $funcstack[1] == _doodle ]]; then
  _doodle "$@"
else
  compdef _doodle doodle
fi
