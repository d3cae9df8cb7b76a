import type { JsonObject, Notice } from "hookline";

/** A tool call as it is shown. */
export interface ShownCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** The sub-agent that it happens in. */
  readonly agent: { readonly id: string; readonly type: string } | null;
}

/** How a turn ended, as it is shown. */
export interface ShownResult {
  readonly subtype: "success" | "error" | "interrupted" | "deferred" | "stopped" | "limit";
  /** The last text of the model, or what went wrong. */
  readonly text: string;
  readonly sessionId: string;
  readonly durationMs: number;
  readonly turns: number;
  /** The call that waits for an answer from outside. */
  readonly deferred?: { readonly id: string; readonly name: string; readonly input: JsonObject };
}

/** Where a session becomes visible: a terminal, plain lines, or JSON for programs. */
export interface Show {
  /** The session is ready. */
  begin(facts: {
    readonly sessionId: string;
    readonly model: string;
    readonly cwd: string;
    readonly tools: readonly string[];
    readonly mode: string;
    readonly source: string;
  }): void;
  /** A piece of the assistant's text, as the MessageDisplay hooks let it through. */
  text(delta: string, messageId: string): void;
  /** The assistant's message is complete: its text as the model wrote it, and the tools it asks for. */
  message(message: {
    readonly id: string;
    readonly text: string;
    readonly calls: readonly ShownCall[];
    readonly agent: ShownCall["agent"];
  }): void;
  /** A tool has ended. */
  toolEnd(call: ShownCall, result: { readonly text: string; readonly failed: boolean }): void;
  /** A hook starts, says something, ends. */
  hook(notice: Notice): void;
  /** A line from the agent itself, or from a hook to the person. */
  notice(level: "info" | "warn" | "error", text: string): void;
  /** What the person asked to see (`/help`, `/hooks`): several lines, not about anything that happens. */
  page(text: string): void;
  /** What the agent does now that nothing else shows (`thinking`), or null: for those that draw what goes on. */
  working?(what: string | null): void;
  /** Shows at once what waits to be shown together, before somebody is asked something. */
  settle?(): void;
  /** The turn has ended. */
  result(result: ShownResult): void;
  /** Takes what is half drawn off the screen, before something else writes there or at the end. */
  close(): void;
}
