# Hooks for AI agents in sh or bash, in one file: put it beside your hook. It needs awk, and nothing else.
#
#   . "$(dirname "$0")/hookline.sh" || exit 1
#   hookline_event PreToolUse Bash
#   case "$(hookline_get tool_input.command)" in
#     *"rm -rf"*) hookline_deny "no rm -rf here" ;;
#   esac
#
# hookline_event EVENT [MATCH]   reads the event from stdin; ends the hook if MATCH does not fit. MATCH is as in a hook file: exact names
#                                (Write|Edit), or an extended regular expression. EVENT may be several: "PreToolUse PostToolUse".
# hookline_get PATH [DEFAULT]    prints a field of the event and a newline: text as it is, anything else as JSON. A field that is not there
#                                is a fault, unless there is a DEFAULT. Lists have numbers: messages.0.role
# hookline_deny REASON           it does not happen              hookline_allow [REASON]   nobody is asked
# hookline_ask [REASON]          a person is asked               hookline_defer [REASON]   it waits for whoever runs the agent
# hookline_context TEXT          for the model                   hookline_message TEXT     for the person
# hookline_halt REASON           the turn ends                   hookline_pass             nothing to say
# hookline_rewrite FIELD TEXT…   the tool runs with these fields of its input instead
# hookline_say KEY VALUE…        several at once: verdict, reason, context, message, halt, updatedPrompt (text), updatedInput,
#                                updatedOutput, effects.NAME (JSON): hookline_say verdict deny reason "no" message "a guard said no"
#
# Each of these ends the hook. Whatever goes wrong is one line on stderr and exit status 1, which every agent reports as a broken hook; it
# never passes in silence. What you print goes to stderr, where it cannot break the answer. A hook whose last command fails has failed: end
# it with hookline_pass, or write if … fi instead of … && ….
#
# With "worker": true in its entry, or as a hook of type "worker", one process answers all events: it is started with HOOKLINE_WORKER=1, and
# reads the script anew for each event, in a shell of its own that needs no start.

# In such a process the functions are there already; its arguments are kept for the script.
[ "${hookline_serves_:-}" != "$$" ] || return 0
hookline_serves_='' hookline_args_=''
for hookline_word_ in "$@"; do
  hookline_args_="$hookline_args_ '$(printf '%s' "$hookline_word_" | sed "s/'/'\\\\''/g")'"
done

