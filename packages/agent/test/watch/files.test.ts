import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { watchFiles } from "../../src/watch/files.ts";
import { type Around, around, command, recorder } from "../instructions/around.ts";

async function start(place: Around, matchers: readonly (string | undefined)[], record = recorder()) {
  const { engine } = await place.engine({ FileChanged: matchers.map((matcher) => command("true", matcher)) });
  const watch = watchFiles({ engine, facts: place.facts, tell: record.tell, show: place.show });
  onTestFinished(() => watch.close());
  const told = () =>
    record
      .payloads()
      .map(({ event, file_path }) => `${event} ${String(file_path).replace(`${place.project}/`, "")}`);
  return { watch, record, told, engine };
}

describe("the files that FileChanged hooks name", () => {
  it("are watched by name in the project, and nothing else is", async () => {
    const place = around();
    place.write(".env", "1");
    const { watch, told, record } = await start(place, [".env|package.json", "*", undefined]);
    place.write(".env", "2");
    place.write("package.json", "{}");
    place.write("sub/.env", "3");
    place.write("other", "4");
    await watch.settle();
    rmSync(join(place.project, ".env"));
    place.write("*", "a strange name");
    await watch.settle();
    expect(told()).toEqual(["change .env", "add package.json", "add *", "unlink .env"]);
    expect(record.told[0]).toEqual({
      event: "FileChanged",
      payload: { file_path: join(place.project, ".env"), event: "change" },
    });
  });

  it("are told without settling, once for a file that is written in pieces", async () => {
    const place = around();
    const { watch, told, record } = await start(place, ["a.txt"]);
    place.write("a.txt", "");
    for (let piece = 0; piece < 20; piece++) place.write("a.txt", "x".repeat(piece));
    await record.next(1);
    await watch.settle();
    expect(told()).toEqual(["add a.txt"]);
  });

  it("are read anew after the hook files have changed", async () => {
    const place = around();
    const { watch, told, engine } = await start(place, ["a"]);
    place.write(".hookline/hooks.json", { hooks: { FileChanged: [command("true", "b")] } });
    await engine.reload();
    watch.refresh();
    place.write("a", "");
    place.write("b", "");
    await watch.settle();
    expect(told()).toEqual(["add b"]);
  });
});

describe("the paths that hooks ask to watch", () => {
  it("replace each other, beside those of matchers, and begin as they are", async () => {
    const place = around();
    const { watch, told } = await start(place, ["a"]);
    place.write("b", "1");
    watch.set([join(place.project, "b"), join(place.root, "outside")]);
    await watch.settle();
    expect(told()).toEqual([]);
    place.write("a", "");
    place.write("b", "2");
    place.write(join(place.root, "outside"), "");
    await watch.settle();
    expect(told()).toEqual(["add a", "change b", `add ${place.root}/outside`]);
    watch.set([]);
    place.write("b", "3");
    place.write("a", "2");
    await watch.settle();
    expect(told().slice(3)).toEqual(["change a"]);
  });

  it("lose no change that was not told yet", async () => {
    const place = around();
    for (const name of ["a", "b", "folder/c"]) place.write(name, "1");
    const { watch, told } = await start(place, [undefined]);
    const at = (name: string) => join(place.project, name);
    watch.set([at("a"), at("b"), at("folder")]);
    place.write("a", "2");
    rmSync(at("b"));
    place.write("folder/d", "new");
    place.write("e", "not asked for before");
    watch.set([at("a"), at("b"), at("e"), at("folder")]);
    await watch.settle();
    expect(told()).toEqual(["change a", "unlink b", "add folder/d"]);
  });

  it("come from a FileChanged hook's own answer too", async () => {
    const place = around();
    const next = join(place.project, "next");
    const record = recorder(({ payload }) =>
      payload.file_path === next ? {} : { effects: { watchPaths: [next, 7, ""] } },
    );
    const { watch, told } = await start(place, ["first"], record);
    place.write("first", "");
    await watch.settle();
    place.write("next", "");
    await watch.settle();
    expect(told()).toEqual(["add first", "add next"]);
  });
});

describe("FileChanged in an engine", () => {
  it("runs the hook whose matcher fits, with the path and what happened", async () => {
    const place = around();
    const { engine, tell } = await place.engine({
      FileChanged: [command("cat > seen.json", "package.json"), command("cat > other.json", "other")],
    });
    const watch = watchFiles({ engine, facts: place.facts, tell, show: place.show });
    onTestFinished(() => watch.close());
    const path = place.write("package.json", "{}");
    await watch.settle();
    expect(JSON.parse(readFileSync(join(place.project, "seen.json"), "utf8"))).toEqual({
      session_id: place.facts.id,
      transcript_path: place.facts.transcriptPath,
      cwd: place.project,
      hook_event_name: "FileChanged",
      file_path: path,
      event: "add",
    });
    expect(() => readFileSync(join(place.project, "other.json"))).toThrow();
  });

  it("does not follow a hook that changes its own file for ever", async () => {
    const place = around();
    const { engine, tell } = await place.engine({ FileChanged: [command("echo x >> a", "a")] });
    const watch = watchFiles({ engine, facts: place.facts, tell, show: place.show });
    onTestFinished(() => watch.close());
    place.write("a", "");
    await watch.settle();
    expect(readFileSync(join(place.project, "a"), "utf8")).toContain("x\n");
  });
});
