import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkHeaders, fillHeaders } from "../../src/runners/header-values.ts";
import { scratch } from "../engine/scratch.ts";
import { bodyOf, serveHttp } from "../system/loopback-server.ts";

const env = { TOKEN: "s3cret", OTHER: "hidden", NESTED: "$OTHER ${OTHER}", LINE: "abc\n", SNOW: "☃" };
const fill = (value: string, ...lists: readonly string[][]) =>
  fillHeaders({ a: value }, env, [["TOKEN", "NESTED"], ...lists]);

describe("a header's value", () => {
  it.each([
    ["$$TOKEN", "$s3cret"],
    ["$$$TOKEN$", "$$s3cret$"],
    ["${TOKEN}${TOKEN}", "s3crets3cret"],
    ["$TOKENS", ""],
    ["\\$TOKEN", "\\s3cret"],
    ["%TOKEN% #{TOKEN} `TOKEN` $(TOKEN)", "%TOKEN% #{TOKEN} `TOKEN` $(TOKEN)"],
    ["${TOKEN:-x}", "${TOKEN:-x}"],
    ["${OTHER:-$TOKEN}", "${OTHER:-s3cret}"],
    ["${${OTHER}}", "${}"],
    ["${!TOKEN} ${#TOKEN} ${TOKEN", "${!TOKEN} ${#TOKEN} ${TOKEN"],
    ["$1 $@ $? $", "$1 $@ $? $"],
  ])("%s becomes %s", (written, sent) => {
    expect(fill(written).headers.a).toBe(sent);
  });

  it("is filled in once: a variable's value is never looked at for variables", () => {
    expect(fill("$NESTED")).toEqual({ headers: { a: "$OTHER ${OTHER}" }, notes: [], problem: null });
  });

  it("that only a shell would understand is told", () => {
    expect(fill("${TOKEN:-x}").notes).toEqual([
      "header a: ${TOKEN:-x} is sent as it is written: only $NAME and ${NAME} are filled in",
    ]);
    expect(fill("${TOKEN} $TOKEN 5$").notes).toEqual([]);
  });

  it("is not sent with a line break or a sign that headers cannot hold, and the value is not told", () => {
    for (const name of ["LINE", "SNOW"]) {
      const { problem } = fillHeaders({ a: `$${name}` }, env, [[name]]);
      expect(problem).toContain("the value of the header a holds a line break or another character");
      expect(problem).not.toContain("abc");
    }
  });

  it("never holds the value of a variable that some list leaves out, however it is written", () => {
    const piece = fc.constantFrom(
      "$",
      "{",
      "}",
      "OTHER",
      "TOKEN",
      ":-",
      "\\",
      "(",
      ")",
      "!",
      "#",
      "%",
      "$OTHER",
      "${OTHER}",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(fill(pieces.join("")).headers.a).not.toContain("hidden");
        expect(fill(pieces.join(""), ["OTHER"]).headers.a).not.toMatch(/hidden|s3cret/);
      }),
    );
  });
});

it("a header that is written twice, in two spellings, is refused", () => {
  expect(checkHeaders({ "X-A": "1", "x-a": "2" })).toBe("the header x-a is written twice");
});

it("a project cannot send a variable that the managed file does not allow, by header, URL or payload", async () => {
  const seen: string[] = [];
  const server = await serveHttp(async (request, response) => {
    seen.push(JSON.stringify([request.url, request.headers, await bodyOf(request)]));
    response.end("{}");
  });
  const hook = {
    type: "http",
    url: `${server.url.href}$CI_TOKEN/\${CI_TOKEN}`,
    headers: { a: "$CI_TOKEN", b: "$ALLOWED_TOKEN" },
    allowedEnvVars: ["CI_TOKEN", "ALLOWED_TOKEN"],
    passEnv: ["CI_TOKEN"],
  };
  const given = scratch(
    { Stop: [{ hooks: [hook] }] },
    { httpHookAllowedEnvVars: ["CI_TOKEN", "ALLOWED_TOKEN"] },
  );
  given.write(`${given.system}/etc/hookline/hooks.json`, { httpHookAllowedEnvVars: ["ALLOWED_TOKEN"] });
  const env = { ...given.env, CI_TOKEN: "top-secret-1", ALLOWED_TOKEN: "open-secret-2" };
  const engine = await given.engine({ env });
  const decision = await engine.fire("Stop", { stop_hook_active: false });
  await server.close();
  expect(decision.runs[0]?.status).toBe("ok");
  expect(seen.join()).toContain("open-secret-2");
  expect(seen.join()).not.toContain("top-secret-1");
});
