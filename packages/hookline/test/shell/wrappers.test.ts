import { expect, it } from "vitest";
import { commandModel } from "../../src/shell/command-model.ts";
import { unwrapped } from "../../src/shell/wrappers.ts";

const layers = (source: string) => {
  const [command] = commandModel(source).commands;
  if (!command) throw new Error(`no command: ${source}`);
  return unwrapped(command).map((layer) => layer.text);
};

it.each([
  ["git push", ["git push"]],
  ["timeout 5 git push", ["timeout 5 git push", "git push"]],
  ["timeout -k 1 --signal=KILL -s TERM --foreground 5s git push", "git push"],
  ["timeout -k 1 $T git push", "git push"],
  ["/usr/bin/timeout 5 git push", "git push"],
  ["nice -n 10 git push", "git push"],
  ["nice -10 git push", "git push"],
  ["nice --adjustment=5 git push", "git push"],
  ["nohup git push", "git push"],
  ["stdbuf -oL -e 0 git push", "git push"],
  ["command -p git push", "git push"],
  ["command -v git", ["command -v git"]],
  ["builtin cd x", "cd x"],
  ["noglob rm *", "rm *"],
  ["xargs rm", "rm"],
  ["xargs -n 1 rm", ["xargs -n 1 rm"]],
  ["\\time -f %e git push", "git push"],
  ["nohup -- git push", "git push"],
  ["nohup nice 'timeout' 5 git  push > out", "git push"],
  ["timeout 5", ["timeout 5"]],
  ["nohup", ["nohup"]],
  ["sudo git push", ["sudo git push"]],
])("%j runs %j", (source, expected) => {
  const found = layers(source);
  if (Array.isArray(expected)) expect(found).toEqual(expected);
  else expect(found.at(-1)).toBe(expected);
});

it("finds the innermost command, however many wrappers are around it", () => {
  const found = layers(`${"nohup ".repeat(5_000)}git push`);
  expect(found.at(-1)).toBe("git push");
  expect(found.length).toBeLessThan(20);
});
