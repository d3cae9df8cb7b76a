import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createEngine, type Decision, type JsonObject } from "hookline";
import { ToolMessage } from "langchain";
import { onTestFinished } from "vitest";
import type { SessionFacts } from "../../src/session/facts.ts";
import { createTell, type Tell } from "../../src/session/tell.ts";
import type { Show } from "../../src/show/show.ts";
import { codingTools } from "../../src/tools/all.ts";
import type { ToolContext } from "../../src/tools/context.ts";

/** What a tool gave. */
export interface Gave {
  readonly content: string;
  readonly artifact: JsonObject;
}

/** A session in a scratch project with its tools, gone when the test ends. */
export interface Session {
  readonly project: string;
  readonly home: string;
  readonly facts: SessionFacts;
  readonly tools: ReturnType<typeof codingTools>;
  /** The events that the tools told. */
  readonly told: readonly (readonly [event: string, payload: JsonObject])[];
  write(path: string, content: string | Uint8Array): string;
  /** Calls a tool as an agent does. */
  call(name: string, args: object, config?: object, id?: string): Promise<Gave>;
  /** The message of what a tool throws. */
  error(name: string, args: object, config?: object, id?: string): Promise<string>;
}

const silent: Show = {
  begin() {},
  text() {},
  message() {},
  toolEnd() {},
  hook() {},
  notice() {},
  page() {},
  result() {},
  close() {},
};

/** Begins one, with the real engine and these hooks. */
export async function session(given: Partial<ToolContext> = {}, hooks: object = {}): Promise<Session> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "agent-tools-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const [project, home, system] = ["project", "home", "system"].map((name) => join(root, name));
  if (!project || !home || !system) throw new Error("no scratch folders");
  for (const folder of [project, home, system]) mkdirSync(folder);
  const write = (path: string, content: string | Uint8Array) => {
    const file = join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  write(".hookline/hooks.json", JSON.stringify({ hooks }));
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const engine = await createEngine({ cwd: project, env, systemRoot: system, trust: "all" });
  onTestFinished(() => engine.close());
  const facts: SessionFacts = {
    id: "s",
    title: null,
    transcriptPath: join(root, "s.jsonl"),
    projectDir: project,
    cwd: project,
    directories: [],
    mode: "default",
    model: "scripted",
    promptId: null,
    agentType: null,
  };
  const told: [string, JsonObject][] = [];
  const fire = createTell(engine, facts, ({ messages }) => {
    for (const { level, text } of messages) silent.notice(level, text);
  });
  const tell: Tell = (event, payload, signal): Promise<Decision> => {
    told.push([event, payload]);
    return fire(event, payload, signal);
  };
  const tools = codingTools({ facts, tell, env, ...given });
  let calls = 0;
  const call: Session["call"] = async (name, args, config = {}, id = `call_${++calls}`) => {
    const tool = tools.find((one) => one.name === name);
    const given: unknown = await tool?.invoke({ type: "tool_call", id, name, args: { ...args } }, config);
    if (!ToolMessage.isInstance(given) || typeof given.content !== "string")
      throw new Error(`${name} gave no message`);
    return { content: given.content, artifact: given.artifact };
  };
  const error: Session["error"] = async (...of) => {
    const gave = await call(...of).catch((thrown: unknown) => thrown);
    if (!(gave instanceof Error)) throw new Error(`${of[0]} did not fail`);
    return gave.message;
  };
  return { project, home, facts, tools, told, write, call, error };
}
