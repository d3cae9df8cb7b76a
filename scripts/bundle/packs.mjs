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
    const { text, head } = packText(data, judgeTools);
    writeFileSync(join(folder, packFile(row.name)), text);
    return { row, head };
  });
}

/** Reads a file as the command reads others: what Node needs for that is loaded then. */
const openFile = `const open = (file) => () => {
  const fd = openSync(__dirname + "/" + file, "r");
  const bytes = new Uint8Array(fstatSync(fd).size);
  readvSync(fd, [bytes], 0);
  closeSync(fd);
  return (start, end) => Buffer.prototype.latin1Slice.call(bytes, start, end);
};`;

/** Puts what reads those files in the place of the modules of all packs. */
export function knownPacks(home, rows) {
  const list = rows.map(({ row, head }) => {
    return `laterPack(${JSON.stringify(row)}, ${head}, open("${packFile(row.name)}"))`;
  });
  const code = [
    'import { closeSync, fstatSync, openSync, readvSync } from "node:fs";',
    'import { laterPack } from "../pack-text.ts";',
    openFile,
    `export const allPacks = [${list.join(",")}];`,
  ];
  return {
    name: "known-packs",
    load: (id) => (id === join(home, "src/policy/packs/all.ts") ? code.join("\n") : null),
  };
}
