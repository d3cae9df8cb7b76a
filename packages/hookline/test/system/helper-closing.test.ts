import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { chooseSpawn } from "../../src/system/process/choose-host.ts";
import { isAlive, until } from "./command.ts";

const built = resolve(import.meta.dirname, "../../dist/system/process");
const at = (path: string) => JSON.stringify(pathToFileURL(join(built, path)).href);

// Whoever waits for something that does not keep the process alive never comes back, and the process ends with 0 as if all were well.
test.each(["native", "pool"] as const)(
  "a host that is closed while its %s helper starts is closed, and the process goes on",
  (kind) => {
    const { program } = chooseSpawn({ HOOKLINE_SPAWN: kind });
    if (!program) return;
    const text = `
import { createHelperHost } from ${at("helper/helper-host.js")};
import { createDirectHost } from ${at("process-host.js")};
const program = ${JSON.stringify(program)};
const command = { argv: ["/bin/true"], env: { PATH: "/bin:/usr/bin" }, cwd: "/", payload: 0, deadlineMs: 9000, graceMs: 0, cap: 9, background: false };
for (const turns of [0, 1, 2]) {
  const host = createHelperHost({ program, direct: createDirectHost(), startAfter: 1, forced: false });
  const facts = host.run({ eventId: "e", payloads: [new Uint8Array(0)], commands: [command] }, new AbortController().signal);
  await Promise.all(facts);
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  await host.close();
  console.log("closed");
}`;
    const args = ["--input-type=module", "--eval", text];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("closed\n".repeat(3));
  },
);

test.each(["native", "pool"] as const)(
  "a %s helper that nobody closes keeps no process alive, and ends with it",
  (kind) => {
    const { program } = chooseSpawn({ HOOKLINE_SPAWN: kind });
    if (!program) return;
    const text = `
import { createHelperHost } from ${at("helper/helper-host.js")};
import { createDirectHost } from ${at("process-host.js")};
const program = ${JSON.stringify(program)};
const command = { argv: ["/bin/sh", "-c", "echo $PPID"], env: { PATH: "/bin:/usr/bin" }, cwd: "/", payload: 0, deadlineMs: 9000, graceMs: 0, cap: 99, background: false };
const host = createHelperHost({ program, direct: createDirectHost(), startAfter: 1, forced: true });
const [facts] = host.run({ eventId: "e", payloads: [new Uint8Array(0)], commands: [command] }, new AbortController().signal);
console.log(process.pid, (await facts).stdout.text);`;
    const args = ["--input-type=module", "--eval", text];
    const said = execFileSync(process.execPath, args, { encoding: "utf8", timeout: 15_000 });
    const [agent = 0, helper = 0] = said.split(" ").map(Number);
    expect(helper).toBeGreaterThan(0);
    expect(helper).not.toBe(agent);
    return until(() => !isAlive(helper));
  },
);
