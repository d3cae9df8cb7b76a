import { join, relative } from "node:path";
import type { JsonObject } from "../contract/json.ts";
import { createEngine, type Decision, type EngineOptions } from "../index.ts";
import { homeFolder } from "../system/home-folder.ts";
import { hostForOnce } from "../system/process/choose-host.ts";
import { filesAt } from "../system/project-files.ts";
import { removeLeftScratch } from "../system/scratch-folder.ts";
import { stateFolder } from "../system/state-folder.ts";
import { readWhole } from "../system/whole-file.ts";
import type { Stubs, TestCase } from "./case.ts";
import { fillIn, payloadOf } from "./payload.ts";
import { makePlace, placeEnvironment } from "./place.ts";
import { callsOf, writePrograms } from "./program-stubs.ts";
import { createStandIns } from "./stand-ins.ts";
import { writeFiles } from "./write-files.ts";

/** An event, and the project that it happens in. */
export interface FireRequest extends Pick<TestCase, "event" | "tool" | "input" | "payload" | "real"> {
  /** What is under `hooks` in the project's hook file. */
  readonly hooks?: JsonObject;
  /** The files of the project, by their paths. */
  readonly files?: { readonly [path: string]: string };
  readonly stubs?: Stubs;
  /** The variables that hooks inherit; the process's own by default, with a home of their own. */
  readonly env?: EngineOptions["env"];
  /** For hooks that ask a model, an agent or an MCP tool. */
  readonly services?: Pick<EngineOptions, "model" | "agent" | "mcp">;
}

/** A decision, and what the hooks left behind. */
export interface FiredDecision extends Decision {
  /** The texts of the project's files afterwards, by their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** The arguments of each call of a program that has a stand-in. */
  readonly calls: { readonly [program: string]: readonly (readonly string[])[] };
}

/** Fires an event in a project of its own that is gone afterwards; whatever hooks it holds are trusted, since the caller wrote them. */
export async function fireIn(request: FireRequest): Promise<FiredDecision> {
  const { hooks, files = {}, stubs, env = process.env, services = {} } = request;
  const parent = join(stateFolder(env, homeFolder(env)), "cache", "tests");
  removeLeftScratch(parent);
  const place = makePlace({ projectDir: "/project", paths: [] }, parent);
  try {
    const hookFile = hooks && { ".hookline/hooks.json": JSON.stringify({ hooks }, null, 2) };
    writePrograms(place, stubs?.programs);
    writeFiles(place, fillIn({ ...hookFile, ...files }, place.project));
    const standIns = createStandIns({ ...request, expect: {} });
    const engine = await createEngine({
      ...services,
      cwd: place.project,
      sessionId: "test",
      ship: false,
      host: hostForOnce(env),
      env: placeEnvironment(place, env, join(place.root, "state"), false),
      systemRoot: place.system,
      trust: "all",
      standIn: standIns.standIn,
    });
    try {
      const [broken] = engine.diagnostics.filter(({ severity }) => severity === "error");
      if (broken)
        throw new Error(`${broken.file}:${broken.line}:${broken.column}: ${broken.message}; ${broken.hint}`);
      const decision = await engine.fire(request.event, payloadOf(request, place.project));
      await engine.drain();
      const problem = standIns.problem(decision);
      if (problem !== null) throw new Error(problem);
      const programs = Object.keys(stubs?.programs ?? {});
      return {
        ...decision,
        files: textsIn(place.project),
        calls: Object.fromEntries(programs.map((name) => [name, callsOf(place, name)])),
      };
    } finally {
      await engine.close();
    }
  } finally {
    place.remove();
  }
}

function textsIn(project: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of filesAt(project, ".")) {
    const read = readWhole(join(project, path));
    if ("text" in read && read.valid) found.set(relative(".", path), read.text);
  }
  return found;
}
