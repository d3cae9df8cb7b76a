// The packs of rules as data: most events are judged without the language of rules, and with one pack or two.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file of a pack. */
const packFile = (name) => `pack-${name}.txt`;

/** The packs as data, with what can be found out about their rules now: most events are judged without the language of rules, and with one pack or two. */
export async function writePacks(home, folder) {
  const { packsKnown } = await import(join(home, "dist/policy/packs-known.js"));
  const { packText } = await import(join(home, "dist/policy/pack-text.js"));
  const { judgeTools } = await import(join(home, "dist/runners/judge-tools.js"));
  return packsKnown(judgeTools).map((data) => {
    const { rules: _, ...row } = data.pack;
    const { text, head } = packText(data);
    writeFileSync(join(folder, packFile(row.name)), text);
    return { row, head };
  });
}

/** Reads a file as the command reads others: what Node needs for that is loaded then. */
const openFile = `const open = (file) => () => {
  const fd = openSync(resolve(__dirname, file), "r");
  const bytes = Buffer.allocUnsafeSlow(Number(fstatSync(fd, { bigint: true }).size));
  readSync(fd, bytes, 0, bytes.length, 0);
  closeSync(fd);
  return (start, end) => bytes.latin1Slice(start, end);
};`;

/** Puts what reads those files in the place of the modules of all packs. */
export function knownPacks(home, rows) {
  const list = rows.map(({ row, head }) => {
    return `laterPack(${JSON.stringify(row)}, ${head}, open("${packFile(row.name)}"))`;
  });
  const code = [
    'import { closeSync, fstatSync, openSync, readSync } from "node:fs";',
    'import { resolve } from "node:path";',
    'import { laterPack } from "../pack-text.ts";',
    openFile,
    `export const allPacks = [${list.join(",")}];`,
  ];
  return {
    name: "known-packs",
    load: (id) => (id === join(home, "src/policy/packs/all.ts") ? code.join("\n") : null),
  };
}
