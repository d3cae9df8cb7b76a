import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../../src/index.ts";
import { type Scratch, scratch } from "../../engine/scratch.ts";

import { type Action, isOf, type Session, sessions } from "./suite.ts";

const packs = ["commands", "secrets", "paths", "git", "packages", "cloud", "self"];
const hooks = { PreToolUse: [{ hooks: [{ id: "guard", type: "policy", packs }] }] };

/** Tells a policy of a step, and then does what a Write says: no command is run. */
async function take(place: Scratch, engine: Engine, step: Action) {
  const { tool, input } = typeof step === "string" ? { tool: "Bash", input: { command: step } } : step;
  const decision = await engine.fire("PreToolUse", { tool_name: tool, tool_input: input });
  if (tool === "Write") place.write(String(input.file_path), String(input.content));
  return decision;
}

function putFiles(place: Scratch, { files = {}, links = {} }: Session): void {
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(place.project, path)), { recursive: true });
    symlinkSync(target, join(place.project, path));
  }
}

async function play(session: Session, engineFor: (place: Scratch) => Promise<Engine>) {
  const place = scratch(hooks);
  for (const [path, text] of Object.entries(session.before ?? {})) place.write(path, text);
  const last = session.steps.at(-1) ?? "";
  for (const step of session.steps.slice(0, -1)) await take(place, await engineFor(place), step);
  putFiles(place, session);
  const { verdict, runs } = await take(place, await engineFor(place), last);
  const said: { readonly rules?: readonly { readonly id: string }[] } = JSON.parse(runs[0]?.stdout || "{}");
  return { verdict, rules: (said.rules ?? []).map(({ id }) => id) };
}

const rows = sessions.map((session) => [session.name, session] as const);
const expected = ({ verdict, rule }: Session, rules: readonly string[]) => ({
  verdict,
  rules: rule === undefined ? [] : rules.some((id) => isOf(id, rule)) ? rules : [rule],
});

describe("what one call writes and a later one runs", () => {
  it.each(rows)("%s", async (_name, session) => {
    let engine: Engine | null = null;
    const seen = await play(session, async (place) => {
      engine ??= await place.engine({ sessionId: "s" });
      return engine;
    });
    expect(seen).toEqual(expected(session, seen.rules));
  });
});

describe("the same, each call with an engine of its own", () => {
  it.each(rows)("%s", async (_name, session) => {
    const seen = await play(session, (place) => place.engine({ sessionId: "s" }));
    expect(seen).toEqual(expected(session, seen.rules));
  });
});
