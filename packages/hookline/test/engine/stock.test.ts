import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import {
  createEngine,
  createStock,
  type Engine,
  type EngineOptions,
  type EngineStock,
} from "../../src/index.ts";
import { watchLooks } from "../../src/system/looks.ts";
import { aWrite, commands, type Scratch, scratch } from "./scratch.ts";

/** A stock that is gone when the test ends. */
function aStock(env: Record<string, string>, restMs?: number): EngineStock {
  const stock = createStock(env, restMs);
  onTestFinished(() => stock.close());
  return stock;
}

/** What an engine was made of: the same object if it was lent. */
const made = ({ hooks }: Engine) => hooks[0]?.entry;

/** Time stamps tell nothing about what changed only just now, so nothing of that is kept. */
function settled(...paths: readonly string[]): void {
  const then = new Date(Date.now() - 60_000);
  for (const path of paths) utimesSync(path, then, then);
}

/** Waits until the change times of all files are old enough for their stamps to be believed. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 150));

async function once<T>(
  stock: EngineStock,
  { project, env }: Pick<Scratch, "project" | "env">,
  use: (engine: Engine) => T | Promise<T>,
  options: EngineOptions = {},
): Promise<T> {
  const engine = await createEngine({ cwd: project, env, trust: "all", stock: stock.lend(env), ...options });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

const reasonOf = async (engine: Engine, payload = {}) =>
  (await engine.fire("PreToolUse", { ...aWrite, ...payload })).reason;

it("lends a configuration again as long as nothing has changed, and to one engine at a time", async () => {
  const place = scratch(commands("true"));
  const stock = aStock(place.env);
  await settle();
  const first = await once(stock, place, made);
  expect(await once(stock, place, made)).toBe(first);
  await once(stock, place, async (engine) => {
    expect(made(engine)).toBe(first);
    await once(stock, place, (other) => expect(made(other)).not.toBe(first));
  });
});

it("reads anew whatever is another file, folder, variable, dialect or trust than before", async () => {
  const place = scratch(commands("echo one >&2; exit 2"));
  const stock = aStock(place.env);
  const file = join(place.project, ".hookline/hooks.json");
  const changes: readonly (() => unknown)[] = [
    () => writeFileSync(file, readFileSync(file, "utf8").replace("one", "two")),
    () => place.write(".hookline/hooks.local.json", { hooks: commands("true") }),
    () => rmSync(join(place.project, ".hookline/hooks.local.json")),
    () => place.write(".claude/settings.json", { hooks: commands("true") }),
    () => place.write(join(place.home, ".config/hookline/hooks.json"), { hooks: commands("true") }),
    // What is put there again is another file, whatever is in it.
    () => renameSync(place.write("copy.json", readFileSync(file, "utf8")), file),
  ];
  const others: readonly (Partial<Scratch> & { readonly options?: EngineOptions })[] = [
    { env: { ...place.env, MARK: "1" } },
    { env: { ...place.env, HOOKLINE_DISABLED: "1" } },
    { options: { dialects: ["native"] } },
    { options: { leave: ["claude-code"] } },
    { options: { trust: "store" } },
    { project: join(place.project, "below") },
  ];
  await settle();
  let before = await once(stock, place, made);
  for (const [at, change] of changes.entries()) {
    change();
    await settle();
    const now = await once(stock, place, made);
    expect({ at, same: now === before }).toEqual({ at, same: false });
    expect(await once(stock, place, made)).toBe(now);
    before = now;
  }
  place.write("below/a.txt", "");
  for (const { options, ...other } of others)
    expect(await once(stock, { ...place, ...other }, made, options)).not.toBe(before);
  // The place itself is as it was.
  expect(await once(stock, place, made)).toBe(before);
});

it("a change that comes right after a reading, with the same size and time, is seen", async () => {
  const place = scratch(commands("echo 1 >&2; exit 2"));
  const stock = aStock(place.env);
  const file = join(place.project, ".hookline/hooks.json");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 6 }),
      async (digits) => {
        for (const digit of digits) {
          place.write(file, { hooks: commands(`echo ${digit} >&2; exit 2`) });
          settled(file);
          const read = await once(stock, place, ({ hooks }) => hooks[0]?.fields.command);
          expect(read).toBe(`echo ${digit} >&2; exit 2`);
        }
      },
    ),
    { numRuns: 20 },
  );
});

it("a file that is broken has no last good hooks here: each call says what the file says", async () => {
  const place = scratch(commands("true"));
  const stock = aStock(place.env);
  const file = join(place.project, ".hookline/hooks.json");
  await settle();
  await once(stock, place, made);
  writeFileSync(file, "{");
  await settle();
  for (let call = 0; call < 2; call++)
    await once(stock, place, ({ hooks, mustFail }) => expect([hooks.length, mustFail]).toEqual([0, true]));
});

it("approvals, pauses, scripts and what is done once in a session are those of the moment", async () => {
  const first = { id: "first", command: "true", once: true };
  const place = scratch(commands({ id: "guard", command: "sh ./guard.sh" }, first));
  const script = place.write("guard.sh", "echo kept >&2; exit 2\n");
  const stock = aStock(place.env);
  const approved = { trust: "store" } as const;
  const ask = (session: string) =>
    once(
      stock,
      place,
      async (engine) => {
        const { runs } = await engine.fire("PreToolUse", { ...aWrite, session_id: session });
        return runs.map(({ hook, fault, verdict }) => `${hook} ${fault ?? verdict}`).join(", ");
      },
      approved,
    );
  const untrusted = "guard untrusted, first untrusted";
  await settle();
  expect(await ask("s")).toBe(untrusted);
  const other = await place.engine({ ...approved, systemRoot: "/" });
  await other.approve(other.hooks);
  expect(await ask("s")).toBe("guard deny, first pass");
  expect(await ask("s")).toBe("guard deny");
  // Somebody else's process has done it.
  await other.fire("PreToolUse", { ...aWrite, session_id: "t" });
  expect(await ask("t")).toBe("guard deny");
  await other.pause().begin({ forMs: 60_000, reason: "a test", hook: "guard" });
  expect(await ask("s")).toBe("");
  await other.pause().end();
  expect(await ask("s")).toBe("guard deny");
  appendFileSync(script, "# changed\n");
  expect(await ask("s")).toBe("guard untrusted");
  await other.approve(other.hooks);
  expect(await ask("s")).toBe("guard deny");
  await other.revoke();
  expect(await ask("u")).toBe(untrusted);
});

it("an engine that closes stops its own commands and nobody else's", async () => {
  const place = scratch(commands("cat > /dev/null; echo $$ > $MARK; sleep 1; echo done >&2; exit 2"));
  const stock = aStock(place.env);
  const start = async (mark: string) => {
    const env = { ...place.env, MARK: mark };
    const engine = await createEngine({ cwd: place.project, env, trust: "all", stock: stock.lend(env) });
    onTestFinished(() => engine.close());
    return { engine, env, decision: engine.fire("PreToolUse", aWrite) };
  };
  await settle();
  const [one, other] = await Promise.all([start("one"), start("other")]);
  await expect.poll(() => existsSync(join(place.project, "one")), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => readFileSync(join(place.project, "one"), "utf8")).not.toBe("");
  const pid = Number(readFileSync(join(place.project, "one"), "utf8"));
  await one.engine.close();
  expect(() => process.kill(pid, 0)).toThrow();
  expect((await one.decision).runs[0]?.fault).toBe("cancelled");
  // What an event that was cut may still hold is nobody else's.
  const next = await createEngine({
    cwd: place.project,
    env: one.env,
    trust: "all",
    stock: stock.lend(one.env),
  });
  onTestFinished(() => next.close());
  expect(made(next)).not.toBe(made(one.engine));
  expect((await other.decision).reason).toContain("done");
});

it("a worker answers one engine after the other, until its file changes or nobody asks for it any more", async () => {
  const place = scratch({ PreToolUse: [{ hooks: [{ type: "worker", command: "node", args: ["w.cjs"] }] }] });
  const text = (word: string) =>
    `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => { const { id } = JSON.parse(line); console.log(JSON.stringify({ id, exit: 2, stderr: "${word} " + process.pid + " " + process.env.MARK })); });`;
  place.write("w.cjs", text("first"));
  const stock = aStock(place.env, 400);
  await settle();
  const ask = (mark: string) =>
    once(stock, { ...place, env: { ...place.env, MARK: mark } }, (engine) => reasonOf(engine));
  const [first, second] = [await ask("a"), await ask("a")];
  expect(first).toMatch(/first \d+ a/);
  expect(second).toBe(first);
  expect(await ask("b")).toMatch(/first \d+ b/);
  place.write("w.cjs", text("other"));
  expect(await ask("a")).toMatch(/other \d+ a/);
  const pid = Number(/\d+/.exec(await ask("a"))?.[0]);
  await expect
    .poll(
      () => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      },
      { timeout: 10_000 },
    )
    .toBe(false);
});

it("whoever notes what an engine looks at is told the same for one that was lent", async () => {
  const place = scratch(commands("true"));
  const stock = aStock(place.env);
  const noted = async () => {
    const { looks, end } = watchLooks();
    const asked = new Set<string>();
    const given = { ...place.env, MARK: "1" };
    const env = new Proxy<Record<string, string>>(given, {
      get(target, name) {
        if (typeof name === "string") asked.add(name);
        return Reflect.get(target, name);
      },
    });
    const engine = await createEngine({
      cwd: place.project,
      env,
      trust: "all",
      stock: stock.lend(given),
    });
    end();
    await engine.close();
    return { entry: made(engine), looks: [...looks].sort(), asked: [...asked].sort() };
  };
  await settle();
  const [first, second] = [await noted(), await noted()];
  expect(first.looks.length).toBeGreaterThan(10);
  expect(second).toEqual(first);
  // All of them may be secret: where everything was asked for, nothing is noted.
  expect(first.asked).toContain("HOME");
  expect(first.asked).not.toContain("toString");
  expect(first.asked).not.toContain("MARK");
});

it("gives nothing to an engine with options that cannot be compared, and nothing after its end", async () => {
  const place = scratch(commands("true"));
  const stock = createStock(place.env);
  await settle();
  const options = { trust: () => true };
  const first = await once(stock, place, made, options);
  expect(await once(stock, place, made, options)).not.toBe(first);
  await stock.close();
  await once(stock, place, async (engine) =>
    expect((await engine.fire("PreToolUse", aWrite)).runs[0]?.fault).toBe("cancelled"),
  );
});
