import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Engine, EngineOptions } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { serveHttp } from "../system/loopback-server.ts";

/** A scratch project with Claude Code's files, by short names. */
export interface ClaudeProject extends Scratch {
  readonly user: string;
  readonly team: string;
  readonly local: string;
  readonly managed: string;
  /** An engine that reads Claude Code's files alone. */
  start(options?: EngineOptions): Promise<Engine>;
  /** Lists plugins as installed, each in its folder. */
  install(folders: { readonly [id: string]: string }): void;
}

/** Makes an empty project. */
export function claudeProject(): ClaudeProject {
  const place = scratch();
  return {
    ...place,
    user: join(place.home, ".claude/settings.json"),
    team: join(place.project, ".claude/settings.json"),
    local: join(place.project, ".claude/settings.local.json"),
    managed: join(place.system, "etc/claude-code/managed-settings.json"),
    start: (options = {}) => place.engine({ dialects: ["claude-code"], ...options }),
    install(folders) {
      const plugins = Object.entries(folders).map(([id, installPath]) => [
        id,
        [{ scope: "user", installPath }],
      ]);
      place.write(join(place.home, ".claude/plugins/installed_plugins.json"), {
        version: 2,
        plugins: Object.fromEntries(plugins),
      });
    },
  };
}

/** Settings with one command on one event. */
export function settings(command: string, more: JsonObject = {}, event = "PreToolUse"): JsonObject {
  return { hooks: { [event]: [{ hooks: [{ type: "command", command }] }] }, ...more };
}

/** What is wrong in the files, as the command line says it. */
export function told({ diagnostics }: Engine): readonly string[] {
  return diagnostics.map(
    ({ severity, file, line, column, message, hint }) =>
      `${severity} ${file}:${line}:${column}: ${message}; ${hint}`,
  );
}

/** Which hooks are on, by their commands; and why the others are not. */
export function states({ hooks }: Engine): readonly (readonly [command: unknown, off: string | null])[] {
  return hooks.map(({ fields, disabled }) => [fields.command, disabled]);
}

/** An endpoint that refuses everything, and the headers of what it was asked. */
export async function serve(): Promise<{ url: string; headers: IncomingHttpHeaders[] }> {
  const headers: IncomingHttpHeaders[] = [];
  const server = await serveHttp((request, response) => {
    headers.push(request.headers);
    response.end('{"decision":"block"}');
  });
  onTestFinished(() => server.close());
  return { url: `http://127.0.0.1:${server.port}/`, headers };
}
