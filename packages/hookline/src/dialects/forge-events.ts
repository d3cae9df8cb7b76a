import type { Bound } from "../contract/dialect.ts";
import { fitsSigns, globSigns } from "../shell/glob.ts";

/** The events of Code-Forge, by the names that they have in Hookline. */
export const forgeEvents: { readonly [type: string]: string } = {
  "tool:pre_execute": "PreToolUse",
  "tool:post_execute": "PostToolUse",
  "tool:error": "PostToolUseFailure",
  "llm:pre_request": "ModelRequest",
  "llm:post_response": "ModelResponse",
  "llm:stream_start": "StreamStart",
  "llm:stream_end": "StreamEnd",
  "session:start": "SessionStart",
  "session:end": "SessionEnd",
  "session:message": "MessageAdded",
  "permission:check": "PermissionCheck",
  "permission:prompt": "PermissionRequest",
  "permission:granted": "PermissionGranted",
  "permission:denied": "PermissionDenied",
  "user:prompt_submit": "UserPromptSubmit",
  "user:interrupt": "UserInterrupt",
};

const types = Object.keys(forgeEvents);

/** An event is about a tool if its name begins so. */
const ofTools = /^(?:tool|permission):/;

/** What an event is called in Code-Forge; empty if it has none like it. */
export function forgeType(event: string): string {
  return types.find((type) => forgeEvents[type] === event) ?? "";
}

/** Nobody writes a longer pattern, and a hostile one would take the square of its length. */
const longest = 4_000;

/** Reads an event pattern: names, globs over names, names or globs with `:tool` behind, in a list with commas. */
export function bindForge(name: string): Bound {
  if (name.length > longest) return { bindings: [], unknown: [`${name.slice(0, 60)}…`], doubts: [] };
  const parts = name.split(",").map((part) => part.trim());
  const read = parts.filter((part) => part !== "").map(readPart);
  const bindings = types.flatMap((type) => {
    const tools = read.flatMap((part) => (part.types.includes(type) ? [part.tool] : []));
    if (tools.length === 0) return [];
    // One entry runs once for an event, however many of its patterns fit.
    const matcher = tools.includes("*") ? null : [...new Set(tools)].join(",");
    return [{ event: forgeEvents[type] ?? "", matcher }];
  });
  const unknown = read.flatMap((part) => (part.types.length === 0 ? [part.name] : []));
  const doubts = parts.includes("*")
    ? ['"*" runs the hook on every event, each message and each permission among them; name the events']
    : [];
  const first = read.find(({ types: [type], tool }) => type !== undefined && tool !== "*");
  const bare = unknown.find((part) => !part.includes(":"));
  if (first && bare !== undefined) {
    const again = `${first.name.slice(0, -first.tool.length)}${bare}`;
    doubts.push(`after a comma the whole pattern stands again; write "${first.name},${again}"`);
  }
  return { bindings, unknown, doubts };
}

/** One pattern: the events that it names, and the pattern of their tool. */
interface Part {
  readonly types: readonly string[];
  readonly tool: string;
  /** As it is called if it names nothing. */
  readonly name: string;
}

function readPart(name: string): Part {
  const whole = typesLike(name);
  if (whole.length > 0) return { types: whole, tool: "*", name };
  // What stands behind the last colon is the tool, unless the rest is then no event: a tool's name may have colons.
  for (let at = name.lastIndexOf(":"); at > 0; at = name.lastIndexOf(":", at - 1)) {
    const tool = name.slice(at + 1);
    const fitting = typesLike(name.slice(0, at)).filter((type) => ofTools.test(type));
    if (tool !== "" && fitting.length > 0) return { types: fitting, tool, name };
  }
  const [category, event, ...tool] = name.split(":");
  const head = `${category}:${event}`;
  return { types: [], tool: "", name: tool.length > 0 && typesLike(head).length === 0 ? head : name };
}

function typesLike(pattern: string): readonly string[] {
  const signs = globSigns(pattern);
  return types.filter((type) => type === pattern || fitsSigns(signs, type));
}
