import { join, relative } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { isObject, type Json } from "../contract/json.ts";
import { type JsonDocument, readJsonDocument } from "../index.ts";
import { namesIn } from "../system/folders.ts";
import { readWhole } from "../system/whole-file.ts";
import type { HookCase, TestFile } from "./case.ts";
import { checkShape } from "./check-shape.ts";
import { testFileSchema } from "./schema.ts";
import { copyProblem } from "./write-files.ts";

/** Where cases lie: beside the hooks of a project. */
export const testsFolder = ".hookline/tests";

/** The cases of a project, and everything that is wrong with their files: then none of that file's cases is there. */
export interface ReadCases {
  readonly files: readonly string[];
  readonly cases: readonly HookCase[];
  readonly diagnostics: readonly Diagnostic[];
  /** Where something of a case stands. */
  locate(one: HookCase, path: readonly (string | number)[]): Pick<Diagnostic, "file" | "line" | "column">;
}

/** Reads every `.hookline/tests/*.json` of a project, in the order of their names. */
export async function readCases(projectDir: string): Promise<ReadCases> {
  const folder = join(projectDir, testsFolder);
  const paths = namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
  const places = new Map<HookCase, (path: readonly (string | number)[]) => Place>();
  const read = await Promise.all(
    paths.map((path) => readTestFile(projectDir, path, relative(projectDir, path), places)),
  );
  return {
    files: paths.map((path) => relative(projectDir, path)),
    cases: read.flatMap(({ cases }) => cases),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
    locate: (one, path) => ({ file: one.file, ...(places.get(one)?.(path) ?? placeOf(one)) }),
  };
}

type Place = Pick<Diagnostic, "line" | "column">;

function placeOf({ line, column }: Place): Place {
  return { line, column };
}

async function readTestFile(
  projectDir: string,
  path: string,
  file: string,
  places: Map<HookCase, (path: readonly (string | number)[]) => Place>,
): Promise<Pick<ReadCases, "cases" | "diagnostics">> {
  const read = readWhole(path);
  const failed = (diagnostic: Diagnostic) => ({ cases: [], diagnostics: [diagnostic] });
  if (!("text" in read)) {
    const { message } = read.error;
    return failed({ severity: "error", file, line: 1, column: 1, message, hint: "make it a readable file" });
  }
  const document = await readJsonDocument(read.text, file);
  if (!("value" in document)) return failed(document);
  const wrong = [...document.problems, ...shapeProblems(document, file)];
  if (wrong.length > 0 || !isTestFile(document.value)) return { cases: [], diagnostics: wrong };
  const { cases, copy } = document.value;
  const twice = cases.flatMap(({ name }, index): readonly Diagnostic[] => {
    if (cases.findIndex((one) => one.name === name) === index) return [];
    const message = `a case before this one has the name ${JSON.stringify(name)}, too`;
    const place = document.locate(["cases", index, "name"]);
    return [{ severity: "error", file, ...place, message, hint: "give each case a name of its own" }];
  });
  const lost = (copy || []).flatMap((named, index): readonly Diagnostic[] => {
    const problem = copyProblem(projectDir, named);
    const place = document.locate(["copy", index]);
    const hint = "name files and folders from the project's folder";
    return problem === null
      ? []
      : [{ severity: "error", file, ...place, message: `"${named}" ${problem}`, hint }];
  });
  if (twice.length + lost.length > 0) return { cases: [], diagnostics: [...lost, ...twice] };
  const placed = cases.map((one, index): HookCase => {
    const at = ["cases", index];
    const whole = { ...one, file, path, ...document.locate(at), copy };
    places.set(whole, (inner) => document.locate([...at, ...inner]));
    return whole;
  });
  return { cases: placed, diagnostics: [] };
}

function shapeProblems({ value, locate }: JsonDocument, file: string): readonly Diagnostic[] {
  return checkShape(value, testFileSchema).map(({ path, at, message, hint }) => ({
    severity: "error",
    file,
    ...locate(path, at),
    message,
    hint,
  }));
}

/** What has been compared with the schema is what the types say; only that it is an object is asked once more. */
function isTestFile(value: Json): value is Json & TestFile {
  return isObject(value) && Array.isArray(value.cases);
}