# <table> made by "npm run gen" from the events of Hookline; do not change it by hand.
hookline_rules_() {
  case "$1" in
  ConfigChange) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='source' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  CwdChanged) hookline_verdicts_='' hookline_place_=none hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='message' hookline_effects_='watchPaths:string[] suppressOutput:boolean terminalSequence:string' ;;
  DirectoryAdded) hookline_verdicts_='' hookline_place_=none hookline_subject_='source' hookline_narrow_=no hookline_part_='' hookline_keys_='message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  Elicitation) hookline_verdicts_='allow deny' hookline_place_=action hookline_subject_='mcp_server_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message' hookline_effects_='action:accept|decline|cancel content:object suppressOutput:boolean terminalSequence:string' ;;
  ElicitationResult) hookline_verdicts_='allow deny' hookline_place_=action hookline_subject_='mcp_server_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message' hookline_effects_='action:accept|decline|cancel content:object suppressOutput:boolean terminalSequence:string' ;;
  FileChanged) hookline_verdicts_='' hookline_place_=none hookline_subject_='file_path' hookline_narrow_=yes hookline_part_='basename' hookline_keys_='message' hookline_effects_='watchPaths:string[] suppressOutput:boolean terminalSequence:string' ;;
  InstructionsLoaded) hookline_verdicts_='' hookline_place_=none hookline_subject_='load_reason' hookline_narrow_=no hookline_part_='' hookline_keys_='message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  MessageAdded) hookline_verdicts_='' hookline_place_=none hookline_subject_='role' hookline_narrow_=no hookline_part_='' hookline_keys_='context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  MessageDisplay) hookline_verdicts_='' hookline_place_=none hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='message' hookline_effects_='displayContent:string suppressOutput:boolean terminalSequence:string' ;;
  ModelRequest) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='model' hookline_narrow_=no hookline_part_='' hookline_keys_='reason context message halt' hookline_effects_='updatedRequest:object response:any suppressOutput:boolean terminalSequence:string' ;;
  ModelResponse) hookline_verdicts_='' hookline_place_=none hookline_subject_='model' hookline_narrow_=no hookline_part_='' hookline_keys_='context message halt' hookline_effects_='updatedResponse:any suppressOutput:boolean terminalSequence:string' ;;
  Notification) hookline_verdicts_='' hookline_place_=none hookline_subject_='notification_type' hookline_narrow_=no hookline_part_='' hookline_keys_='context message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PermissionCheck) hookline_verdicts_='allow ask deny' hookline_place_=permission hookline_subject_='tool_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PermissionDenied) hookline_verdicts_='' hookline_place_=none hookline_subject_='tool_name' hookline_narrow_=no hookline_part_='' hookline_keys_='message halt' hookline_effects_='retry:boolean suppressOutput:boolean terminalSequence:string' ;;
  PermissionGranted) hookline_verdicts_='' hookline_place_=none hookline_subject_='tool_name' hookline_narrow_=no hookline_part_='' hookline_keys_='context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PermissionRequest) hookline_verdicts_='allow deny' hookline_place_=request hookline_subject_='tool_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason updatedInput message halt' hookline_effects_='updatedPermissions:object[] interrupt:boolean suppressOutput:boolean terminalSequence:string' ;;
  PostCompact) hookline_verdicts_='' hookline_place_=none hookline_subject_='trigger' hookline_narrow_=no hookline_part_='' hookline_keys_='message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PostModelSwitch) hookline_verdicts_='' hookline_place_=none hookline_subject_='to_model' hookline_narrow_=no hookline_part_='model' hookline_keys_='context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PostToolBatch) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PostToolUse) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='tool_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason updatedOutput context message halt' hookline_effects_='classifierContext:string suppressOutput:boolean terminalSequence:string' ;;
  PostToolUseFailure) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='tool_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PreCompact) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='trigger' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PreModelSwitch) hookline_verdicts_='allow ask deny' hookline_place_=permission hookline_subject_='to_model' hookline_narrow_=no hookline_part_='model' hookline_keys_='reason message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  PreToolUse) hookline_verdicts_='allow ask defer deny' hookline_place_=permission hookline_subject_='tool_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason updatedInput context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  SessionEnd) hookline_verdicts_='' hookline_place_=none hookline_subject_='reason' hookline_narrow_=no hookline_part_='' hookline_keys_='message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  SessionStart) hookline_verdicts_='' hookline_place_=none hookline_subject_='source' hookline_narrow_=no hookline_part_='' hookline_keys_='context message' hookline_effects_='initialUserMessage:string sessionTitle:string watchPaths:string[] reloadSkills:boolean suppressOutput:boolean terminalSequence:string' ;;
  Setup) hookline_verdicts_='' hookline_place_=none hookline_subject_='trigger' hookline_narrow_=no hookline_part_='' hookline_keys_='context message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  Stop) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  StopFailure) hookline_verdicts_='' hookline_place_=none hookline_subject_='error' hookline_narrow_=yes hookline_part_='' hookline_keys_='message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  StreamEnd) hookline_verdicts_='' hookline_place_=none hookline_subject_='model' hookline_narrow_=no hookline_part_='' hookline_keys_='message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  StreamStart) hookline_verdicts_='' hookline_place_=none hookline_subject_='model' hookline_narrow_=no hookline_part_='' hookline_keys_='message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  SubagentStart) hookline_verdicts_='' hookline_place_=none hookline_subject_='agent_type' hookline_narrow_=no hookline_part_='' hookline_keys_='context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  SubagentStop) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='agent_type' hookline_narrow_=no hookline_part_='' hookline_keys_='reason context message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  TaskCompleted) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  TaskCreated) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  TeammateIdle) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message halt' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  ToolSelection) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message halt' hookline_effects_='allowedTools:string[] toolMode:auto|any|none suppressOutput:boolean terminalSequence:string' ;;
  UserInterrupt) hookline_verdicts_='' hookline_place_=none hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='context message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  UserPromptExpansion) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='command_name' hookline_narrow_=no hookline_part_='' hookline_keys_='reason context message halt' hookline_effects_='suppressOriginalPrompt:boolean suppressOutput:boolean terminalSequence:string' ;;
  UserPromptSubmit) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason updatedPrompt context message halt' hookline_effects_='sessionTitle:string suppressOriginalPrompt:boolean suppressOutput:boolean terminalSequence:string' ;;
  WorktreeCreate) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message' hookline_effects_='worktreePath:string suppressOutput:boolean terminalSequence:string' ;;
  WorktreeRemove) hookline_verdicts_='deny' hookline_place_=block hookline_subject_='' hookline_narrow_=no hookline_part_='' hookline_keys_='reason message' hookline_effects_='suppressOutput:boolean terminalSequence:string' ;;
  *) return 1 ;;
  esac
}
hookline_canonical_() {
  case "$1" in
  command_execute | bash_execute | bash | execute | run_shell_command | shell | Shell | local_shell | shell_command | exec_command | Execute | execute_bash | execute_command | run_command | runTerminalCommand | run_in_terminal | terminal | developer__shell | run_terminal_cmd | run_terminal_command | shell_exec | exec | bash_tool | executeBash | unified_exec | write_stdin | BashTool | shell_tool | ShellTool | execute_shell_command | run_shell | run_bash_command | bash_code_execution) hookline_tool_=Bash ;;
  powershell | executePwsh | pwsh) hookline_tool_=PowerShell ;;
  read_file | read | view | fs_read) hookline_tool_=Read ;;
  write_file | write | create_file | create | Create | write_to_file | fs_write | fsWrite | fsAppend | create_new_file) hookline_tool_=Write ;;
  edit_file | edit | replace | replace_in_file | replace_string_in_file | str_replace | apply_patch | text_editor | developer__text_editor | str_replace_editor | str_replace_based_edit_tool | search_replace | strReplace | insert_edit_into_file | applyPatch | ApplyPatch | replace_file_content) hookline_tool_=Edit ;;
  multiedit) hookline_tool_=MultiEdit ;;
  notebook_edit) hookline_tool_=NotebookEdit ;;
  glob | file_search) hookline_tool_=Glob ;;
  grep | grep_search | search_file_content | search_files) hookline_tool_=Grep ;;
  ls | list_directory | list_files | list_dir) hookline_tool_=LS ;;
  lsp) hookline_tool_=LSP ;;
  web_fetch | webfetch | fetch | FetchUrl | fetch_url) hookline_tool_=WebFetch ;;
  web_search | google_web_search | websearch) hookline_tool_=WebSearch ;;
  task | agent | spawn_agent | runSubagent | Task) hookline_tool_=Agent ;;
  KillShell | KillBash) hookline_tool_=TaskStop ;;
  todo | todo_write | todowrite | write_todos | update_plan) hookline_tool_=TodoWrite ;;
  ListMcpResources) hookline_tool_=ListMcpResourcesTool ;;
  ReadMcpResource) hookline_tool_=ReadMcpResourceTool ;;
  ReadMcpResourceDir) hookline_tool_=ReadMcpResourceDirTool ;;
  ListPeers) hookline_tool_=ListAgents ;;
  Brief) hookline_tool_=SendUserMessage ;;
  *) hookline_tool_=$1 ;;
  esac
}
hookline_former_() {
  case "$1" in
  Task) hookline_current_=Agent ;;
  KillShell | KillBash) hookline_current_=TaskStop ;;
  ListMcpResources) hookline_current_=ListMcpResourcesTool ;;
  ReadMcpResource) hookline_current_=ReadMcpResourceTool ;;
  ReadMcpResourceDir) hookline_current_=ReadMcpResourceDirTool ;;
  ListPeers) hookline_current_=ListAgents ;;
  Brief) hookline_current_=SendUserMessage ;;
  *) hookline_current_=$1 ;;
  esac
}
# </table>

