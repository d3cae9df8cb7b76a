// Draws docs/speed.svg: one bar a goal, how much of what the goal allows was taken, on a scale of powers of ten.
import { ratioText } from "../bench/table.mjs";

const [width, labelEnd, plotEnd] = [1000, 520, 860];
const [top, step, bar] = [58, 24, 12];

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The powers of ten that hold all shares: a tenth and ten times the goal at least. */
export function decades(shares) {
  const logs = shares.filter((share) => share > 0).map(Math.log10);
  return [Math.min(-1, Math.floor(Math.min(...logs, 0))), Math.max(1, Math.ceil(Math.max(...logs, 0)))];
}

/** Where a share of the goal lies between the ends of the plot. */
export function placeOf(share, [from, to]) {
  const log = Math.min(to, Math.max(from, Math.log10(Math.max(share, 1e-12))));
  return labelEnd + ((log - from) / (to - from)) * (plotEnd - labelEnd);
}

const text = (x, y, words, { anchor = "start", kind = "text" } = {}) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" class="${kind}">${escaped(words)}</text>`;

/** What stands behind a bar: the ratio, or the count, and what became of the goal. */
function ending({ ratio, value, baseline, unit, met, why }) {
  if (why !== undefined || ratio === undefined) return "not measured";
  const counted = value === 0 ? "none:" : `${value} of ${baseline}`;
  const figure = unit === "count" ? counted : `${ratioText(ratio)} ×`;
  return `${figure} ${met ? "met" : "NOT MET"}`;
}

function lineOf(line, index, scale, first) {
  const y = top + index * step;
  const { "#": number, title, goal, share, met, why } = line;
  const label = shortened(`${title}: ${goal}`.replaceAll("`", ""), 72);
  const parts = [
    ...(first ? [text(16, y + 10, `#${number}`, { kind: "text small" })] : []),
    text(labelEnd - 12, y + 10, label, { anchor: "end" }),
  ];
  const kind = why !== undefined ? "open" : met ? "met" : "missed";
  if (share !== undefined && why === undefined) {
    // What misses its goal by a hair is seen to miss it.
    const end = Math.max(placeOf(share, scale), met === false ? placeOf(1, scale) + 1 : 0);
    const length = Math.max(2, end - labelEnd).toFixed(1);
    parts.push(`<rect x="${labelEnd}" y="${y}" width="${length}" height="${bar}" rx="2" class="${kind}"/>`);
  }
  parts.push(text(plotEnd + 10, y + 10, ending(line), { kind: `text ${kind}-text` }));
  return parts;
}

function axis(scale, bottom) {
  const [from, to] = scale;
  const powers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return powers.flatMap((power) => {
    const x = placeOf(10 ** power, scale).toFixed(1);
    const words = power === 0 ? "goal" : power < 0 ? `1/${10 ** -power}` : `${10 ** power} ×`;
    return [
      `<line x1="${x}" y1="${top - 8}" x2="${x}" y2="${bottom}" class="${power === 0 ? "goal" : "grid"}"/>`,
      text(x, top - 14, words, { anchor: "middle", kind: "text small" }),
    ];
  });
}

const colours = {
  light: {
    back: "#ffffff",
    ink: "#1f2328",
    faint: "#59636e",
    grid: "#d1d9e0",
    met: "#2c7a5b",
    missed: "#c2410c",
  },
  dark: {
    back: "#0d1117",
    ink: "#f0f6fc",
    faint: "#9198a1",
    grid: "#3d444d",
    met: "#4cc38a",
    missed: "#ff9a5c",
  },
};

const rules = ({ back, ink, faint, grid, met, missed }) =>
  [
    `.back { fill: ${back}; }`,
    `.text { fill: ${ink}; font: 12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }`,
    `.small, .open-text { fill: ${faint}; }`,
    `.title { fill: ${ink}; font: 600 15px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }`,
    `.grid { stroke: ${grid}; }`,
    `.goal { stroke: ${ink}; stroke-dasharray: 4 3; }`,
    `.met { fill: ${met}; }`,
    `.missed { fill: ${missed}; }`,
    `.missed-text { fill: ${missed}; }`,
  ].join("\n");

/** The picture of the goals; bars that end before the dashed line are met. */
export function chart(lines) {
  const scale = decades(lines.filter(({ why }) => why === undefined).flatMap(({ share }) => share ?? []));
  const bottom = top + lines.length * step;
  const height = bottom + 14;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="How much of each goal is taken">`,
    "<style>",
    rules(colours.light),
    "@media (prefers-color-scheme: dark) {",
    rules(colours.dark),
    "}",
    "</style>",
    `<rect width="${width}" height="${height}" class="back"/>`,
    text(16, 24, "How much of what each goal allows is taken (shorter is quicker)", { kind: "title" }),
    ...axis(scale, bottom),
    ...lines.flatMap((line, index) => lineOf(line, index, scale, lines[index - 1]?.["#"] !== line["#"])),
    "</svg>",
    "",
  ].join("\n");
}
