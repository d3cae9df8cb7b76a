import { positionOf } from "../../contract/hook.ts";
import { type Hook, suggest } from "../../index.ts";
import { readWhole } from "../../system/whole-file.ts";
import { localMoment } from "../audit/moments.ts";
import { type EventTally, type HookTally, type Tally, tallyKey, tallyTrace } from "../trace/tally.ts";
import { defineCheck, type Finding, type Patient } from "./check.ts";

const monthMs = 30 * 86_400_000;

/** Fewer events say nothing about what never came. */
const enough = 10;

/** Hooks that nothing has ever met, or that broke every time. */
export const deadCheck = defineCheck({
  name: "dead",
  summary: "hooks that never matched, or always broke",
  run(patient) {
    const { engine, now } = patient;
    const month = tallyTrace(engine.stateFolder, engine.projectDir, now - monthMs);
    if (month.events < enough) return [];
    const since = talliesSince(patient, month);
    return engine.hooks.flatMap((hook): readonly Finding[] => {
      if (hook.disabled !== null || hook.source.layer === "code") return [];
      const { file } = positionOf(hook.source.text, hook.source.text);
      const ran = month.hooks.get(tallyKey(hook.id, hook.event, file));
      const where = hook.source.text;
      if (ran) return alwaysBroke(ran).map((one) => ({ ...one, where }));
      if (month.byEvent.get(hook.event)?.matched.has(hook.id)) return [];
      // What was written yesterday could not meet anything the day before.
      const tally = since(hook);
      const seen = tally.byEvent.get(hook.event);
      const from = localMoment(tally.since).slice(0, 10);
      if (!seen) {
        const what = `${hook.id} has not run since ${from}: no ${hook.event} came among ${tally.events} events`;
        const mend = `see whether your agent fires ${hook.event}: hookline tail --since 30d --event ${hook.event}`;
        return tally.events < enough ? [] : [{ severity: "info", where, what, mend }];
      }
      if (seen.count < enough) return [];
      const what = `${hook.id} has never matched: ${seen.count} times ${hook.event} came since ${from}`;
      return [{ severity: "warning", where, what, mend: nearMiss(hook, seen) }];
    });
  },
});

/** The events since the file of a hook was last written, at most of a month. */
function talliesSince({ engine }: Patient, month: Tally): (hook: Hook) => Tally {
  const known = new Map<string, Tally>();
  return ({ source }) => {
    const read = readWhole(source.file);
    const written = "modifiedMs" in read ? read.modifiedMs : 0;
    if (written <= Math.max(month.since, month.firstAt ?? 0)) return month;
    const tally = known.get(source.file) ?? tallyTrace(engine.stateFolder, engine.projectDir, written);
    known.set(source.file, tally);
    return tally;
  };
}

/** What a matcher most likely means among what came: `Bash` for `bash`. */
function nearMiss({ matcher }: Hook, { subjects }: EventTally): string {
  const came = [...subjects].sort(([, one], [, other]) => other - one);
  const words = (matcher.pattern ?? "").split(/[|,\s]+/).filter((word) => word !== "");
  for (const word of words) {
    const meant = suggest(word, subjects.keys());
    if (meant !== null && meant !== word)
      return `its matcher says ${word}, and ${meant} came: write ${meant}`;
  }
  const list = came.slice(0, 5).map(([name, count]) => `${name} (${count})`);
  return list.length === 0
    ? "its matcher fits none of them: correct it, or remove it"
    : `it means ${matcher.meaning}; what came: ${list.join(", ")}. Correct its matcher, or remove it`;
}

function alwaysBroke({ id, runs, faults, lastFault }: HookTally): readonly Omit<Finding, "where">[] {
  const broken = Object.entries(faults).reduce(
    (sum, [fault, count]) => (fault === "untrusted" ? sum : sum + count),
    0,
  );
  if (runs < 5 || broken < runs || !lastFault) return [];
  const what = `${id} broke on every one of its ${runs} runs, last by ${lastFault.fault}`;
  return [{ severity: "warning", what, mend: `hookline stats --hook ${id}` }];
}
