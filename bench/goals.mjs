// The goals: what is promised, and the row that shows it. `{backend}` is the way of running commands that the engine takes by itself.

const one = (goal, row) => ({ goal, row });

/** One entry a goal, in parts where it says more than one thing. */
export const goals = [
  {
    number: 1,
    measure: "one real hook through the engine",
    parts: [
      one("≤ 1.25 × C floor", "spawning/one-hook-{backend}-floor"),
      one("direct mode ≤ 1.10 × bare spawn", "spawning/one-hook-direct-bare"),
    ],
  },
  {
    number: 2,
    measure: "against Gemini's HookRunner",
    parts: [
      one("same shell ≤ 0.75", "spawning/gemini-bash-{backend}"),
      one("with sh ≤ 0.5", "spawning/gemini-sh-{backend}"),
    ],
  },
  {
    number: 3,
    measure: "time the loop is busy per hook",
    parts: [
      one("≤ 0.15 × bare spawn", "spawning/busy-{backend}"),
      one("with 1 GB of Buffers ≤ 0.02", "spawning/busy-1gb-{backend}"),
    ],
  },
  {
    number: 4,
    measure: "20 hooks at once",
    parts: [
      one("total ≤ 0.65 × bare spawns", "spawning/twenty-{backend}"),
      one("≤ 0.4 × Gemini", "spawning/twenty-gemini-{backend}"),
      one("loop ≤ 0.05", "spawning/twenty-busy-{backend}"),
      one("longest stall ≤ 0.1 ×", "spawning/twenty-stall-{backend}"),
    ],
  },
  {
    number: 5,
    measure: "a hook that does not end",
    parts: [
      one("with grandchildren ≤ T + grace + 150 ms", "stopping/grandchildren-{backend}"),
      one("SIGTERM ignored ≤ T + grace + 150 ms", "stopping/deaf-{backend}"),
      one("loop blocked for 500 ms ≤ T + 150 ms", "stopping/blocked-{backend}"),
      one("no survivor", "stopping/survivors-{backend}"),
    ],
  },
  {
    number: 6,
    measure: "output complete under a busy loop",
    parts: [one("800 of 800", "pipes/complete-{backend}")],
  },
  {
    number: 7,
    measure: "worker hook",
    parts: [
      one("≤ 2 × bare JSON-lines echo", "worker/fire-with-a-worker-hook-a-bare-echo-of-json-lines"),
      one("≤ 0.005 × a cold Node hook", "worker/fire-with-a-worker-hook-a-cold-node-hook"),
    ],
  },
  {
    number: 8,
    measure: "matching, 10,000 hooks against 10",
    parts: [
      one("≤ 1.5 ×", "matching/an-event-among-10-000-hooks"),
      one("cached ≤ 0.1 × uncached", "matching/a-tool-that-was-seen-before-among-1-000-hooks"),
    ],
  },
  {
    number: 9,
    measure: "1 MB payload to 20 hooks",
    parts: [one("≤ 0.1 × serialising per hook", "payload/1-mb-to-20-hooks-the-engine-s-own-work")],
  },
  {
    number: 10,
    measure: "`hookline fire`",
    parts: [
      one("no match ≤ 1.10 × `node -e 0`", "start/hookline-fire-no-hook-is-for-it"),
      one("one policy hook ≤ 1.40", "start/hookline-fire-one-policy-hook"),
      one("native client to the daemon ≤ 0.08", "daemon/native-client-to-the-daemon-no-hook-is-for-it"),
      one("bash client ≤ 0.12", "daemon/bash-client-to-the-daemon-no-hook-is-for-it"),
    ],
  },
  {
    number: 11,
    measure: "load of 10 files with 100 hooks",
    parts: [one("≤ 1.5 × read and JSON.parse", "loading/1-000-hooks-in-10-files")],
  },
  {
    number: 12,
    measure: "function hook",
    parts: [
      one("≤ 1.5 × a plain await loop", "libraries/one-plain"),
      one("≤ 0.2 × hookable", "libraries/one-hookable"),
    ],
  },
  {
    number: 13,
    measure: "real pipes",
    parts: [
      one("`/dev/stdin`, `/dev/stderr` work", "pipes/devices-{backend}"),
      one("bash with SHLVL unset ≤ 1.2 × of SHLVL=1", "pipes/shlvl-{backend}"),
    ],
  },
  {
    number: 14,
    measure: "memory: 100,000 fires",
    parts: [
      one("heap after within 5 % of before", "memory/heap-after-100-000-events"),
      one(
        "no handle, process or file left",
        "memory/handles-processes-and-open-files-that-a-closed-engine-leaves",
      ),
    ],
  },
];

/** Why a row is not there: what its whole part says, or that the part was not asked for. */
function whyMissing(name, rows) {
  const part = name.split("/")[0];
  return rows.find((row) => row.whole && row.name.startsWith(`${part}/`))?.why ?? "its part did not run";
}

/** A row as the goal has it, also where its backend was not meant to reach it and is all there is. */
function judged(row) {
  const { met, ratio, wanted } = row;
  if (met !== null || ratio === undefined || wanted === undefined) return row;
  return { ...row, limit: wanted, met: ratio <= wanted, share: ratio / wanted };
}

/** Every line of the goals with the row that answers it; one that is not there says why. */
export function goalLines(rows, backend) {
  const named = new Map(rows.map((row) => [row.name, row]));
  return goals.flatMap(({ number, measure, parts }) =>
    parts.map((part) => {
      const name = part.row.replace("{backend}", backend);
      const row = judged(named.get(name) ?? { name, met: null, why: whyMissing(name, rows) });
      return { ...row, "#": number, goal: part.goal, title: measure };
    }),
  );
}

/** How the goals stand, one word each: met if all parts are, missed if one is, open if none is missed and one was not measured. */
export function standing(lines) {
  const of = (number) => lines.filter((line) => line["#"] === number);
  const word = (own) => {
    if (own.some(({ met, why }) => met === false && why === undefined)) return "missed";
    return own.every(({ met }) => met === true) ? "met" : "open";
  };
  return goals.map(({ number }) => ({ number, word: word(of(number)) }));
}
