import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratch } from "../../engine/scratch.ts";

/** A project with packs switched on, and links in it that lead out. */
async function linked(packs: readonly string[]) {
  const place = scratch({ PreToolUse: [{ hooks: [{ type: "policy", packs }] }] });
  place.write(join(place.home, ".ssh/id_rsa"), "key");
  place.write("src/a.ts", "a");
  // Not below /tmp, where everybody may write.
  symlinkSync("/usr/share", join(place.project, "out"));
  symlinkSync("/etc/hosts", join(place.project, "hosts"));
  symlinkSync(join(place.home, ".ssh"), join(place.project, "keys"));
  symlinkSync(".hookline", join(place.project, "rules"));
  symlinkSync("src", join(place.project, "source"));
  const engine = await place.engine();
  const fire = async (tool_name: string, tool_input: Record<string, string>) => {
    const { verdict, reason } = await engine.fire("PreToolUse", { tool_name, tool_input });
    return [verdict, /\(rule ([^)]*)\)/.exec(reason ?? "")?.[1] ?? ""];
  };
  return { ...place, fire };
}

it.each<[string, string, string, Record<string, string>, readonly [string, string]]>([
  [
    "a file tool by a link",
    "paths",
    "Write",
    { file_path: "out/x", content: "" },
    ["deny", "paths/write-outside"],
  ],
  [
    "a redirection by a link",
    "paths",
    "Bash",
    { command: "echo x > out/x" },
    ["deny", "paths/write-outside"],
  ],
  [
    "a link to a file",
    "commands",
    "Edit",
    { file_path: "hosts", old_string: "a", new_string: "b" },
    ["deny", "commands/change-system-file"],
  ],
  [
    "a link to a file, by a program",
    "commands",
    "Bash",
    { command: "tee hosts < x" },
    ["deny", "commands/change-system-file"],
  ],
  ["a folder of keys", "secrets", "Read", { file_path: "keys/id_rsa" }, ["deny", "secrets/read-credentials"]],
  [
    "a folder of keys, by a program",
    "secrets",
    "Bash",
    { command: "cd keys && cat id_rsa" },
    ["deny", "secrets/read-credentials"],
  ],
  [
    "the hook files by a link",
    "self",
    "Write",
    { file_path: "rules/hooks.json", content: "{}" },
    ["deny", "self/change-hooks"],
  ],
  [
    "the hook files by a link, by a program",
    "self",
    "Bash",
    { command: "cp x rules/hooks.json" },
    ["deny", "self/change-hooks"],
  ],
  ["a link that stays inside", "paths", "Write", { file_path: "source/a.ts", content: "" }, ["pass", ""]],
  ["a link that is deleted", "commands", "Bash", { command: "rm hosts" }, ["pass", ""]],
])("%s", async (_name, pack, tool, input, expected) => {
  const { fire } = await linked([pack]);
  expect(await fire(tool, input)).toEqual(expected);
});
