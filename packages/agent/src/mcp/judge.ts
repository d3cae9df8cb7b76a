import type { JsonObject } from "hookline";
import { z } from "zod";
import { expand, type Variable } from "./expand.ts";

const text = z.string().min(1, "must not be empty");
const pairs = z.record(z.string(), z.string()).default({});
/** How many milliseconds one call of a tool may take. */
const timeout = z.number().int().positive().max(2_147_483_647).optional();
/** Somebody switched it off for now. */
const disabled = z.boolean().optional();

const local = z.strictObject({
  type: z.literal("stdio").default("stdio"),
  command: text,
  args: z.array(z.string()).default([]),
  env: pairs,
  cwd: text.optional(),
  timeout,
  disabled,
});

const webUrl = z.string().refine((url) => /^https?:/i.test(url) && URL.canParse(url), {
  error: "must be a URL that starts with http:// or https://",
});

const remote = z.strictObject({
  type: z.enum(["http", "streamable-http", "sse"]).default("http"),
  url: webUrl,
  headers: pairs,
  timeout,
  disabled,
});

/** How a server is started or reached, variables filled in. */
export type ServerConfig = z.output<typeof local> | z.output<typeof remote>;

/** The complete configuration of one server and the variables in it, or null after its errors were said. */
export function judge(
  written: JsonObject,
  env: { readonly [name: string]: string | undefined },
  say: (level: "warn" | "error", path: readonly PropertyKey[], why: string) => void,
): { readonly config: ServerConfig; readonly filled: readonly Variable[] } | null {
  const variables: Variable[] = [];
  const mixed = mixedUp(written);
  if (mixed) say("error", [mixed.key], mixed.why);
  let good = mixed === null;
  const fill = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...path, index]));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]),
      );
    if (typeof value !== "string") return value;
    const filled = expand(value, env, (variable) => variables.push(variable));
    if (filled.missing === undefined) return filled.text;
    good = false;
    say(
      "error",
      path,
      `the variable ${filled.missing} is not set; set it, or write \${${filled.missing}:-default}`,
    );
    return value;
  };
  const filled = fill(written, []);
  if (!good) return null;
  const schema = isRemote(written) ? remote : local;
  const { success, data, error } = schema.safeParse(filled);
  if (success) return { config: data, filled: variables };
  const errors = error.issues.filter(({ code }) => code !== "unrecognized_keys");
  for (const { path, message } of errors) {
    const missing = message.endsWith("received undefined");
    say("error", path, missing ? missingWords(path.join(".")) : `${path.join(".")}: ${message}`);
  }
  if (errors.length > 0) return null;
  const known = Object.fromEntries(
    Object.entries(Object(filled)).filter(([key]) => Object.hasOwn(schema.shape, key)),
  );
  for (const key of Object.keys(written))
    if (!Object.hasOwn(known, key)) say("warn", [key], `"${key}" means nothing here`);
  return { config: schema.parse(known), filled: variables };
}

function missingWords(field: string): string {
  const rest = field === "command" ? '; write the program to start, or the "url" to reach' : "";
  return `"${field}" is missing${rest}`;
}

/** Without a type, what is there tells: a URL and no command. */
function isRemote(written: JsonObject): boolean {
  if (written.type === undefined) return written.url !== undefined && written.command === undefined;
  return written.type !== "stdio";
}

/** A program and an address in one entry: what would be shown is not all that could run. */
function mixedUp({ type, command, url }: JsonObject): { readonly key: string; readonly why: string } | null {
  if (command !== undefined && url !== undefined)
    return { key: "url", why: 'has a "command" and a "url"; write one of them' };
  const remoteType = type !== undefined && type !== "stdio";
  if (remoteType && command !== undefined)
    return { key: "command", why: 'has a "command", and its "type" wants a "url"; write one of them' };
  if (type === "stdio" && url !== undefined)
    return { key: "url", why: 'has a "url", and its "type" wants a "command"; write one of them' };
  return null;
}
