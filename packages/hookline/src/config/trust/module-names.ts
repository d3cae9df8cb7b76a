import { join } from "node:path";
import { isObject, jsonOf } from "../../contract/json.ts";
import type { ReadCommand } from "../../shell/reading/reading.ts";
import { isFolder } from "../../system/folders.ts";
import { fileStamp } from "../../system/local-files.ts";
import { readWhole } from "../../system/whole-file.ts";

const javaScript = /^(?:node(?:js)?|bun|tsx|ts-node|electron)$/;
const python = /^(?:python|pypy)[\d.]*$/;

/** Options of Node.js whose value is a module. */
const loads = /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file)$/;

/** The names of modules that a command gives to an interpreter, which looks for their files itself. */
export function moduleNames({ program, args }: Pick<ReadCommand, "program" | "args">): readonly string[] {
  const isPython = python.test(program);
  if (!isPython && !javaScript.test(program)) return [];
  const names: string[] = [];
  for (let place = 0; place < args.length; place++) {
    const value = args[place]?.value ?? "";
    const next = args[place + 1]?.value;
    if (isPython && value === "-m") return next ? [next.replaceAll(".", "/")] : [];
    if (isPython && /^-[WX]$/.test(value)) place++;
    else if (loads.test(value)) {
      if (next) names.push(next);
      place++;
    } else if (!value.startsWith("-")) return value === "" ? names : [...names, value];
    else if (loads.test(value.split("=")[0] ?? "")) names.push(value.slice(value.indexOf("=") + 1));
  }
  return names;
}

const endings = [".js", ".mjs", ".cjs", ".json", ".node", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".py"];
const inFolder = [...endings.map((ending) => `index${ending}`), "__main__.py", "__init__.py"];

/** The files that a module's name may stand for: with an ending, or in a folder of that name. */
export function moduleFiles(path: string, deep = true): readonly string[] {
  const beside = endings.map((ending) => path + ending);
  if (!isFolder(path)) return beside.filter(isFile);
  const settings = join(path, "package.json");
  const main = deep ? mainOf(settings) : null;
  const own = main === null ? [] : [join(path, main), ...moduleFiles(join(path, main), false)];
  return [...beside, ...inFolder.map((name) => join(path, name)), settings, ...own].filter(isFile);
}

function mainOf(path: string): string | null {
  const file = readWhole(path);
  const settings = "text" in file ? jsonOf(file.text) : null;
  return isObject(settings) && typeof settings.main === "string" ? settings.main : null;
}

function isFile(path: string): boolean {
  return fileStamp(path) !== null;
}
