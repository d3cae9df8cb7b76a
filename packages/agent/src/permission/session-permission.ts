import type { Permission, PermissionRequest, ToolCall } from "hookline";
import type { Tell } from "../session/tell.ts";
import type { WrittenRule } from "../settings/settings-file.ts";
import type { Person } from "../show/person.ts";
import type { Show } from "../show/show.ts";
import type { Judged } from "../tools/context.ts";
import type { Always } from "./always.ts";
import type { Grounds } from "./call.ts";
import type { LostHooks } from "./lost-hooks.ts";
import type { Update } from "./update.ts";

/** What permission is made of. */
export interface PermissionOptions extends Grounds {
  readonly tell: Tell;
  readonly person: Person;
  readonly show: Show;
  /** The rules of the settings files that count. */
  readonly rules: readonly WrittenRule[];
  readonly always: Always;
  /** The session was started so that it may run everything unasked. */
  readonly mayBypass: boolean;
  /** Says whether a hook that is to judge a call has lost its approval. */
  readonly lost?: LostHooks;
}

/** Where a call happens: the sub-agent, and what stops it. */
export interface Where {
  readonly agent: { readonly id: string; readonly type: string } | null;
  readonly signal: AbortSignal | undefined;
}

/** Who may do what, for the LangChain adapter and the tools. */
export interface SessionPermission {
  /** Why a deny rule refuses a call, whatever hooks say; null if none does. */
  refuses(call: ToolCall): string | null;
  permission(request: PermissionRequest, where: Where): Promise<Permission>;
  /** What was judged for a call that may run: the tool acts on nothing else. */
  judged(callId: string): Judged | undefined;
  /** False for a file that a rule keeps from the model. */
  mayRead(path: string): boolean;
  apply(update: Update): Promise<void>;
  /** Takes other rules of the settings files; those of the session and of answers stay. */
  replaceRules(rules: readonly WrittenRule[]): void;
  /** What is wrong with the rules. */
  readonly problems: readonly string[];
  describe(): string;
}
