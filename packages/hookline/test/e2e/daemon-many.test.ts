import { expect, it } from "vitest";
import { daemonPlace, start, startDaemon, usable } from "./daemon-place.ts";

const command = 'cat >&2; echo " with $MARK$ONLY_DAEMON" >&2; exit 2';
const hooks = { PreToolUse: [{ hooks: [{ type: "command", command }] }] };

it("two hundred calls at once see their own variables and stdin, and no other's", async () => {
  const place = daemonPlace(hooks);
  await startDaemon({ ...place, env: { ...place.env, ONLY_DAEMON: "leaked", MARK: "the daemon's" } });
  const all = Array.from({ length: 200 }, async (_, at) => {
    const [, client] = usable[at % usable.length] ?? [];
    if (client === undefined) return;
    // Of some the variable is not there, of some it has many lines.
    const mark = at % 4 < 2 ? `mark-${at}-${"x\n".repeat(at % 5)}.` : "";
    const env = { ...place.bare, ...(mark !== "" && { MARK: mark }) };
    const input = JSON.stringify({ tool_name: "Echo", tool_input: {}, tool_use_id: `use-${at}` });
    const given = { cwd: place.project, env, input };
    const { status, stdout, stderr } = await start(client, ["PreToolUse", "--json"], given).ended;
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    const { reason } = JSON.parse(stdout);
    expect(reason).toContain(`"tool_use_id":"use-${at}"`);
    expect(reason.split(" with")[1]?.trim()).toBe(mark);
  });
  await Promise.all(all);
}, 120_000);
