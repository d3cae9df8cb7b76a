import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bin, headless, makePlace, type Place } from "../run-agent.ts";

/** Runs the agent where packages of these names cannot be imported. */
function runWithout(refused: RegExp, place: Place, args: readonly string[]) {
  const { HOOKLINE_TEST_COVERAGE: folder } = process.env;
  const preload = ["--import", join(import.meta.dirname, "refuse-import.mjs")];
  const env = { ...place.env, REFUSED: refused.source, ...(folder && { NODE_V8_COVERAGE: folder }) };
  const given = [...preload, bin, "--cwd", place.project, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { env, encoding: "utf8", input: "" });
  return { status, stdout, stderr };
}

const frameworks = /langchain|deepagents|modelcontextprotocol/;

it("help, version, sessions and mistakes are told without loading a framework", () => {
  const place = makePlace();
  expect(runWithout(frameworks, place, ["--help"])).toMatchObject({ status: 0, stderr: "" });
  expect(runWithout(frameworks, place, ["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(runWithout(frameworks, place, ["--sessions"])).toMatchObject({ status: 0, stderr: "" });
  expect(runWithout(frameworks, place, ["--nonsense"]).stderr).not.toContain("is imported");
  // The refusal works: a session cannot do without.
  expect(runWithout(frameworks, place, headless(place, [])).stderr).toContain("is imported");
}, 60_000);

it("a session loads neither a client of MCP nor a provider that it does not use", () => {
  const place = makePlace();
  const unused = /modelcontextprotocol|^@langchain\/(anthropic|openai|ollama)/;
  expect(runWithout(unused, place, headless(place, [{ text: "hello" }]))).toMatchObject({
    status: 0,
    stdout: "hello\n",
  });
}, 60_000);
