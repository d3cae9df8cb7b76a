import { describe, expect, test, vi } from "vitest";
import { call, entry, room, scriptedPerson } from "./room.ts";

const form = "mcp__everything__form";
const url = "https://example.com/sign-in?next=1";

describe("a server that asks for input", () => {
  test("is declined when nobody is there, and hooks hear of both", async () => {
    const { connect, fired } = await room();
    const servers = await connect([entry("everything")]);
    expect((await call(servers, form)).text).toBe('{"action":"decline"}');
    expect(fired).toMatchObject([
      {
        hook_event_name: "Elicitation",
        session_id: "s-1",
        permission_mode: "default",
        mcp_server_name: "everything",
        message: "Who are you?",
        mode: "form",
        requested_schema: {
          type: "object",
          properties: { name: { type: "string", minLength: 2 } },
          required: ["name"],
        },
      },
      {
        hook_event_name: "ElicitationResult",
        mcp_server_name: "everything",
        mode: "form",
        action: "decline",
      },
      { hook_event_name: "Notification", notification_type: "elicitation_response" },
    ]);
  });

  test("gets what a person fills in, after what does not fit was asked again", async () => {
    const person = scriptedPerson(["y", "A", "Ada", "old", "17", "36"]);
    const { connect, fired } = await room(person);
    const servers = await connect([entry("everything")]);
    expect((await call(servers, form, { message: "Who\u001b[2J?" })).text).toBe(
      '{"action":"accept","content":{"name":"Ada","age":36}}',
    );
    expect(person.asked).toEqual([
      expect.objectContaining({
        title: 'MCP server "everything" asks for input',
        detail: ["Who\\u001b[2J?", "It wants: name, age"],
      }),
      "name: ",
      "That does not fit (name must NOT have fewer than 2 characters). name: ",
      "age (may be empty): ",
      "That does not fit (age must be integer). age (may be empty): ",
      "That does not fit (age must be >= 18). age (may be empty): ",
    ]);
    expect(fired.map((payload) => payload.notification_type ?? payload.hook_event_name)).toEqual([
      "Elicitation",
      "elicitation_dialog",
      "ElicitationResult",
      "elicitation_response",
    ]);
    expect(fired[2]).toMatchObject({ action: "accept", content: { name: "Ada", age: 36 } });
  });

  test("gets choices, several of them, and what was proposed", async () => {
    const person = scriptedPerson(["y", "n", "2", "1, L", "", ""]);
    const { connect } = await room(person);
    const servers = await connect([entry("everything")]);
    const { text } = await call(servers, "mcp__everything__choices");
    expect(JSON.parse(text)).toEqual({
      action: "accept",
      content: { sure: false, color: "#0f0", sizes: ["S", "L"], note: "none" },
    });
    expect(person.asked.slice(1)).toMatchObject([
      { title: "sure", choices: [{ key: "y" }, { key: "n" }] },
      {
        title: "color",
        choices: [
          { key: "1", label: "Red" },
          { key: "2", label: "Green" },
        ],
      },
      "sizes (1 S, 2 M, 3 L; several with commas): ",
      "note (empty: none): ",
      "ratio (may be empty): ",
    ]);
  });

  test.each([
    ["n", "decline"],
    [null, "cancel"],
  ])("a person who answers %s makes it %s", async (key, action) => {
    const { connect } = await room(scriptedPerson([key]));
    const servers = await connect([entry("everything")]);
    expect((await call(servers, form)).text).toBe(`{"action":"${action}"}`);
  });

  test("gets nothing of a form that was left in the middle", async () => {
    const { connect } = await room(scriptedPerson(["y", "Ada", null]));
    const servers = await connect([entry("everything")]);
    expect((await call(servers, form)).text).toBe('{"action":"cancel"}');
  });

  test("asks a person one thing at a time", async () => {
    let asking = 0;
    let most = 0;
    const ask = async () => {
      most = Math.max(most, ++asking);
      await new Promise(setImmediate);
      asking--;
      return "y";
    };
    const { connect } = await room({ present: true, ask, line: async () => ((await ask()) ? "42" : null) });
    const servers = await connect([entry("everything"), { ...entry("everything"), name: "other" }]);
    const names = [form, "mcp__other__form", form, "mcp__other__form"];
    const texts = await Promise.all(names.map(async (name) => (await call(servers, name)).text));
    expect(new Set(texts)).toEqual(new Set(['{"action":"accept","content":{"name":"42","age":42}}']));
    expect(most).toBe(1);
  });

  test("does not go on asking when the call was stopped", async () => {
    const stop = new AbortController();
    const ask = (_question: unknown, signal: AbortSignal) =>
      new Promise<null>((left) => {
        signal.addEventListener("abort", () => left(null));
        stop.abort(new Error("Ctrl-C"));
      });
    const { connect, fired } = await room({ present: true, ask, line: async () => null });
    const servers = await connect([entry("everything")]);
    await expect(call(servers, form, {}, stop.signal)).rejects.toThrow("Ctrl-C");
    await vi.waitFor(
      () =>
        expect(fired).toContainEqual(expect.objectContaining({ notification_type: "elicitation_response" })),
      10_000,
    );
    expect(fired[2]).toMatchObject({ hook_event_name: "ElicitationResult", action: "cancel" });
    expect((await call(servers, "mcp__everything__echo", { text: "a" })).text).toBe("a\ntwice");
  });

  test("has the person open a page, and tells when that is complete", async () => {
    const person = scriptedPerson(["y"]);
    const { connect, fired } = await room(person);
    const servers = await connect([entry("everything")]);
    expect((await call(servers, "mcp__everything__page")).text).toBe('{"action":"accept"}');
    expect(person.asked).toMatchObject([
      { title: expect.stringContaining("example.com"), detail: ["Sign in", url] },
    ]);
    expect(fired[0]).toMatchObject({ mode: "url", url, elicitation_id: "e-1" });
    expect(fired[0]).not.toHaveProperty("requested_schema");
    expect(fired[1]).toMatchObject({ notification_type: "elicitation_url_dialog" });
    expect(fired[2]).toMatchObject({ mode: "url", elicitation_id: "e-1", action: "accept" });
    await vi.waitFor(
      () => expect(fired.map((payload) => payload.notification_type)).toContain("elicitation_complete"),
      10_000,
    );
  });

  test("with a tool that works only after a page was opened", async () => {
    const { connect } = await room(scriptedPerson(["y"]));
    const servers = await connect([entry("everything")]);
    expect((await call(servers, "mcp__everything__locked")).text).toBe("open");
    const refusing = await (await room(scriptedPerson(["n"]))).connect([entry("everything")]);
    await expect(call(refusing, "mcp__everything__locked")).rejects.toThrow(`open ${url} first`);
  });
});

