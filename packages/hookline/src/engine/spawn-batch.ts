import type { Command, OnOutput, ProcessFacts, ProcessHost } from "../contract/process.ts";

/** Starts one command of an event with these bytes on its stdin. */
export type Spawn = (
  command: Omit<Command, "payload">,
  bytes: Uint8Array,
  onOutput: (stream: "stdout" | "stderr", chunk: Uint8Array) => void,
) => Promise<ProcessFacts>;

interface Waiting {
  readonly command: Omit<Command, "payload">;
  readonly bytes: Uint8Array;
  readonly onOutput: Parameters<Spawn>[2];
  readonly settle: (facts: Promise<ProcessFacts>) => void;
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
  const flush = () => {
    if (waiting.length === 0) return;
    const batch = waiting;
    missing = 0;
    waiting = [];
    const payloads: Uint8Array[] = [];
    const commands: Command[] = [];
    for (const { command, bytes } of batch) {
      const known = payloads.indexOf(bytes);
      commands.push({ ...command, payload: known === -1 ? payloads.push(bytes) - 1 : known });
    }
    const onOutput: OnOutput = (index, stream, chunk) => batch[index]?.onOutput(stream, chunk);
    const facts = host.run({ eventId, payloads, commands }, signal, onOutput);
    for (const [index, one] of facts.entries()) batch[index]?.settle(one);
  };
  return (command, bytes, onOutput) =>
    new Promise((settle) => {
      waiting.push({ command, bytes, onOutput, settle });
      if (waiting.length >= missing) flush();
      else if (waiting.length === 1) queueMicrotask(flush);
    });
}
