import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../src/contract/json.ts";
import type { Json, JsonObject } from "../../src/index.ts";
import type { Place } from "./place.ts";

/** The tools of the scene's host. */
export interface Tools {
  /** Where the shell stands: `cd` moves it. */
  readonly cwd: string;
  /** What an input lacks, or null. */
  missing(name: string, input: JsonObject): string | null;
  /** Does what the call says; rejects as the tool fails. */
  run(name: string, input: JsonObject): Promise<Json>;
  /** What the model is shown of an output. */
  render(name: string, output: unknown): string;
}

const required: { readonly [name: string]: readonly string[] } = {
  Write: ["file_path", "content"],
  Edit: ["file_path", "old_string", "new_string"],
  Bash: ["command"],
};

/** Makes small real tools that work in a place: they write files and run commands. */
export function makeTools(place: Place): Tools {
  let cwd = place.project;
  const text = (input: JsonObject, name: string) => String(input[name]);

  async function bash(command: string): Promise<Json> {
    const variables = place.env.CLAUDE_ENV_FILE ?? "";
    const source = existsSync(variables) ? `. '${variables}'\n` : "";
    const standing = join(place.home, "cwd");
    const script = `${source}${command}\ncode=$?\npwd > '${standing}'\nexit $code`;
    const { code, stdout, stderr } = await shell(script, cwd, place.env);
    cwd = existsSync(standing) ? readFileSync(standing, "utf8").trimEnd() : cwd;
    if (code !== 0) throw new Error(`Exit code ${code}\n${stdout}${stderr}`.trimEnd());
    return { stdout: stdout.trimEnd(), stderr, interrupted: false, isImage: false };
  }

  function write(filePath: string, content: string): Json {
    const originalFile = existsSync(filePath) ? readFileSync(filePath, "utf8") : null;
    writeFileSync(filePath, content);
    const type = originalFile === null ? "create" : "update";
    return { type, filePath, content, structuredPatch: [], originalFile, userModified: false };
  }

  return {
    get cwd() {
      return cwd;
    },
    missing: (name, input) => required[name]?.find((field) => typeof input[field] !== "string") ?? null,
    async run(name, input) {
      if (name === "Write") return write(text(input, "file_path"), text(input, "content"));
      if (name === "Bash") return bash(text(input, "command"));
      if (name !== "Edit") return `${name} did it`;
      const filePath = text(input, "file_path");
      const before = readFileSync(filePath, "utf8");
      return write(
        filePath,
        before.replace(text(input, "old_string"), () => text(input, "new_string")),
      );
    },
    render(name, output) {
      if (!isObject(output)) return String(output);
      if (name === "Bash") return String(output.stdout);
      const path = place.hide(String(output.filePath));
      return `File created successfully at: ${path} (file state is current in your context — no need to Read it back)`;
    },
  };
}

function shell(
  script: string,
  cwd: string,
  env: Place["env"],
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((settle) => {
    const child = execFile("/bin/sh", ["-c", script], { cwd, env }, (_error, stdout, stderr) => {
      settle({ code: child.exitCode ?? 1, stdout, stderr });
    });
  });
}
