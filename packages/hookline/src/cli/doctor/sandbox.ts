import { isObject } from "../../contract/json.ts";
import { bubblewrapAdvice, bubblewrapRefusal, findBubblewrap } from "../../system/bubblewrap.ts";
import { defineCheck } from "./check.ts";

/** Hooks that demand a sandbox on a machine that has none, or does not let it be made. */
export const sandboxCheck = defineCheck({
  name: "sandbox",
  summary: "sandboxes that hooks demand",
  run({ engine, systemRoot }) {
    const demanding = engine.hooks.filter(
      ({ fields }) => isObject(fields.sandbox) || fields.sandbox === true,
    );
    if (demanding.length === 0) return [];
    const problem = problemHere(systemRoot);
    if (problem === null) return [];
    return demanding.map(({ id, source }) => ({
      severity: "error",
      where: source.text,
      what: `${id} demands a sandbox and does not run: ${problem.why}`,
      mend: problem.mend,
    }));
  },
});

function problemHere(systemRoot: string): { readonly why: string; readonly mend: string } | null {
  if (process.platform !== "linux")
    return { why: "it needs Linux (bubblewrap)", mend: "run it on Linux, or without a sandbox" };
  const found = findBubblewrap(systemRoot);
  if ("problem" in found) return found.problem;
  const refusal = bubblewrapRefusal(found.path);
  if (refusal === null) return null;
  const advice = bubblewrapAdvice(refusal).replace(/^; /, "");
  const mend = advice === "" ? `let bubblewrap work here: ${found.path} says why it does not` : advice;
  return { why: `bubblewrap is installed and cannot be used here: ${refusal}`, mend };
}
