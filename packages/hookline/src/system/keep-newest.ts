import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Removes the oldest files of a folder that are more than so many, of those whose names fit; what cannot be removed stays. */
export function keepNewest(folder: string, fits: RegExp, most: number): void {
  const names = readdirSync(folder).filter((name) => fits.test(name));
  if (names.length <= most) return;
  const ages = names.map((name) => ({ path: join(folder, name), at: changedAt(join(folder, name)) }));
  for (const { path } of ages.sort((one, other) => other.at - one.at).slice(most))
    rmSync(path, { force: true });
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
