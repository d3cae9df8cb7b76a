import type { CommandBatch, OnOutput, ProcessFacts, ProcessHost } from "../../../contract/process.ts";
import { uuidv7 } from "../../identifiers.ts";
import { onAbort } from "../cancellation.ts";
import { neverStarted } from "../never-started.ts";
import { relay } from "../process-host.ts";
import { isTooLarge, largestCommand } from "./batch-limits.ts";
import type { CommandText } from "./command-text.ts";
import { type HelperProgram, type Link, openLink } from "./link.ts";
import { batchFrame, cancelFrame, commandText, deadlineFrame } from "./messages.ts";
import { createNumbered } from "./numbered.ts";
import { createPatience } from "./patience.ts";
import { type SentCommand, sentCommand } from "./sent-command.ts";

/** How a helper is used. */
export interface HelperUse {
  readonly program: HelperProgram;
  /** Runs what a helper cannot, and everything while there is none. */
  readonly direct: ProcessHost;
  /** So many batches run directly before a helper is worth its start. */
  readonly startAfter: number;
  /** Everything waits for the helper. */
  readonly forced: boolean;
}

const nothing = new Uint8Array(0);

const sizeOf = ({ cwdSize, programSize, envSize }: CommandText) => cwdSize + programSize + envSize;

/** A helper that could not start so often is not tried again. */
const mostFailures = 3;

/** A process host that hands every batch to a helper, and to the direct host while there is none. */
export function createHelperHost({ program, direct, startAfter, forced }: HelperUse): ProcessHost {
  const running = createNumbered<SentCommand>();
  const expectAnswers = createPatience({ link: () => link, owed: running.all });
  let link: Link | null = null;
  let opened: Pick<Link, "close"> | null = null;
  let starting: Promise<Link | null> | null = null;
  let failures = 0;
  let batches = 0;
  let unsettled = 0;
  let idle = () => {};
  let closing: Promise<void> | null = null;

  function start(): Promise<Link | null> {
    if (failures >= mostFailures) return Promise.resolve(null);
    starting ??= new Promise((resolve) => {
      opened = openLink(program, forced, {
        ready(greeted) {
          link = greeted;
          failures = 0;
          resolve(greeted);
        },
        reply: (reply) => running.get(reply.id)?.take(reply),
        ended(why) {
          const pid = link?.pid ?? 0;
          if (!link) failures++;
          link = null;
          starting = null;
          for (const one of running.takeAll()) one.lose(pid, why);
          resolve(null);
        },
      });
    });
    return starting;
  }

  /** Hands commands to the helper as one message. */
  function send(
    to: Link,
    batch: CommandBatch,
    signal: AbortSignal,
    onOutput: OnOutput | undefined,
  ): Promise<ProcessFacts>[] {
    const texts: CommandText[] = [];
    // A command whose payload is not there reads nothing.
    const { length } = batch.payloads;
    const payloads = batch.commands.some(({ payload }) => payload >= length)
      ? [...batch.payloads, nothing]
      : batch.payloads;
    const facts = batch.commands.map((command, index) => {
      if (closing || signal.aborted) return Promise.resolve(neverStarted);
      // What waits for events is kept beside this process, which would have to be asked about it otherwise.
      if (command.prestart) return directly(batch, index, signal, onOutput);
      const id = running.next();
      const cookie = uuidv7();
      const text = commandText(id, command, Math.min(command.payload, length), cookie);
      if (!text || sizeOf(text) > largestCommand) return directly(batch, index, signal, onOutput);
      texts.push(text);
      return new Promise<ProcessFacts>((resolve) => {
        const forget = onAbort(signal, () => sent.stop());
        const done = (result: ProcessFacts | Promise<ProcessFacts>) => {
          forget();
          running.remove(id, sent);
          if (running.size === 0) to.hold(false);
          resolve(result);
        };
        // Not assigned as it is made: the machine takes such a function for one that lives for ever, and keeps all that it can reach.
        const setDeadline = (ms: number) => {
          to.send([deadlineFrame(id, ms)]);
          sent.dueIn(ms);
        };
        if (command.handle) command.handle.setDeadline = setDeadline;
        const sent = sentCommand({
          command,
          cookie,
          output: relay(index, onOutput),
          stop: () => to.send([cancelFrame(id)]),
          settled: done,
          short: () => done(directly(batch, index, signal, onOutput)),
        });
        running.add(sent);
      });
    });
    to.hold(running.size > 0);
    expectAnswers();
    if (texts.length > 0) to.send(batchFrame(payloads, texts));
    return facts;
  }

  function directly(
    batch: CommandBatch,
    index: number,
    signal: AbortSignal,
    onOutput: OnOutput | undefined,
  ): Promise<ProcessFacts> {
    const commands = batch.commands.slice(index, index + 1);
    const [facts] = direct.run({ ...batch, commands }, signal, (_, stream, chunk) =>
      onOutput?.(index, stream, chunk),
    );
    return facts ?? Promise.resolve(neverStarted);
  }

  function runAll(
    batch: CommandBatch,
    signal: AbortSignal,
    onOutput: OnOutput | undefined,
  ): Promise<ProcessFacts>[] {
    batches++;
    if (isTooLarge(batch)) return direct.run(batch, signal, onOutput);
    if (link) return send(link, batch, signal, onOutput);
    if (!forced) {
      const facts = direct.run(batch, signal, onOutput);
      // After the commands of this batch have started: nobody waits for the helper.
      if (batches >= startAfter) setImmediate(() => !closing && start());
      return facts;
    }
    // A helper that starts keeps nobody alive, and here somebody waits for it.
    const alive = setInterval(() => {}, 60_000);
    const all = start().then(() => {
      clearInterval(alive);
      // One that said hello may be gone again by now.
      return link ? send(link, batch, signal, onOutput) : direct.run(batch, signal, onOutput);
    });
    return batch.commands.map(async (_, index) => (await all)[index] ?? neverStarted);
  }

  function settledOne(): void {
    if (--unsettled === 0) idle();
  }

  return {
    takesLayers: true,
    run(batch, signal, onOutput) {
      if (closing) return batch.commands.map(() => Promise.resolve(neverStarted));
      const all = runAll(batch, signal, onOutput);
      unsettled += all.length;
      for (const facts of all) facts.then(settledOne);
      return all;
    },
    retain: (owners) => direct.retain?.(owners),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };

  async function closeAll(): Promise<void> {
    const settled = new Promise<void>((resolve) => {
      idle = resolve;
      if (unsettled === 0) resolve();
    });
    for (const one of running.all()) one.stop();
    await direct.close();
    await settled;
    // Its hello is not waited for: nothing would keep this process alive until then.
    await opened?.close();
  }
}
