import type { JsonObject } from "../../contract/json.ts";
import { redacted, redactText } from "../../contract/redact.ts";
import { DeliveryError } from "./destination.ts";

type Env = { readonly [name: string]: string | undefined };

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const reference = /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** Headers that say how the message is sent or what signs it. */
const reserved =
  /^(?:accept-encoding|connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|webhook-.*)$/i;

/** What is wrong with an option that names a variable, or null. */
export function checkVariable(option: string, name: string | undefined): string | null {
  if (name === undefined || variableName.test(name)) return null;
  return `"${option}" is the name of an environment variable, such as AUDIT_SECRET: never the value itself`;
}

/** What is wrong with headers whose values may hold `$NAME` of the listed variables, or null. */
export function checkHeaders(headers: JsonObject, allowed: readonly string[]): string | null {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `"${name}" is not the name of a header`;
    if (reserved.test(name)) return `the header ${name} is set by Hookline: leave it out`;
    if (typeof value !== "string") return `the value of the header ${name} must be a string`;
    const variables = variablesIn(value);
    const unnamed = variables.find((variable) => !allowed.includes(variable));
    if (unnamed !== undefined)
      return `the header ${name} uses $${unnamed}: name it in "allowedEnvVars" as well`;
    const line = `${name}: ${value}`;
    if (variables.length === 0 && redactText(line) !== line)
      return `the header ${name} looks like a secret: put it in a variable and write "$NAME" here`;
  }
  return null;
}

/** The value of a variable that an option names; a variable that is not set is a delivery that cannot be made. */
export function variable(env: Env, option: string, name: string): string {
  const value = env[name];
  if (value === undefined || value === "")
    throw new DeliveryError(`the variable ${name} ("${option}") is not set: set it, and the records follow`);
  return value;
}

/** Headers with their variables filled in. */
export function fillHeaders(headers: JsonObject, env: Env): { readonly [name: string]: string } {
  const filled: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = String(value).replace(reference, (_all, braced?: string, bare?: string) =>
      variable(env, "headers", braced ?? bare ?? ""),
    );
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text))
      throw new DeliveryError(`the value of the header ${name} holds a character that a header cannot hold`);
    filled[name.toLowerCase()] = text;
  }
  return filled;
}

/** A text for people without the values of the variables that these options name, and without what looks like a secret. */
export function withoutSecrets(text: string, options: JsonObject, env: Env): string {
  let shown = text;
  for (const name of namedVariables(options)) {
    const value = env[name];
    if (value === undefined || value.length < 4) continue;
    for (const form of [value, encodeURIComponent(value), ...passwordsIn(value)])
      if (form.length >= 4) shown = shown.replaceAll(form, redacted);
  }
  return redactText(shown);
}

function namedVariables(options: JsonObject): string[] {
  const names: string[] = [];
  for (const [option, value] of Object.entries(options)) {
    if (option.endsWith("Env") && typeof value === "string") names.push(value);
    if (option === "allowedEnvVars" && Array.isArray(value)) names.push(...value.map(String));
  }
  return names;
}

/** A connection string is rarely shown whole: its password is a secret of its own. */
function passwordsIn(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { password } = new URL(value);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

function variablesIn(value: string): string[] {
  return [...value.matchAll(reference)].map(([, braced, bare]) => braced ?? bare ?? "");
}
