import { namedRows } from "../../shell/reading/named-rows.ts";
import type { ReadCommand } from "../../shell/reading/reading.ts";
import { hasFlag, valuesOf } from "./option-values.ts";
import { programTable } from "./program-table.ts";
import { type Use, uses } from "./use.ts";

const rowOf = namedRows(programTable);

/** True for a program whose operands are in the table. */
export function hasRow(program: string): boolean {
  return rowOf(program) !== undefined || program.startsWith("mkfs.");
}

/** What a program of the table does to its operands. */
export function usesByRow(command: ReadCommand): readonly Use[] {
  const row = rowOf(command.program) ?? rowOf("mkfs");
  if (!row) return [];
  const { flags } = command;
  const recursive = row.recursive === true || (row.recursive ? hasFlag(flags, row.recursive) : false);
  const skip = row.unless && hasFlag(flags, row.unless) ? 0 : (row.skip ?? 0);
  const operands = command.operands.slice(skip);
  const found: Use[] = [];
  let into = false;
  for (const [name, access] of Object.entries(row.options ?? {})) {
    const values = valuesOf(command, name);
    if (values.length > 0) found.push(...uses(values, access));
    if (values.length > 0 && access === "write") into = true;
  }
  const { last } = row;
  const ends = last !== undefined && operands.length >= 2 && !into;
  if (row.inPlace && hasFlag(flags, row.inPlace)) found.push(...uses(operands, "write"));
  const access = row.looks && hasFlag(flags, row.looks) ? "read" : row.operands;
  if (access) found.push(...uses(ends ? operands.slice(0, -1) : operands, access, recursive));
  if (row.also) found.push(...uses(ends ? operands.slice(0, -1) : operands, row.also));
  if (ends) found.push(...uses(operands.slice(-1), last, recursive && command.program !== "mv"));
  return found;
}