describe("hooks", () => {
  test("answer in the person's place", async () => {
    const person = scriptedPerson(["y", "Eve"]);
    const { connect, engine, fired } = await room(person);
    engine.register({
      event: "Elicitation",
      matcher: "everything",
      hooks: [
        {
          type: "command",
          command: `echo '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"name":"Hook"}}}'`,
        },
      ],
    });
    const servers = await connect([entry("everything")]);
    expect((await call(servers, form)).text).toBe('{"action":"accept","content":{"name":"Hook"}}');
    expect(person.asked).toEqual([]);
    expect(fired[1]).toMatchObject({ hook_event_name: "ElicitationResult", content: { name: "Hook" } });
  });

  test("whose answer does not fit leave it to the person, and that is said", async () => {
    const { connect, engine, notices } = await room(scriptedPerson(["y", "Ada", ""]));
    engine.on("Elicitation", () => ({
      hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { name: 3 } },
    }));
    const servers = await connect([entry("everything")]);
    expect((await call(servers, form)).text).toBe('{"action":"accept","content":{"name":"Ada"}}');
    expect(notices).toEqual([
      'warn: MCP server "everything" asks for input: the answer of a hook does not fit (name must be string)',
    ]);
  });

  test("that deny decline without asking", async () => {
    const person = scriptedPerson(["y", "Ada", ""]);
    const { connect, engine } = await room(person);
    engine.register({ event: "Elicitation", hooks: [{ type: "command", command: "echo no >&2; exit 2" }] });
    const servers = await connect([entry("everything")]);
    expect((await call(servers, form)).text).toBe('{"action":"decline"}');
    expect(person.asked).toEqual([]);
  });

  test.each([
    ["a deny", { verdict: "deny", reason: "no names" }, { action: "decline" }],
    ["an action", { effects: { action: "cancel" } }, { action: "cancel" }],
    [
      "content",
      { effects: { content: { name: "Anonymous" } } },
      { action: "accept", content: { name: "Anonymous" } },
    ],
    ["content that does not fit", { effects: { content: { age: 3 } } }, { action: "decline" }],
  ] as const)("change what goes back: %s", async (_what, answer, result) => {
    const { connect, engine } = await room(scriptedPerson(["y", "Ada", ""]));
    engine.on("ElicitationResult", "*", () => answer);
    const servers = await connect([entry("everything")]);
    expect(JSON.parse((await call(servers, form)).text)).toEqual(result);
  });
});
