import type { Event } from "../../contract/event.ts";
import { isObject, type JsonObject } from "../../contract/json.ts";
import type { PathAccess, PolicyFacts, TouchedHost, TouchedPath } from "../model.ts";
import { hostOfUrl } from "./host-names.ts";
import { absolutePath, wayOf } from "./place.ts";

const accessOf: { readonly [kind: string]: PathAccess | undefined } = {
  read: "read",
  search: "read",
  write: "write",
  edit: "write",
};

/** Fields that hold paths, whatever the tool: agents spell them in many ways, and MCP tools in more. */
const pathField =
  /^(?:file|path|paths|files|filename|folder|dir|directory|cwd|root|source|src|target|dest|destination|output|notebook_path|(?:\w+_)?(?:path|file|dir|folder|directory)s?|\w+(?:Path|File|Dir|Folder|Directory)s?|uri)$/;

/** Lines of a patch that name a file. */
const patched =
  /^(?:\*\*\* (Add|Update|Delete) File: |\*\*\* (Move) to: |(---|\+\+\+) (?:[ab]\/)?|(rename|copy) (?:from|to) )(\S[^\t\n]*)/gm;

/** The paths that a tool other than a shell would touch. */
export function toolPaths({ tool, payload }: Event, facts: PolicyFacts): readonly TouchedPath[] {
  const input = isObject(payload.tool_input) ? payload.tool_input : null;
  if (!input || !tool || tool.kind === "shell") return [];
  const access = accessOf[tool.kind] ?? "other";
  const recursive = tool.kind === "search";
  const touched = (text: string, how: PathAccess, deep: boolean): TouchedPath => {
    const local = text.replace(/^file:\/\//, "");
    const path = absolutePath(local, facts.cwd, facts.home);
    const way = wayOf(local, facts.cwd, facts.home);
    return {
      text,
      path,
      real: path,
      way,
      access: how,
      recursive: deep,
      glob: false,
      known: true,
      by: tool.kind,
    };
  };
  const named = pathsIn(input, new Set(tool.path ?? []), tool.kind);
  const found = named.map((text) => touched(text, access, recursive));
  if (access === "write") {
    for (const [path, deletes] of patchedPaths(input))
      found.push(touched(path, deletes ? "delete" : "write", false));
  }
  return found;
}

function pathsIn(input: JsonObject, fields: ReadonlySet<string>, kind: string, depth = 0): readonly string[] {
  if (depth > 4) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    const isPath = fields.has(name) || pathField.test(name);
    if (typeof value === "string") {
      if (value === "" || value.includes("\n") || /^(?!file:)\w+:\/\//.test(value)) return [];
      // Other tools say `path` and mean many things: only what looks like one counts.
      return isPath && (fields.has(name) || kind !== "other" || /[/~.]/.test(value)) ? [value] : [];
    }
    if (Array.isArray(value))
      return value.flatMap((item) => {
        if (typeof item === "string") return isPath && !item.includes("\n") && item !== "" ? [item] : [];
        return isObject(item) ? pathsIn(item, fields, kind, depth + 1) : [];
      });
    return isObject(value) ? pathsIn(value, fields, kind, depth + 1) : [];
  });
}

function patchedPaths(input: JsonObject): readonly (readonly [string, boolean])[] {
  const texts = Object.values(input).flatMap((value) =>
    typeof value === "string"
      ? [value]
      : Array.isArray(value)
        ? value.filter((item) => typeof item === "string")
        : [],
  );
  return texts.flatMap((text) =>
    [...text.matchAll(patched)].flatMap(([, verb, , , , path = ""]) =>
      path.trim() === "/dev/null" ? [] : [[path.trim(), verb === "Delete"] as const],
    ),
  );
}

/** The hosts that a tool other than a shell would speak to. */
export function toolHosts({ tool, payload }: Event): readonly TouchedHost[] {
  const input = isObject(payload.tool_input) ? payload.tool_input : null;
  if (!input || !tool || tool.kind === "shell") return [];
  const fields = new Set([
    ...(tool.url ?? []),
    ...(tool.kind === "fetch" || tool.kind === "mcp" ? ["url", "uri", "endpoint"] : []),
  ]);
  return Object.entries(input).flatMap(([name, value]) => {
    if (!fields.has(name) || typeof value !== "string") return [];
    const host = hostOfUrl(value);
    return host === null ? [] : [{ name: host, url: value, known: true, upload: false, by: tool.kind }];
  });
}
