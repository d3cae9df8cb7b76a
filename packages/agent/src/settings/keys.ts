import type { Node } from "jsonc-parser";
import { type PermissionMode, permissionModes } from "../session/facts.ts";
import { kindOf, membersOf } from "./read-text.ts";
import type { Behavior, SettingsDraft } from "./settings-file.ts";
import { isUnsafe, jsonOf, listOfTexts, oneText } from "./values.ts";

/** What the reader of a key works with. */
export interface Reading {
  readonly draft: SettingsDraft;
  /** Notes what is wrong at a node: `what; what to do`. */
  say(node: Node, what: string): void;
  /** Where a node is, as people read it. */
  sourceOf(node: Node): string;
  readonly sourceDir: string;
}

type ReadKey = (value: Node, reading: Reading, key: string) => void;
type Members = ReturnType<typeof membersOf>;

const permissionKeys: { readonly [key: string]: ReadKey } = {
  allow: rules("allow"),
  ask: rules("ask"),
  deny: rules("deny"),
  defaultMode(value, { draft, say }) {
    const mode = oneText(value);
    if (mode !== null && isMode(mode)) draft.defaultMode = mode;
    else say(value, `"defaultMode" is no mode; write one of ${permissionModes.join(", ")}`);
  },
  additionalDirectories(value, { draft, say }, key) {
    draft.additionalDirectories.push(...listOfTexts(value, key, say).map(({ text }) => text));
  },
};

const fileKeys: { readonly [key: string]: ReadKey } = {
  $schema() {},
  permissions(value, reading) {
    if (value.type === "object") readMembers(membersOf(value), reading, permissionKeys, "permissions.");
    else wrong(value, reading, "permissions", `an object like {"deny": ["Bash(rm *)"]}`);
  },
  model(value, reading) {
    const name = oneText(value)?.trim();
    if (name) reading.draft.model = name;
    else wrong(value, reading, "model", "a name like anthropic:claude-sonnet-5");
  },
  compactAtTokens(value, reading) {
    const count: unknown = value.value;
    if (typeof count === "number" && Number.isSafeInteger(count) && count > 0)
      reading.draft.compactAtTokens = count;
    else wrong(value, reading, "compactAtTokens", "a whole number above 0");
  },
  mcpServers(value, reading) {
    if (!isObject(value, reading, "mcpServers", "an object with one entry for each server")) return;
    for (const { key, value: server } of safeMembers(value, reading)) {
      const written = jsonOf(server);
      if (written) reading.draft.mcpServers[key] = written;
      else
        wrong(
          server,
          reading,
          `mcpServers.${key}`,
          `an object like {"command": "node", "args": ["server.js"]}`,
        );
    }
  },
  agents(value, reading) {
    if (!isObject(value, reading, "agents", "an object with one entry for each agent")) return;
    for (const { key, value: agent } of safeMembers(value, reading)) readAgent(key, agent, reading);
  },
};

/** Reads the keys of a settings file. */
export function readKeys(members: Members, reading: Reading): void {
  readMembers(members, reading, fileKeys, "");
}

function readMembers(
  members: Members,
  reading: Reading,
  known: { readonly [key: string]: ReadKey },
  above: string,
): void {
  for (const { key, keyNode, value } of members) {
    const read = Object.hasOwn(known, key) ? known[key] : undefined;
    if (!read) {
      const names = Object.keys(known).filter((name) => name !== "$schema");
      reading.say(keyNode, `"${above}${key}" is not known; remove it, or write one of ${names.join(", ")}`);
      continue;
    }
    read(value, reading, key);
  }
}

function rules(behavior: Behavior): ReadKey {
  return (value, { draft, say, sourceOf, sourceDir }, key) => {
    for (const { text, node } of listOfTexts(value, key, say)) {
      draft.rules.push({ behavior, text, source: sourceOf(node), sourceDir });
    }
  };
}

function readAgent(name: string, value: Node, reading: Reading): void {
  const written = jsonOf(value);
  const { description, prompt, tools, model } = written ?? {};
  const toolNames = Array.isArray(tools) ? tools.filter((tool) => typeof tool === "string") : undefined;
  if (typeof description !== "string" || typeof prompt !== "string" || (tools !== undefined && !toolNames)) {
    wrong(
      value,
      reading,
      `agents.${name}`,
      `an object like {"description": "…", "prompt": "…", "tools": ["read_file"]}`,
    );
    return;
  }
  reading.draft.agents[name] = {
    description,
    prompt,
    ...(toolNames && { tools: toolNames }),
    ...(typeof model === "string" && { model }),
  };
}

function safeMembers(node: Node, reading: Reading): Members {
  return membersOf(node).filter(({ key, keyNode }) => {
    if (isUnsafe(key)) reading.say(keyNode, `"${key}" can be no name here; choose another`);
    return !isUnsafe(key);
  });
}

function wrong(node: Node, { say }: Reading, key: string, right: string): void {
  say(node, `"${key}" is ${kindOf(node)} that means nothing here; write ${right}`);
}

function isObject(node: Node, reading: Reading, key: string, right: string): boolean {
  if (node.type !== "object") wrong(node, reading, key, right);
  return node.type === "object";
}

function isMode(word: string): word is PermissionMode {
  return permissionModes.some((mode) => mode === word);
}
