import {
  type ElicitRequestFormParams,
  type ElicitResult,
  ElicitResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { JsonSchemaType } from "@modelcontextprotocol/sdk/validation/types.js";
import { plain } from "./plain.ts";

/** One of several values, with what to show for it and the key that chooses it. */
export interface Choice {
  readonly value: string | boolean;
  readonly label: string;
  readonly key: string;
}

/** The form that a server wants filled in. */
export type FormSchema = ElicitRequestFormParams["requestedSchema"];

/** One field of it. */
export type FieldSchema = FormSchema["properties"][string];

/** What is filled in. */
export type FormContent = NonNullable<ElicitResult["content"]>;

/** The content if it fits the form, or why it does not. */
export function misfit(
  schema: FormSchema,
  content: unknown,
): { readonly why: null; readonly content: FormContent } | { readonly why: string } {
  const values = ElicitResultSchema.shape.content.safeParse(content);
  if (!values.success || values.data === undefined) return { why: "it must be an object of simple values" };
  const plainSchema: JsonSchemaType = JSON.parse(JSON.stringify(schema));
  const { valid, errorMessage } = new AjvJsonSchemaValidator().getValidator(plainSchema)(values.data);
  if (valid) return { why: null, content: values.data };
  return { why: errorMessage.replaceAll("data/", "").replaceAll("data ", "it ") };
}

/** Why a value does not fit one field, null if it does. */
export function fieldMisfit(name: string, field: FieldSchema, value: unknown): string | null {
  const { why } = misfit(
    { type: "object", properties: { [name]: field }, required: [name] },
    { [name]: value },
  );
  return why;
}

/** The values that a field can be chosen from; null for one that is written. */
export function choicesOf(field: FieldSchema): readonly Choice[] | null {
  if (field.type === "boolean") return yesNo;
  if (field.type === "array")
    return "enum" in field.items ? named(field.items.enum) : titled(field.items.anyOf);
  if ("enum" in field) return named(field.enum, "enumNames" in field ? field.enumNames : undefined);
  return "oneOf" in field ? titled(field.oneOf) : null;
}

const yesNo: readonly Choice[] = [
  { value: true, label: "yes", key: "y" },
  { value: false, label: "no", key: "n" },
];

function named(values: readonly string[], names: readonly string[] = []): readonly Choice[] {
  return values.map((value, index) => ({
    value,
    label: plain(names[index] ?? value),
    key: String(index + 1),
  }));
}

function titled(options: readonly { readonly const: string; readonly title: string }[]): readonly Choice[] {
  return named(
    options.map((option) => option.const),
    options.map((option) => option.title),
  );
}
