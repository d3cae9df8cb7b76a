import type { ASTNode } from "@marcbachmann/cel-js";

/** What can be seen of an expression before it is judged. */
export interface Shape {
  /** How deep loops stand in loops; 0 if it goes through no list. */
  readonly depth: number;
  /** It makes lists or texts of its own whose size nothing here tells. */
  readonly grows: boolean;
  /** How much there is to do for one way through it: its parts, and the texts that are written out. */
  readonly weight: number;
  /** How many items all lists and maps have that are written out. */
  readonly items: number;
  /** How often it puts lists or texts together. */
  readonly joins: number;
  /** The variables that it reads, in the order in which they stand. */
  readonly names: ReadonlySet<string>;
  /** The fields that it reads of each variable directly: `settings.hosts` is `hosts` of `settings`. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** The patterns of `matches` that are written out. */
  readonly patterns: readonly string[];
}

/** The library keeps its own `matches`, so calls of it are renamed to ours after parsing. */
export const ourMatches = "matchesPattern";

const loops: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);
const growing: ReadonlySet<string> = new Set(["split", "join", "bind", "json"]);

/** So many letters of a text, and such a part of a pattern, take about as long as one part of an expression. */
const lettersOfOne = 16;
const weightOfPattern = 20;

interface Notes {
  grows: boolean;
  weight: number;
  items: number;
  joins: number;
  readonly names: Set<string>;
  readonly fields: Map<string, Set<string>>;
  readonly patterns: string[];
}

/** Renames the calls of `matches` in an expression, and says what can be seen of it. */
export function prepare(root: ASTNode): Shape {
  const notes: Notes = {
    grows: false,
    weight: 0,
    items: 0,
    joins: 0,
    names: new Set(),
    fields: new Map(),
    patterns: [],
  };
  const depth = walk(root, notes, []);
  return { depth, ...notes };
}

/** Walks a node and gives the depth of its loops; `bound` are the names that a loop around it has made. */
function walk(node: ASTNode, notes: Notes, bound: readonly string[]): number {
  notes.weight++;
  switch (node.op) {
    case "value":
      if (typeof node.args === "string") notes.weight += node.args.length / lettersOfOne;
      return 0;
    case "id":
      if (!bound.includes(node.args)) notes.names.add(node.args);
      return 0;
    case "!_":
    case "-_":
      return walk(node.args, notes, bound);
    case ".":
    case ".?":
      noteField(node.args[0], node.args[1], notes, bound);
      return walk(node.args[0], notes, bound);
    case "call":
      return deepest(node.args[1], notes, bound);
    case "rcall":
      return walkMethod(node, notes, bound);
    case "+":
      notes.joins++;
      return deepest(node.args, notes, bound);
    case "map":
      notes.items += node.args.length;
      return deepest(node.args.flat(), notes, bound);
    case "list":
      notes.items += node.args.length;
      keepConstant(node);
      return deepest(node.args, notes, bound);
    default:
      return deepest(node.args, notes, bound);
  }
}

function walkMethod(node: ASTNode & { op: "rcall" }, notes: Notes, bound: readonly string[]): number {
  const [name, receiver, args] = node.args;
  if (growing.has(name)) notes.grows = true;
  if (name === "matches") {
    node.args[0] = ourMatches;
    notes.weight += weightOfPattern;
    const [pattern] = args;
    if (pattern?.op === "value" && typeof pattern.args === "string") notes.patterns.push(pattern.args);
  }
  const [variable, ...body] = args;
  // `cel.bind(name, value, expression)` makes a name as a loop does.
  const binds = loops.has(name) || (name === "bind" && receiver.op === "id" && receiver.args === "cel");
  if (!binds || variable?.op !== "id")
    return Math.max(walk(receiver, notes, bound), deepest(args, notes, bound));
  const inner = deepest(body, notes, [...bound, variable.args]);
  if (name === "bind") return inner;
  return Math.max(walk(receiver, notes, bound), 1 + inner);
}

function deepest(nodes: readonly ASTNode[], notes: Notes, bound: readonly string[]): number {
  let depth = 0;
  for (const node of nodes) depth = Math.max(depth, walk(node, notes, bound));
  return depth;
}

/** A list of plain values is the same each time: it is made once, so that whoever is given it can know it again. */
function keepConstant(node: ASTNode & { op: "list" }): void {
  const values: unknown[] = [];
  for (const item of node.args) {
    if (item.op !== "value") return;
    values.push(item.args);
  }
  if (values.length > 0) Object.assign(node, { evaluate: () => values });
}

function noteField(of: ASTNode, field: string, { fields }: Notes, bound: readonly string[]): void {
  if (of.op !== "id" || bound.includes(of.args)) return;
  const known = fields.get(of.args) ?? new Set();
  fields.set(of.args, known.add(field));
}
