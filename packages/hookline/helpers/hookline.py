"""Hooks for AI agents in Python, in one file: put it beside your hook. Python 3.8 or later, nothing else.

    from hookline import hook, deny

    @hook("PreToolUse", match="Bash")
    def guard(event):
        if "rm -rf" in event["tool_input"]["command"]:
            return deny("no rm -rf here")

A file that is started runs its hook where it is decorated, so the hook stands last in the file. It reads one event from stdin and prints
one answer. Whatever goes wrong (a wrong answer, an exception, no event) is one line on stderr and exit status 1, which every agent reports
as a broken hook; it never passes in silence. What you print goes to stderr, where it cannot break the answer.
In tests, import the file and call guard.run({...}).
With "worker": true in its entry, or as a hook of type "worker", one process answers all events: it is started with HOOKLINE_WORKER=1.
"""

import io
import json
import os
import re
import sys
from typing import Any, Callable, Dict, List, Literal, NoReturn, Optional, TypedDict, Union

__all__ = [
    "HookError", "allow", "ask", "context", "defer", "deny", "halt", "hook", "message",
    "rewrite", "rewrite_output", "rewrite_prompt", "say",
]  # fmt: skip

Verdict = Literal["pass", "allow", "ask", "defer", "deny"]
Event = Dict[str, Any]

# <table> made by "npm run gen" from the events of Hookline; do not change it by hand.
EventName = Literal[
    "ConfigChange", "CwdChanged", "DirectoryAdded", "Elicitation", "ElicitationResult", "FileChanged",
    "InstructionsLoaded", "MessageAdded", "MessageDisplay", "ModelRequest", "ModelResponse",
    "Notification", "PermissionCheck", "PermissionDenied", "PermissionGranted", "PermissionRequest",
    "PostCompact", "PostModelSwitch", "PostToolBatch", "PostToolUse", "PostToolUseFailure",
    "PreCompact", "PreModelSwitch", "PreToolUse", "SessionEnd", "SessionStart", "Setup", "Stop",
    "StopFailure", "StreamEnd", "StreamStart", "SubagentStart", "SubagentStop", "TaskCompleted",
    "TaskCreated", "TeammateIdle", "ToolSelection", "UserInterrupt", "UserPromptExpansion",
    "UserPromptSubmit", "WorktreeCreate", "WorktreeRemove",
]

