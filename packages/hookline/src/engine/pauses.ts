import { ownActor } from "../audit/actor.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Hook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Plan } from "../contract/plan.ts";
import { bootId, monotonicMs } from "../system/clock.ts";
import type { Unsafe } from "../system/safe-file.ts";
import type { Ledger } from "./ledger.ts";
import { openStandingFile, type Standing, type StandingPlace } from "./standing-file.ts";

/** Hooks that a person switched off for a while. */
export interface Pause extends Standing {
  /** The id of the one hook that is paused; null for all hooks of the project and of the user. */
  readonly hook: string | null;
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly by: string;
  readonly reason: string;
}

/** What somebody wants to pause. */
export interface PauseRequest {
  readonly forMs: number;
  readonly reason: string;
  readonly hook?: string | undefined;
  readonly allProjects?: boolean;
}

/** The pauses of a project, and how to begin and to end one. */
export interface PauseBook {
  readonly inForce: readonly Pause[];
  /** Why a hook is paused, in the words of a decision; null if it is not. */
  why(hook: Hook): string | null;
  /** Why the file of pauses does not count, and what to do; null if it is as it should be. */
  readonly problem: Unsafe | null;
  /** Managed hooks, and functions of the host, are not paused. Throws if it cannot be noted, in the audit trail too where that is required. */
  begin(request: PauseRequest): Promise<Pause>;
  /** Ends what is paused here, with `allProjects` everything; gives what it ended. */
  end(options?: { readonly allProjects?: boolean }): Promise<readonly Pause[]>;
}

/** What pauses do to the events of an engine. */
export interface Pauses {
  /** Why a hook does not run now; null if nothing pauses it. */
  why(hook: Hook): string | null;
  /** The plan with a word to the person, if it is the first of a session that a pause shortens. */
  told(plan: Plan): Plan;
  book(project: string, ledger: Ledger | null): PauseBook;
}

/** The longest pause. */
const longestMs = 86_400_000;
const word = "paused: ";

interface KeptPause extends Pause {
  /** The start of the machine, and its clock that nobody can set: a pause is never longer than asked. */
  readonly boot: string;
  readonly mono: number;
}

/** Opens the pauses of the user; where events that are over are judged again, none counts. */
export function openPauses(place: StandingPlace, rehearse: boolean): Pauses {
  const file = openStandingFile(place, "pause.json", parsePause);
  const tellings = new Set<string>();
  const why = (hook: Hook): string | null => {
    if (rehearse || hook.source.layer === "managed" || hook.source.layer === "code") return null;
    const pause = file.now().find((one) => (one.hook === null || one.hook === hook.id) && holds(one));
    return pause ? `${word}${pauseText(pause)}` : null;
  };
  return {
    why,
    told(plan) {
      const paused = plan.skips.filter(({ why }) => why.startsWith(word));
      const [first] = paused;
      if (!first) return plan;
      const name = `${String(plan.event.payload.session_id)} ${first.why}`;
      if (tellings.has(name)) return plan;
      tellings.add(name);
      const count = paused.length === 1 ? "a hook does" : `${paused.length} hooks do`;
      const text = `${count} not run here, ${first.why}; "hookline pause --end" ends it`;
      return { ...plan, notes: [...plan.notes, { hook: first.hook, text }] };
    },
    book(project, ledger) {
      const ours = (one: Pause, all: boolean) => all || one.project === null || one.project === project;
      return {
        inForce: file.fresh().filter(holds).map(shownPause),
        why,
        problem: file.problem(),
        async begin(request) {
          const pause = keptPause(request, project);
          note(ledger, "hooks-paused", shownPause(pause));
          await file.change((before) => [...before.filter(holds), pause]);
          return shownPause(pause);
        },
        async end({ allProjects = false } = {}) {
          let ended: readonly Pause[] = [];
          await file.change((before) => {
            const now = before.filter(holds);
            ended = now.filter((one) => ours(one, allProjects)).map(shownPause);
            return now.filter((one) => !ours(one, allProjects));
          });
          for (const pause of ended) note(ledger, "pause-ended", pause);
          return ended;
        },
      };
    },
  };
}

/** Until when, by whom and why, in the words of a decision. */
export function pauseText({ until, by, reason }: Pause): string {
  const [end, now] = [new Date(until), new Date()];
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())} `;
  const time = `${two(end.getHours())}:${two(end.getMinutes())}`;
  return `until ${end.toDateString() === now.toDateString() ? "" : day}${time}, by ${by}: ${reason}`;
}

function keptPause({ forMs, reason, hook, allProjects }: PauseRequest, project: string): KeptPause {
  const from = Date.now();
  if (!(forMs > 0 && forMs <= longestMs))
    throw new HooklineError("invalid-option", "a pause lasts up to 24 hours");
  if (reason.trim() === "") throw new HooklineError("invalid-option", "a pause needs a reason");
  return {
    project: allProjects ? null : project,
    hook: hook ?? null,
    from,
    until: from + forMs,
    by: ownActor().user,
    reason: reason.trim(),
    boot: bootId(),
    mono: monotonicMs(),
  };
}

/** Ends by whichever clock is the first, and with the machine. */
function holds({ from, until, boot, mono }: KeptPause): boolean {
  const now = Date.now();
  if (boot !== bootId() || now >= until) return false;
  if (boot === "") return now >= from;
  const passed = monotonicMs() - mono;
  return passed >= 0 && passed < until - from;
}

function shownPause({ project, hook, from, until, by, reason }: Pause): Pause {
  return { project, hook, from, until, by, reason };
}

function parsePause(entry: JsonObject): KeptPause | null {
  const { project, hook, from, until, by, reason, boot, mono } = entry;
  if (typeof project !== "string" && project !== null) return null;
  if (typeof hook !== "string" && hook !== null) return null;
  if (typeof from !== "number" || typeof until !== "number" || typeof mono !== "number") return null;
  if (typeof by !== "string" || typeof reason !== "string" || typeof boot !== "string") return null;
  if (!(until > from && until - from <= longestMs) || reason === "") return null;
  return { project, hook, from, until, by, reason, boot, mono };
}

function note(ledger: Ledger | null, name: string, pause: Pause): void {
  const problem = ledger?.noted(name, { ...pause }) ?? null;
  if (problem !== null && ledger?.settings.onFailure === "block")
    throw new HooklineError("audit-unwritten", `${problem}; without it nothing may be paused here`);
}
