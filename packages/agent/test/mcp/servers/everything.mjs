// A server with one tool for each thing that a server can do.
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";

const capabilities = { tools: { listChanged: true }, prompts: {} };
const server = new Server(
  { name: "everything", version: "1.0.0" },
  { capabilities, instructions: "Ask me first." },
);
const text = (...texts) => ({ content: texts.map((one) => ({ type: "text", text: one })) });
const object = (properties = {}, required = []) => ({ type: "object", properties, required });
const form = object({ name: { type: "string", minLength: 2 }, age: { type: "integer", minimum: 18 } }, [
  "name",
]);
const page = { message: "Sign in", url: "https://example.com/sign-in?next=1", elicitationId: "e-1" };
let grown = false;
let signedIn = false;

const tools = {
  echo: {
    inputSchema: object({ text: { type: "string" } }, ["text"]),
    run: ({ text: said }) => text(said, "twice"),
  },
  fails: { run: () => ({ ...text("disk full"), isError: true }) },
  mute: { run: () => ({ content: [], isError: true }) },
  throws: {
    run: () => {
      throw new Error("no such row");
    },
  },
  crashes: {
    run: () => {
      process.stderr.write("\u001b[31mout of memory\u001b[0m\n", () => process.exit(3));
      return new Promise(() => {});
    },
  },
  hangs: {
    run: (_input, signal) =>
      new Promise(() => {
        signal.addEventListener("abort", () => appendFileSync("cancelled", "yes"));
        appendFileSync("hanging", "yes");
      }),
  },
  env: { run: () => text(JSON.stringify(process.env)) },
  group: {
    run: () => {
      const group = execFileSync("ps", ["-o", "pgid=", "-p", String(process.pid)], { encoding: "utf8" });
      return text(JSON.stringify({ pid: process.pid, group: Number(group) }));
    },
  },
  where: { run: () => text(process.cwd()) },
  roots: { run: async () => text((await server.listRoots()).roots.map(({ uri }) => uri).join("\n")) },
  numbers: { run: () => ({ content: [], structuredContent: { sum: 3 } }) },
  picture: { run: () => ({ content: [{ type: "image", mimeType: "image/png", data: "AAAA" }] }) },
  "odd name/ü": { run: () => text("odd") },
  odd_name__: { run: () => text("even") },
  pattern: {
    inputSchema: object({ slug: { type: "string", pattern: "^[\\w-\\.]+$" }, pattern: { type: "string" } }),
    run: ({ slug }) => text(slug),
  },
  grows: {
    run: async () => {
      grown = true;
      await server.sendToolListChanged();
      return text("grown");
    },
  },
  form: {
    run: async ({ message = "Who are you?" }) =>
      text(JSON.stringify(await server.elicitInput({ message, requestedSchema: form }))),
    inputSchema: object({ message: { type: "string" } }),
  },
  choices: {
    run: async () =>
      text(
        JSON.stringify(
          await server.elicitInput({
            message: "Choose",
            requestedSchema: object(
              {
                sure: { type: "boolean" },
                color: {
                  type: "string",
                  oneOf: [
                    { const: "#f00", title: "Red" },
                    { const: "#0f0", title: "Green" },
                  ],
                },
                sizes: { type: "array", items: { type: "string", enum: ["S", "M", "L"] } },
                note: { type: "string", default: "none" },
                ratio: { type: "number" },
              },
              ["sure", "color", "sizes"],
            ),
          }),
        ),
      ),
  },
  page: {
    run: async () => {
      const result = await server.elicitInput({ mode: "url", ...page });
      if (result.action === "accept") await server.createElicitationCompletionNotifier(page.elicitationId)();
      return text(JSON.stringify(result));
    },
  },
  locked: {
    run: () => {
      if (signedIn) return text("open");
      signedIn = true;
      throw new UrlElicitationRequiredError([{ mode: "url", ...page }]);
    },
  },
};

const listed = ([name, { inputSchema = object() }]) => ({ name, description: `It is ${name}.`, inputSchema });
server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
  const all = Object.entries(tools).map(listed);
  if (grown)
    all.push({
      ...listed(["grown", {}]),
      outputSchema: { type: "object", properties: { a: { $ref: "#/no" } } },
    });
  // Two pages.
  return params?.cursor === "more" ? { tools: all.slice(5) } : { tools: all.slice(0, 5), nextCursor: "more" };
});
server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
  tools[params.name].run(params.arguments ?? {}, signal),
);
server.setRequestHandler(ListPromptsRequestSchema, () => ({
  prompts: [
    {
      name: "review",
      description: "Reviews a file",
      arguments: [{ name: "file", required: true }, { name: "focus" }],
    },
  ],
}));
server.setRequestHandler(GetPromptRequestSchema, ({ params: { arguments: given } }) => ({
  messages: [
    { role: "user", content: { type: "text", text: `Review ${given.file}.` } },
    { role: "user", content: { type: "text", text: `Look at: ${given.focus ?? "everything"}` } },
  ],
}));
server.setNotificationHandler(RootsListChangedNotificationSchema, () =>
  appendFileSync("roots-changed", "yes"),
);
await server.connect(new StdioServerTransport());