_EVENTS: Dict[str, Dict[str, Any]] = {
    "ConfigChange": {
        "verdicts": ["deny"], "place": "block", "subject": "source", "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "CwdChanged": {
        "verdicts": [], "place": None, "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"watchPaths": "string[]", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "DirectoryAdded": {
        "verdicts": [], "place": None, "subject": "source", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "Elicitation": {
        "verdicts": ["allow","deny"], "place": "action", "subject": "mcp_server_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|allow|deny", "reason": "string", "message": "string", "effects": "object"},
        "effects": {"action": "accept|decline|cancel", "content": "object", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "ElicitationResult": {
        "verdicts": ["allow","deny"], "place": "action", "subject": "mcp_server_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|allow|deny", "reason": "string", "message": "string", "effects": "object"},
        "effects": {"action": "accept|decline|cancel", "content": "object", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "FileChanged": {
        "verdicts": [], "place": None, "subject": "file_path", "part": "basename", "narrow": True,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"watchPaths": "string[]", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "InstructionsLoaded": {
        "verdicts": [], "place": None, "subject": "load_reason", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "MessageAdded": {
        "verdicts": [], "place": None, "subject": "role", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "MessageDisplay": {
        "verdicts": [], "place": None, "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"displayContent": "string", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "ModelRequest": {
        "verdicts": ["deny"], "place": "block", "subject": "model", "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"updatedRequest": "object", "response": "any", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "ModelResponse": {
        "verdicts": [], "place": None, "subject": "model", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"updatedResponse": "any", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "Notification": {
        "verdicts": [], "place": None, "subject": "notification_type", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PermissionCheck": {
        "verdicts": ["allow","ask","deny"], "place": "permission", "subject": "tool_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|allow|ask|deny", "reason": "string", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PermissionDenied": {
        "verdicts": [], "place": None, "subject": "tool_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"retry": "boolean", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PermissionGranted": {
        "verdicts": [], "place": None, "subject": "tool_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PermissionRequest": {
        "verdicts": ["allow","deny"], "place": "request", "subject": "tool_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|allow|deny", "reason": "string", "updatedInput": "object", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"updatedPermissions": "object[]", "interrupt": "boolean", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PostCompact": {
        "verdicts": [], "place": None, "subject": "trigger", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PostModelSwitch": {
        "verdicts": [], "place": None, "subject": "to_model", "part": "model", "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PostToolBatch": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PostToolUse": {
        "verdicts": ["deny"], "place": "block", "subject": "tool_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "updatedOutput": "any", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"classifierContext": "string", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PostToolUseFailure": {
        "verdicts": ["deny"], "place": "block", "subject": "tool_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PreCompact": {
        "verdicts": ["deny"], "place": "block", "subject": "trigger", "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PreModelSwitch": {
        "verdicts": ["allow","ask","deny"], "place": "permission", "subject": "to_model", "part": "model", "narrow": False,
        "keys": {"verdict": "pass|allow|ask|deny", "reason": "string", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "PreToolUse": {
        "verdicts": ["allow","ask","defer","deny"], "place": "permission", "subject": "tool_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|allow|ask|defer|deny", "reason": "string", "updatedInput": "object", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "SessionEnd": {
        "verdicts": [], "place": None, "subject": "reason", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "SessionStart": {
        "verdicts": [], "place": None, "subject": "source", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "effects": "object"},
        "effects": {"initialUserMessage": "string", "sessionTitle": "string", "watchPaths": "string[]", "reloadSkills": "boolean", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "Setup": {
        "verdicts": [], "place": None, "subject": "trigger", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "Stop": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "StopFailure": {
        "verdicts": [], "place": None, "subject": "error", "part": None, "narrow": True,
        "keys": {"verdict": "pass", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "StreamEnd": {
        "verdicts": [], "place": None, "subject": "model", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "StreamStart": {
        "verdicts": [], "place": None, "subject": "model", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "SubagentStart": {
        "verdicts": [], "place": None, "subject": "agent_type", "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "SubagentStop": {
        "verdicts": ["deny"], "place": "block", "subject": "agent_type", "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "TaskCompleted": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "TaskCreated": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "TeammateIdle": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "ToolSelection": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"allowedTools": "string[]", "toolMode": "auto|any|none", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "UserInterrupt": {
        "verdicts": [], "place": None, "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass", "context": "string|string[]", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "UserPromptExpansion": {
        "verdicts": ["deny"], "place": "block", "subject": "command_name", "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"suppressOriginalPrompt": "boolean", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "UserPromptSubmit": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "updatedPrompt": "string", "context": "string|string[]", "message": "string", "halt": "string|boolean", "effects": "object"},
        "effects": {"sessionTitle": "string", "suppressOriginalPrompt": "boolean", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "WorktreeCreate": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "effects": "object"},
        "effects": {"worktreePath": "string", "suppressOutput": "boolean", "terminalSequence": "string"},
    },
    "WorktreeRemove": {
        "verdicts": ["deny"], "place": "block", "subject": None, "part": None, "narrow": False,
        "keys": {"verdict": "pass|deny", "reason": "string", "message": "string", "effects": "object"},
        "effects": {"suppressOutput": "boolean", "terminalSequence": "string"},
    },
}

# Agents name the same tool differently.
_TOOLS = {
    "command_execute": "Bash", "bash_execute": "Bash", "bash": "Bash", "execute": "Bash",
    "run_shell_command": "Bash", "shell": "Bash", "Shell": "Bash", "local_shell": "Bash",
    "shell_command": "Bash", "exec_command": "Bash", "Execute": "Bash", "execute_bash": "Bash",
    "execute_command": "Bash", "run_command": "Bash", "runTerminalCommand": "Bash",
    "run_in_terminal": "Bash", "terminal": "Bash", "developer__shell": "Bash",
    "run_terminal_cmd": "Bash", "run_terminal_command": "Bash", "shell_exec": "Bash", "exec": "Bash",
    "bash_tool": "Bash", "executeBash": "Bash", "unified_exec": "Bash", "write_stdin": "Bash",
    "BashTool": "Bash", "shell_tool": "Bash", "ShellTool": "Bash", "execute_shell_command": "Bash",
    "run_shell": "Bash", "run_bash_command": "Bash", "bash_code_execution": "Bash",
    "powershell": "PowerShell", "executePwsh": "PowerShell", "pwsh": "PowerShell",
    "read_file": "Read", "read": "Read", "view": "Read", "fs_read": "Read", "write_file": "Write",
    "write": "Write", "create_file": "Write", "create": "Write", "Create": "Write",
    "write_to_file": "Write", "fs_write": "Write", "fsWrite": "Write", "fsAppend": "Write",
    "create_new_file": "Write", "edit_file": "Edit", "edit": "Edit", "replace": "Edit",
    "replace_in_file": "Edit", "replace_string_in_file": "Edit", "str_replace": "Edit",
    "apply_patch": "Edit", "text_editor": "Edit", "developer__text_editor": "Edit",
    "str_replace_editor": "Edit", "str_replace_based_edit_tool": "Edit", "search_replace": "Edit",
    "strReplace": "Edit", "insert_edit_into_file": "Edit", "applyPatch": "Edit", "ApplyPatch": "Edit",
    "replace_file_content": "Edit", "multiedit": "MultiEdit", "notebook_edit": "NotebookEdit",
    "glob": "Glob", "file_search": "Glob", "grep": "Grep", "grep_search": "Grep",
    "search_file_content": "Grep", "search_files": "Grep", "ls": "LS", "list_directory": "LS",
    "list_files": "LS", "list_dir": "LS", "lsp": "LSP", "web_fetch": "WebFetch",
    "webfetch": "WebFetch", "fetch": "WebFetch", "FetchUrl": "WebFetch", "fetch_url": "WebFetch",
    "web_search": "WebSearch", "google_web_search": "WebSearch", "websearch": "WebSearch",
    "task": "Agent", "agent": "Agent", "spawn_agent": "Agent", "runSubagent": "Agent",
    "Task": "Agent", "KillShell": "TaskStop", "KillBash": "TaskStop", "todo": "TodoWrite",
    "todo_write": "TodoWrite", "todowrite": "TodoWrite", "write_todos": "TodoWrite",
    "update_plan": "TodoWrite", "ListMcpResources": "ListMcpResourcesTool",
    "ReadMcpResource": "ReadMcpResourceTool", "ReadMcpResourceDir": "ReadMcpResourceDirTool",
    "ListPeers": "ListAgents", "Brief": "SendUserMessage",
}
_FORMER = {
    "Task": "Agent", "KillShell": "TaskStop", "KillBash": "TaskStop",
    "ListMcpResources": "ListMcpResourcesTool", "ReadMcpResource": "ReadMcpResourceTool",
    "ReadMcpResourceDir": "ReadMcpResourceDirTool", "ListPeers": "ListAgents",
    "Brief": "SendUserMessage",
}
# </table>


class Answer(TypedDict, total=False):
    """What a hook may say; each event knows some of these keys."""

    verdict: Verdict
    reason: str
    updatedInput: Dict[str, Any]
    updatedOutput: Any
    updatedPrompt: str
    context: Union[str, List[str]]
    message: str
    halt: Union[str, bool]
    effects: Dict[str, Any]


Handler = Callable[[Event], Optional[Answer]]


class HookError(Exception):
    """What is wrong with a hook or with its answer, and what to do."""


# The answers that stop something which were made since the hook was called: one that is not returned would pass in silence.
_made: List[str] = []


def deny(reason: str) -> Answer:
    """It does not happen; the reason is told."""
    _made.append("deny")
    return {"verdict": "deny", "reason": reason}


def allow(reason: str = "") -> Answer:
    """It may happen, without anybody being asked."""
    return {"verdict": "allow", "reason": reason}


def ask(reason: str = "") -> Answer:
    """A person is asked."""
    _made.append("ask")
    return {"verdict": "ask", "reason": reason}


def defer(reason: str = "") -> Answer:
    """It waits until whoever runs the agent decides."""
    _made.append("defer")
    return {"verdict": "defer", "reason": reason}


def context(text: str) -> Answer:
    """Tells the model something."""
    return {"context": text}


def message(text: str) -> Answer:
    """Tells the person something."""
    return {"message": text}


def halt(reason: str) -> Answer:
    """Ends the turn."""
    _made.append("halt")
    return {"halt": reason}


def rewrite(tool_input: Dict[str, Any]) -> Answer:
    """Replaces the tool's whole input."""
    return {"updatedInput": tool_input}


def rewrite_output(output: Any) -> Answer:
    """Replaces what the tool gave, before the model reads it."""
    return {"updatedOutput": output}


def rewrite_prompt(prompt: str) -> Answer:
    """Replaces the prompt."""
    return {"updatedPrompt": prompt}


def say(*answers: Answer) -> Answer:
    """Several answers as one: say(allow(), message("checked"))."""
    together: Dict[str, Any] = {}
    for answer in answers:
        for key in answer:
            if key in together:
                raise HookError('say() has two answers with "%s"' % key)
        together.update(answer)
    return together  # type: ignore[return-value]


class Hook:
    """A function that answers to events; run() calls it in tests."""

    def __init__(self, events: List[str], match: Optional[str], function: Handler) -> None:
        self.events = events
        self.match = match
        self.function = function
        self.__name__ = getattr(function, "__name__", "hook")
        self.__doc__ = function.__doc__

    def __call__(self, event: Event) -> Optional[Answer]:
        return self.function(event)

    def run(self, event: Event) -> Optional[Answer]:
        """What the hook answers, checked; None if it says nothing."""
        if "hook_event_name" not in event and len(self.events) == 1:
            event = {"hook_event_name": self.events[0], **event}
        name = event.get("hook_event_name")
        if name not in self.events:
            what = "has no hook_event_name" if name is None else "is " + json.dumps(name)
            raise HookError("this hook is for %s, and the event %s" % (", ".join(self.events), what))
        if not _matches(name, self.match, event):
            return None
        _made.clear()
        answer = self.function(event)
        if answer is None and _made:
            word = _made[-1]
            raise HookError("it called %s() and returned nothing: write return %s(...), or return {} if nothing is meant" % (word, word))
        _check(name, answer)
        return answer

    def main(self) -> NoReturn:
        """Acts as a command: one event on stdin, one answer on stdout, then the end; as a worker: one answer for each line."""
        # Programs that the hook starts print to where stdout leads: from now on that is stderr.
        sys.stdout.flush()
        stdout = os.dup(1)
        os.dup2(2, 1)
        # What the hook itself starts is no worker.
        worker = os.environ.pop("HOOKLINE_WORKER", "") == "1"
        try:
            event = self._serve(stdout) if worker else _read_event()
            wire = None if event is None else self._answer(event)
            if wire is not None:
                _write(stdout, json.dumps(wire, allow_nan=False) + "\n")
        except SystemExit as end:
            if end.code is None or end.code == 0 or end.code == 1:
                _fail("it ended before it had answered: return the answer, and leave out sys.exit()")
            raise
        except HookError as error:
            _fail(str(error))
        except Exception as error:  # pylint: disable=broad-except
            if os.environ.get("HOOKLINE_DEBUG") == "1":
                raise
            _fail("%s: %s" % (type(error).__name__, error))
        sys.exit(0)

    def _answer(self, event: Event) -> Optional[Dict[str, Any]]:
        answer = self.run(event)
        return None if answer is None else _wire(event["hook_event_name"], answer)

    def _serve(self, stdout: int) -> Optional[Event]:
        """Answers lines until there are no more; an event that comes without an id is the only one, and given back."""
        _write(stdout, '{"hookline_worker":1}\n')
        start = dict(os.environ)
        for text in sys.stdin.buffer:
            if not text.strip():
                continue
            line = _object(text)
            if "id" not in line or not isinstance(line.get("event"), dict):
                return line
            _set_environment(start, line.get("env") or {})
            _write(stdout, json.dumps({"id": line["id"], **self._reply(line["event"])}, allow_nan=False) + "\n")
        return None

    def _reply(self, event: Event) -> Dict[str, Any]:
        told, sys.stderr = sys.stderr, _Heard(sys.stderr)
        try:
            return {"answer": self._answer(event)}
        except SystemExit as end:
            if end.code is None or end.code == 0 or end.code == 1:
                return _broken("it ended before it had answered: return the answer, and leave out sys.exit()")
            if isinstance(end.code, int):
                return {"exit": end.code, "stderr": sys.stderr.text.getvalue()}
            return _broken(str(end.code))
        except HookError as error:
            return _broken(str(error))
        except Exception as error:  # pylint: disable=broad-except
            return _broken("%s: %s" % (type(error).__name__, error))
        finally:
            sys.stderr = told


class _Heard(io.TextIOBase):
    """Passes on what is written to stderr, and keeps it for the answer."""

    def __init__(self, stream: Any) -> None:
        super().__init__()
        self.stream = stream
        self.text = io.StringIO()

    def write(self, text: str) -> int:
        self.text.write(text)
        self.stream.write(text)
        self.stream.flush()
        return len(text)

    def fileno(self) -> int:
        return self.stream.fileno()


def _broken(text: str) -> Dict[str, Any]:
    return {"exit": 1, "stderr": "%s: %s\n" % (os.path.basename(sys.argv[0]) or "hook", " ".join(text.split()))}


def _set_environment(start: Dict[str, str], changes: Dict[str, Any]) -> None:
    for name in [one for one in os.environ if one not in start]:
        del os.environ[name]
    for name, value in {**start, **changes}.items():
        if value is None:
            os.environ.pop(name, None)
        elif os.environ.get(name) != value:
            os.environ[name] = value


def hook(*events: "EventName", match: Optional[str] = None) -> Callable[[Handler], Hook]:
    """Makes a function the hook of these events; match is as in a hook file: exact names (Write|Edit), or a regular expression."""
    try:
        if not events:
            raise HookError('say which event the hook is for: @hook("PreToolUse")')
        for event in events:
            if not isinstance(event, str):
                raise HookError('write @hook("PreToolUse"), with the name of an event')
            if event not in _EVENTS:
                raise HookError('there is no event "%s"%s' % (event, _meant(event, _EVENTS)))
            _pattern(event, match)
    except HookError as error:
        if _caller() == "__main__":
            _fail(str(error))
        raise

    def decorate(function: Handler) -> Hook:
        made = Hook(list(events), match, function)
        if getattr(function, "__module__", None) == "__main__":
            made.main()
        return made

    return decorate


def _caller() -> str:
    return sys._getframe(2).f_globals.get("__name__", "")  # pylint: disable=protected-access


def _fail(text: str) -> NoReturn:
    sys.stderr.write("%s: %s\n" % (os.path.basename(sys.argv[0]) or "hook", " ".join(text.split())))
    sys.stderr.flush()
    sys.exit(1)


def _write(stream: int, text: str) -> None:
    rest = text.encode("ascii")
    while rest:
        rest = rest[os.write(stream, rest):]  # fmt: skip


def _read_event() -> Event:
    if sys.stdin is None:
        raise HookError("there is no event on stdin")
    if sys.stdin.isatty():
        raise HookError('it reads an event from stdin: try it with "hookline fire", or pipe a JSON object into it')
    text = sys.stdin.buffer.read()
    if not text.strip():
        raise HookError("there is no event on stdin")
    return _object(text)


def _object(text: bytes) -> Event:
    try:
        event = json.loads(text.decode("utf-8-sig"))
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise HookError("what is on stdin is not one JSON object")
    return event


def _pattern(event: str, match: Optional[str]) -> Optional[Callable[[str], bool]]:
    if match is None or match in ("", "*"):
        return None
    row = _EVENTS[event]
    if row["subject"] is None:
        raise HookError("%s has nothing to match: leave out match=%s" % (event, json.dumps(match)))
    if re.fullmatch(r"[A-Za-z0-9_|]*" if row["narrow"] else r"[A-Za-z0-9_\-, |]*", match):
        words = [word.strip() for word in re.split(r"[|,]", match)]
        names = {name for word in words if word for name in (word, _FORMER.get(word, word))}
        if not names:
            raise HookError("match=%s has no name in it" % json.dumps(match))
        return lambda name: name in names
    try:
        expression = re.compile(match)
    except re.error as error:
        raise HookError("match=%s is no regular expression (%s)" % (json.dumps(match), error)) from None
    return lambda name: expression.search(name) is not None


def _matches(name: str, match: Optional[str], event: Event) -> bool:
    fits = _pattern(name, match)
    if fits is None:
        return True
    row = _EVENTS[name]
    subject = event.get(row["subject"])
    subject = subject if isinstance(subject, str) else ""
    if row["part"] == "basename":
        subject = subject.rsplit("/", 1)[-1]
    elif row["part"] == "model":
        subject = re.sub(r"\[1m\]$", "", subject, flags=re.IGNORECASE)
    return fits(subject) or (row["subject"] == "tool_name" and fits(_TOOLS.get(subject, subject)))


def _check(event: str, answer: Any) -> None:
    if answer is None:
        return
    if not isinstance(answer, dict):
        raise HookError("a hook answers with a dict or None, not %s" % _shown(answer))
    row = _EVENTS[event]
    if "verdict" in answer:
        _check_verdict(event, answer["verdict"])
    for key, value in answer.items():
        if key not in row["keys"]:
            raise HookError(_unknown_key(event, key))
        _check_word(key, row["keys"][key], value)
    for key, value in answer.get("effects", {}).items():
        if key not in row["effects"]:
            known = ", ".join(row["effects"])
            raise HookError('%s has no effect "%s"%s' % (event, key, _meant(key, row["effects"]) or "; it has " + known))
        _check_word(key, row["effects"][key], value)
    if row["place"] == "request" and "updatedInput" in answer and answer.get("verdict") != "allow":
        raise HookError("on %s a new input goes with an allow: say(allow(), rewrite(...))" % event)
    if row["place"] == "action" and "verdict" in answer and "action" in answer.get("effects", {}):
        raise HookError('say the verdict or effects["action"] on %s, not both' % event)
    try:
        json.dumps(answer, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise HookError("the answer cannot be written as JSON: %s" % error) from None


def _check_verdict(event: str, verdict: Any) -> None:
    row = _EVENTS[event]
    known = ["pass"] + row["verdicts"]
    if verdict in known:
        return
    if verdict not in ("allow", "ask", "defer", "deny"):
        raise HookError("%s is no verdict: %s knows %s" % (_shown(verdict), event, ", ".join(known)))
    if row["verdicts"]:
        raise HookError('%s does not know "%s": its verdicts are %s' % (event, verdict, ", ".join(known)))
    instead = 'message("...") or context("...")' if "context" in row["keys"] else 'message("...")'
    raise HookError('%s cannot be stopped, so "%s" means nothing there: use %s' % (event, verdict, instead))


def _unknown_key(event: str, key: Any) -> str:
    row = _EVENTS[event]
    known = ", ".join(row["keys"])
    if key in row["effects"]:
        return '"%s" belongs into "effects": {"effects": {"%s": ...}}' % (key, key)
    if key in Answer.__annotations__:
        return '"%s" means nothing on %s: it knows %s' % (key, event, known)
    return 'an answer to %s has no "%s"%s' % (event, key, _meant(key, row["keys"]) or "; it has " + known)


_WORDS = {
    "string": ("a string", lambda value: isinstance(value, str)),
    "number": ("a number", lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "object": ("a dict", lambda value: isinstance(value, dict)),
    "any": ("a value", lambda value: True),
}


def _fits(word: str, value: Any) -> bool:
    if word.endswith("[]"):
        return isinstance(value, (list, tuple)) and all(_fits(word[:-2], item) for item in value)
    return _WORDS[word][1](value) if word in _WORDS else value == word


def _check_word(key: str, words: str, value: Any) -> None:
    parts = words.split("|")
    if any(_fits(word, value) for word in parts):
        return
    names = [_WORDS[word][0] if word in _WORDS else "a list of %ss" % word[:-2] if word.endswith("[]") else word for word in parts]
    raise HookError('"%s" of the answer must be %s, not %s' % (key, " or ".join(names), _shown(value)))


def _wire(event: str, answer: Any) -> Optional[Dict[str, Any]]:
    place = _EVENTS[event]["place"]
    effects = dict(answer.get("effects", {}))
    top: Dict[str, Any] = {key: effects.pop(key) for key in ("suppressOutput", "terminalSequence") if key in effects}
    request = {key: effects.pop(key) for key in ("updatedPermissions", "interrupt") if place == "request" and key in effects}
    own: Dict[str, Any] = effects
    for key, name in (("updatedPrompt", "updatedPrompt"), ("updatedOutput", "updatedToolOutput")):
        if key in answer:
            own[name] = answer[key]
    if "message" in answer:
        top["systemMessage"] = answer["message"]
    if "context" in answer:
        given = answer["context"]
        own["additionalContext"] = given if isinstance(given, str) else "\n".join(given)
    if answer.get("halt", False) is not False:
        top["continue"] = False
        if answer["halt"] is not True:
            top["stopReason"] = answer["halt"]
    if "updatedInput" in answer:
        (request if place == "request" else own)["updatedInput"] = answer["updatedInput"]
    verdict, reason = answer.get("verdict", "pass"), answer.get("reason", "")
    if verdict != "pass":
        if place == "permission":
            own["permissionDecision"] = verdict
            if reason:
                own["permissionDecisionReason"] = reason
        elif place == "request":
            own["decision"] = {"behavior": verdict, **({"message": reason} if reason else {}), **request}
        else:
            if place == "action":
                own["action"] = "accept" if verdict == "allow" else "decline"
            else:
                top["decision"] = "block"
            if reason:
                top["reason"] = reason
    if own:
        top["hookSpecificOutput"] = {"hookEventName": event, **own}
    return top or None


def _shown(value: Any) -> str:
    return repr(value)[:80]


def _meant(word: Any, known: Any) -> str:
    import difflib

    folded = {one.lower(): one for one in known}
    close = difflib.get_close_matches(str(word).lower(), list(folded), 1, 0.7)
    return '; did you mean "%s"?' % folded[close[0]] if close else ""
