import { fieldOf } from "./fields.ts";
import type { Start, Starter, Starts } from "./starts.ts";
import {
  startedByCapsh,
  startedByCrontab,
  startedByEval,
  startedByGdb,
  startedByGit,
  startedByHistory,
  startedByInput,
  startedByLogin,
  startedByOptions,
  startedBySource,
  startedByTrap,
} from "./starts-read.ts";
import { startedByFind, startedByParallel, startedByXargs } from "./starts-searched.ts";
import { wrappedBy } from "./starts-wrapped.ts";

const own: ReadonlyMap<string, Starts> = new Map<string, Starts>([
  ["find", startedByFind],
  ["xargs", startedByXargs],
  ["parallel", startedByParallel],
  ["at", startedByInput],
  ["batch", startedByInput],
  ["crontab", startedByCrontab],
  ["trap", startedByTrap],
  ["eval", startedByEval],
  ["source", startedBySource],
  [".", startedBySource],
  ...["sudo", "doas", "su", "runuser", "newgrp", "sg", "pkexec", "login", "chroot", "unshare", "nsenter"].map(
    (name): [string, Starts] => [name, startedByLogin],
  ),
  ["capsh", startedByCapsh],
  ["history", startedByHistory],
  ["gdb", startedByGdb],
  ["git", startedByGit],
]);

/** All that a command starts besides itself, as far as its words tell. */
export function startedBy(starter: Starter): readonly Start[] {
  if (starter.program.startsWith("git-")) {
    const [, verb] = /^git-([a-z-]+)$/.exec(starter.program) ?? [];
    if (verb !== undefined) return [{ words: [fieldOf("git"), fieldOf(verb), ...starter.args] }];
  }
  const starts = own.get(starter.program)?.(starter) ?? wrappedBy(starter) ?? [];
  const more = startedByOptions(starter);
  return more.length > 0 ? [...starts, ...more] : starts;
}
