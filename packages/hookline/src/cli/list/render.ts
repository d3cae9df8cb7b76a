import type { ValueOrigin } from "../../index.ts";
import type { Paint } from "../render.ts";
import { visibleLine } from "../visible.ts";
import { blocksNothing } from "./about.ts";
import { originLines } from "./effective.ts";
import type { Row } from "./row.ts";

/** A row, and what stands below it. */
export interface ListItem {
  readonly row: Row;
  readonly texts: readonly string[];
  readonly origins: readonly ValueOrigin[];
}

/** The list for people: event by event, a line for each hook, and below it what else is said of it. */
export function renderRows(items: readonly ListItem[], paint: Paint): string {
  const lines: string[] = [];
  for (const event of new Set(items.map(({ row }) => row.event))) {
    lines.push(paint.bold(event));
    for (const { row, texts, origins } of items.filter((one) => one.row.event === event)) {
      const word = row.state === "untrusted" && row.trust === "modified" ? "modified" : row.state;
      const state = row.state === "active" ? paint.green("active") : paint.yellow(word);
      const rules = [
        row.onFailure === "block" && !texts.includes(blocksNothing) ? "blocks when it fails" : "",
        row.mode === "enforce" ? "" : row.mode,
      ];
      const rest = rules.filter((text) => text !== "").map((text) => `  ${text}`);
      const where = row.dialect === "native" ? row.source : `${row.source} (${row.dialect})`;
      const [id, meaning, place] = [row.id, row.meaning, where].map(visibleLine);
      lines.push(`  ${id}  ${row.type}  ${state}  ${meaning}  ${paint.dim(place ?? "")}${rest.join("")}`);
      for (const text of texts) lines.push(`      ${paint.dim(visibleLine(text))}`);
      if (origins.length > 0) lines.push(...originLines(origins, paint));
    }
  }
  return `${lines.join("\n")}\n`;
}
