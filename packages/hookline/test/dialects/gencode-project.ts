import { cpSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { type StandIns, standIns } from "./stand-ins.ts";

const examples = resolve(import.meta.dirname, "../fixtures/seeds/gencode");

/** A project with one of the document's examples in it, and stand-ins on PATH for the programs that it calls. */
export interface GencodeProject extends Scratch, StandIns {
  exists(path: string): boolean;
}

/** Makes such a project; each program writes down what it got and then does what its body says. */
export function gencodeProject(
  example: string,
  programs: Readonly<Record<string, string>> = {},
): GencodeProject {
  const place = scratch();
  cpSync(join(examples, example), place.project, { recursive: true });
  return {
    ...place,
    ...standIns(place, { afplay: "", npm: "", ...programs }),
    exists: (path) => existsSync(join(place.project, path)),
  };
}
