import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonObject } from "hookline";
import { changeKept, keptObject, objectOf } from "./kept-file.ts";
import { isOfProject } from "./places.ts";
import type { SettingsFile } from "./settings-file.ts";

/** What of a project's settings file runs or opens something, one line each; empty if nothing does. */
export function openingParts(file: SettingsFile): readonly string[] {
  if (!isOfProject(file.place)) return [];
  const { rules, defaultMode, additionalDirectories, model, mcpServers, agents } = file;
  return [
    ...rules
      .filter(({ behavior }) => behavior === "allow")
      .map(({ text }) => `allows without asking: ${text}`),
    ...(defaultMode === null ? [] : [`starts in the mode ${defaultMode}`]),
    ...additionalDirectories.map((folder) => `opens the folder ${folder}`),
    ...(model === null ? [] : [`chooses the model ${model}`]),
    ...Object.entries(mcpServers).map(
      ([name, server]) => `starts the MCP server ${name}: ${serverText(server)}`,
    ),
    ...Object.keys(agents).map((name) => `brings the agent ${name}`),
  ];
}

function serverText({ command, args, url }: JsonObject): string {
  if (typeof command !== "string") return String(url ?? "?");
  return [command, ...(Array.isArray(args) ? args : [])].join(" ");
}

/** The digest of all that an approval covers: the parts that open something, and each local file that a server names. */
export function digestOf(file: SettingsFile, projectDir: string): string {
  const { rules, defaultMode, additionalDirectories, model, mcpServers, agents, place } = file;
  const allow = rules.filter(({ behavior }) => behavior === "allow").map(({ text }) => text);
  const named = Object.values(mcpServers).flatMap(({ command, args, cwd }) => {
    const folder = resolve(projectDir, typeof cwd === "string" ? cwd : "");
    const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
    return words.map((word) => fileDigest(resolve(folder, word)));
  });
  const parts = [
    projectDir,
    place.path,
    allow,
    defaultMode,
    additionalDirectories,
    model,
    mcpServers,
    agents,
    named,
  ];
  return sha256(JSON.stringify(parts));
}

/** The settings that were approved by this user, kept outside every project. */
export interface Approvals {
  isApproved(digest: string): boolean;
  approve(
    approved: readonly { readonly digest: string; readonly file: string; readonly project: string }[],
  ): Promise<void>;
}

/** Opens the approvals in the state folder; a file that cannot be read approves nothing. */
export function openApprovals(stateFolder: string): Approvals {
  const path = join(stateFolder, "agent-trust.json");
  return {
    isApproved: (digest) => Object.hasOwn(objectOf(keptObject(path)?.approved) ?? {}, digest),
    approve: (approved) =>
      changeKept(path, (before) => {
        const at = new Date().toISOString();
        const added = approved.map(({ digest, ...rest }) => [digest, { ...rest, at }] as const);
        return { version: 1, approved: { ...objectOf(before.approved), ...Object.fromEntries(added) } };
      }),
  };
}

function fileDigest(path: string): string {
  try {
    return sha256(readFileSync(path));
  } catch {
    return "";
  }
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