# A fault inside of $(…) must end the hook, too, and not only what is in the parentheses.
trap 'exit 1' USR1

hookline_event() {
  [ $# -ge 1 ] || hookline_fault_ 'say which event the hook is for: hookline_event PreToolUse'
  [ -n "$hookline_serves_" ] || exec 3>&1 1>&2
  for hookline_word_ in $1; do
    hookline_rules_ "$hookline_word_" || hookline_fault_ "there is no event \"$hookline_word_\": see docs/events.md of Hookline"
    if [ -n "${2:-}" ] && [ "$2" != '*' ] && [ -z "$hookline_subject_" ]; then
      hookline_fault_ "$hookline_word_ has nothing to match: leave out \"$2\""
    fi
  done
  command -v awk >/dev/null 2>&1 || hookline_fault_ 'there is no awk, which reads the event'
  [ -n "$hookline_serves_" ] || hookline_take_
  [ -n "$hookline_payload_" ] || hookline_fault_ 'there is no event on stdin'
  hookline_read_ '' "$hookline_payload_" || hookline_fault_ 'what is on stdin is not one JSON object'
  case "$hookline_read_" in '{'*) ;; *) hookline_fault_ 'what is on stdin is not one JSON object' ;; esac
  hookline_read_ hook_event_name "$hookline_payload_" || hookline_fault_ "this hook is for $1, and the event has no hook_event_name"
  hookline_name_=$hookline_read_
  for hookline_word_ in $1; do
    [ "$hookline_word_" = "$hookline_name_" ] || continue
    hookline_rules_ "$hookline_name_"
    hookline_fits_ "${2:-}" || exit 0
    return 0
  done
  hookline_fault_ "this hook is for $1, and the event is \"$hookline_name_\""
}

