import { join } from "node:path";
import { type FakeServer, type ServerTurn, startOpenAiServer } from "../models/openai-server.ts";
import { makePlace, type Place, runAgent } from "../run-agent.ts";

/** A group whose one hook prints this answer. */
export function says(answer: object, matcher?: string): object {
  return command(`printf '%s' '${JSON.stringify(answer)}'`, matcher);
}

/** The same, with what belongs to the event. */
export function tells(hookEventName: string, specific: object, matcher?: string): object {
  return says({ hookSpecificOutput: { hookEventName, ...specific } }, matcher);
}

/** A group with one command hook. */
export function command(line: string, matcher?: string): object {
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: "command", command: line }],
  };
}

/** A group whose hook appends what it gets to a file of the place. */
export function notes({ root }: Place, file: string): object {
  return command(`cat >> '${join(root, file)}'`);
}

/** A place with these hooks, by event. */
export function placeWith(hooks: { readonly [event: string]: object }): Place {
  const place = makePlace();
  place.write(".hookline/hooks.json", { hooks: grouped(hooks) });
  return place;
}

/** Each event with the list of its groups. */
export function grouped(hooks: { readonly [event: string]: object }): object {
  return Object.fromEntries(
    Object.entries(hooks).map(([event, groups]) => [event, Array.isArray(groups) ? groups : [groups]]),
  );
}

/** What the model was asked in a headless run against a server that plays these turns, and how the run ended. */
export async function asked(
  place: Place,
  turns: readonly ServerTurn[],
  args: readonly string[] = [],
): Promise<{
  readonly requests: readonly (readonly Said[])[];
  readonly tools: FakeServer["requests"];
  readonly end: Awaited<ReturnType<typeof runAgent>>;
}> {
  const server = await startOpenAiServer(turns);
  try {
    const end = await runAgent(
      place,
      ["-p", "go", "--model", "openai:test", "--trust", "--permission-mode", "bypassPermissions", ...args],
      { env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "none" } },
    );
    const requests = server.requests.map(({ body }) => (body.messages ?? []).map(said));
    return { requests, tools: server.requests, end };
  } finally {
    await server.close();
  }
}

/** Who said what to the model, and which tools it had asked for. */
export interface Said {
  readonly role: string;
  readonly text: string;
  readonly calls: string;
}

function said(message: { readonly role: string; readonly content: unknown }): Said {
  const { role, content } = message;
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { role, text, calls: JSON.stringify(Reflect.get(message, "tool_calls") ?? "") };
}
