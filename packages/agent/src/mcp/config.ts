import { readFileSync } from "node:fs";
import type { JsonObject } from "hookline";
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { z } from "zod";
import { expand } from "./expand.ts";
import { plain } from "./plain.ts";

const text = z.string().min(1, "must not be empty");
const pairs = z.record(z.string(), z.string()).default({});
/** How many milliseconds one call of a tool may take. */
const timeout = z.number().int().positive().max(2_147_483_647).optional();
/** Somebody switched it off for now. */
const disabled = z.boolean().optional();

const local = z.strictObject({
  type: z.literal("stdio").default("stdio"),
  command: text,
  args: z.array(z.string()).default([]),
  env: pairs,
  cwd: text.optional(),
  timeout,
  disabled,
});

const webUrl = z.string().refine((url) => /^https?:/i.test(url) && URL.canParse(url), {
  error: "must be a URL that starts with http:// or https://",
});

const remote = z.strictObject({
  type: z.enum(["http", "streamable-http", "sse"]).default("http"),
  url: webUrl,
  headers: pairs,
  timeout,
  disabled,
});

/** How a server is started or reached, variables filled in. */
export type ServerConfig = z.output<typeof local> | z.output<typeof remote>;

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
  try {
    return readServers(readFileSync(place.file, "utf8"), place);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT" && place.named !== true) return { servers: [], problems: [] };
    const why = code === "ENOENT" ? "there is no such file" : `the file cannot be read (${code})`;
    return { servers: [], problems: [{ level: "error", where: place.file, text: why }] };
  }
}

/** Reads the servers under `mcpServers` in the text of a `.mcp.json` or a settings file; each is judged alone. */
export function readServers(content: string, place: ServerFile): ServerList {
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
  const list = root && findNodeAtLocation(root, ["mcpServers"]);
  if (!list && place.named !== true) return { servers: [], problems: [] };
  if (list?.type !== "object")
    return stop(at(list ?? root), 'must have an object "mcpServers" with a server under each name');

  const servers = new Map<string, ServerEntry>();
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
      if (servers.has(name)) say("warn", [], "is there twice; the later one counts");
      const written: JsonObject = getNodeValue(value);
      const config = judge(written, place.env, say);
      if (config && config.disabled !== true)
        servers.set(name, { name, source: place.source, config, where: at(key), written });
      else servers.delete(name);
    }
  }
  return { servers: [...servers.values()], problems };
}

/** The complete configuration of one server, or null after its errors were said. */
function judge(
  written: JsonObject,
  env: ServerFile["env"],
  say: (level: ServerProblem["level"], path: readonly PropertyKey[], why: string) => void,
): ServerConfig | null {
  let good = true;
  const fill = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...path, index]));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]),
      );
    if (typeof value !== "string") return value;
    const filled = expand(value, env);
    if (filled.missing === undefined) return filled.text;
    good = false;
    say(
      "error",
      path,
      `the variable ${filled.missing} is not set; set it, or write \${${filled.missing}:-default}`,
    );
    return value;
  };
  const filled = fill(written, []);
  if (!good) return null;
  const schema = isRemote(written) ? remote : local;
  const { success, data, error } = schema.safeParse(filled);
  if (success) return data;
  const errors = error.issues.filter(({ code }) => code !== "unrecognized_keys");
  for (const { path, message } of errors) {
    const missing = message.endsWith("received undefined");
    say("error", path, missing ? missingWords(path.join(".")) : `${path.join(".")}: ${message}`);
  }
  if (errors.length > 0) return null;
  const known = Object.fromEntries(
    Object.entries(Object(filled)).filter(([key]) => Object.hasOwn(schema.shape, key)),
  );
  for (const key of Object.keys(written))
    if (!Object.hasOwn(known, key)) say("warn", [key], `"${key}" means nothing here`);
  return schema.parse(known);
}

function missingWords(field: string): string {
  const rest = field === "command" ? '; write the program to start, or the "url" to reach' : "";
  return `"${field}" is missing${rest}`;
}

/** Without a type, what is there tells: a URL and no command. */
function isRemote(written: JsonObject): boolean {
  if (written.type === undefined) return written.url !== undefined && written.command === undefined;
  return written.type !== "stdio";
}

function lineAndColumn(content: string, offset: number): string {
  const before = content.slice(0, offset).split("\n");
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}
