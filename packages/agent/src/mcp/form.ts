import type {
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { Person } from "../show/person.ts";
import { plain, plainLines } from "./plain.ts";
import { type Choice, choicesOf, type FieldSchema, type FormContent, fieldMisfit } from "./schema.ts";

/** What became of one field: a value, nothing (it is optional), or nobody answers any more. */
type Filled = { readonly value: FormContent[string] } | "skipped" | "cancelled";

/** Whoever writes what does not fit so often does not want to. */
const attempts = 5;

/** Has the person fill in a form, field by field; nothing is sent before all of it is there. */
export async function askForm(
  person: Person,
  server: string,
  asked: Pick<ElicitRequestFormParams, "message" | "requestedSchema">,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const { properties, required = [] } = asked.requestedSchema;
  const fields = Object.entries(properties);
  const names = fields.map(([name, field]) => plain(field.title ?? name));
  const begin = await person.ask(
    {
      title: `MCP server "${server}" asks for input`,
      detail: [...plainLines(asked.message), ...(names.length > 0 ? [`It wants: ${names.join(", ")}`] : [])],
      choices: [
        { key: "y", label: fields.length > 0 ? "answer" : "accept" },
        { key: "n", label: "decline" },
      ],
    },
    signal,
  );
  if (begin !== "y") return { action: begin === null ? "cancel" : "decline" };
  const content: [string, FormContent[string]][] = [];
  for (const [name, field] of fields) {
    const filled = await askField(person, name, field, required.includes(name), signal);
    if (filled === "cancelled") return { action: "cancel" };
    if (filled !== "skipped") content.push([name, filled.value]);
  }
  return { action: "accept", content: Object.fromEntries(content) };
}

/** Shows the person an address to open, and asks whether that was done. */
export async function askUrl(
  person: Person,
  server: string,
  asked: Pick<ElicitRequestURLParams, "message" | "url">,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const host = URL.canParse(asked.url) ? new URL(asked.url).host : "an unknown place";
  const key = await person.ask(
    {
      title: `MCP server "${server}" asks you to open a page at ${host}`,
      detail: [...plainLines(asked.message), plain(asked.url)],
      choices: [
        { key: "y", label: "I have opened it" },
        { key: "n", label: "decline" },
      ],
    },
    signal,
  );
  return { action: key === "y" ? "accept" : key === null ? "cancel" : "decline" };
}

async function askField(
  person: Person,
  name: string,
  field: FieldSchema,
  required: boolean,
  signal: AbortSignal,
): Promise<Filled> {
  const title = plain(field.title ?? name);
  const about = field.description === undefined ? [] : [plain(field.description)];
  const options = choicesOf(field);
  if (options && field.type !== "array" && options.length <= 9) {
    const skip = required
      ? []
      : [{ key: "s", label: field.default === undefined ? "skip" : `as proposed: ${field.default}` }];
    const key = await person.ask({ title, detail: about, choices: [...options, ...skip] }, signal);
    if (key === null) return "cancelled";
    const option = options.find((choice) => choice.key === key);
    if (option) return { value: option.value };
    return field.default === undefined ? "skipped" : { value: field.default };
  }
  const list = options?.map(({ key, label }) => `${key} ${label}`) ?? [];
  const hints = [
    ...about,
    ...(list.length > 0
      ? [`${list.join(", ")}${field.type === "array" ? "; several with commas" : ""}`]
      : []),
    ...(field.default === undefined ? [] : [`empty: ${field.default}`]),
    ...(required || field.default !== undefined ? [] : ["may be empty"]),
  ];
  let wrong = "";
  for (let attempt = 0; attempt < attempts; attempt++) {
    const line = await person.line(
      `${wrong}${title}${hints.length > 0 ? ` (${hints.join("; ")})` : ""}: `,
      signal,
    );
    if (line === null) return "cancelled";
    if (line.trim() === "" && field.default !== undefined) return { value: field.default };
    if (line.trim() === "" && !required) return "skipped";
    const value = valueFrom(line, field, options);
    const why = fieldMisfit(name, field, value);
    if (why === null) return { value };
    wrong = `That does not fit (${plain(why)}). `;
  }
  return "cancelled";
}

/** What the person wrote, as a value of the field's type; options may be named by their number. */
function valueFrom(line: string, field: FieldSchema, options: readonly Choice[] | null): FormContent[string] {
  const chosen = (text: string) => String(options?.find(({ key }) => key === text)?.value ?? text);
  if (field.type === "array")
    return line.split(",").flatMap((part) => (part.trim() === "" ? [] : [chosen(part.trim())]));
  if (field.type === "number" || field.type === "integer") {
    const number = Number(line.trim());
    return line.trim() === "" || Number.isNaN(number) ? line : number;
  }
  return options ? chosen(line.trim()) : line;
}
