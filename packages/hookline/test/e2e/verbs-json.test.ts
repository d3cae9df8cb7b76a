import { expect, it } from "vitest";
import type { Scratch } from "../engine/scratch.ts";
import { everyVerb, withJson } from "./every-verb.ts";
import { cli } from "./run-cli.ts";
import { strictSchemas } from "./strict-schemas.ts";
import { type JsonCall, jsonCalls, projectForVerbs } from "./verb-calls.ts";

const ajv = strictSchemas();

it("every verb with --json says what it prints, and is in the table of calls", () => {
  expect(withJson.length).toBeGreaterThan(15);
  expect(withJson.filter(({ verb }) => !verb.answers).map(({ name }) => name)).toEqual([]);
  const without = everyVerb.filter(({ verb }) => verb.answers && !withJson.some((one) => one.verb === verb));
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(Object.keys(jsonCalls).sort()).toEqual(withJson.map(({ name }) => name).sort());
});

it("every verb with --json prints what its schema says, and nothing else", { timeout: 60_000 }, async () => {
  const place = projectForVerbs();
  const calls = Object.entries(jsonCalls);
  const wrong: unknown[] = [];
  const make = async ([name, call]: (typeof calls)[number]) =>
    wrong.push(...(await problems(place, name, call)));
  for (const call of calls) if (call[1].when === "first") await make(call);
  const between = calls.filter(([, { when }]) => when === undefined);
  const work = async () => {
    for (let call = between.shift(); call; call = between.shift()) await make(call);
  };
  await Promise.all([work(), work(), work()]);
  for (const call of calls) if (call[1].when === "last") await make(call);
  expect(wrong).toEqual([]);
});

/** What is wrong with a call: its exit status, or what it prints. */
async function problems(
  { project, env }: Scratch,
  name: string,
  call: JsonCall,
): Promise<readonly unknown[]> {
  const { args = [], input, before = [], lines, status = 0 } = call;
  for (const one of before) await cli(one, { cwd: project, env });
  const answers = withJson.find((one) => one.name === name)?.verb.answers ?? { not: {} };
  const ended = await cli([...name.split(" "), ...args, "--json"], {
    cwd: project,
    env,
    ...(input !== undefined && { input }),
  });
  const { stdout, stderr } = ended;
  const validate = ajv.compile(answers);
  const texts = lines ? stdout.trimEnd().split("\n") : [stdout];
  const odd = texts.filter((text) => !validate(parsed(text)));
  if (ended.status === status && odd.length === 0) return [];
  return [{ name, status: ended.status, errors: validate.errors, stdout: stdout.slice(0, 2_000), stderr }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Symbol("no JSON");
  }
}
