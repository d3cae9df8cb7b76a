import { localMoment } from "../audit/moments.ts";
import { count, counted } from "../count.ts";
import { shown } from "../record/lines.ts";
import type { Paint } from "../render.ts";
import type { Behind, Difference, Tally } from "./tally.ts";
import type { Would } from "./would.ts";

/** What a change of verdict means, of one event and of several. */
const changed: { readonly [change: string]: readonly [one: string, several: string] } = {
  deny: ["would be denied that was not", "would be denied that were not"],
  ask: ["would be asked about that was not", "would be asked about that were not"],
  defer: ["would be deferred that was not", "would be deferred that were not"],
  "not deny": ["was denied and would not be", "were denied and would not be"],
  "not ask": ["was asked about and would not be", "were asked about and would not be"],
  "not defer": ["was deferred and would not be", "were deferred and would not be"],
};

/** The first line: how many events, and what would be different. */
export function summaryLine({ events, unsure, endings, changes }: Tally, paint: Paint): string {
  const sums = new Map<string, number>();
  for (const [change, times] of changes) {
    const [before = "", after = ""] = change.split(" → ");
    const strong = ["deny", "ask", "defer"];
    const key =
      strong.includes(after) && (before !== "deny" || after === "deny")
        ? after
        : strong.includes(before)
          ? `not ${before}`
          : change;
    sums.set(key, (sums.get(key) ?? 0) + times);
  }
  const parts = [...sums].map(([key, times]) => {
    const [one = key, several = key] = changed[key] ?? [];
    const text = `${count(times)} ${times === 1 ? one : several}`;
    return key === "deny" ? paint.red(text) : paint.yellow(text);
  });
  const far = unsure > 0 ? " as far as they could be judged" : "";
  const same = `${endings.same === events ? "all" : count(endings.same)} the same${far}`;
  const unknown = endings.unknown > 0 ? [`${count(endings.unknown)} not judged`] : [];
  return `${paint.bold(counted(events, "event"))}: ${[paint.green(same), ...parts, ...unknown].join(", ")}`;
}

/** One difference: when, what, before and after, and by which hook. */
export function differenceLines(one: Difference, paint: Paint): readonly string[] {
  const { ending, before, after, why, whole, paused } = one;
  const tint = ending === "stricter" ? paint.red : paint.yellow;
  const change = before === after ? why : `${before} → ${after}`;
  const names = (list: readonly Behind[]) => list.map((hook) => behindText(hook, paint));
  const now = names(one.byNow).map((text) => `by ${text}`);
  const then = names(one.byThen).map((text) => `it was ${text}`);
  const notes = [
    ...(whole ? [] : ["judged without what was taken out or cut when it was recorded"]),
    ...(paused ? ["hooks were paused when it happened"] : []),
  ];
  const [first = "", ...rest] = ending === "looser" ? [...then, ...now] : now;
  return [
    `${paint.dim(localMoment(one.at))}  ${shown(one.name)}  ${shown(one.about)}  ${paint.dim(shown(one.eventId))}`,
    `  ${tint(change)}${first === "" ? "" : `  ${first}`}`,
    ...rest.map((text) => `    ${text}`),
    ...notes.map((text) => `  ${paint.dim(text)}`),
  ];
}

function behindText({ hook, source, reason }: Behind, paint: Paint): string {
  const why = reason === "" ? "" : `: ${shown(reason)}`;
  return `${shown(hook)} ${paint.dim(`(${shown(source)})`)}${why}`;
}

/** What could not be judged, and why. */
export function notJudgedLines({ notAsked, unknown }: Tally, paint: Paint): readonly string[] {
  const hooks = [...notAsked.values()];
  const lines = [...unknown].map(([why, times]) => `  ${counted(times, "event")}: ${shown(why)}`);
  if (hooks.length === 0) return lines.length === 0 ? [] : [paint.yellow("not judged:"), ...lines];
  const silent = hooks.filter(({ why }) => why === "no recorded answer").length;
  const what = silent === 1 ? "1 hook needs" : `${count(silent)} hooks need`;
  const head = silent === 0 ? "not judged:" : `not judged: ${what} --run, which really runs them`;
  const named = hooks.map(({ hook, source, type, why, events }) => {
    const end = why === "not approved" ? "not approved, so it did not run, for" : `${why} to`;
    return `  ${shown(hook)}  ${type}  ${paint.dim(shown(source))}  ${end} ${counted(events, "event")}`;
  });
  return [paint.yellow(head), ...named, ...lines];
}

/** What a hook in shadow or warn mode would have done, with the first of the events, and how to let it count. */
export function wouldLines(would: Would, events: number, most: number, paint: Paint): readonly string[] {
  const { hook, source, dialect, mode, saw, counts, now } = would;
  const name = `${paint.bold(shown(hook))} (${mode})`;
  const said = [
    ["denied", counts.deny],
    ["asked about", counts.ask],
    ["deferred", counts.defer],
  ] as const;
  const parts = said.filter(([, times], at) => times > 0 || at === 0);
  const sums = parts.map(([word, times]) => `${word} ${count(times)} of ${count(events)}`);
  const listed = would.events.slice(0, most);
  const total = counts.deny + counts.ask + counts.defer;
  const more = total > listed.length ? [`  and ${count(total - listed.length)} more (-v, or --json)`] : [];
  const file = source.replace(/:\d+:\d+$/, "");
  const promote =
    dialect === "native"
      ? `to let it count, remove "mode": "${mode}" from its entry in ${shown(source)}`
      : `to let it count, change its mode in ${shown(file)}`;
  return [
    `${name}: would have ${sums.join(", ")} (it saw ${count(saw)})  ${paint.dim(shown(source))}`,
    ...listed.map((one) => {
      const why = one.reason === "" ? "" : `: ${shown(one.reason)}`;
      return `  ${paint.dim(localMoment(one.at))}  ${shown(one.name)}  ${shown(one.about)}  ${paint.yellow(one.verdict)}${why}`;
    }),
    ...more,
    now ? `  ${promote}` : "  it is not among the hooks of now: this is what it said then",
  ];
}
