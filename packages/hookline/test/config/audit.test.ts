import { describe, expect, it } from "vitest";
import type { AuditSettings } from "../../src/contract/audit.ts";
import { createEngine } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";

type Wish = boolean | Record<string, unknown>;
type Layers = { user?: Wish; team?: Wish; local?: Wish; managed?: Wish };

/** What is in force when these files say this about the audit. */
async function inForce(layers: Layers) {
  const place = scratch();
  const paths = {
    user: `${place.home}/.config/hookline/hooks.json`,
    team: ".hookline/hooks.json",
    local: ".hookline/hooks.local.json",
    managed: `${place.system}/etc/hookline/hooks.json`,
  };
  for (const [layer, audit] of Object.entries(layers)) {
    place.write(paths[layer as keyof Layers], { audit });
  }
  const engine = await place.engine();
  return { audit: engine.audit, diagnostics: engine.diagnostics, mustFail: engine.mustFail };
}

const settingsOf = async (layers: Layers): Promise<AuditSettings | null> =>
  (await inForce(layers)).audit?.settings ?? null;

describe("the audit of hook files", () => {
  it.each<[string, Layers, boolean]>([
    ["nobody", {}, false],
    ["the user", { user: true }, true],
    ["the team", { team: true }, true],
    ["the machine", { managed: true }, true],
    ["the user, and the project does not want it", { user: true, team: false, local: false }, true],
    ["the machine, and all others do not want it", { managed: true, user: false, team: false }, true],
    ["the team, and the person's local file does not want it", { team: true, local: false }, false],
    ["the team, and the user has said no before", { user: false, team: true }, true],
    ["the team, but the machine's owner says that there is none", { managed: false, team: true }, false],
  ])("is on or off as it should be: %s", async (_, layers, on) => {
    expect((await settingsOf(layers)) !== null).toBe(on);
  });

  it("has defaults that need no thought", async () => {
    expect(await settingsOf({ user: true })).toEqual({
      required: false,
      onFailure: "continue",
      payloads: "digest",
      chain: "main",
      rotateBytes: 67_108_864,
      checkpointEvery: 256,
      sync: false,
      destinations: [],
    });
  });

  it("names the files that want it", async () => {
    const { audit } = await inForce({ user: true, team: { required: true } });
    expect(audit?.files).toEqual([".hookline/hooks.json", "~/.config/hookline/hooks.json"]);
  });

  it("blocks on failure where it is required, unless the same hand says otherwise", async () => {
    expect((await settingsOf({ user: { required: true } }))?.onFailure).toBe("block");
    expect((await settingsOf({ user: { required: true, onFailure: "continue" } }))?.onFailure).toBe(
      "continue",
    );
    expect((await settingsOf({ user: { onFailure: "block" } }))?.onFailure).toBe("block");
  });

  it("can be made stricter by a project, never looser", async () => {
    const strict = { required: true, onFailure: "block", payloads: "full", sync: true, chain: "fleet" };
    const loose = { required: false, onFailure: "continue", payloads: "digest", sync: false, chain: "x" };
    for (const layers of [
      { managed: strict, team: loose, user: loose },
      { user: strict, local: loose },
    ]) {
      expect(await settingsOf(layers)).toMatchObject(strict);
    }
    const stricter = { required: true, onFailure: "block", sync: true };
    expect(await settingsOf({ user: true, team: stricter })).toMatchObject(stricter);
    // Who requires a record has not said that it may be missing.
    for (const layers of [
      { user: { required: true }, team: { onFailure: "continue" } },
      { managed: { required: true }, user: { onFailure: "continue" }, local: { onFailure: "continue" } },
    ]) {
      expect((await settingsOf(layers))?.onFailure).toBe("block");
    }
  });

  it("is not chosen by a project where its user wants one: what is kept, where, how often it is signed", async () => {
    const team = { payloads: "full", chain: "hidden", checkpointEvery: 1_000_000, rotateBytes: 10_000 };
    expect(await settingsOf({ user: true, team })).toEqual(await settingsOf({ user: true }));
    expect(await settingsOf({ team })).toMatchObject(team);
  });

  it("writes what its owner wants written, whatever a project would like to hide", async () => {
    const place = scratch({}, { redact: ["**"] });
    place.write(`${place.home}/.config/hookline/hooks.json`, { audit: true, redact: ["tool_input.note"] });
    expect((await place.engine()).audit?.redact).toEqual(["tool_input.note"]);
    const own = scratch({}, { audit: true, redact: ["tool_input.x"] });
    expect((await own.engine()).audit?.redact).toEqual(["tool_input.x"]);
  });

  it("sends records only where the user or the machine says, since nobody has approved a project", async () => {
    const destinations = [{ type: "file", path: "/tmp/copy.jsonl" }];
    const { audit, diagnostics } = await inForce({ team: { destinations } });
    expect(audit?.settings.destinations).toEqual([]);
    expect(diagnostics).toMatchObject([
      { severity: "error", file: ".hookline/hooks.json", line: 3, hint: "move it there" },
    ]);
    expect((await settingsOf({ user: { destinations } }))?.destinations).toEqual(destinations);
    const both = await settingsOf({ user: { destinations }, managed: { destinations: [...destinations] } });
    expect(both?.destinations).toHaveLength(2);
  });

  it.each<[string, Wish, Partial<AuditSettings>, string]>([
    ["another type", "yes" as never, { required: false }, '"audit" must be'],
    ["a required that is no boolean", { required: "sure" }, { required: true }, "it counts as true"],
    ["an onFailure that means nothing", { onFailure: "deny" }, { onFailure: "block" }, 'counts as "block"'],
    ["payloads that mean nothing", { payloads: "some" }, { payloads: "digest" }, "the default holds"],
    ["a chain that leads elsewhere", { chain: "../x" }, { chain: "main" }, "no plain name"],
    ["files that hold nothing", { rotateBytes: 1 }, { rotateBytes: 67_108_864 }, "at least 4096"],
    ["half a checkpoint", { checkpointEvery: 0.5 }, { checkpointEvery: 256 }, "whole number"],
    ["a sync that is no boolean", { sync: 1 }, { sync: true }, "it counts as true"],
    ["a key that means nothing", { rotateByte: 5 }, { rotateBytes: 67_108_864 }, "did you mean"],
    ["a destination without a type", { destinations: [{}] }, { destinations: [] }, 'with a "type"'],
    ["a destination that nobody knows", { destinations: [{ type: "fax" }] }, { destinations: [] }, "fax"],
  ])("says what is wrong, and is on all the same: %s", async (_, wish, holds, message) => {
    const { audit, diagnostics } = await inForce({ user: wish });
    expect(audit?.settings).toMatchObject(holds);
    expect(diagnostics).toHaveLength(1);
    expect(`${diagnostics[0]?.message}; ${diagnostics[0]?.hint}`).toContain(message);
  });

  it("stays on whatever the environment says", async () => {
    const place = scratch();
    place.write(`${place.home}/.config/hookline/hooks.json`, { audit: true });
    const env = { ...place.env, HOOKLINE_DISABLED: "1" };
    const engine = await createEngine({ cwd: place.project, env, systemRoot: place.system });
    expect(engine.audit).not.toBeNull();
    await engine.close();
  });
});
