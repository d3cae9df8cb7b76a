import type { Person } from "../show/person.ts";
import type { Show } from "../show/show.ts";
import { digestOf, openApprovals } from "./approvals.ts";
import { openingParts } from "./opening.ts";
import type { SettingsFile } from "./settings-file.ts";

/** What it takes to find out which settings of a project may open something. */
export interface TrustRequest {
  readonly files: readonly SettingsFile[];
  readonly projectDir: string;
  /** What variables of servers are filled in from. */
  readonly env: { readonly [name: string]: string | undefined };
  readonly stateFolder: string;
  readonly person: Person;
  readonly show: Show;
  /** `--trust`: everything counts in this run, and nothing is remembered. */
  readonly trustAll: boolean;
  readonly signal: AbortSignal;
}

/** The paths of the project's files that are trusted; asks the person once about those that are not yet, and says what is left out. */
export async function trustOfSettings(request: TrustRequest): Promise<ReadonlySet<string>> {
  const { files, projectDir, env, stateFolder, person, show, trustAll, signal } = request;
  const opening = files.filter((file) => openingParts(file).length > 0);
  if (trustAll) return new Set(opening.map(({ place }) => place.path));
  const approvals = openApprovals(stateFolder);
  const judged = opening.map((file) => ({ file, digest: digestOf(file, projectDir, env) }));
  const trusted = new Set(
    judged.filter(({ digest }) => approvals.isApproved(digest)).map(({ file }) => file.place.path),
  );
  const open = judged.filter(({ file }) => !trusted.has(file.place.path));
  if (open.length === 0) return trusted;

  const answer = await person.ask(
    {
      title: "This project's settings want to open something. Do you trust them?",
      detail: open.flatMap(({ file }) => [
        file.place.shown,
        ...openingParts(file).flatMap(({ line, more }) => [
          `  ${line}`,
          ...more.map((another) => `    ${another}`),
        ]),
      ]),
      choices: [
        { key: "y", label: "yes, until they change" },
        { key: "o", label: "only this time" },
        { key: "n", label: "no: only what they refuse counts" },
      ],
    },
    signal,
  );
  if (answer !== "y" && answer !== "o") {
    for (const { file } of open) show.notice("warn", leftOut(file));
    return trusted;
  }
  // The settings are those that were shown; a program that they name may have changed while the question was open.
  const same = open.filter(({ file, digest }) => digestOf(file, projectDir, env) === digest);
  for (const { file } of open.filter((one) => !same.includes(one)))
    show.notice(
      "warn",
      `A file that ${file.place.shown} names changed while you were asked. ${leftOut(file)}`,
    );
  if (answer === "y" && same.length > 0) {
    const approved = same.map(({ file, digest }) => ({ digest, file: file.place.path, project: projectDir }));
    try {
      await approvals.approve(approved);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      show.notice("warn", `The approval holds for this run only, because it cannot be kept: ${why}`);
    }
  }
  return new Set([...trusted, ...same.map(({ file }) => file.place.path)]);
}

/** Says what of a file that is not trusted does not count, and how to approve it. */
export function leftOut(file: SettingsFile): string {
  const parts = openingParts(file)
    .map(({ line }) => line)
    .join("; ");
  return `${file.place.shown} is not trusted, so this is left out: ${parts}. Start the agent in a terminal to approve it, or with --trust for one run.`;
}
