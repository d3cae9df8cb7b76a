import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, mustPass, mustStop, policyOf } from "./suite.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const policy = policyOf();

/** Ways to say the same command otherwise; all of them run it. */
const wrappers: readonly ((command: string) => string)[] = [
  (command) => `bash -c ${quoted(command)}`,
  (command) => `sh -ec ${quoted(command)} _ a b`,
  (command) => `sudo -E env UNUSED_HERE=1 bash -c ${quoted(command)}`,
  (command) => `timeout -k 1 5 nice -n 3 sh -c ${quoted(command)}`,
  (command) => `nohup setsid bash -lc ${quoted(command)} &`,
  (command) => `(\n${command}\n)`,
  (command) => `{\n${command}\n}`,
  (command) => `true && {\n${command}\n}`,
  (command) => `if true; then\n${command}\nfi`,
  (command) => `for i in 1 2; do\n${command}\ndone`,
  (command) => `case a in a)\n${command}\n;; esac`,
  (command) => `wrapped() {\n${command}\n}; wrapped`,
  (command) => `eval ${quoted(command)}`,
  (command) => `text=${quoted(command)}; eval "$text"`,
  (command) => `trap ${quoted(command)} EXIT`,
  (command) => `echo "$(\n${command}\n)"`,
  (command) => `cat <(\n${command}\n)`,
  (command) => `find . -maxdepth 0 -exec sh -c ${quoted(command)} \\;`,
  (command) => `su dev -c ${quoted(command)}`,
  (command) => `flock /tmp/lock -c ${quoted(command)}`,
  (command) => `ls -la\n${command}`,
  (command) => `echo hello; ${command}`,
];

/** The same, with the command on the standard input, which it then reads itself if it reads anything. */
const feeders: readonly ((command: string) => string)[] = [
  (command) => `printf '%s' ${quoted(command)} | sh`,
  (command) => `bash <<< ${quoted(command)}`,
  (command) => `sh <<'END_OF_IT'\n${command}\nEND_OF_IT`,
];

/** Ways to write a name so that a shell reads it as it was. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => `${name.slice(0, 1)}''${name.slice(1)}`,
  (name) => `\\${name}`,
  (name) => `"${name}"`,
  (name) => `${name.slice(0, 1)}"${name.slice(1)}"`,
  (name) => `$'${name}'`,
  (name) => `$(echo ${name})`,
  (name) => `\${nothing_is_here:-${name}}`,
];

const respelled = (command: string, spell: (name: string) => string) =>
  command.replace(/^(?:rm|cat|curl|git|dd|chmod|mkfs\.ext4|reboot|kubectl|npm|hookline|crontab)(?= )/, spell);

const plain = (commands: readonly unknown[]) =>
  commands.filter(
    (one): one is string => typeof one === "string" && !one.includes("\n") && !one.startsWith("#"),
  );
const dangerous = plain(
  mustStop
    .filter(({ around, branch, settings, project, cwd, rule }) => {
      return !around && !branch && !settings && !project && !cwd && rule !== "commands/unreadable";
    })
    .flatMap(({ commands }) => commands),
  // A find around it fills in the brackets of a find inside.
).filter((command) => !command.includes("{}"));
const harmless = plain(
  mustPass
    .filter(({ branch, settings, packs }) => !branch && !settings && !packs)
    .flatMap(({ commands }) => commands),
  // A background job of its own ends the line, a find around it fills in its brackets, and an echo around it shows a variable.
).filter((command) => !/&$|<<|\{\}|\$\w*TOKEN/.test(command));

const wrapped = (commands: readonly string[], ways: typeof wrappers) =>
  fc
    .tuple(
      fc.constantFrom(...commands),
      fc.constantFrom(...spellings),
      fc.array(fc.constantFrom(...ways), { minLength: 1, maxLength: 3 }),
    )
    .map(([command, spell, around]) => ({
      command,
      text: around.reduce((text, wrap) => wrap(text), respelled(command, spell)),
    }));

const run = { seed: 20261115, numRuns: 600 };

describe("a command in wrappers", () => {
  it("is stopped if it is stopped without them", () => {
    fc.assert(
      fc.property(wrapped(dangerous, [...wrappers, ...feeders]), ({ command, text }) => {
        const { verdict } = judge(policy, text);
        expect(["deny", "ask"], `${command}\n----\n${text}`).toContain(verdict);
      }),
      run,
    );
  }, 60_000);

  it("passes if it passes without them", () => {
    fc.assert(
      fc.property(wrapped(harmless, wrappers), ({ command, text }) => {
        const { verdict, rules } = judge(policy, text);
        expect([verdict, rules], `${command}\n----\n${text}`).toEqual(["pass", []]);
      }),
      run,
    );
  }, 60_000);
});
