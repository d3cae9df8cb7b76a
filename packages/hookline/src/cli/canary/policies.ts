import { isObject } from "../../contract/json.ts";
import type { Hook } from "../../index.ts";
import { quoted } from "../../system/safe-file.ts";
import type { Finding } from "../doctor/check.ts";
import type { Range } from "./range.ts";
import { samples } from "./samples.ts";

/** What came of one canary of a policy. */
interface Shot {
  readonly rule: string;
  readonly name: string;
  readonly denied: boolean;
}

/** Fires the canaries of every pack that a policy has, and of its own rules those that some sample fits. */
export async function provePolicy(hook: Hook, range: Range): Promise<readonly Finding[]> {
  const { packs, rules } = hook.fields;
  const named = Array.isArray(packs) ? packs.filter((name) => typeof name === "string") : [];
  const own = (Array.isArray(rules) ? rules.filter(isObject) : []).flatMap(({ id, verdict }) =>
    verdict === "deny" && typeof id === "string" ? [id] : [],
  );
  const spoken = new Set<string>();
  const shots: Shot[] = [];
  for (const canary of samples) {
    const ofPack = named.some((pack) => canary.rule.startsWith(`${pack}/`));
    if ((!ofPack && own.length === 0) || range.reached(canary, [hook]).length === 0) continue;
    const [report] = await range.fire(canary, [hook]);
    const denied = report?.verdict === "deny" && report.status === "ok";
    // A rule that is broken is named, too, and has judged nothing.
    for (const [, id = ""] of (denied ? report.reason : "").matchAll(/\(rule ([^,)]+)/g)) spoken.add(id);
    if (ofPack) shots.push({ rule: canary.rule, name: canary.name, denied });
  }
  return [...named.flatMap((pack) => packFindings(hook, pack, shots)), ...ownFindings(hook, own, spoken)];
}

function packFindings(
  { id, source, event, matcher }: Hook,
  pack: string,
  all: readonly Shot[],
): readonly Finding[] {
  const where = source.text;
  const shots = all.filter(({ rule }) => rule.startsWith(`${pack}/`));
  const denied = shots.filter((shot) => shot.denied);
  if (shots.length === 0) {
    if (event !== "PreToolUse") return [];
    const what = `${id}: no canary of the pack "${pack}" reaches it (${matcher.meaning})`;
    return [{ severity: "info", where, what, mend: "see what it denies: write a test, then hookline test" }];
  }
  const look = ({ name }: Shot) => `hookline policy check ${quoted(source.file)} --command ${quoted(name)}`;
  const [first] = shots;
  if (denied.length === 0 && first) {
    const what = `${id}: the pack "${pack}" denies none of its ${shots.length} canaries, not even ${first.name}`;
    return [{ severity: "error", where, what, mend: `look at its "settings" and "except": ${look(first)}` }];
  }
  const through = [...new Set(shots.map(({ rule }) => rule))].filter(
    (rule) => !denied.some((one) => one.rule === rule),
  );
  const proven = `${id}: the pack "${pack}" denied ${denied.length} of ${shots.length} canaries`;
  return [
    { severity: "info", where, what: proven, mend: "", proven: true },
    ...through.flatMap((rule): readonly Finding[] => {
      const shot = shots.find((one) => one.rule === rule);
      if (!shot) return [];
      const what = `${id}: ${rule} does not deny ${shot.name}: a setting or an exception lets it through`;
      return [{ severity: "info", where, what, mend: look(shot) }];
    }),
  ];
}

function ownFindings(
  { id, source }: Hook,
  own: readonly string[],
  spoken: ReadonlySet<string>,
): readonly Finding[] {
  return own.map((rule): Finding => {
    const where = source.text;
    if (spoken.has(rule))
      return {
        severity: "info",
        where,
        what: `${id}: its rule ${rule} denied a canary`,
        mend: "",
        proven: true,
      };
    const what = `${id}: no canary for its rule ${rule}`;
    return { severity: "info", where, what, mend: "write a case that it must deny into .hookline/tests/" };
  });
}
