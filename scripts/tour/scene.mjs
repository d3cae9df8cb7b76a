// The place where the tour plays: a copy of project/, a home of its own, and stand-ins for programs that must not run.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const tools = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));

/** Makes the place; `leave` takes it away again. */
export async function makeScene() {
  const folder = mkdtempSync(join(tmpdir(), "hookline-tour-"));
  const at = (name) => join(folder, name);
  cpSync(join(here, "project"), at("shop"), { recursive: true });
  for (const name of ["home", "programs"]) mkdirSync(at(name));
  for (const name of ["rm", "npm"]) {
    writeFileSync(at(`programs/${name}`), `#!/bin/sh\necho "${name} $*" >>"${at("called")}"\n`);
    chmodSync(at(`programs/${name}`), 0o755);
  }
  const ci = await startCi();
  const { HOME: _home, XDG_CONFIG_HOME: _config, HOOKLINE_DISABLED: _off, ...rest } = process.env;
  return {
    project: at("shop"),
    env: {
      ...rest,
      PATH: [at("programs"), tools, process.env.PATH].join(delimiter),
      HOME: at("home"),
      XDG_STATE_HOME: at("home/state"),
      CI_URL: ci.url,
    },
    script: (name) => join(here, `${name}.json`),
    /** What the local CI server has received. */
    received: ci.received,
    /** The lines of a file of the project. */
    lines: (path) => linesOf(join(at("shop"), path)),
    /** All that was said in the sessions, as the agent wrote it down. */
    said: () => everyText(at("home/state"), /^[^.]+\.jsonl$/),
    /** The calls that reached the stand-ins for rm and npm. */
    called: () => linesOf(at("called")),
    leave() {
      ci.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server in the place of a CI service. */
async function startCi() {
  const received = [];
  const server = createServer(async (request, response) => {
    received.push(await json(request));
    response.writeHead(202).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    url: `http://127.0.0.1:${server.address().port}/hooks/agent-done`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function linesOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}

function everyText(folder, fits) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter(({ name }) => fits.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
  return texts.map((path) => readFileSync(path, "utf8")).join("");
}
