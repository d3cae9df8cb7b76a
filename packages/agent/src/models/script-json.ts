import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { ModelError } from "./errors.ts";

/** A path into a JSON value. */
export type JsonPath = readonly (string | number)[];

/** What a text holds, and where in it each value begins. */
export interface ReadJson {
  readonly value: unknown;
  /** `line:column` of the value at a path, or of the nearest one around it. */
  positionOf(path: JsonPath): string;
}

/** Reads strict JSON; throws a ModelError with `place:line:column`. */
export function readJson(text: string, place: string): ReadJson {
  const json = text.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const tree = treeOf(json, errors, place);
  const [first] = errors;
  if (first || !tree) {
    const what = first && json.trim() !== "" ? words(printParseErrorCode(first.error)) : "the file is empty";
    const line = `${place}:${position(json, first?.offset ?? 0)}: no valid JSON: ${what}`;
    throw new ModelError("invalid_request", line);
  }
  return {
    value: getNodeValue(tree),
    positionOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = findNodeAtLocation(tree, path.slice(0, length));
        if (node) return position(json, node.offset);
      }
      return position(json, tree.offset);
    },
  };
}

function treeOf(json: string, errors: ParseError[], place: string): ReturnType<typeof parseTree> {
  try {
    return parseTree(json, errors, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ModelError("invalid_request", `${place}: it is nested too deep to be read`);
  }
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** `CommaExpected` as "comma expected". */
function words(code: string): string {
  return code.replace(/(?<=[a-z])([A-Z])/g, " $1").toLowerCase();
}
