import type { DenyMeaning, EventSpec } from "../contract/event.ts";
import { type Fields, fieldWord } from "../contract/fields.ts";
import { answerFields, commonFields } from "./common.ts";

const denyTexts: { readonly [meaning in DenyMeaning]: string } = {
  stop: "it does not happen",
  continue: "work goes on, with the reason as the next instruction",
  feedback: "it is past: the reason goes to the model",
  endTurn: "the turn ends",
  none: "nothing: the text is a message for the person",
};

const exitTexts = {
  nonzero: " (every exit code but 0 denies)",
  never: " (by the answer's `decision` only, by no exit code)",
} as const;

const columns = ["Event", "When", "Matchers are tested on", "What a deny does", "Timeout", "Answer fields"];

/** The page that describes every event, as Markdown made from the rows. */
export function eventsDocument(specs: readonly EventSpec[]): string {
  const rows = [columns, columns.map(() => "---"), ...specs.map(cells)];
  return `# Events

<!-- Made by \`npm run gen\` from the rows in packages/hookline/src/events: change those, not this file. -->

A payload has the fields of its event (the name in the table leads to their JSON Schema) and, where the agent knows them, ${list(commonFields)}.

An answer may have ${list(answerFields)}. The answer fields in the table belong inside \`hookSpecificOutput\`, beside \`hookEventName\`.

A hook that names no timeout has the one in the table.

${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`;
}

function cells(spec: EventSpec): readonly string[] {
  return [
    `[${spec.name}](../schema/events/${spec.name}.payload.json)`,
    spec.summary,
    subjectText(spec),
    denyTexts[spec.deny] + (spec.blockingExit ? exitTexts[spec.blockingExit] : ""),
    `${spec.timeoutSeconds ?? 600} s${spec.budgetSeconds ? `, all together at most ${spec.budgetSeconds} s` : ""}`,
    `${answerText(spec)} ([schema](../schema/events/${spec.name}.answer.json))`,
  ];
}

function subjectText({ subject, subjectPart }: EventSpec): string {
  if (subject === null) return "nothing";
  if (subjectPart === "basename") return `the last part of ${code(subject)}`;
  if (subjectPart === "model") return `${code(subject)} without \`[1m]\``;
  return code(subject);
}

/** A closed list is told in full, since a value outside it is a mistake. */
function answerText({ answer }: EventSpec): string {
  const fields = Object.entries(answer).map(([name, word]) => {
    const { words } = fieldWord(word);
    return words.length > 1 ? `${code(name)} (${words.join(", ")})` : code(name);
  });
  return fields.join(", ") || "none";
}

function code(name: string): string {
  return `\`${name}\``;
}

function list(fields: Fields): string {
  const names = Object.keys(fields).map(code);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
