import { createHash } from "node:crypto";
import { join } from "node:path";
import { changeKept, keptObject, objectOf } from "./kept-file.ts";
import { digestsOfNamed } from "./named-files.ts";
import type { SettingsFile } from "./settings-file.ts";

/** The digest of all that an approval covers: the parts that open something, and each local file that a server names. */
export function digestOf(
  file: SettingsFile,
  projectDir: string,
  env: { readonly [name: string]: string | undefined },
): string {
  const { rules, defaultMode, additionalDirectories, model, mcpServers, agents, place } = file;
  const allow = rules.filter(({ behavior }) => behavior === "allow").map(({ text }) => text);
  const named = digestsOfNamed(mcpServers, projectDir, env);
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

function sha256(data: string): string {
  return createHash("sha256").update(data).digest("hex");
}
