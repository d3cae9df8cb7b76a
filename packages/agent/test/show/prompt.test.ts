import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createLinePerson } from "../../src/show/line-person.ts";
import { createPaper } from "../../src/show/paper.ts";

it("a prompt and a label are one line in which nothing is hidden", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const person = createLinePerson(input, createPaper(output));
  const { signal } = new AbortController();
  input.end("a\ny\n");
  expect(await person.line("name\u001b[2K\r> \u200b\n[y] fake: ", signal)).toBe("a");
  const choices = [{ key: "y", label: "yes\n[n] no\u2028" }];
  expect(await person.ask({ title: "Sure\n?", detail: [], choices }, signal)).toBe("y");
  const said = String(output.read());
  expect(said).toContain("name\\u001b[2K\\u000d> \\u200b\\n[y] fake: a\n");
  expect(said).toContain("[y] yes\\n[n] no\\u2028\n");
});
