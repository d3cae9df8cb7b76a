import { isObject } from "../../contract/json.ts";
import { findProgram } from "../../system/local-files.ts";
import { defineCheck } from "./check.ts";

/** Hooks that demand a sandbox on a machine that has none. */
export const sandboxCheck = defineCheck({
  name: "sandbox",
  summary: "sandboxes that hooks demand",
  run({ engine, env }) {
    const demanding = engine.hooks.filter(
      ({ fields }) => isObject(fields.sandbox) || fields.sandbox === true,
    );
    if (demanding.length === 0 || findProgram("bwrap", engine.projectDir, env.PATH ?? "") !== null) return [];
    return demanding.map(({ id, source }) => ({
      severity: "error",
      where: source.text,
      what: `${id} demands a sandbox and does not run: bubblewrap (bwrap) is not on PATH`,
      mend: "install it (apt install bubblewrap), on Linux",
    }));
  },
});
