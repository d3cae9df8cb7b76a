import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { suggest } from "../../contract/suggest.ts";
import { shownValue } from "./check-fields.ts";
import { type FileJudge, report } from "./file-judge.ts";

const modes = ["merge", "replace"];

/** Says what is wrong with the `hooksMode` of a file: an event or a word that there is none of, or a file that replaces nothing. */
export function judgeHooksMode(file: FileJudge, { hooksMode: mode }: JsonObject): void {
  if (mode === undefined) return;
  const { of, dialect } = file.place;
  if (of !== "agent") {
    const message = '"hooksMode" means nothing in this file: there are no hooks before it to replace';
    report(file, "warning", { path: ["hooksMode"], at: "key" }, message, "put it into an agent's own file");
    return;
  }
  if (!isObject(mode)) return;
  for (const [event, word] of Object.entries(mode)) {
    if (!Object.hasOwn(dialect.events, event)) reportEvent(file, event);
    else if (!modes.some((one) => one === word)) reportWord(file, event, word);
  }
}

function reportEvent(file: FileJudge, event: string): void {
  const { events, title } = file.place.dialect;
  const meant = suggest(event, Object.keys(events));
  const hint =
    meant === null ? `its events are: ${Object.keys(events).join(", ")}` : `did you mean "${meant}"?`;
  const message = `there is no event ${shownValue(event)} in ${title}; it replaces nothing`;
  report(file, "error", { path: ["hooksMode", event], at: "key" }, message, hint);
}

function reportWord(file: FileJudge, event: string, word: Json | undefined): void {
  const meant = typeof word === "string" ? suggest(word, modes) : null;
  const message = `"hooksMode" of ${event} must be one of ${modes.join(", ")}, not ${shownValue(word)}; it counts as "merge"`;
  const hint = meant === null ? 'write "merge" or "replace"' : `did you mean "${meant}"?`;
  report(file, "error", { path: ["hooksMode", event] }, message, hint);
}
