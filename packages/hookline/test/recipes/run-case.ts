import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import type { withRecipe } from "./with-recipe.ts";

const part = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

function fits(text: string, wanted: Json | undefined): boolean {
  if (typeof wanted === "string") return text === wanted;
  const { contains, matches } = part(wanted);
  if (typeof contains === "string") return text.includes(contains);
  return typeof matches === "string" && new RegExp(matches).test(text);
}

/** Runs one case of a recipe in its project, with stand-ins for programs first on PATH; gives what is not as expected. */
export async function runCase(
  given: Awaited<ReturnType<typeof withRecipe>>,
  one: JsonObject,
): Promise<string[]> {
  const { write, home, env } = given;
  const stubs = join(home, "stubs");
  rmSync(stubs, { recursive: true, force: true });
  mkdirSync(stubs, { mode: 0o755 });
  for (const [name, stub] of Object.entries(part(part(one.stubs).programs))) {
    const { exit = 0, stdout = "", stderr = "" } = part(stub);
    const body = `#!/bin/sh\necho >>"${stubs}/${name}.calls"\nprintf '%s' '${stdout}'\nprintf '%s' '${stderr}' >&2\nexit ${exit}\n`;
    chmodSync(write(join(stubs, name), body), 0o755);
  }
  for (const [path, text] of Object.entries(part(one.files))) write(path, String(text));
  const variables = { ...env, HOOKLINE_STUBS: stubs, PATH: `${stubs}:${env.PATH}` };
  const engine = await given.newEngine({ env: variables, trust: "store" });
  const called =
    one.tool === undefined ? {} : { tool_name: one.tool, tool_input: one.input ?? {}, tool_response: {} };
  const decision = await engine.fire(String(one.event), { ...called, ...part(one.payload) });
  await engine.drain();
  const { verdict, reason, hooks, context, messages, calls, updatedOutput } = part(one.expect);
  const wrong: string[] = [];
  const check = (good: boolean, what: string) => {
    if (!good) wrong.push(what);
  };
  if (verdict !== undefined)
    check(decision.verdict === verdict, `verdict ${decision.verdict}: ${decision.reason}`);
  if (reason !== undefined) check(fits(decision.reason, reason), `reason ${decision.reason}`);
  for (const [id, wanted] of Object.entries(part(hooks))) {
    const run = decision.runs.find(({ hook }) => hook === id);
    const did = run?.fault ?? (run?.status === "background" ? "background" : run?.verdict);
    check(did === wanted, `${id} did ${did}`);
  }
  const all = (texts: readonly string[], wanted: Json | undefined, what: string) => {
    if (!Array.isArray(wanted)) return;
    check(
      texts.length === wanted.length && texts.every((text, at) => fits(text, wanted[at])),
      `${what} ${texts.join(" | ")}`,
    );
  };
  all(decision.context, context, "context");
  all(
    decision.messages.map(({ text }) => text),
    messages,
    "messages",
  );
  for (const [name, count] of Object.entries(part(calls))) {
    const file = join(stubs, `${name}.calls`);
    const times = existsSync(file) ? readFileSync(file, "utf8").length : 0;
    check(times === count, `${name} was called ${times} times`);
  }
  if (updatedOutput !== undefined)
    check(
      JSON.stringify(decision.updatedOutput) === JSON.stringify(updatedOutput),
      `output ${JSON.stringify(decision.updatedOutput)}`,
    );
  return wrong;
}
