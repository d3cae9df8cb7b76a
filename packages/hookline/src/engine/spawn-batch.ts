import type { Command, OnOutput, ProcessFacts, ProcessHost } from "../contract/process.ts";

/** Starts one command of an event with these bytes on its stdin. */
export type Spawn = (
  command: Startable,
  bytes: Uint8Array,
  onOutput: (stream: "stdout" | "stderr", chunk: Uint8Array) => void,
) => Promise<ProcessFacts>;

/** A command whose payload is not numbered yet. */
export type Startable = Omit<Command, "payload"> & { payload: number };

interface Waiting {
  readonly command: Startable;
  readonly bytes: Uint8Array;
  readonly onOutput: Parameters<Spawn>[2];
  settle(facts: Promise<ProcessFacts>): void;
}

/**
 * Gathers the commands that an event starts in one turn of the loop, so that the host gets them, and each payload, once. When
 * the last of the expected ones is there, nothing is waited for: what is still to be set up is set up while they run.
 */
export function createSpawnBatch(
  host: ProcessHost,
  eventId: string,
  signal: AbortSignal,
  expected: number,
): Spawn {
  let waiting: Waiting[] = [];
  let missing = expected;
  const runAll = (batch: readonly Waiting[]) => {
    const payloads: Uint8Array[] = [];
    const commands = batch.map(({ command, bytes }) => {
      const known = payloads.indexOf(bytes);
      command.payload = known === -1 ? payloads.push(bytes) - 1 : known;
      return host.takesLayers ? command : whole(command);
    });
    const onOutput: OnOutput = (index, stream, chunk) => batch[index]?.onOutput(stream, chunk);
    return host.run({ eventId, payloads, commands }, signal, onOutput);
  };
  const flush = () => {
    if (waiting.length === 0) return;
    const batch = waiting;
    missing = 0;
    waiting = [];
    const facts = attempt(() => runAll(batch));
    for (const [index, { settle }] of batch.entries())
      settle(facts instanceof Promise ? facts : (facts[index] ?? unrun()));
  };
  return (command, bytes, onOutput) => {
    // Most events start one command: nobody is to be waited for, and its facts are those of the host.
    if (missing <= 1 && waiting.length === 0) {
      missing = 0;
      const [facts] = runAll([{ command, bytes, onOutput, settle: () => {} }]);
      return facts ?? unrun();
    }
    return new Promise((settle) => {
      waiting.push({ command, bytes, onOutput, settle });
      if (waiting.length >= missing) flush();
      else if (waiting.length === 1) queueMicrotask(flush);
    });
  };
}

/** Hosts may be anybody's: whoever waits for a command is told that its host broke, or forgot it. */
function attempt<T>(run: () => T): T | Promise<never> {
  try {
    return run();
  } catch (error) {
    return Promise.reject(error);
  }
}

function unrun(): Promise<never> {
  return Promise.reject(new Error("the process host did not run the command"));
}

/** For hosts that know nothing of what commands share. */
function whole(command: Startable): Command {
  return { ...command, env: command.env };
}
