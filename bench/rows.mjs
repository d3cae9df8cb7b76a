// What a row of the report is, whichever part it comes from: one stable name, one baseline, one goal.

/** Words as a key: lower case, joined by dashes. */
export function slug(words) {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Completes a row of a part: a name that stays (`part/measure`), what it is measured against, and how much of its goal it uses up. */
export function finished(row, part) {
  const [said = "", against = part.against ?? ""] = / \(against (.*?)\)/.exec(row.measure) ?? [];
  const words = row.measure.replace(said, "");
  const name = `${part.name}/${row.name ?? slug(words)}`;
  const { unit = "ms" } = row;
  return { ...row, name, measure: words, against: row.against ?? against, unit, ...shareOf(row) };
}

/**
 * All rows of a part, each with a name of its own: one that begins with `…` goes on with the words of the last that does not, and those
 * whose words are the same are told apart by what they are against.
 */
export function allFinished(rows, part) {
  let whole = "";
  const done = rows.map((row) => {
    const one = finished(row, part);
    if (!one.measure.startsWith("…")) whole = one.name;
    else if (row.name === undefined) return { ...one, name: `${whole}-${slug(one.measure)}` };
    return one;
  });
  const twice = ({ name }) => done.filter((row) => row.name === name).length > 1;
  return done.map((row) => (twice(row) ? { ...row, name: `${row.name}-${slug(row.against)}` } : row));
}

/** How much of what its goal allows a row takes: 1 is just met. Nothing where that cannot be said. */
function shareOf({ share, ratio, limit }) {
  if (share !== undefined) return { share };
  return ratio === undefined || limit === undefined ? {} : { share: ratio / limit };
}

/** What became of a row's goal, in the words of the table. */
export function status({ met, why, goal, p95, limit }) {
  if (why !== undefined) return `not measured: ${why}`;
  if (met === null || goal === "-") return "";
  if (!met) return "NOT MET";
  return p95 && limit !== undefined && p95.ratio > 2 * limit ? "met (p95 over twice the goal)" : "met";
}
