import { isObject, type JsonObject, jsonOf } from "../contract/json.ts";
import { writeWhole } from "../system/standard-streams.ts";

/** What a hook answers to a payload, ready to be printed. */
export type Answering = (payload: JsonObject) => Promise<JsonObject | undefined>;

/** The name that a hook complains under: that of its file. */
export function hookName(): string {
  return process.argv[1]?.split("/").at(-1) ?? "hook";
}

/**
 * Answers the lines of a worker's stdin, several at once if they come so, until there are no more; then null. An event without an id is the
 * only one that comes, and is given back: whoever started this did not wait for a worker.
 */
export function serveLines(
  answering: Answering,
  sentenceOf: (error: unknown) => string,
): Promise<JsonObject | null> {
  const setEnvironment = environmentSetter();
  let open = 0;
  let ended = false;
  let rest = "";
  writeWhole(1, '{"hookline_worker":1}\n');
  return new Promise((settle, fail) => {
    const done = () => {
      if (ended && open === 0) settle(null);
    };
    const reply = (id: unknown, answer: JsonObject) => {
      open--;
      writeWhole(1, `${JSON.stringify({ id, ...answer })}\n`);
      done();
    };
    const take = (text: string) => {
      if (text.trim() === "") return;
      const line = jsonOf(text);
      if (!isObject(line)) throw new TypeError("a line on stdin is not one JSON object");
      const { id, event, env } = line;
      if (id === undefined || !isObject(event)) {
        settle(line);
        return;
      }
      open++;
      setEnvironment(isObject(env) ? env : {});
      answering(event).then(
        (answer) => reply(id, { answer: answer ?? null }),
        (error: unknown) => reply(id, { exit: 1, stderr: `${hookName()}: ${sentenceOf(error)}\n` }),
      );
    };
    const takeAll = (text: string) => {
      try {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) take(line);
      } catch (error) {
        fail(error);
      }
    };
    process.stdin.setEncoding("utf8").on("data", takeAll);
    process.stdin.on("end", () => {
      takeAll("\n");
      ended = true;
      done();
    });
  });
}

/** Sets the variables of an event, for what its handler does before it first waits, and takes back those of the event before. */
function environmentSetter(): (changes: JsonObject) => void {
  const start = { ...process.env };
  let before: JsonObject = {};
  const set = (name: string, value: unknown) => {
    if (typeof value === "string") process.env[name] = value;
    else delete process.env[name];
  };
  return (changes) => {
    for (const name of Object.keys(before)) if (!(name in changes)) set(name, start[name]);
    for (const [name, value] of Object.entries(changes)) set(name, value);
    before = changes;
  };
}
