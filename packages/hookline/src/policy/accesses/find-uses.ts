import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { valuesOf, wordOf } from "./option-values.ts";
import { type Use, uses } from "./use.ts";

/** Tests with which find means only some of what is below its roots. */
const tests =
  /^-(?:i?(?:name|path|wholename|regex)|[acm]?(?:time|min)|newer\w*|size|empty|user|group|perm|inum|links|samefile|uid|gid)$/;

/** The folders in which find looks: operands before its first test. */
export function findRoots({ args }: ReadCommand): readonly ReadWord[] {
  const first = args.findIndex(({ value }) => /^(?:-(?![HLPOD]\d*$)|\(|!)/.test(value ?? ""));
  const before = first < 0 ? args : args.slice(0, first);
  const roots = before.filter(({ value }) => !/^-[HLPOD]/.test(value ?? ""));
  return roots.length > 0 ? roots : [wordOf(".")];
}

/** The patterns of a find that takes a choice, as far as there are any; null if it means everything. */
export function findChoice(command: ReadCommand): readonly string[] | null {
  const chosen = command.args.filter(({ value }, at) => {
    if (!tests.test(value ?? "")) return false;
    // `-name '*'` is no choice.
    return !/^[*./]*$/.test(command.args[at + 1]?.value ?? "x") || value === "-empty";
  });
  if (chosen.length === 0) return null;
  return valuesOf(command, "-name", "-iname", "-path", "-ipath", "-wholename").flatMap(
    ({ value }) => value ?? [],
  );
}

/** What find does by itself: it reads names, writes lists, and deletes. */
export function findUses(command: ReadCommand): readonly Use[] {
  const roots = findRoots(command);
  const found: Use[] = [
    ...uses(roots, "read", true),
    ...uses(valuesOf(command, "-fprint", "-fprintf", "-fls", "-fprint0"), "write"),
  ];
  if (!command.args.some(({ value }) => value === "-delete")) return found;
  const some = findChoice(command);
  const deleted = roots.map((word): Use => {
    return some === null
      ? { word, access: "delete", recursive: true }
      : { word, access: "delete", recursive: false, some };
  });
  return [...found, ...deleted];
}
