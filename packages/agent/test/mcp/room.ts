import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine, type JsonObject } from "hookline";
import { onTestFinished } from "vitest";
import { removeFolder } from "../../../hookline/test/remove-folder.ts";
import { clientBook } from "../../src/mcp/client-book.ts";
import { readServers, type ServerEntry } from "../../src/mcp/config.ts";
import { connectServers, type McpServers } from "../../src/mcp/connect.ts";
import type { SessionFacts } from "../../src/session/facts.ts";
import { createTell } from "../../src/session/tell.ts";
import { nobody, type Person, type Question } from "../../src/show/person.ts";
import type { Show } from "../../src/show/show.ts";

/** The path of a server of these tests. */
export function serverFile(name: string): string {
  return fileURLToPath(new URL(`./servers/${name}.mjs`, import.meta.url));
}

/** A server of these tests as somebody would configure it. */
export function entry(name: string, more: object = {}): ServerEntry {
  const config = { command: process.execPath, args: [serverFile(name)], ...more };
  const content = JSON.stringify({ mcpServers: { [name]: config } });
  const { servers, problems } = readServers(content, { file: ".mcp.json", source: "project", env: {} });
  const [server] = servers;
  if (!server) throw new Error(JSON.stringify(problems));
  return server;
}

/** A person who gives these answers in this order, and what they were asked. */
export function scriptedPerson(
  answers: readonly (string | null)[],
): Person & { readonly asked: (Question | string)[] } {
  const asked: (Question | string)[] = [];
  const next = async (question: Question | string) => answers[asked.push(question) - 1] ?? null;
  return { present: true, asked, ask: next, line: next };
}

/** A session with an engine of its own in a scratch project, as servers see it; gone when the test ends. */
export async function room(person: Person = nobody) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-mcp-")));
  onTestFinished(() => removeFolder(root));
  const project = join(root, "project");
  mkdirSync(project);
  const env = { PATH: process.env.PATH ?? "", HOME: root };
  const book = clientBook();
  const engine = await createEngine({ cwd: project, env, systemRoot: root, trust: "all", mcp: book.caller });
  onTestFinished(() => engine.close());
  const notices: string[] = [];
  const show: Show = {
    begin() {},
    text() {},
    message() {},
    toolEnd() {},
    hook() {},
    notice: (level, text) => notices.push(`${level}: ${text}`),
    page() {},
    result() {},
    close() {},
  };
  const facts: SessionFacts = {
    id: "s-1",
    title: null,
    transcriptPath: join(root, "transcript.jsonl"),
    projectDir: project,
    cwd: project,
    directories: [],
    mode: "default",
    model: "scripted",
    promptId: null,
    agentType: null,
  };
  const fired: JsonObject[] = [];
  for (const name of ["Elicitation", "ElicitationResult", "Notification"])
    engine.on(name, "*", (payload) => {
      fired.push(payload);
    });
  const stop = new AbortController();
  return {
    project,
    engine,
    facts,
    notices,
    fired,
    clients: book.clients,
    stop: () => stop.abort(),
    async connect(servers: readonly ServerEntry[], startMs = 10_000): Promise<McpServers> {
      const tell = createTell(engine, facts, ({ messages }) => {
        for (const { level, text } of messages) show.notice(level, text);
      });
      const { signal } = stop;
      const connected = await connectServers(servers, {
        tell,
        person,
        show,
        facts,
        signal,
        clients: book.clients,
        startMs,
      });
      onTestFinished(() => connected.close());
      return connected;
    },
  };
}

/** Calls a tool as the agent does; gives the text, or the message of the error. */
export async function call(servers: McpServers, name: string, input: object = {}, signal?: AbortSignal) {
  const tool = servers.tools().find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const message = await tool.invoke(
    { type: "tool_call", id: "c-1", name, args: { ...input } },
    signal ? { signal } : {},
  );
  return { text: String(message.content), artifact: message.artifact };
}
