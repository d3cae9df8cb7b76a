import { definePack } from "../pack.ts";
import { all, any, list, not, program, word, wordLike, words } from "./conditions.ts";

/** Files from which agents take their hooks, their rules and their permissions; also those that do not exist yet. */
const hookFiles = [
  ...words(
    `**/.hookline **/.hookline/** ~/.config/hookline ~/.config/hookline/** ~/.local/state/hookline ~/.local/state/hookline/**
    /etc/hookline /etc/hookline/** **/.claude/settings*.json **/.claude/hooks **/.claude/hooks/** **/.claude/plugins/**
    /etc/claude-code/** **/.forge/hooks.json **/.src/forge/hooks.json ~/.config/forge/hooks.json ~/.config/src/forge/hooks.json
    **/.wingman/wingman.config.json **/.wingman/agents/*/agent.json **/.config/agent/settings*.json
    **/.config/cli-agent/settings*.json **/.gen/settings*.json **/.cursor/hooks.json **/.codex/hooks.json **/.codex/config.toml
    **/.gemini/settings.json **/.kiro/hooks/** **/.windsurf/hooks.json`,
  ),
  "/Library/Application Support/ClaudeCode/**",
];
/** Folders that hold such files among others: who takes the whole folder takes them too. */
const hookFolders = words(
  "**/.claude ~/.config **/.cursor **/.codex **/.gemini **/.forge **/.wingman **/.gen",
);
/** Hookline itself, as a project installs it. */
const ownCode = words(
  "**/node_modules/hookline **/node_modules/hookline/** **/node_modules/hookline-agent **/node_modules/hookline-agent/**",
);
/** The last names of hook files: a path of which nothing else is known may be one. */
const hookNames = words("hooks.json settings.json settings.local.json wingman.config.json");
const isHookFile = any("path.own", `path.glob(${list(hookFiles)})`);
const isHookFolder = `path.glob(${list(hookFolders)})`;

const changes = 'path.access in ["write", "delete", "permission"]';
/** `chown -R me .`: hook files lie somewhere below, and their owner can still read and change them. */
const ownerOfAll = `(path.by in ["chown", "chgrp"] && path.recursive && !path.glob(${list([...hookFiles, ...hookFolders])}))`;

const isHookline = any(
  program("hookline hookline-agent hookline.js hookline.cjs hookline-agent.js"),
  all(
    program("node nodejs bun deno npm pnpm yarn npx bunx"),
    wordLike(/(^|\/)(hookline|hookline-agent|hookline[.]c?js|hookline-agent[.]js)$/),
  ),
);

/** Self-protection: an agent does not edit what keeps it in bounds; a person at the command line still can. */
export const self = definePack({
  name: "self",
  summary:
    "Keeps hook files, trust, audit and Hookline itself out of the agent's reach, whatever tool it uses.",
  rules: [
    {
      id: "self/change-hooks",
      each: "path",
      verdict: "deny",
      severity: "critical",
      when: all(
        changes,
        any(isHookFile, `path.glob(${list(ownCode)})`, all("path.recursive", isHookFolder)),
        not(ownerOfAll),
      ),
      reason: "This file says what the agent may do, so the agent may not change it; ask the person to.",
    },
    {
      id: "self/maybe-hooks",
      each: "path",
      verdict: "ask",
      severity: "high",
      when: any(
        all(changes, "!path.known", `path.name in ${list(hookNames)}`),
        all(changes, ownerOfAll, isHookFile),
      ),
      reason: "This may change a file that says what the agent may do; write out which files it means.",
    },
    {
      id: "self/hand-over-hooks",
      each: "path",
      verdict: "ask",
      severity: "high",
      when: all('path.access == "other"', any(isHookFile, isHookFolder)),
      reason:
        "A program that may change the agent's rules is given their file; read it with cat, or ask the person.",
    },
    {
      id: "self/trust",
      each: "command",
      verdict: "deny",
      severity: "critical",
      when: all(
        "!command.remote",
        isHookline,
        any(
          word("trust untrust disable enable pause resume remove uninstall import --trust"),
          all(word("audit"), word("keys erase rotate")),
          all(word("record"), word("stop clear")),
        ),
      ),
      reason: "Only a person approves hooks, switches them off or touches the audit; ask them to run this.",
    },
    {
      id: "self/variables",
      each: "command",
      verdict: "deny",
      severity: "critical",
      when: any(
        'command.env.exists(name, name.startsWith("HOOKLINE_") || name == "CLAUDE_CONFIG_DIR")',
        all(program("unset env"), wordLike(/^HOOKLINE_|^-uHOOKLINE_/)),
        all(isHookline, 'command.env.exists(name, name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"])'),
      ),
      reason: "These variables change which hooks hold, and the agent may not; ask the person.",
    },
    {
      id: "self/kill",
      each: "command",
      verdict: "deny",
      severity: "critical",
      programs: ["pkill", "killall", "kill", "pgrep", "pidof", "systemctl"],
      when: any(
        all(program("pkill killall"), wordLike(/hook/)),
        all(program("systemctl"), word("stop kill disable mask"), wordLike(/hook/)),
        all(program("kill"), 'command.text.matches("hookline|[$][{]?PPID")'),
        all(
          program("pgrep pidof"),
          wordLike(/hook/),
          'command.output.exists(name, name in ["kill", "xargs"])',
        ),
      ),
      reason: "This ends the process that watches the agent.",
    },
  ],
});
