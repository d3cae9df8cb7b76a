/** How the waiting or the size of a record is made smaller: said in the name of its test. */
export interface Scale {
  readonly how: string;
  /** Replacements in the text of the hook file; each must be found. */
  readonly replace: readonly (readonly [from: string, to: string])[];
}

const eightMegabytes: Scale = { how: "8 MB for 50 MB", replace: [["52428800", "8388608"]] };

/** Records that would wait for more than 5 s, or move 50 MB. */
export const scaled: { readonly [id: string]: Scale } = {
  "e/50MB-json-context": eightMegabytes,
  "e/50MB-json-context-no-event-stream": eightMegabytes,
  "e/50MB-stderr-exit2-no-event-stream": eightMegabytes,
  "e/50MB-stdout-text-no-event-stream": eightMegabytes,
  "e/endless-output-timeout3-no-event-stream": {
    how: "a deadline of 1 s for 3 s",
    replace: [['"timeout":3', '"timeout":1']],
  },
  "k/default-timeout-pre-sleep95": {
    how: "sleeps 0.95 s for 95 s; that the deadline is later is looked up",
    replace: [["sleep 95;", "sleep 0.95;"]],
  },
  "k/default-timeout-userprompt-sleep95": {
    how: "3 s for 90 s, with a deadline of 1 s for the default of 30 s, which is looked up",
    replace: [
      ["-lt 900 ]", "-lt 30 ]"],
      ['"type":"command"', '"type":"command","timeout":1'],
    ],
  },
  "k/sessionend-timeout10": {
    how: "2.5 s for 5 s, with a deadline of 5 s for 10 s",
    replace: [
      ["-lt 50 ]", "-lt 25 ]"],
      ['"timeout":10', '"timeout":5'],
    ],
  },
};

/** The text of a hook file after scaling; throws if there is nothing to scale in it. */
export function scale(id: string, text: string): string {
  return (scaled[id]?.replace ?? []).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`${id}: there is no ${from} to scale`);
    return all.replaceAll(from, to);
  }, text);
}
