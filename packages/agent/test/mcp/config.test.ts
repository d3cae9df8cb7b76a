import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { removeFolder } from "../../../hookline/test/remove-folder.ts";
import { loadServers, readServers } from "../../src/mcp/config.ts";
import { expand } from "../../src/mcp/expand.ts";

const env = { TOKEN: "t0k", EMPTY: "", HOST: "example.com" };
const place = { file: ".mcp.json", source: "project", env };

describe("a file of servers", () => {
  test("gives programs and addresses with their variables filled in, and the entry as it was written", () => {
    const mcpServers = {
      local: { command: "node", args: ["${FILE:-server.mjs}", "${EMPTY:-x}"], env: { KEY: "${TOKEN}" } },
      web: { type: "http", url: "https://${HOST}/mcp", headers: { Authorization: "Bearer ${TOKEN}" } },
      old: { type: "sse", url: "http://localhost:1/sse", timeout: 5000 },
      bare: { url: "https://example.com" },
    };
    const { servers, problems } = readServers(JSON.stringify({ mcpServers }, null, 2), place);
    expect(problems).toEqual([]);
    expect(servers.map(({ config }) => config)).toEqual([
      { type: "stdio", command: "node", args: ["server.mjs", "x"], env: { KEY: "t0k" } },
      { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer t0k" } },
      { type: "sse", url: "http://localhost:1/sse", headers: {}, timeout: 5000 },
      { type: "http", url: "https://example.com", headers: {} },
    ]);
    expect(servers[0]).toMatchObject({
      name: "local",
      source: "project",
      where: ".mcp.json:3:5",
      written: { env: { KEY: "${TOKEN}" } },
    });
  });

  test("loses only the servers that are wrong, each with its place", () => {
    const content = `{
  // comments are fine
  "mcpServers": {
    "good": { "command": "node" },
    "empty": {},
    "list": [],
    "number": { "command": "node", "args": ["a", 3] },
    "unset": { "command": "node", "args": ["\${NOPE}"] },
    "scheme": { "type": "http", "url": "file:///etc/passwd" },
    "kind": { "type": "websocket", "url": "https://x.y" },
    "typo": { "command": "node", "arg": ["a"] },
  }
}`;
    const { servers, problems } = readServers(content, place);
    expect(servers.map(({ name }) => name)).toEqual(["good", "typo"]);
    expect(problems.map(({ level, where, text }) => `${level} ${where} ${text}`)).toEqual([
      'error .mcp.json:5:5 MCP server "empty": "command" is missing; write the program to start, or the "url" to reach',
      'error .mcp.json:6:13 MCP server "list": must be an object with a "command" or a "url"',
      expect.stringMatching(/^error \.mcp\.json:7:50 MCP server "number": args\.1: /),
      'error .mcp.json:8:44 MCP server "unset": the variable NOPE is not set; set it, or write ${NOPE:-default}',
      'error .mcp.json:9:40 MCP server "scheme": url: must be a URL that starts with http:// or https://',
      expect.stringMatching(/^error \.mcp\.json:10:23 MCP server "kind": type: .*"sse"/),
      'warn .mcp.json:11:41 MCP server "typo": "arg" means nothing here',
    ]);
  });

  test("leaves out what is switched off, and shows no control characters", () => {
    const mcpServers = { off: { command: "x", disabled: true }, "a\u001b[2Jb": { command: "x" } };
    const { servers, problems } = readServers(JSON.stringify({ mcpServers }), place);
    expect(servers).toEqual([]);
    expect(problems.map(({ text }) => text)).toEqual(['MCP server "a\\u001b[2Jb": this cannot be a name']);
  });

  test.each([
    ["{", ".mcp.json:1:2"],
    ['{"mcpServers": []}', ".mcp.json:1:16"],
  ])("that is no list of servers at all says so: %s", (content, where) => {
    expect(readServers(content, place)).toMatchObject({ servers: [], problems: [{ level: "error", where }] });
  });

  test("without servers is fine, unless somebody named it", () => {
    expect(readServers('{"model": "x"}', place)).toEqual({ servers: [], problems: [] });
    const [problem] = readServers('{"model": "x"}', { ...place, named: true }).problems;
    expect(problem).toMatchObject({ level: "error", where: ".mcp.json:1:1" });
  });

  test.each([
    ['{"mcpServers": {"a": {"command": "x"}, "b": {"command": "z"}, "a": {"command": "y"}}}', "1:63"],
    ['{"mcpServers": {"a": {"command": "x"}}, "mcpServers": {}}', "1:41"],
    ['{"mcpServers": {"a": {"command": "x", "env": {"A": "1", "\\u0041": "2"}}}}', "1:57"],
  ])(
    "in which a key stands twice starts nothing, for nobody knows which one was meant: %s",
    (content, at) => {
      const where = `.mcp.json:${at}`;
      expect(readServers(content, place)).toMatchObject({
        servers: [],
        problems: [{ level: "error", where }],
      });
    },
  );

  test.each([
    { command: "x", url: "https://x.y" },
    { type: "http", command: "x" },
    { type: "http", command: "x", url: "https://x.y" },
    { type: "stdio", command: "x", url: "https://x.y" },
    { type: "stdio", url: "https://x.y" },
  ])("starts no server that is a program and an address: %o", (server) => {
    const { servers, problems } = readServers(JSON.stringify({ mcpServers: { server } }), place);
    expect(servers).toEqual([]);
    expect(problems[0]).toMatchObject({ level: "error", text: expect.stringContaining("write one of them") });
  });

  test("has no server whose name would change how objects work, or take another line", () => {
    const content = '{"mcpServers": {"__proto__": {"command": "z"}, "a\\nb": {"command": "z"}}}';
    const { servers, problems } = readServers(content, place);
    expect(servers).toEqual([]);
    expect(problems.map(({ level }) => level)).toEqual(["error", "error"]);
  });

  test("is read from the disk; a missing one is no mistake, unless somebody named it", () => {
    const folder = mkdtempSync(join(tmpdir(), "hookline-mcp-"));
    onTestFinished(() => removeFolder(folder));
    const file = join(folder, "servers.json");
    expect(loadServers({ ...place, file })).toEqual({ servers: [], problems: [] });
    const missing = { level: "error", where: file, text: "there is no such file" };
    expect(loadServers({ ...place, file, named: true })).toEqual({ servers: [], problems: [missing] });
    writeFileSync(file, '{"mcpServers": {"a": {"command": "x"}}}');
    expect(loadServers({ ...place, file }).servers).toMatchObject([{ name: "a", where: `${file}:1:17` }]);
    for (const depth of [100, 3_000, 500_000]) {
      const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
      writeFileSync(file, `{"mcpServers": {"a": {"command": "x", "more": ${deep}}}}`);
      const { servers, problems } = loadServers({ ...place, file });
      expect([servers, problems[0]?.text]).toEqual([[], expect.stringContaining("nested")]);
    }
    expect(loadServers({ ...place, file: folder }).problems).toMatchObject([
      { level: "error", where: folder },
    ]);
  });
});

describe("variables", () => {
  test("a text without a placeholder stays as it is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/\$\{[A-Za-z_]/.test(text));
        expect(expand(text, env)).toEqual({ text });
      }),
    );
  });

  test("a value is not looked through for further placeholders", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(expand("<${A}>", { A: value })).toEqual({ text: `<${value}>` });
      }),
    );
    expect(expand("${A}", { A: "${B}" })).toEqual({ text: "${B}" });
  });

  test("one that is not set is missing, also if objects have such a name", () => {
    expect(expand("${constructor}", {})).toEqual({ missing: "constructor" });
    expect(expand("${EMPTY}", env)).toEqual({ text: "" });
    expect(expand("${NOPE:-}", env)).toEqual({ text: "" });
  });
});
