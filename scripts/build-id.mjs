// Writes what tells builds apart: clients of a daemon speak only to one of the very build that they belong to.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the digest of everything that a daemon may run into `dist/build-id`. */
export function writeBuildId(home) {
  const hash = createHash("sha256");
  for (const folder of ["bin", "dist/bundle"]) {
    for (const name of readdirSync(join(home, folder)).sort()) {
      if (/\.(cjs|js|json)$/.test(name))
        hash.update(`${name}\0`).update(readFileSync(join(home, folder, name)));
    }
  }
  hash.update(readFileSync(join(home, "package.json")));
  writeFileSync(join(home, "dist/build-id"), `${hash.digest("hex").slice(0, 32)}\n`);
}
