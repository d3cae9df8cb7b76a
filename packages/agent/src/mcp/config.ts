import type { JsonObject } from "hookline";
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { jsonFault } from "../files/json-fault.ts";
import { readRegular, settingsBytes } from "../files/regular-file.ts";
import type { Variable } from "./expand.ts";
import { judge, type ServerConfig } from "./judge.ts";
import { plain } from "./plain.ts";

/** How a server is started or reached. */
export type { ServerConfig } from "./judge.ts";

/** One server that somebody configured. */
export interface ServerEntry {
  readonly name: string;
  /** Who configured it, in Claude Code's words: `project`, `user`, `local`, `dynamic` (the command line), `managed`. */
  readonly source: string;
  readonly config: ServerConfig;
  /** Where it is written: `file:line:column`. */
  readonly where: string;
  /** The entry as it is written, variables not filled in: what a person approves. */
  readonly written: JsonObject;
  /** The variables that were filled in: what they hold is never shown. */
  readonly filled: readonly Variable[];
}

/** Something wrong in a file; a server with an error does not start, one with a warning does. */
export interface ServerProblem {
  readonly level: "warn" | "error";
  readonly where: string;
  readonly text: string;
}

/** What a file says: the good servers, and what is wrong with the others. */
export interface ServerList {
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ServerProblem[];
}

/** What is known of a file from outside. */
export interface ServerFile {
  readonly file: string;
  readonly source: string;
  /** What variables are filled in from. */
  readonly env: { readonly [name: string]: string | undefined };
  /** Somebody named this file: it must be there and have servers in it. */
  readonly named?: boolean;
}

/** Reads the servers of a file; none if there is no such file, unless somebody named it. */
export function loadServers(place: ServerFile): ServerList {
  const read = readRegular(place.file, settingsBytes);
  const stop = (why: string): ServerList => ({
    servers: [],
    problems: [{ level: "error", where: place.file, text: why }],
  });
  if (read.code === "ENOENT")
    return place.named === true ? stop("there is no such file") : { servers: [], problems: [] };
  if (read.problem !== undefined) return stop(`the file ${read.problem}`);
  try {
    return readServers(read.bytes.toString("utf8"), place);
  } catch {
    return stop("the file is nested too deep");
  }
}

/** Reads the servers under `mcpServers` in the text of a `.mcp.json` or a settings file; each is judged alone. */
export function readServers(source: string, place: ServerFile): ServerList {
  const content = source.replace(/^\uFEFF/, "");
  const mistakes: ParseError[] = [];
  const root = parseTree(content, mistakes, { allowTrailingComma: true });
  const at = (node: Node | undefined) => `${place.file}:${lineAndColumn(content, node?.offset ?? 0)}`;
  const stop = (where: string, why: string): ServerList => ({
    servers: [],
    problems: [{ level: "error", where, text: why }],
  });
  const [mistake] = mistakes;
  if (mistake)
    return stop(`${place.file}:${lineAndColumn(content, mistake.offset)}`, "this is not valid JSON");
  const fault = root && jsonFault(root);
  if (fault) return stop(`${place.file}:${lineAndColumn(content, fault.offset)}`, plain(fault.what));
  const list = root && findNodeAtLocation(root, ["mcpServers"]);
  if (!list && place.named !== true) return { servers: [], problems: [] };
  if (list?.type !== "object")
    return stop(at(list ?? root), 'must have an object "mcpServers" with a server under each name');

  const servers: ServerEntry[] = [];
  const problems: ServerProblem[] = [];
  for (const { children: [key, value] = [] } of list.children ?? []) {
    if (!key || !value) continue;
    const name: string = getNodeValue(key);
    const say = (level: ServerProblem["level"], path: readonly PropertyKey[], why: string) => {
      const node =
        findNodeAtLocation(
          value,
          path.filter((step) => typeof step !== "symbol"),
        ) ?? key;
      problems.push({ level, where: at(node), text: plain(`MCP server "${name}": ${why}`) });
    };
    if (name.trim() === "" || name === "__proto__" || plain(name) !== name)
      say("error", [], "this cannot be a name");
    else if (value.type !== "object") say("error", [], 'must be an object with a "command" or a "url"');
    else {
      const written: JsonObject = getNodeValue(value);
      const judged = judge(written, place.env, say);
      if (judged && judged.config.disabled !== true)
        servers.push({ name, source: place.source, ...judged, where: at(key), written });
    }
  }
  return { servers, problems };
}

function lineAndColumn(content: string, offset: number): string {
  const before = content.slice(0, offset).split("\n");
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}
