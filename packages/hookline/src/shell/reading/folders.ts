import { few, remember } from "./environment.ts";
import { computed, given, knownText } from "./marks.ts";
import { parameter } from "./parameters.ts";
import type { Draft, Reader } from "./state.ts";

/** `cd`, `pushd` and `popd`: where commands run from here on. */
export function changeFolder(reader: Reader, args: readonly string[], draft: Draft): string {
  const program = draft.words[0]?.value;
  const { environment } = reader;
  const entry = environment.entries.get("/");
  const before = entry?.kind === "folders" ? entry.folders : [""];
  const stack = environment.entries.get("/stack");
  const pushed = stack?.kind === "words" ? (stack.words ?? []) : [];
  if (program === "popd") {
    remember(environment, "/stack", { kind: "words", words: pushed.slice(1) });
    // Each `pushd` may have failed, so the folder on top may be any of them.
    move(reader, pushed.length === 0 ? [null] : few(pushed.map(knownText)), []);
    return "";
  }
  if (program === "pushd")
    remember(environment, "/stack", { kind: "words", words: [before[0] ?? computed, ...pushed] });
  const target =
    args.find((arg) => !/^-[LPe@]+$|^--$/.test(arg)) ?? parameter(reader, "HOME").values.join("");
  const searched = environment.entries.has("v:CDPATH") || reader.variables.CDPATH !== undefined;
  const glob = draft.words.some((word) => word.glob && word.value === target);
  const value = glob || target === "-" || (searched && !/^[./]/.test(target)) ? null : knownText(target);
  const after = [...new Set(before.map((folder) => resolved(folder, value)))];
  // Only of what is certainly there it is known that it works.
  const sure = target === reader.variables.HOME || /^(?:\.{1,2}\/?)*$|^\/$|^-$/.test(target);
  move(reader, after, sure ? [] : before);
  return "";
}

function move(reader: Reader, after: readonly (string | null)[], before: readonly (string | null)[]): void {
  const folders = few([...after, ...before]);
  remember(reader.environment, "/", { kind: "folders", folders, ifDone: few(after) });
  const [folder] = after;
  const here = folders.length === 1 && folder?.startsWith("/") ? folder : given;
  remember(reader.environment, "v:PWD", { kind: "variable", values: [here], exported: true });
  remember(reader.environment, "v:OLDPWD", { kind: "variable", values: [given], exported: true });
}

/** A folder as seen from another, without `.` and `..` where that can be told. */
function resolved(folder: string | null, target: string | null): string | null {
  if (target === null || (folder === null && !target.startsWith("/"))) return null;
  const whole = target.startsWith("/") || folder === "" ? target : `${folder}/${target}`;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!whole.startsWith("/")) parts.push("..");
  }
  return whole.startsWith("/") ? `/${parts.join("/")}` : parts.join("/");
}
