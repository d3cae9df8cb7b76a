import { spawnSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodyOf, serveHttp } from "../../../hookline/test/system/loopback-server.ts";
import { call, type Story, story } from "./story.ts";

const edit = call("write_file", { file_path: "a.txt", content: "two" });

describe("US-3.1: the tests run when the agent is done", () => {
  // shows: W-034 W-035 W-036 W-037 W-136
  it.each([
    ["package.json", "jest", 0],
    ["package.json", "jest", 1],
    ["go.mod", "go", 0],
    ["setup.py", "pytest", 1],
  ])(
    "in a project with %s by %s, which ends with %i: told, and the agent ends well",
    async (file, runner, exit) => {
      const { play, write, program, read } = story("us-3.1-tests");
      write(file, "{}");
      program(runner, `echo "ran with: $*"; cat a.txt; exit ${exit}`);
      const { status, stdout, stderr } = await play([[edit]]);
      expect([status, stdout]).toEqual([0, "done\n"]);
      // After the work: the edit is there already.
      expect(read(".wingman/tests.log")).toMatch(/^ran with: .*\ntwo$/);
      expect(stderr).toContain(exit === 0 ? `tests: passed (${runner})` : `tests: FAILED (${runner}), see`);
    },
  );
});

describe("US-3.2: a pipeline is started when the agent is done", () => {
  const commit = ({ project, env, write }: Story) => {
    write("a.txt", "one");
    const git = "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm first";
    expect(spawnSync("sh", ["-c", git], { cwd: project, env }).status).toBe(0);
  };

  // shows: W-038 W-039 W-041
  it.each([
    ["github", "/dispatches", (body: Body) => body.client_payload],
    ["gitlab", "/trigger/pipeline", (body: Body) => JSON.parse(body.variables.WHAT)],
    ["jenkins", "/job/agent/buildWithParameters", (body: Body) => body],
  ])("of %s, with the session and what changed", async (kind, path, what) => {
    const asked: { url: string | undefined; body: Body }[] = [];
    const server = await serveHttp(async (request, response) => {
      asked.push({ url: request.url, body: JSON.parse(await bodyOf(request)) });
      response.writeHead(201).end();
    });
    onTestFinished(() => server.close());
    const place = story("us-3.2-pipeline");
    commit(place);
    const env = { CI_URL: `http://127.0.0.1:${server.port}`, CI_TOKEN: "t-1", CI_KIND: kind };
    const { status, sessionId } = await place.play([[edit]], { env });
    expect(status).toBe(0);
    expect(asked.map(({ url }) => url)).toEqual([path]);
    expect(asked.map(({ body }) => what(body))).toEqual([{ session: sessionId, changed: ["a.txt"] }]);
  });

  // shows: W-040
  it.each([
    ["answers with an error", 500, "status 500"],
    ["is not there", null, "ECONNREFUSED"],
  ])("a service that %s is told, and the agent ends well", async (_what, code, told) => {
    const server = await serveHttp((_request, response) => void response.writeHead(code ?? 200).end());
    if (code === null) await server.close();
    else onTestFinished(() => server.close());
    const place = story("us-3.2-pipeline");
    commit(place);
    const env = { CI_URL: `http://127.0.0.1:${server.port}`, CI_TOKEN: "t-1", CI_KIND: "github" };
    const { status, stdout, stderr } = await place.play([[edit]], { env });
    expect([status, stdout]).toEqual([0, "done\n"]);
    expect(stderr).toContain(`pipeline: not started: ${told}`);
  });
});

interface Body {
  readonly client_payload: unknown;
  readonly variables: { readonly WHAT: string };
}
