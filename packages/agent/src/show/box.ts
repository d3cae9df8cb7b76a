import { columnsOf, fit } from "./columns.ts";

/** A row of a table; each cell may have several lines. */
export type BoxRow = readonly (readonly string[])[];

/** The narrowest that a column may become. */
const narrowest = 6;

/** A table in a box, as wide as its cells; where there is less room, its widest columns are cut. */
export function box(header: readonly string[], rows: readonly BoxRow[], columns: number | null): string {
  const widths = header.map((title, at) => {
    const cells = rows.flatMap((row) => row[at] ?? []);
    return Math.max(columnsOf(title), ...cells.map(columnsOf));
  });
  const frame = 3 * header.length + 1;
  let over = columns === null ? 0 : widths.reduce((sum, width) => sum + width, frame) - columns;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const line = (cells: readonly string[]) =>
    `│${widths.map((width, at) => ` ${fit(cells[at] ?? "", width)} `).join("│")}│`;
  const body = rows.flatMap((row) => {
    const height = Math.max(...row.map((cell) => cell.length));
    return Array.from({ length: height }, (_, n) => line(row.map((cell) => cell[n] ?? "")));
  });
  return [rule("┌", "┬", "┐"), line(header), rule("├", "┼", "┤"), ...body, rule("└", "┴", "┘")].join("\n");
}
