/** Each script asks `svc __complete` for a line per candidate: the value, a tab, and its description. */
export const completionScripts = {
  bash: `_svc_complete() {
  local IFS=$'\\n' line value width=0
  local -a lines=($(svc __complete --described -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  COMPREPLY=()
  if [ \${#lines[@]} -eq 1 ]; then COMPREPLY=("\${lines[0]%%$'\\t'*}"); return; fi
  # With TAB a second time, bash shows the candidates: each with its description.
  for line in "\${lines[@]}"; do value="\${line%%$'\\t'*}"; [ \${#value} -gt $width ] && width=\${#value}; done
  for line in "\${lines[@]}"; do
    value="\${line%%$'\\t'*}"
    if [ "\${COMP_TYPE:-9}" = 63 ] && [ "$value" != "$line" ]; then printf -v value "%-\${width}s  (%s)" "$value" "\${line#*$'\\t'}"; fi
    COMPREPLY+=("$value")
  done
  if [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default 2>/dev/null; fi
}
complete -F _svc_complete svc
`,
  zsh: `#compdef svc
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_svc() {
  local -a lines described
  local line
  lines=(\${(f)"$(svc __complete --described -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)"})
  if (( ! \${#lines} )); then _files; return; fi
  for line in $lines; do
    local value=\${line%%$'\\t'*} description=\${line#*$'\\t'}
    value=\${value//:/\\\\:}
    if [[ "$description" == "$line" ]]; then described+=("$value"); else described+=("$value:$description"); fi
  done
  _describe -V svc described
}
if [ "$funcstack[1]" = "_svc" ]; then _svc; else compdef _svc svc; fi
`,
  fish: `function __svc_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  # Quoted, an empty word is a word too.
  set -l lines (svc __complete --described -- $words[2..-1] "$current" 2>/dev/null)
  if test (count $lines) -eq 0
    __fish_complete_path "$current"
  else
    printf '%s\\n' $lines
  end
end
complete -c svc -f -a '(__svc_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '""' }
  svc __complete --described -- @words 2>$null | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}
`,
} as const;

export type Shell = keyof typeof completionScripts;
export const shells = Object.keys(completionScripts) as Shell[];
