import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, ownEnvironment, run, temporaryFolder } from "./command.ts";
import { onEachHost } from "./hosts.ts";

onEachHost((createHost) => {
  test("bash without SHLVL does not believe that it was started by rshd, and leaves ~/.bashrc alone", async () => {
    const host = createHost();
    const home = temporaryFolder();
    writeFileSync(join(home, ".bashrc"), "echo from bashrc\n");
    const { SHLVL: _, ...rest } = ownEnvironment;
    const hook = command(["/bin/bash", "-c", "cat /dev/stdin; echo done"], { env: { ...rest, HOME: home } });
    const facts = await run(host, hook, { payload: "payload\n" });
    expect([facts.stdout.text, facts.stderr.text]).toEqual(["payload\ndone\n", ""]);
    await host.close();
  });
});
