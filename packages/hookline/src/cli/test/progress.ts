import { writeWhole } from "../../system/standard-streams.ts";
import type { TestOptions } from "../../testing/index.ts";
import type { VerbOptions } from "../verb.ts";

/** Shows on a terminal how far the tests are, on one line that is gone at the end; nothing anywhere else. */
export function showProgress(options: VerbOptions): {
  readonly show: NonNullable<TestOptions["onProgress"]>;
  end(): void;
} {
  const on =
    process.stderr.isTTY === true &&
    process.env.TERM !== "dumb" &&
    options.quiet !== true &&
    options.json !== true;
  let shown = false;
  const clear = () => {
    if (shown) writeWhole(2, "\r\u001b[K");
    shown = false;
  };
  return {
    show(done, all, what) {
      if (!on) return;
      clear();
      writeWhole(2, `${done}/${all} ${what}`);
      shown = true;
    },
    end: clear,
  };
}
