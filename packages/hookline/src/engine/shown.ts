import type { Configuration } from "../config/load.ts";
import type { Hook } from "../contract/hook.ts";
import { isObject } from "../contract/json.ts";
import { isSecretName } from "../contract/named-secrets.ts";
import { createRedactor, type Redactor } from "../contract/redact.ts";
import { secretValues } from "../contract/secret-values.ts";

/** What takes secrets out of traces, the audit and what people are shown; made when it is first needed, of the variables of that moment. */
export function redactorFor(
  env: { readonly [name: string]: string | undefined },
  { hooks, redact: fields }: Pick<Configuration, "hooks" | "redact">,
): Redactor {
  let made: Redactor | null = null;
  const redactor = () => {
    made ??= createRedactor({ env, values: hooks.flatMap(writtenSecrets), fields });
    return made;
  };
  return {
    text: (text) => redactor().text(text),
    json: (value, at) => redactor().json(value, at),
    about: (payload) => redactor().about(payload),
  };
}

/** The secrets that stand in the entry of a hook itself: in its variables, its headers and its URL. */
function writtenSecrets({ env, fields }: Hook): readonly string[] {
  const { headers, url } = fields;
  const named = isObject(headers) ? Object.entries(headers) : [];
  const sent = named.flatMap(([name, value]) =>
    typeof value === "string" && (/authorization$/i.test(name) || isSecretName(name))
      ? value.split(/\s+/).filter((word) => word.length >= 8 && !word.includes("$"))
      : [],
  );
  const login = typeof url === "string" && URL.canParse(url) ? decoded(new URL(url).password) : "";
  return [...secretValues(env), ...sent, ...(login.length >= 8 ? [login] : [])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
