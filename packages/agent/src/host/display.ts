import { randomUUID } from "node:crypto";
import type { Tell } from "../session/tell.ts";
import type { Show } from "../show/show.ts";

/** The assistant's text on its way to the screen: MessageDisplay may change what is seen, and nothing else. */
export interface Display {
  /** A piece of a message as it is streamed. */
  push(text: string, messageId: string): void;
  /** The message that was pushed last is complete; resolves when all of it has been shown. */
  end(): Promise<void>;
}

/** Makes the display of one turn: by lines for a person who watches, each message at once otherwise. */
export function createDisplay(tell: Tell, show: Show, byLines: boolean, signal: AbortSignal): Display {
  const turnId = randomUUID();
  let message = { id: "", shownAs: "", index: 0, held: "" };
  let last = Promise.resolve();

  const say = (delta: string, final: boolean) => {
    const { id, shownAs } = message;
    const index = message.index++;
    last = last.then(async () => {
      const payload = { turn_id: turnId, message_id: shownAs, index, final, delta };
      const { effects } = await tell("MessageDisplay", payload, signal);
      show.text(typeof effects.displayContent === "string" ? effects.displayContent : delta, id);
    });
  };
  return {
    push(text, id) {
      if (message.id !== id) message = { id, shownAs: randomUUID(), index: 0, held: "" };
      message.held += text;
      const whole = message.held.lastIndexOf("\n") + 1;
      if (!byLines || whole === 0) return;
      say(message.held.slice(0, whole), false);
      message.held = message.held.slice(whole);
    },
    async end() {
      if (message.held !== "" || message.index > 0) say(message.held, true);
      message = { id: "", shownAs: "", index: 0, held: "" };
      await last;
    },
  };
}
