import { resumeFields, transcriptFacts } from "../session/read-transcript.ts";
import type { Agent } from "./build-agent.ts";
import type { Host } from "./host.ts";
import { conversation } from "./thread.ts";

/** How a session begins. */
export type StartSource = "startup" | "resume" | "clear" | "fork";

/** SessionStart: what its hooks say waits for the first prompt; gives the prompts that they want before the person's own. */
export async function startSession(
  host: Host,
  source: StartSource,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { tell, facts, pending, options } = host;
  const goesOn = source === "resume" || source === "fork";
  const about = {
    source,
    ...(goesOn && resumeFields(facts.transcriptPath)),
    ...(facts.title !== null && { session_title: facts.title }),
  };
  const decision = await tell("SessionStart", about, signal);
  pending.push(...decision.context.map((text) => `SessionStart hook additional context: ${text}`));
  const { initialUserMessage: first } = decision.effects;
  return options.print && typeof first === "string" && first.trim() !== "" ? [first] : [];
}

/** SessionEnd, after everything that is still under way has been told. */
export async function endSession(
  host: Host,
  reason: "clear" | "resume" | "prompt_input_exit" | "other",
): Promise<void> {
  await host.configWatch.settle();
  await host.fileWatch.settle();
  await host.tell("SessionEnd", { reason });
}

/** `/clear`: the session ends, and a new one begins with nothing said. */
export async function clearSession(host: Host): Promise<void> {
  await endSession(host, "clear");
  moveTo(host, host.store.create());
  host.facts.title = null;
  host.facts.promptId = null;
  await host.instructions.reload("session_start");
  host.stale = true;
  await startSession(host, "clear");
}

/** `/resume`: goes on with another session. */
export async function resumeSession(host: Host, agent: Agent, id: string): Promise<void> {
  if (id === host.facts.id) throw new Error("this is that session already");
  host.checkpointer.hold(id);
  await endSession(host, "resume");
  moveTo(host, id);
  host.facts.title = transcriptFacts(host.facts.transcriptPath).title;
  host.recorder.know(await conversation(agent, host));
  await startSession(host, "resume");
}

function moveTo({ facts, store, checkpointer, recorder, pending }: Host, id: string): void {
  const before = facts.id;
  facts.id = id;
  facts.transcriptPath = store.transcriptPath(id);
  recorder.reopen();
  pending.splice(0);
  checkpointer.release(before);
}