# Sets hookline_payload_ to the event on stdin; in a worker it returns once for each.
hookline_take_() {
  [ ! -t 0 ] || hookline_fault_ 'it reads an event from stdin: try it with "hookline fire", or pipe a JSON object into it'
  hookline_payload_=''
  case "$0" in */*) hookline_script_=$0 ;; *) hookline_script_=./$0 ;; esac
  if [ "${HOOKLINE_WORKER:-}" = 1 ] && [ -r "$hookline_script_" ]; then hookline_serve_; fi
  [ -n "$hookline_payload_" ] || hookline_payload_=$(cat)
}

# Answers lines until there are no more, and ends; an event without an id is the only one that comes, and is left in hookline_payload_.
hookline_serve_() {
  unset HOOKLINE_WORKER
  set +e
  hookline_mark_=$(printf '\036')
  printf '{"hookline_worker":1}\n' >&3
  while IFS= read -r hookline_line_ || [ -n "$hookline_line_" ]; do
    case "$hookline_line_" in
    '{"id":'*) ;;
    '') continue ;;
    *) hookline_payload_=$hookline_line_ && return 0 ;;
    esac
    hookline_id_=${hookline_line_#'{"id":'}
    hookline_id_=${hookline_id_%%[!0-9]*}
    hookline_read_ event "$hookline_line_"
    hookline_payload_=$(printf '%b' "$hookline_read_")
    hookline_said_=$(
      hookline_serves_=$$
      for hookline_word_ in HOOKLINE_EVENT HOOKLINE_EVENT_ID HOOKLINE_SESSION_ID CLAUDE_ENV_FILE; do
        case "$hookline_line_" in *"\"$hookline_word_\":"*) ;; *) continue ;; esac
        unset "$hookline_word_"
        if hookline_read_ "env.$hookline_word_" "$hookline_line_"; then export "$hookline_word_=$hookline_read_"; fi
      done
      exec 3>&1 2>&1 </dev/null
      eval "set -- $hookline_args_"
      . "$hookline_script_"
    )
    hookline_reply_ $?
  done
  exit 0
}

# What the script said for one event: everything that it printed, with its answer behind a mark.
hookline_reply_() {
  hookline_answer_=null
  hookline_told_=$hookline_said_
  case "$hookline_said_" in
  *"$hookline_mark_!"*) set -- 1 && hookline_told_=$(printf '%s' "$hookline_said_" | sed "s/$hookline_mark_!//g") ;;
  *"$hookline_mark_"*)
    hookline_answer_=${hookline_said_##*"$hookline_mark_"}
    hookline_told_=${hookline_said_%"$hookline_mark_"*}
    ;;
  esac
  if [ "$1" = 0 ]; then
    [ -z "$hookline_told_" ] || printf '%s\n' "$hookline_told_" >&2
    printf '{"id":%s,"answer":%s}\n' "$hookline_id_" "$hookline_answer_" >&3
  else
    printf '{"id":%s,"exit":%s,"stderr":%s}\n' "$hookline_id_" "$1" "$(hookline_json_ "$hookline_told_")" >&3
  fi
}

hookline_get() {
  hookline_started_
  [ $# -ge 1 ] && [ -n "$1" ] || hookline_fault_ 'say which field: hookline_get tool_input.command'
  if hookline_read_ "$1" "$hookline_payload_"; then
    printf '%b\n' "$hookline_read_"
    return 0
  else
    hookline_status_=$?
  fi
  [ "$hookline_status_" = 3 ] || hookline_fault_ "$1 holds something that a shell cannot hold"
  [ $# -ge 2 ] || hookline_fault_ "the event has no $1; if it need not be there, give a default: hookline_get $1 ''"
  printf '%s\n' "$2"
}

hookline_deny() {
  [ $# -ge 1 ] || hookline_fault_ 'hookline_deny needs a reason: hookline_deny "no rm -rf here"'
  hookline_say verdict deny reason "$1"
}
hookline_allow() { hookline_say verdict allow reason "${1:-}"; }
hookline_ask() { hookline_say verdict ask reason "${1:-}"; }
hookline_defer() { hookline_say verdict defer reason "${1:-}"; }
hookline_context() { hookline_say context "${1-}"; }
hookline_message() { hookline_say message "${1-}"; }
hookline_halt() { hookline_say halt "${1-}"; }
hookline_pass() { hookline_say verdict pass; }

hookline_rewrite() {
  hookline_started_
  [ $# -ge 2 ] && [ $(($# % 2)) = 0 ] || hookline_fault_ 'hookline_rewrite takes fields and their new texts: hookline_rewrite command "ls"'
  hookline_read_ tool_input "$hookline_payload_" || hookline_fault_ "$hookline_name_ has no tool_input to rewrite"
  hookline_input_=$(printf '%b' "$hookline_read_")
  while [ $# -gt 0 ]; do
    hookline_field_=$(hookline_json_ "$1")
    hookline_text_=$(hookline_json_ "$2")
    hookline_read_ '' "$hookline_input_" "$1" "$hookline_field_:" "$hookline_text_" || hookline_fault_ 'tool_input cannot be rewritten'
    hookline_input_=$(printf '%b' "$hookline_read_")
    shift 2
  done
  if [ "$hookline_place_" = request ]; then hookline_say verdict allow updatedInput "$hookline_input_"; fi
  hookline_say updatedInput "$hookline_input_"
}

hookline_say() {
  hookline_started_
  [ $# -ge 2 ] && [ $(($# % 2)) = 0 ] || hookline_fault_ 'hookline_say takes keys and values: hookline_say verdict deny reason "no"'
  hookline_verdict_=pass hookline_reason_='' hookline_new_='' hookline_top_='' hookline_own_='' hookline_more_='' hookline_acts_=''
  while [ $# -gt 0 ]; do
    case "$1" in
    verdict) hookline_verdict_=$2 ;;
    effects.*) hookline_effect_ "${1#effects.}" "$2" ;;
    *) hookline_key_ "$1" "$2" ;;
    esac
    shift 2
  done
  hookline_verdict_known_
  if [ "$hookline_place_" = request ] && [ -n "$hookline_new_" ] && [ "$hookline_verdict_" != allow ]; then
    hookline_fault_ "on $hookline_name_ a new input goes with an allow: hookline_say verdict allow updatedInput '{…}'"
  fi
  if [ "$hookline_verdict_" != pass ]; then hookline_place_verdict_; fi
  if [ "$hookline_place_" != request ]; then hookline_own_=$hookline_own_$hookline_new_; fi
  [ -z "$hookline_own_" ] || hookline_top_="$hookline_top_,\"hookSpecificOutput\":{\"hookEventName\":\"$hookline_name_\"$hookline_own_}"
  if [ -n "$hookline_top_" ]; then printf '%s{%s}\n' "${hookline_serves_:+$hookline_mark_}" "${hookline_top_#,}" >&3 || hookline_fault_ 'the answer cannot be written'; fi
  exit 0
}

hookline_place_verdict_() {
  hookline_why_=''
  [ -z "$hookline_reason_" ] || hookline_why_=$(hookline_json_ "$hookline_reason_")
  case "$hookline_place_" in
  permission)
    hookline_own_="$hookline_own_,\"permissionDecision\":\"$hookline_verdict_\""
    [ -z "$hookline_why_" ] || hookline_own_="$hookline_own_,\"permissionDecisionReason\":$hookline_why_"
    return 0
    ;;
  request)
    [ -z "$hookline_why_" ] || hookline_more_=",\"message\":$hookline_why_$hookline_more_"
    hookline_own_="$hookline_own_,\"decision\":{\"behavior\":\"$hookline_verdict_\"$hookline_more_$hookline_new_}"
    return 0
    ;;
  action)
    [ -z "$hookline_acts_" ] || hookline_fault_ "say the verdict or effects.action on $hookline_name_, not both"
    if [ "$hookline_verdict_" = allow ]; then hookline_acts_=accept; else hookline_acts_=decline; fi
    hookline_own_="$hookline_own_,\"action\":\"$hookline_acts_\""
    ;;
  *) hookline_top_="$hookline_top_,\"decision\":\"block\"" ;;
  esac
  [ -z "$hookline_why_" ] || hookline_top_="$hookline_top_,\"reason\":$hookline_why_"
}

hookline_verdict_known_() {
  case " pass $hookline_verdicts_ " in *" $hookline_verdict_ "*) return 0 ;; esac
  case "$hookline_verdict_" in
  allow | ask | defer | deny) ;;
  *) hookline_fault_ "\"$hookline_verdict_\" is no verdict: $hookline_name_ knows pass $hookline_verdicts_" ;;
  esac
  [ -z "$hookline_verdicts_" ] || hookline_fault_ "$hookline_name_ does not know \"$hookline_verdict_\": its verdicts are pass $hookline_verdicts_"
  hookline_fault_ "$hookline_name_ cannot be stopped, so \"$hookline_verdict_\" means nothing there: use hookline_message"
}

hookline_key_() {
  case " $hookline_keys_ " in
  *" $1 "*) ;;
  *) hookline_fault_ "\"$1\" means nothing on $hookline_name_: it knows verdict $hookline_keys_ effects.NAME" ;;
  esac
  case "$1" in
  reason) hookline_reason_=$2 && return 0 ;;
  context) hookline_own_="$hookline_own_,\"additionalContext\":" ;;
  updatedPrompt) hookline_own_="$hookline_own_,\"updatedPrompt\":" ;;
  updatedOutput)
    hookline_kind_ updatedOutput "$2" any
    hookline_own_="$hookline_own_,\"updatedToolOutput\":$hookline_value_"
    return 0
    ;;
  updatedInput)
    hookline_kind_ updatedInput "$2" object
    hookline_new_=",\"updatedInput\":$hookline_value_"
    return 0
    ;;
  message) hookline_top_="$hookline_top_,\"systemMessage\":$(hookline_json_ "$2")" && return 0 ;;
  halt)
    hookline_top_="$hookline_top_,\"continue\":false"
    [ -z "$2" ] || hookline_top_="$hookline_top_,\"stopReason\":$(hookline_json_ "$2")"
    return 0
    ;;
  esac
  hookline_own_="$hookline_own_$(hookline_json_ "$2")"
}

hookline_effect_() {
  for hookline_word_ in $hookline_effects_; do
    [ "${hookline_word_%%:*}" = "$1" ] || continue
    hookline_kind_ "effects.$1" "$2" "${hookline_word_#*:}"
    case "$1" in
    suppressOutput | terminalSequence) hookline_top_="$hookline_top_,\"$1\":$hookline_value_" ;;
    updatedPermissions | interrupt) hookline_more_="$hookline_more_,\"$1\":$hookline_value_" ;;
    *) hookline_own_="$hookline_own_,\"$1\":$hookline_value_" ;;
    esac
    [ "$1" != action ] || hookline_acts_=$2
    return 0
  done
  hookline_known_=''
  for hookline_word_ in $hookline_effects_; do hookline_known_="$hookline_known_ ${hookline_word_%%:*}"; done
  hookline_fault_ "$hookline_name_ has no effect \"$1\": it has$hookline_known_"
}

# Sets hookline_value_ to a JSON text if it is of one of the kinds.
hookline_kind_() {
  hookline_read_ '' "$2" || hookline_fault_ "$1 must be JSON, not $2"
  hookline_value_=$(printf '%b' "$hookline_read_")
  hookline_rest_=$3
  while [ -n "$hookline_rest_" ]; do
    hookline_one_=${hookline_rest_%%|*}
    case "$hookline_rest_" in *'|'*) hookline_rest_=${hookline_rest_#*|} ;; *) hookline_rest_='' ;; esac
    case "$hookline_one_:$hookline_value_" in
    any:* | string:'"'* | object:'{'* | boolean:true | boolean:false | number:[-0-9]* | *'[]:['*) return 0 ;;
    esac
    [ "$hookline_value_" != "\"$hookline_one_\"" ] || return 0
  done
  hookline_fault_ "$1 must be $3, not $2"
}

# True if what the event is about fits a matcher.
hookline_fits_() {
  [ -n "$1" ] && [ "$1" != '*' ] || return 0
  hookline_about_=$(hookline_get "$hookline_subject_" '')
  case "$hookline_part_" in
  basename) hookline_about_=${hookline_about_##*/} ;;
  model) hookline_about_=${hookline_about_%\[1[mM]\]} ;;
  esac
  hookline_tool_=$hookline_about_
  if [ "$hookline_subject_" = tool_name ]; then hookline_canonical_ "$hookline_about_"; fi
  case "$hookline_narrow_:$1" in
  yes:*[!A-Za-z0-9_\|]*) ;;
  no:*[!A-Za-z0-9_,\ \|-]*) ;;
  *)
    hookline_rest_="$1|"
    while [ -n "$hookline_rest_" ]; do
      hookline_one_=${hookline_rest_%%[|,]*}
      hookline_rest_=${hookline_rest_#*[|,]}
      hookline_one_=${hookline_one_#"${hookline_one_%%[! ]*}"}
      hookline_one_=${hookline_one_%"${hookline_one_##*[! ]}"}
      [ -n "$hookline_one_" ] || continue
      hookline_former_ "$hookline_one_"
      for hookline_word_ in "$hookline_one_" "$hookline_current_"; do
        if [ "$hookline_word_" = "$hookline_about_" ] || [ "$hookline_word_" = "$hookline_tool_" ]; then return 0; fi
      done
    done
    return 1
    ;;
  esac
  case "$1" in
  *'(?'* | *\\[a-zA-Z]*) hookline_fault_ "the matcher $1 must be an extended regular expression: write [0-9] for \\d, and no (?…)" ;;
  esac
  HOOKLINE_ABOUT=$hookline_about_ HOOKLINE_TOOL=$hookline_tool_ HOOKLINE_MATCH=$1 awk 'BEGIN {
    m = ENVIRON["HOOKLINE_MATCH"]; exit !(ENVIRON["HOOKLINE_ABOUT"] ~ m || ENVIRON["HOOKLINE_TOOL"] ~ m) }'
  case $? in 0) return 0 ;; 1) return 1 ;; *) hookline_fault_ "the matcher $1 is no regular expression" ;; esac
}

