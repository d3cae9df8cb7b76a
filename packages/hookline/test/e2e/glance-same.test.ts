import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { cli, type Ended } from "./run-cli.ts";

const guard = (matcher: string) => ({
  hooks: { PreToolUse: [{ matcher, hooks: [{ id: "g", type: "command", command: "exit 2" }] }] },
});

/** One call, and what it is made with. */
interface Call {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly payload?: object;
}

const bash = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };

function fire({ project, env }: Scratch, call: Call): Promise<Ended> {
  return cli(["fire", "--json", ...(call.args ?? [])], {
    cwd: call.cwd ?? project,
    env: { ...env, ...call.env },
    input: JSON.stringify({ ...bash, ...call.payload }),
  });
}

const booksOf = (place: Scratch) => join(place.home, ".local/state/hookline/cache/quiet");

/** Fires until something is kept that was not, or often enough. */
async function warm(place: Scratch, call: Call): Promise<void> {
  const count = () => {
    try {
      return readdirSync(booksOf(place)).length;
    } catch {
      return 0;
    }
  };
  for (let tries = 0; tries < 3 && count() === 0; tries++) await fire(place, call);
}

const same = ({ status, stdout, stderr }: Ended) => {
  const { eventId: _, durationMs: __, ...decision } = JSON.parse(stdout || "{}");
  const runs = (decision.runs ?? []).map(({ durationMs: _, ...run }: { durationMs: number }) => run);
  return { status, stderr, decision: { ...decision, runs } };
};

/** What is done before the last call, which must be answered as if nothing were known. */
type Case = [what: string, prepare: (place: Scratch) => Promise<Call> | Call];

const cases: Case[] = [
  [
    "a call was about hooks in the background only",
    async (place) => {
      place.write(".hookline/hooks.json", guard("Bash"));
      await warm(place, { args: ["--background-only"] });
      return {};
    },
  ],
  [
    "a call left the files of an agent to it",
    async (place) => {
      place.write(".claude/settings.json", guard("Bash"));
      await warm(place, { args: ["--leave", "claude-code"] });
      return {};
    },
  ],
  [
    "a call was made with all hooks switched off",
    async (place) => {
      place.write(".hookline/hooks.json", guard("Bash"));
      await warm(place, { env: { HOOKLINE_DISABLED: "1" } });
      return {};
    },
  ],
  [
    "a call was about one dialect",
    async (place) => {
      place.write(".claude/settings.json", guard("Bash"));
      await warm(place, { args: ["--dialect", "native"] });
      return {};
    },
  ],
  [
    "the folder for settings is another one",
    async (place) => {
      await warm(place, {});
      place.write(join(place.system, "config/hookline/hooks.json"), guard("Bash"));
      return { env: { XDG_CONFIG_HOME: join(place.system, "config") } };
    },
  ],
  [
    "the payload is of another project",
    async (place) => {
      await warm(place, {});
      place.write(join(place.system, "other/.hookline/hooks.json"), guard("Bash"));
      return { payload: { cwd: join(place.system, "other") } };
    },
  ],
  [
    "a link leads to another project",
    async (place) => {
      const link = join(place.system, "link");
      symlinkSync(place.project, link);
      await warm(place, { args: ["--cwd", link] });
      place.write(join(place.system, "other/.hookline/hooks.json"), guard("Bash"));
      rmSync(link);
      symlinkSync(join(place.system, "other"), link);
      return { args: ["--cwd", link] };
    },
  ],
  [
    "an old folder takes the place of the one with the hook files",
    async (place) => {
      place.write("kept/hooks.json", guard("Bash"));
      await warm(place, {});
      renameSync(join(place.project, ".hookline"), join(place.project, "before"));
      renameSync(join(place.project, "kept"), join(place.project, ".hookline"));
      return {};
    },
  ],
  [
    "a nearer project comes",
    async (place) => {
      const cwd = join(place.project, "sub/folder");
      mkdirSync(cwd, { recursive: true });
      await warm(place, { cwd });
      place.write("sub/.hookline/hooks.json", guard("Bash"));
      return { cwd };
    },
  ],
  [
    "an agent with hooks of its own comes, and it is in it",
    async (place) => {
      await warm(place, {});
      const hooks =
        "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: exit 2";
      place.write(".claude/agents/a.md", `---\nname: a\ndescription: d\n${hooks}\n---\ntext\n`);
      await warm(place, {});
      return { payload: { agent_type: "a", agent_id: "1" } };
    },
  ],
];

describe("what was known before never changes an answer", () => {
  it.each(cases)(
    "when %s",
    async (_, prepare) => {
      const place = scratch({
        PreToolUse: [{ matcher: "Write", hooks: [{ id: "w", type: "command", command: "exit 2" }] }],
      });
      const call = await prepare(place);
      const glanced = await fire(place, call);
      rmSync(booksOf(place), { recursive: true, force: true });
      const looked = await fire(place, call);
      // Each case is one in which a hook is for the event: an answer that says otherwise is a guard that is gone.
      expect(same(looked).decision.runs).toHaveLength(1);
      expect(same(glanced)).toEqual(same(looked));
    },
    60_000,
  );
});
