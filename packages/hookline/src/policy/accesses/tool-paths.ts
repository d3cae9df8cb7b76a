import type { Event } from "../../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { ToolSpec } from "../../contract/tool.ts";
import type { PathAccess, PolicyFacts, TouchedPath } from "../model.ts";
import { namesFound } from "./known-names.ts";
import { diffedPaths, type PatchedPath, patchedPaths } from "./patch-paths.ts";
import { absolutePath, wayOf } from "./place.ts";

const accessOf: { readonly [kind: string]: PathAccess | undefined } = {
  read: "read",
  search: "read",
  write: "write",
  edit: "write",
};

/** Fields that hold paths, whatever the tool: agents spell them in many ways, and MCP tools in more. */
const pathField =
  /^(?:file|path|paths|files|filename|filepath|folder|dir|directory|cwd|root|source|src|target|dest|destination|output|location|notebook_path|(?:\w+_)?(?:path|file|dir|folder|directory)s?|\w*(?:Path|File|Dir|Folder|Directory)s?|uri)$/;

/** Fields of a search that say which files it looks into. */
const filterField = /^(?:globs?|includes?|include_?[pP]atterns?|file_?[pP]atterns?)$/;

/** Nothing of use is nested deeper. */
const deepest = 4;

/** The paths that a tool other than a shell would touch. */
export function toolPaths({ tool, payload }: Event, facts: PolicyFacts): readonly TouchedPath[] {
  const { tool_input: input } = payload;
  if (input === undefined || !tool || tool.kind === "shell") return [];
  const access = isView(tool, input) ? "read" : (accessOf[tool.kind] ?? "other");
  const recursive = tool.kind === "search";
  const touched = (text: string, how: PathAccess, deep: boolean): readonly TouchedPath[] =>
    spellings(text).map((local) => {
      const path = absolutePath(local, facts.cwd, facts.home);
      const way = wayOf(local, facts.cwd, facts.home);
      const rest = { access: how, recursive: deep, glob: false, known: true, by: tool.kind };
      return { text, path, real: path, way, ...rest };
    });
  const named = isObject(input) ? pathsIn(input, tool, 0) : [];
  const patched = patchedIn(input, access === "write");
  const found = [
    ...named.flatMap((text) => touched(text, access, recursive)),
    ...patched.flatMap((one) => touched(one.path, one.access, false)),
  ];
  if (found.length === 0 && access !== "other" && !recursive && isObject(input))
    found.push(...shortTexts(input).flatMap((text) => touched(text, access, false)));
  if (!recursive || !isObject(input)) return found;
  const roots = found.length > 0 ? found : touched(".", "read", true);
  const filters = filtersOf(input);
  const chosen = roots.flatMap(({ path }) => namesFound(path, filters, facts));
  return [...found, ...chosen.flatMap((path) => touched(path, "read", false))];
}

/** An editor with commands that is told to show a file, and is given nothing else. */
function isView(tool: ToolSpec, input: Json): boolean {
  if (tool.kind !== "edit" || !isObject(input) || input.command !== "view") return false;
  const harmless = new Set(["command", "view_range", ...(tool.path ?? [])]);
  return Object.keys(input).every((name) => harmless.has(name));
}

/** A path, and what tools make of it that are kind to whoever wrote it. */
function spellings(text: string): readonly string[] {
  const trimmed = text.trim().replace(/^@/, "");
  const url = /^file:(?:\/\/[^/]*)?(\/[^?#]*)/i.exec(trimmed)?.[1];
  const others = url === undefined ? [trimmed] : [trimmed, url, decoded(url)];
  return [...new Set([text, ...others])].filter((one) => one !== "");
}

function decoded(url: string): string {
  return url.replaceAll(/(?:%[\da-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
}

function pathsIn(input: JsonObject, tool: ToolSpec, depth: number): readonly string[] {
  if (depth > deepest) return [];
  const isOwn = (name: string) => tool.path?.includes(name) === true || accessOf[tool.kind] !== undefined;
  return Object.entries(input).flatMap(([name, value]) => {
    const isPath = tool.path?.includes(name) === true || pathField.test(name);
    return (Array.isArray(value) ? value : [value]).flatMap((item) => {
      if (isObject(item)) return pathsIn(item, tool, depth + 1);
      if (typeof item !== "string" || !isPath || item === "") return [];
      return isOwn(name) || looksLikePath(item, tool.kind, Array.isArray(value)) ? [item] : [];
    });
  });
}

/** Other tools say `path` and mean many things: only what looks like one counts. An address or a long text leads nowhere else without `..`. */
function looksLikePath(text: string, kind: string, listed: boolean): boolean {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(text)) return true;
  if (text.includes("\n") || /^(?!file:)\w+:\/\//i.test(text)) return false;
  return listed || kind !== "other" || /[/~.]/.test(text);
}

/** Texts that may be a path, of a tool that has none where it is looked for. */
function shortTexts(input: JsonObject): readonly string[] {
  return Object.values(input)
    .filter((value) => typeof value === "string")
    .filter((text) => text !== "" && text.length < 1_024 && !text.includes("\n"));
}

/** The files that a patch in any text of the input names, and those that are the names of its changes; a diff counts where it is surely one. */
function patchedIn(value: Json | undefined, writes: boolean, depth = 0): readonly PatchedPath[] {
  if (typeof value === "string")
    return writes ? [...patchedPaths(value), ...diffedPaths(value)] : begun(value);
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  const changes = writes && isObject(value) && isObject(value.changes) ? Object.entries(value.changes) : [];
  const named = changes.map(([path, change]): PatchedPath => {
    const deletes = isObject(change) && (change.delete !== undefined || change.type === "delete");
    return { path, access: deletes ? "delete" : "write" };
  });
  return [...named, ...Object.values(value).flatMap((item) => patchedIn(item, writes, depth + 1))];
}

function begun(text: string): readonly PatchedPath[] {
  return text.includes("*** Begin Patch") ? patchedPaths(text) : [];
}

/** The patterns of files that a search looks into, each choice of `{a,b}` on its own. */
function filtersOf(input: JsonObject): readonly string[] {
  return Object.entries(input)
    .filter(([name]) => filterField.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === "string")
    .flatMap((text) => text.split(/,(?![^{]*\})/))
    .flatMap((text) => {
      const [, before = "", choices, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(text) ?? [];
      return choices === undefined ? [text] : choices.split(",").map((one) => `${before}${one}${after}`);
    })
    .map((text) => text.trim().replace(/^(?:\.?\/)?(?:\*\*\/)+/, ""))
    .filter((text) => text !== "" && !text.startsWith("!"));
}
