import type { JsonObject } from "../../contract/json.ts";
import type { Verb } from "../verb.ts";

/** The files with what verbs print as JSON: `schema/cli/audit-verify.schema.json` for `hookline audit verify`, each with its text. */
export function answerFiles(verbs: readonly Verb[]): ReadonlyMap<string, string> {
  return new Map(
    allVerbs(verbs).flatMap(({ way, verb }) => {
      if (!verb.answers) return [];
      const title = `What "hookline ${way.join(" ")} --json" prints.`;
      const schema: JsonObject = {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title,
        ...verb.answers,
      };
      return [[`schema/cli/${way.join("-")}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]];
    }),
  );
}

/** Verbs and the verbs under them, each with the words that call it. */
export function allVerbs(
  verbs: readonly Verb[],
  above: readonly string[] = [],
): readonly { readonly way: readonly string[]; readonly verb: Verb }[] {
  return verbs.flatMap((verb) => {
    const way = [...above, verb.name];
    return [{ way, verb }, ...allVerbs(verb.verbs ?? [], way)];
  });
}
