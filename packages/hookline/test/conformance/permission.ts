import type { Decision, Permission, PermissionRequest } from "../../src/index.ts";
import type { Tools } from "./tools.ts";

/** The permission rules and the mode of a scene's host. */
export interface Rules {
  readonly mode: string;
  readonly allow: boolean;
  /** Tools that somebody must be asked about. */
  readonly ask: readonly string[];
  /** Parts of calls (`Write`, `Bash touch`) that are never allowed. */
  readonly deny: readonly string[];
}

const usual: Rules = { mode: "default", allow: true, ask: [], deny: [] };

/** Rules that allow nothing unasked. */
export const noRules: Rules = { ...usual, allow: false };

/** What is not in the records but in their ids: the rules that were beside the hooks. All others had rules that allow every call. */
const rules: { readonly [id: string]: Rules } = {
  "b/ask-acceptEdits": { ...noRules, mode: "acceptEdits" },
  "b/exit2-bypass": { ...noRules, mode: "bypassPermissions" },
  "b/json-allow-norule": noRules,
  "b/json-allow-vs-askrule": { ...noRules, ask: ["Write"] },
  "b/json-allow-vs-denyrule": { ...usual, deny: ["Write"] },
  "b/json-ask-norule": noRules,
  "b/updatedInput-into-denied": { ...usual, deny: ["Bash touch denied_by_rule"] },
  "h/permissionrequest-allow": noRules,
  "h/permissionrequest-deny": noRules,
  "h/permissionrequest-exit2": noRules,
  "k/mode-plan-payload": { ...usual, mode: "plan" },
  // Claude Code lets nobody edit its own settings; the record shows the refusal.
  "k/settings-hook-edit-midrun": { ...usual, deny: ["Bash sed -i"] },
};

/** The rules of a record's host. */
export function rulesOf(id: string): Rules {
  return rules[id] ?? usual;
}

/** Judges a call on its final input as a host does with nobody at the screen: what would be asked is refused. */
export async function judge(
  { mode, allow, ask, deny }: Rules,
  request: PermissionRequest,
  tools: Tools,
  fireRequest: () => Promise<Decision>,
): Promise<Permission> {
  const { name, input, verdict, reason } = request;
  const refuse = (message: string): Permission => ({ behavior: "deny", message });
  const lacking = tools.missing(name, input);
  if (lacking !== null)
    return refuse(
      `PreToolUse hook for ${name} returned updatedInput that failed schema validation: ${name} failed due to the following issue:\n` +
        `The required parameter \`${lacking}\` is missing\nThe tool input from the model was valid; the hook's rewrite of it was not.`,
    );
  const command = name === "Bash" ? ` with command ${input.command}` : "";
  const called = name === "Bash" ? `Bash ${input.command}` : name;
  if (deny.some((rule) => called.startsWith(rule)))
    return refuse(`Permission to use ${name}${command} has been denied.`);
  if (mode === "plan" && name === "Write")
    return refuse(`Cannot write to ${input.file_path} while in plan mode.`);
  const asked = verdict === "ask" || ask.includes(name);
  if (!asked && (allow || verdict === "allow" || mode === "bypassPermissions" || mode === "acceptEdits"))
    return { behavior: "allow" };
  const answer = await fireRequest();
  if (answer.verdict === "allow") return { behavior: "allow" };
  if (answer.verdict === "deny") return refuse(answer.reason);
  return refuse(
    verdict === "ask"
      ? reason
      : `Claude requested permissions to write to ${input.file_path}, but you haven't granted it yet.`,
  );
}
