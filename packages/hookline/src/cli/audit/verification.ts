import type { ChainReport, TrailReport } from "../../audit/index.ts";
import { localMoment } from "./moments.ts";

/** The answer to "is it as it was written?" in lines for people: the answer first, then each chain, then each problem. */
export function verificationLines(
  report: TrailReport,
  moment: (time: string) => string = localMoment,
): readonly string[] {
  const lines: string[] = [answerTo(report)];
  for (const chain of report.chains) {
    lines.push(chainLine(chain, moment), ...remarkLines(chain, moment));
  }
  for (const { problems, moreProblems } of [{ ...report, moreProblems: 0 }, ...report.chains]) {
    for (const { what, where, seq, detail } of problems)
      lines.push(`${where}: ${what}${seq === null ? "" : ` (record ${seq})`}: ${detail}`);
    if (moreProblems > 0) lines.push(`… and ${count(moreProblems)} more`);
  }
  if (report.untold)
    lines.push(
      `${some(report.untold, "record")} could not be written, and no chain tells of it yet; the next record will`,
    );
  return lines;
}

/** Records that are not there because they could not be written are no damage, but missing they are. */
function answerTo({ status, chains, untold = 0 }: TrailReport): string {
  const lost = chains.reduce((sum, chain) => sum + chain.lost, untold);
  if (status !== "intact" || lost === 0) return answers[status];
  return `Intact: every record is as it was written, but ${some(lost, "record")} could not be written.`;
}

const answers = {
  intact: "Intact: every record is as it was written, and none is missing.",
  torn: "Torn: the last line was cut off while it was written; every record that was acknowledged is there.",
  tampered: "Tampered: this trail is not as it was written.",
  unreadable: "Unreadable: the trail cannot be checked.",
} as const satisfies { readonly [status in TrailReport["status"]]: string };

function chainLine(chain: ChainReport, moment: (time: string) => string): string {
  const { records, files, lost, erased, unsigned, problems, moreProblems, lastCheckpoint } = chain;
  const wrong = problems.length + moreProblems;
  const parts = [
    some(records, "record"),
    some(files, "file"),
    lost > 0 ? `${some(lost, "record")} lost` : wrong > 0 ? some(wrong, "problem") : "no gaps",
    ...(erased > 0 ? [`${some(erased, "payload")} erased`] : []),
    lastCheckpoint === null
      ? "no checkpoint yet"
      : `last checkpoint ${moment(lastCheckpoint.time)} by key ${shortKey(lastCheckpoint.key)}`,
    ...(unsigned > 0 && lastCheckpoint !== null ? [`${some(unsigned, "record")} after it`] : []),
  ];
  return `${chain.chain}: ${parts.join(", ")}`;
}

function remarkLines(
  { chain, remarks, headChecked }: ChainReport,
  moment: (time: string) => string,
): string[] {
  const lines = remarks.map(
    ({ note, seq, time, detail }) =>
      `${chain}: ${moment(time)} record ${seq}: ${note}${detail === "" ? "" : `: ${detail}`}`,
  );
  if (!headChecked)
    lines.push(
      `${chain}: the key beside the trail is not here: a tail that was cut after the last checkpoint would not be seen`,
    );
  return lines;
}

/** So many of something: `1 file`, `4,022 records`. */
export function some(value: number, name: string): string {
  return `${count(value)} ${name}${value === 1 ? "" : "s"}`;
}

/** A key as people compare it at a glance; `--json` and `keys` have the whole of it. */
export function shortKey(key: string): string {
  return key.length > 16 ? `${key.slice(0, 12)}…` : key;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
