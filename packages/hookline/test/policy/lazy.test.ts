import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";

const source = resolve(import.meta.dirname, "../../src");

/** Everything that is loaded with a file, whoever needs it or not. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name = ""] of text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "([^"]+)"/gm)) {
    if (name.startsWith(".")) loadedWith(resolve(dirname(file), name), seen);
    else seen.add(name);
  }
  return seen;
}

it.each(["index.ts", "cli/fire/run-fire.ts"])(
  "%s does not load the language of rules, nor the packs",
  (entry) => {
    const loaded = [...loadedWith(join(source, entry))];
    expect(loaded.length).toBeGreaterThan(100);
    expect(loaded.filter((name) => /cel-js|src\/policy\/(?:packs|compile|judge|index)/.test(name))).toEqual(
      [],
    );
  },
);
