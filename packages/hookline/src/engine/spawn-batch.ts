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

/** Gathers the commands that an event starts in one turn of the loop, so that the host gets them, and each payload, once. */
export function createSpawnBatch(host: ProcessHost, eventId: string, signal: AbortSignal): Spawn {
  let waiting: Waiting[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    const payloads = [...new Set(batch.map(({ bytes }) => bytes))];
    const commands = batch.map(({ command, bytes }) => ({ ...command, payload: payloads.indexOf(bytes) }));
    const onOutput: OnOutput = (index, stream, chunk) => batch[index]?.onOutput(stream, chunk);
    const facts = host.run({ eventId, payloads, commands }, signal, onOutput);
    batch.forEach(({ settle }, index) => {
      const one = facts[index];
      if (one) settle(one);
    });
  };
  return (command, bytes, onOutput) =>
    new Promise((settle) => {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push({ command, bytes, onOutput, settle });
    });
}
