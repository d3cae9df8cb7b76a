import type { JsonObject } from "../contract/json.ts";

/** Headers that say how the message is sent, or who sends it; another Host would get around the list of allowed URLs. */
const reserved = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-hookline-depth",
  "x-hookline-event-id",
]);

const variable = /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** What a shell would fill in as well, and headers do not: defaults, parts, one variable inside of another. */
const shellOnly = /\$\{(?![A-Za-z_][A-Za-z0-9_]*\})[^}]*\}?/;

/** What is wrong with the headers of an entry, or null. */
export function checkHeaders(headers: JsonObject): string | null {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (names.has(name.toLowerCase())) return `the header ${name} is written twice`;
    names.add(name.toLowerCase());
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `"${name}" is not the name of a header`;
    if (reserved.has(name.toLowerCase())) return `the header ${name} is set by Hookline: leave it out`;
    if (typeof value !== "string") return `the value of the header ${name} must be a string`;
    if (!sendable(value)) return `the value of the header ${name} ${unsendable}`;
  }
  return null;
}

/** Headers with their variables filled in, what was left empty, and what cannot be sent. */
export interface FilledHeaders {
  readonly headers: { readonly [name: string]: string };
  readonly notes: readonly string[];
  readonly problem: string | null;
}

/** Fills `$NAME` and `${NAME}` from the environment where every list allows the name; others become empty and are noted. */
export function fillHeaders(
  headers: JsonObject,
  env: { readonly [name: string]: string },
  lists: readonly (readonly string[])[],
): FilledHeaders {
  const filled: Record<string, string> = {};
  const notes: string[] = [];
  let problem: string | null = null;
  for (const [name, value] of Object.entries(headers)) {
    const odd = shellOnly.exec(String(value))?.[0];
    if (odd !== undefined)
      notes.push(`header ${name}: ${odd} is sent as it is written: only $NAME and \${NAME} are filled in`);
    const text = String(value).replace(variable, (_all, braced?: string, bare?: string) => {
      const wanted = braced ?? bare ?? "";
      const allowed = lists.every((list) => list.includes(wanted));
      if (allowed && typeof env[wanted] === "string") return env[wanted];
      notes.push(`header ${name}: $${wanted} is sent empty, ${allowed ? absent : forbidden}`);
      return "";
    });
    if (!sendable(text)) problem ??= `the value of the header ${name} ${unsendable}`;
    filled[name.toLowerCase()] = text;
  }
  return { headers: filled, notes, problem };
}

const forbidden = 'because "allowedEnvVars" or "httpHookAllowedEnvVars" does not name it';
const absent = "because there is no such variable";
const unsendable = "holds a line break or another character that a header cannot hold";

function sendable(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
