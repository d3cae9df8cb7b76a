import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { Hook } from "../../contract/hook.ts";
import { native } from "../../dialects/native.ts";
import type { JudgedFile } from "./judge-file.ts";
import { policyOver } from "./policies.ts";

/** All hooks in configuration order, those that a file or the environment switches off with the reason; managed hooks obey managed files alone. */
export function hooksInForce(files: readonly JudgedFile[], environmentSaysOff: boolean): readonly Hook[] {
  const all: Hook[] = [];
  const switches = files.filter(saysSwitch);
  const hooks = files.map((file) => {
    const why = whyOff(file, files, switches, environmentSaysOff);
    if (why === null) return file.hooks;
    return file.hooks.map((hook) => (hook.disabled === null ? switchedOff(hook, why) : hook));
  });
  return Object.freeze(all.concat(...hooks));
}

/** Says where a project switches off what somebody set up for all their projects. */
export function switchOffNotes(files: readonly JudgedFile[]): readonly Diagnostic[] {
  const switches = files.filter(saysSwitch);
  return switches.flatMap((file) => {
    if (!file.disableAllHooks) return [];
    const own = files.filter((other) => other.place.layer === "user" && switchOf(other, switches) === file);
    const count = own.reduce((sum, { hooks }) => sum + hooks.length, 0);
    if (count === 0 || file.place.layer === "user" || file.place.layer === "managed") return [];
    const { line, column } = file.document.locate(["disableAllHooks"], "key");
    const message = `"disableAllHooks" of this project also switches off ${count === 1 ? "a hook" : `${count} hooks`} of your own file`;
    const local = file.place.dialect.files
      .find(({ layer }) => layer === "local")
      ?.path.split("/")
      .at(-1);
    const instead = local === undefined ? "" : `, or write "disableAllHooks": false in ${local}`;
    const hint = `remove it if you did not expect that${instead}`;
    return [{ severity: "warning", file: file.shown, line, column, message, hint }];
  });
}

/** True for a file that says whether hooks are switched off; hardly any does. */
function saysSwitch({ disableAllHooks }: JudgedFile): boolean {
  return disableAllHooks !== null;
}

function whyOff(
  file: JudgedFile,
  files: readonly JudgedFile[],
  switches: readonly JudgedFile[],
  environmentSaysOff: boolean,
): string | null {
  if (environmentSaysOff && file.place.layer !== "managed") return "HOOKLINE_DISABLED is set";
  const policy = policyOver(file, files);
  if (policy !== null) return policy;
  const by = switchOf(file, switches);
  return by && `"disableAllHooks" in ${by.shown}`;
}

/**
 * The file that switches the hooks of another one off: a managed file if it says anything, else Hookline's own files, which
 * speak for all dialects, else those of the same dialect; of several the last that says something.
 */
function switchOf({ place }: JudgedFile, switches: readonly JudgedFile[]): JudgedFile | null {
  if (switches.length === 0) return null;
  const last = (managed: boolean, dialect: string) =>
    switches.findLast(
      (file) => file.place.dialect.name === dialect && (file.place.layer === "managed") === managed,
    );
  const { name } = place.dialect;
  const managed = last(true, native.name) ?? last(true, name);
  if (managed || place.layer === "managed") return managed?.disableAllHooks ? managed : null;
  return [last(false, native.name), last(false, name)].find((file) => file?.disableAllHooks) ?? null;
}

/** Inherits instead of copying: `source` and `id` are still worked out only when somebody reads them. */
function switchedOff(hook: Hook, why: string): Hook {
  const off: Hook = Object.create(hook, { disabled: { value: why, enumerable: true } });
  return Object.freeze(off);
}
