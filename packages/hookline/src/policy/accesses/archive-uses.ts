import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { has, valuesOf, wordOf } from "./option-values.ts";
import { type Use, type UseOf, uses } from "./use.ts";

const here = wordOf(".");

/** tar, with bundles that have no dash: `tar xf a.tar`. */
const tar: UseOf = (command) => {
  const does = (...names: readonly string[]) => has(command, ...names);
  const old = /^\w*f/.test(command.args[0]?.begins ?? "");
  const files = old ? command.args.slice(1, 2) : valuesOf(command, "-f", "--file");
  const folders = valuesOf(command, "-C", "--directory", "--one-top-level");
  const base = folders.at(-1)?.value;
  const members = command.operands.map((word) =>
    base == null || word.value === null || /^[/~]/.test(word.value)
      ? word
      : wordOf(`${base}/${word.value}`, word.glob),
  );
  if (does("-t", "--list")) return uses(files, "read");
  if (does("-x", "--extract", "--get"))
    return [
      ...uses(files, "read"),
      ...uses(folders.length > 0 ? folders : [here], "write"),
      ...uses(members, "write"),
    ];
  const found: Use[] = [...uses(files, "write"), ...uses(valuesOf(command, "-T", "--files-from"), "read")];
  if (does("--remove-files")) found.push(...uses(members, "delete", true));
  return [...found, ...uses(members, "read", true)];
};

const zip: UseOf = (command) => [
  ...uses(command.operands.slice(0, 1), "write"),
  ...uses(command.operands.slice(1), has(command, "-m", "--move") ? "delete" : "read", has(command, "-r")),
];

const unzip: UseOf = (command) => {
  const folders = valuesOf(command, "-d");
  const [archive] = command.operands;
  return [...uses(archive ? [archive] : [], "read"), ...uses(folders.length > 0 ? folders : [here], "write")];
};

const sevenZip: UseOf = (command) => {
  const [verb, archive, ...others] = command.operands;
  const extracts = verb?.value === "x" || verb?.value === "e";
  const into = valuesOf(command, "-o");
  return [
    ...uses(archive ? [archive] : [], extracts ? "read" : "write"),
    ...uses(others, "read", true),
    ...(extracts ? uses(into.length > 0 ? into : [here], "write") : []),
  ];
};

const cpio: UseOf = (command) => [
  ...uses(command.operands, "write"),
  ...uses(valuesOf(command, "-O", "-F", "--file"), "write"),
  ...uses(valuesOf(command, "-I"), "read"),
  ...uses(valuesOf(command, "-D", "--directory"), "write"),
];

/** A copy over the network: what has no `host:` is a path here. */
const remoteCopy: UseOf = (command) => {
  const isHere = (word: ReadWord) => !/^(?:[\w.@-]+:|\w+:\/\/)/.test(word.begins);
  const last = command.operands.at(-1);
  const sources = command.operands.slice(0, -1).filter(isHere);
  const mirrors = command.flags.some((flag) => /^--(?:del|delete(?:-\w+)*)$/.test(flag));
  const found: Use[] = [...uses(sources, "read", true)];
  if (has(command, "--remove-source-files")) found.push(...uses(sources, "delete", true));
  if (last && isHere(last)) {
    found.push(...uses([last], "write"));
    if (mirrors) found.push(...uses([last], "delete", true));
  }
  found.push(...uses(valuesOf(command, "-i"), "read"));
  return [...found, ...uses(valuesOf(command, "--files-from", "--password-file"), "read")];
};

const rclone: UseOf = (command) => {
  const [verb, from, to] = command.operands;
  const isHere = (word?: ReadWord): word is ReadWord => word !== undefined && !word.begins.includes(":");
  const deletes = /^(?:delete|purge|rmdirs?|deletefile)$/.test(verb?.value ?? "");
  return [
    ...uses([from].filter(isHere), deletes ? "delete" : "read", true),
    ...uses([to].filter(isHere), "write", true),
    ...(verb?.value === "sync" ? uses([to].filter(isHere), "delete", true) : []),
  ];
};

/** Programs that pack, unpack and copy whole folders. */
export const archivePrograms: ReadonlyMap<string, (command: ReadCommand) => readonly Use[]> = new Map([
  ["tar", tar],
  ["bsdtar", tar],
  ["gtar", tar],
  ["zip", zip],
  ["unzip", unzip],
  ["7z", sevenZip],
  ["7za", sevenZip],
  ["cpio", cpio],
  ["scp", remoteCopy],
  ["rsync", remoteCopy],
  ["sftp", remoteCopy],
  ["rclone", rclone],
]);
