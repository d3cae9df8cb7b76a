// What a glance at an event seldom needs: files of their own, which are read when something of them is first asked for.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

/**
 * What neither a glance nor judging a plain command needs: it is a file of its own, which is read when something of it is first asked
 * for. Each of these with what nothing else imports.
 */
const seldomNeeded = [
  "src/contract/canonical.ts",
  "src/system/digest.ts",
  "src/system/folders.ts",
  "src/system/whole-file.ts",
  "src/system/make-folders.ts",
  "src/events/catalog.ts",
  "src/contract/redact.ts",
  "src/contract/secret-shapes.ts",
  "src/contract/secrets.ts",
  "src/contract/suggest.ts",
  "src/policy/allowance.ts",
  "src/policy/compile-rule.ts",
  "src/policy/read-rule.ts",
  "src/policy/redaction.ts",
  "src/policy/secret-lines.ts",
  "src/policy/expression/expressions.ts",
  "src/policy/expression/filter.ts",
  "src/policy/expression/filter-nodes.ts",
  "src/policy/expression/rule-environment.ts",
  "src/policy/expression/syntax.ts",
  "src/policy/expression/narrowing.ts",
  "src/policy/accesses/code-commands.ts",
  "src/policy/accesses/code-uses.ts",
  "src/policy/accesses/file-text.ts",
  "src/policy/accesses/program-text.ts",
  "src/policy/accesses/remote-paths.ts",
  "src/policy/accesses/run-files.ts",
  "src/policy/accesses/tool-hosts.ts",
  "src/policy/accesses/touched-hosts.ts",
  "src/policy/texts.ts",
  "src/shell/reading/braces.ts",
  "src/shell/reading/compounds.ts",
  "src/shell/reading/fields.ts",
  "src/shell/reading/generators.ts",
  "src/shell/reading/literals.ts",
  "src/shell/reading/memory.ts",
  "src/shell/reading/parameters.ts",
  "src/shell/reading/run-start.ts",
  "src/shell/reading/substitution.ts",
  "src/system/bounded-log.ts",
  "src/system/folder-obstacle.ts",
  "src/system/git-branch.ts",
  "src/system/patterns/linear-syntax.ts",
  "src/system/process/capture.ts",
  "src/system/script-text.ts",
];

/** Packages that are needed as seldom: colours; and what parses commands, a file by itself, since those that need it need little else. */
const seldomPackages = /\/node_modules\/picocolors\//;
export const parserPackage = /\/node_modules\/unbash\//;

/** Finds the modules of the second file. */
export function seldomPlugin(home, seldom) {
  return {
    name: "seldom",
    buildEnd() {
      seldom.clear();
      const known = [...this.getModuleIds()];
      const named = new Set(seldomNeeded.map((path) => join(home, path)));
      for (const id of known) if (named.has(id) || seldomPackages.test(id)) seldom.add(id);
      // Whatever only they import goes with them.
      for (let more = true; more; ) {
        more = false;
        for (const id of known) {
          const info = this.getModuleInfo(id);
          if (!info || info.isExternal || info.isEntry || seldom.has(id)) continue;
          if (info.importers.length > 0 && info.importers.every((one) => seldom.has(one))) {
            seldom.add(id);
            more = true;
          }
        }
      }
    },
  };
}

/** Throws if a file asks for what is seldom needed before anybody asks it for something: then it would be loaded each time. */
export function checkGlance(folder, name) {
  const module = { exports: {} };
  const load = (wanted) => {
    if (wanted.startsWith("./")) throw new Error(`${name} needs ${wanted} to be loaded: mend seldomNeeded`);
    return createRequire(import.meta.url)(wanted);
  };
  const file = join(folder, name);
  const run = new Script(readFileSync(file, "latin1"), { filename: file }).runInThisContext();
  run.call(module.exports, module.exports, load, module, file, folder);
}
