import type { SessionFacts } from "../session/facts.ts";
import type { Behavior } from "../settings/settings-file.ts";
import type { HeldRule } from "./held-rule.ts";

const meanings: readonly (readonly [Behavior, string])[] = [
  ["deny", "Never (deny)"],
  ["ask", "A person is asked (ask)"],
  ["allow", "Runs unasked (allow)"],
];

/** The page of `/permissions`: the mode, the folders, and every rule with its source. */
export function describePermissions(
  rules: readonly HeldRule[],
  { mode, projectDir, directories }: SessionFacts,
): string {
  const lists = meanings.flatMap(([behavior, title]) => {
    const own = rules.filter((rule) => rule.behavior === behavior);
    const width = Math.max(0, ...own.map(({ text }) => text.length));
    const lines = own.map(({ text, source, rule }) => {
      const doubt = rule.problem === null ? "" : "  (cannot be understood)";
      return `  ${text.padEnd(width)}  ${source}${doubt}`;
    });
    return ["", title, ...(lines.length > 0 ? lines : ["  no rules"])];
  });
  return [
    `Mode: ${mode}`,
    "Folders:",
    ...[projectDir, ...directories].map((folder) => `  ${folder}`),
    ...lists,
  ].join("\n");
}
