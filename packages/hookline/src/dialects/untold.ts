import type { Decision } from "../contract/decision.ts";

/** What hooks have changed and an agent cannot take, as sentences for the person: a text that was made harmless is not. */
export function untoldChanges({ updatedPrompt, updatedOutput }: Decision, title: string): readonly string[] {
  return [
    ...(updatedPrompt === null ? [] : [`a hook rewrote the prompt, and ${title} cannot change one`]),
    ...(updatedOutput === null ? [] : [`a hook rewrote the tool's output, and ${title} cannot change it`]),
  ];
}
