import { builtInEvents, type JsonObject, type Notice, type RunReport } from "hookline";

/** So much of what a hook has printed is told again while it runs. */
const keptOutput = 8192;
/** A hook that prints without end is told of at most this often. */
const pauseMs = 250;

interface Running {
  readonly name: string;
  readonly session: string | undefined;
  stdout: string;
  stderr: string;
  output: string;
  toldAt: number;
  timer: NodeJS.Timeout | null;
}

/** Turns the notices of hooks into `hook_started`, `hook_progress` and `hook_response` as Claude Code writes them. */
export function createHookObjects(put: (object: JsonObject) => void): (notice: Notice) => void {
  const running = new Map<string, Running>();

  const head = (notice: Notice, subtype: string, run: Running | undefined): JsonObject => ({
    type: "system",
    subtype,
    ...(run?.session !== undefined && { session_id: run.session }),
    hook_id: notice.runId,
    hook_name: run?.name ?? notice.event,
    hook_event: notice.event,
    hook: notice.hook,
    event_id: notice.eventId,
  });
  const progress = (notice: Notice, run: Running) => {
    if (run.timer) clearTimeout(run.timer);
    run.timer = null;
    run.toldAt = performance.now();
    const { stdout, stderr, output } = run;
    put({ ...head(notice, "hook_progress", run), stdout, stderr, output });
  };

  return (notice) => {
    const run = running.get(notice.runId);
    if (notice.type === "started") {
      const { session_id: session } = notice.payload;
      const begun: Running = {
        name: nameOf(notice.event, notice.payload),
        session: typeof session === "string" ? session : undefined,
        stdout: "",
        stderr: "",
        output: "",
        toldAt: Number.NEGATIVE_INFINITY,
        timer: null,
      };
      running.set(notice.runId, begun);
      put({
        ...head(notice, "hook_started", begun),
        ...(notice.status && { status_message: notice.status }),
      });
    } else if (notice.type === "progress") {
      if (!run) return;
      run[notice.stream] = (run[notice.stream] + notice.text).slice(-keptOutput);
      run.output = (run.output + notice.text).slice(-keptOutput);
      const wait = run.toldAt + pauseMs - performance.now();
      if (wait <= 0) progress(notice, run);
      else run.timer ??= setTimeout(() => progress(notice, run), wait).unref();
    } else {
      if (run?.timer) clearTimeout(run.timer);
      running.delete(notice.runId);
      put({ ...head(notice, "hook_response", run), ...responseFields(notice.report, notice.background) });
    }
  };
}

const rows = new Map(builtInEvents.map((row) => [row.name, row]));

/** `PreToolUse:Write`, `SessionStart:startup`: the event and what its matchers are tested on. */
function nameOf(event: string, payload: JsonObject): string {
  const row = rows.get(event);
  const subject = row?.subject ? payload[row.subject] : undefined;
  if (typeof subject !== "string" || subject === "") return event;
  return `${event}:${row?.subjectPart === "basename" ? subject.split("/").at(-1) : subject}`;
}

function responseFields(report: RunReport, background: boolean): JsonObject {
  const { stdout, stderr, exitCode, fault, signal } = report;
  const failed = fault !== null || signal !== null || (exitCode !== null && exitCode !== 0);
  return {
    output: stdout === "" || stdout.endsWith("\n") ? stdout + stderr : `${stdout}\n${stderr}`,
    stdout,
    stderr,
    ...(exitCode !== null && { exit_code: exitCode }),
    outcome: fault === "cancelled" ? "cancelled" : failed ? "error" : "success",
    verdict: report.verdict,
    reason: report.reason,
    fault,
    duration_ms: report.durationMs,
    background,
    mode: report.mode,
    source: report.source,
  };
}
