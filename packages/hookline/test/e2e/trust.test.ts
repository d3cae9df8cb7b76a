import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands, type Scratch, scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

function project() {
  const place = scratch(
    commands({ id: "guard", command: "sh scripts/guard.sh" }, { id: "other", command: "true" }),
  );
  place.write("scripts/guard.sh", "exit 0");
  return place;
}

const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
const store = ({ home }: Scratch) => join(home, ".local/state/hookline/trust.json");

describe("hookline trust", () => {
  it("shows what waits, approves what is named, and shows what changed since", async () => {
    const place = project();
    const first = await run(place, "trust");
    expect(first.status).toBe(0);
    expect(first.stdout).toContain("not approved  guard  .hookline/hooks.json:");
    expect(first.stdout).toContain(`covers ${join(place.project, "scripts/guard.sh")}`);
    expect((await run(place, "trust", "guard")).stdout).toMatch(/^approved {2}guard/);
    expect((await run(place, "trust")).stdout).not.toContain("guard.sh");
    place.write("scripts/guard.sh", "exit 0; # new");
    const changed = await run(place, "trust");
    expect(changed.stdout).toMatch(
      /^modified {2}guard .*\n.*\n {4}since it was approved, scripts\/guard\.sh changed$/m,
    );
    expect((await run(place, "trust", "--all")).stdout).toMatch(/approved {2}guard[\s\S]*approved {2}other/);
    expect((await run(place, "trust")).stdout).toBe("nothing here waits for approval\n");
  });

  it("takes approvals back", async () => {
    const place = project();
    await run(place, "trust", "--all");
    expect(await run(place, "trust", "--revoke", "guard")).toEqual({
      status: 0,
      stdout: "not approved any more  guard\n",
      stderr: "",
    });
    expect((await run(place, "trust")).stdout).toMatch(/^not approved {2}guard/);
    expect((await run(place, "trust", "--revoke", "guard")).stdout).toBe("guard was not approved here\n");
    expect((await run(place, "trust", "--revoke", "--all")).stdout).toBe("not approved any more  other\n");
    expect((await run(place, "trust", "--revoke", "--all")).stdout).toBe("nothing here was approved\n");
    await run(place, "trust", "--all");
    place.write(".hookline/hooks.json", { hooks: {} });
    expect((await run(place, "trust", "--revoke", "--all")).stdout).toBe(
      "not approved any more  guard\nnot approved any more  other\n",
    );
    const unnamed = await run(place, "trust", "--revoke");
    expect([unnamed.status, unnamed.stderr]).toEqual([1, expect.stringMatching(/^hookline: name the hooks/)]);
  });

  it("says what an approval cannot cover", async () => {
    const place = scratch(commands({ id: "guard", command: 'sh "$DIR/x.sh"' }));
    const { stdout } = await run(place, "trust");
    expect(stdout).toContain('    names something that an approval cannot cover: sh "$DIR/x.sh"\n');
  });

  it("says that a store was changed by somebody else, and how to start anew", async () => {
    const place = project();
    await run(place, "trust", "--all");
    const written = JSON.parse(readFileSync(store(place), "utf8"));
    written.approved[0].digest = "0".repeat(64);
    writeFileSync(store(place), JSON.stringify(written));
    const fired = await run(place, "fire", "PreToolUse", "--tool", "Write", "--input", '{"file_path":"a"}');
    expect(fired.stdout).toContain("not written with your key");
    const shown = await run(place, "trust");
    expect(shown.status).toBe(1);
    expect(shown.stderr).toMatch(
      /^hookline: .*trust\.json holds an approval .*; rm \S+, then approve again with "hookline trust"\n$/,
    );
    const refused = await run(place, "trust", "--all");
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining("not written with your key"),
    ]);
    const [, mend = ""] = /; (rm \S+),/.exec(shown.stderr) ?? [];
    expect(mend).toBe(`rm ${store(place)}`);
  });

  it("asks again for what an older version approved", async () => {
    const place = project();
    place.write(store(place), { version: 1, approved: { abc: { hook: "guard" } } });
    chmodSync(join(store(place), ".."), 0o700);
    const { stderr } = await run(place, "trust");
    expect(stderr).toContain("is of an older version");
    expect((await run(place, "trust", "--all")).status).toBe(0);
    expect(await run(place, "trust")).toMatchObject({ status: 0, stderr: "" });
    expect(statSync(store(place)).mode & 0o777).toBe(0o600);
  });
});