hookline_started_() { [ -n "${hookline_payload_:-}" ] || hookline_fault_ 'call hookline_event first'; }

hookline_fault_() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  if [ -n "$hookline_serves_" ]; then printf '%s!\n' "$hookline_mark_" >&3; else kill -USR1 $$ 2>/dev/null; fi
  exit 1
}

# A text as a JSON string. The dot keeps the newlines at its end.
hookline_json_() {
  printf '%s.' "$1" | LC_ALL=C awk '
    function join(text, sign, with,   parts, count, i) {
      count = split(text, parts, sign); text = parts[1]
      for (i = 2; i <= count; i++) text = text with parts[i]
      return text
    }
    BEGIN { ORS = ""; print "\"" }
    {
      if (NR > 1) print flat(last) "\\n"
      last = $0
    }
    function flat(text,   code, sign) {
      if (index(text, "\\")) text = join(text, "\\\\", "\\\\")
      if (index(text, "\"")) text = join(text, "\"", "\\\"")
      for (code = 1; code < 32; code++) {
        sign = sprintf("%c", code)
        if (index(text, sign)) text = join(text, "[" sign "]", sprintf("\\u%04x", code))
      }
      return text
    }
    END { print flat(substr(last, 1, length(last) - 1)) "\"" }'
}

# Sets hookline_read_ to the field at a path of a JSON text, written so that printf %b gives it; with a name, a key and a value, to the whole
# text with that member instead. 3: it is not there; 4: it is not JSON; 5: a shell cannot hold it.
hookline_read_() {
  hookline_read_=$(printf '%s\n' "$2" | HOOKLINE_PATH=$1 HOOKLINE_NAME=${3-} HOOKLINE_KEY=${4-} HOOKLINE_VALUE=${5-} LC_ALL=C awk '
    function die(code) { status = code; exit code }
    function put(text) { if (capture && !mute) out[++pieces] = text }
    # A value begins: is it the one that is looked for, or on the way to it?
    function begin(   name) {
      if (state != "value" && state != "item") die(4)
      target = 0; inner = 0
      if (depth == 0) { if (wanted) inner = 1; else target = 1 }
      else if (hit[depth]) {
        name = type[depth] == "{" ? key : place[depth] ""
        if (name "" == way[depth] "") { if (depth == wanted) target = 1; else inner = 1 }
      }
      if (target && !capture) { pieces = 0; found = 1; empty = 0 }
    }
    function ended() { state = depth ? "next" : "end"; if (mute && depth == 1) mute = 0 }
    function open(sign) {
      begin()
      if (target && !capture) { capture = 1; base = depth; plain = 1 }
      put(sign); depth++; type[depth] = sign; hit[depth] = inner; place[depth] = 0
      state = sign == "{" ? "first" : "item"
    }
    function close_(sign) {
      if (depth == 0 || type[depth] != (sign == "}" ? "{" : "[")) die(4)
      if (state != "next" && !(sign == "}" && state == "first") && !(sign == "]" && state == "item")) die(4)
      if (changes && depth == 1 && !changed) put((state == "next" ? "," : "") ENVIRON["HOOKLINE_KEY"] ENVIRON["HOOKLINE_VALUE"])
      hit[depth] = 0; depth--; put(sign)
      if (capture && depth == base) capture = 0
      ended()
    }
    function word(text) {
      begin()
      if (text !~ /^(true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)$/) die(4)
      if (target && !capture) { out[++pieces] = text; plain = 1; empty = text == "null" } else put(text)
      ended()
    }
    function between(text,   at, sign, held, size) {
      size = length(text); held = ""
      for (at = 1; at <= size; at++) {
        sign = substr(text, at, 1)
        if (index("{}[],: \t\r\n", sign)) {
          if (held != "") { word(held); held = "" }
          if (sign == "{" || sign == "[") open(sign)
          else if (sign == "}" || sign == "]") close_(sign)
          else if (sign == ",") {
            if (state != "next") die(4)
            put(","); if (type[depth] == "{") state = "key"; else { place[depth]++; state = "value" }
          } else if (sign == ":") {
            if (state != "colon") die(4)
            put(":"); state = "value"
            if (changes && depth == 1 && key == changes) { out[++pieces] = ENVIRON["HOOKLINE_VALUE"]; mute = 1; changed = 1 }
          }
        } else held = held sign
      }
      if (held != "") word(held)
    }
    function say(text) { if (isKey) key = key text; else if (wanting) out[++pieces] = text }
    function begun() {
      isKey = state == "key" || state == "first"
      if (isKey) { key = ""; wanting = 0 }
      else {
        begin(); wanting = target && !capture && wanted
        if (wanting) plain = 0
        else if (target && !capture) { capture = 1; base = -1; plain = 1 }
      }
      put("\"")
    }
    function hex(text,   i, sum, digit) {
      if (length(text) < 4) die(4)
      sum = 0
      for (i = 1; i <= 4; i++) {
        digit = index("0123456789abcdef", tolower(substr(text, i, 1)))
        if (!digit) die(4)
        sum = sum * 16 + digit - 1
      }
      return sum
    }
    function octal(byte) { return "\\0" int(byte / 64) int(byte / 8) % 8 byte % 8 }
    function utf8(code) {
      if (code == 0) { if (wanting) die(5); return "" }
      if (code == 92) return "\\\\"
      if (code > 31 && code < 127) return sprintf("%c", code)
      if (code < 128) return octal(code)
      if (code < 2048) return octal(192 + int(code / 64)) octal(128 + code % 64)
      if (code < 65536) return octal(224 + int(code / 4096)) octal(128 + int(code / 64) % 64) octal(128 + code % 64)
      return octal(240 + int(code / 262144)) octal(128 + int(code / 4096) % 64) octal(128 + int(code / 64) % 64) octal(128 + code % 64)
    }
    # The inside of a string, up to a quotation mark.
    function inside(text,   parts, count, i, sign, code, low, rest) {
      if (text ~ control) die(4)
      put(text)
      count = split(text, parts, /\\/)
      if (count) say(parts[1])
      for (i = 2; i <= count; i++) {
        if (parts[i] == "") { if (i == count) die(4); say("\\\\"); i++; say(parts[i]); continue }
        sign = substr(parts[i], 1, 1); rest = substr(parts[i], 2)
        if (sign == "u") {
          code = hex(rest); rest = substr(rest, 5)
          if (code >= 55296 && code < 57344) {
            low = code < 56320 && rest == "" && substr(parts[i + 1], 1, 1) == "u" ? hex(substr(parts[i + 1], 2)) : 0
            if (low >= 56320 && low < 57344) { code = (code - 55296) * 1024 + low - 56320 + 65536; i++; rest = substr(parts[i], 6) }
            else code = 65533
          }
          say(utf8(code))
        } else if (sign == "/") say("/")
        else if (index("bfnrt", sign)) say("\\" sign)
        else die(4)
        say(rest)
      }
    }
    BEGIN {
      RS = "\""; ORS = ""; state = "value"; changes = ENVIRON["HOOKLINE_NAME"]
      wanted = split(ENVIRON["HOOKLINE_PATH"], way, /\./)
      control = "[" sprintf("%c", 1) "-" sprintf("%c", 31) "]"
    }
    !quoted { between($0); quoted = 1; fresh = 1; next }
    {
      if (fresh) { begun(); fresh = 0 }
      if (match($0, /\\+$/) && RLENGTH % 2) {
        inside(substr($0, 1, length($0) - 1)); say("\""); put("\\\""); next
      }
      inside($0); put("\""); quoted = 0
      if (isKey) state = "colon"; else ended()
    }
    END {
      if (status) exit status
      if (state != "end" || !quoted) exit 4
      if (!found || empty) exit 3
      for (i = 1; i <= pieces; i++) { if (plain) gsub(/\\/, "&&", out[i]); print out[i] }
    }')
}
