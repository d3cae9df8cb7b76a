import type { JsonObject } from "../../src/index.ts";
import type { Action, ConformanceRecord, Group } from "./record.ts";

/** The hook files of one scene, as text with `$PROJECT` and its like still in it. */
export interface HookFiles {
  readonly team: string;
  readonly user?: string;
  readonly local?: string;
  readonly managed?: string;
}

/** A content that the records cut. */
const million = "x".repeat(1_000_000);

/**
 * What a record leaves out and its id, stamps and table tell: files beside the project's, keys beside `hooks`, entries after the
 * fortieth, and the text of files that were no JSON.
 */
const restored: { readonly [id: string]: (team: string, record: ConformanceRecord) => Partial<HookFiles> } = {
  "g/disableAllHooks": (_team, { settings }) => ({
    team: JSON.stringify({ ...settings, disableAllHooks: true }),
  }),
  "c/identical-dup-user+project": (team) => ({ user: team }),
  "c/user+project-order": (team) => ({ user: team.replaceAll("echo P ", "echo U ") }),
  // The fourth file was given by a flag; the fourth that there is here is the managed one.
  "k/user-project-local-flag": (team) => ({
    user: team.replaceAll("PROJECT", "USER"),
    local: team.replaceAll("PROJECT", "LOCAL"),
    managed: team.replaceAll("PROJECT", "FLAG"),
  }),
  "k/invalid-json-settings": () => ({ team: '{"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [' }),
  "k/jsonc-settings": () => ({
    team: `// hooks of the team
{"hooks": {"PreToolUse": [{"matcher": "Write", /* only this */ "hooks": [
  {"type": "command", "command": "echo blocked>&2; exit 2"},
]}]}}`,
  }),
  "g/matrix-PreToolUse": (_team, record) => ({ team: JSON.stringify({ hooks: matrixHooks(record) }) }),
  "k/50-hooks-sleep1": (_team, { settings }) => {
    const [group] = settings.hooks?.PreToolUse ?? [];
    const first = group?.hooks[0]?.command ?? "";
    const hooks = Array.from({ length: 50 }, (_, index) => ({
      type: "command",
      command: first.replaceAll("H0", `H${index}`),
    }));
    return { team: JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Write", hooks }] } }) };
  },
};

/** The hook files of a record, with what it leaves out put back. */
export function hookFilesOf(record: ConformanceRecord): HookFiles {
  const team = JSON.stringify(record.settings);
  return { team, ...restored[record.id]?.(team, record) };
}

/** The same files with their text changed. */
export function mapFiles(files: HookFiles, change: (text: string) => string): HookFiles {
  const { team, ...others } = files;
  const changed = Object.entries(others).map(([layer, text]) => [layer, change(text)]);
  return { team: change(team), ...Object.fromEntries(changed) };
}

/** The matchers of an event's groups in the order in which the hooks number themselves; absent is `NOMATCHER`. */
export function matchersOf(record: ConformanceRecord, event: string): readonly string[] {
  const file: { hooks: { [event: string]: Group[] } | null } =
    record.id === "g/matrix-PreToolUse"
      ? { hooks: matrixHooks(record) }
      : JSON.parse(JSON.stringify(record.settings));
  return (file.hooks?.[event] ?? []).map(({ matcher = "NOMATCHER" }) => String(matcher));
}

/** The tool calls of a record. */
export function actionsOf({ model_action: actions }: ConformanceRecord): readonly Action[] {
  return actions.map(({ name, input }) => ({ name, input: wholeInput(input) }));
}

/** True if the calls were made in one response of the model; else each had its own. */
export function inOneTurn({ id }: ConformanceRecord): boolean {
  return id === "c/parallel-writes";
}

function wholeInput(input: JsonObject): JsonObject {
  const { content } = input;
  return typeof content === "string" && content.includes("…[") ? { ...input, content: million } : input;
}

function matrixHooks({ settings, observed }: ConformanceRecord): { [event: string]: Group[] } {
  const groups = [...(settings.hooks?.PreToolUse ?? [])];
  const command = groups[0]?.hooks[0]?.command ?? "";
  for (const matcher of Object.keys(observed.matrix ?? {}).slice(groups.length)) {
    const hooks = [{ type: "command", command: command.replace(" 0 ", ` ${groups.length} `) }];
    groups.push(matcher === "NOMATCHER" ? { hooks } : { matcher, hooks });
  }
  return { PreToolUse: groups };
}
