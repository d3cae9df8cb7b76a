import { expect, test } from "vitest";
import { oneLine, plain, plainLines } from "../../src/mcp/plain.ts";

test("what a server writes is shown, and cannot be taken for a line of ours", () => {
  expect(plain("a\nb\u200bc\u2028d\u2060e\u{e0041}f\u001b[2Jg")).toBe(
    "a\\nb\\u200bc\\u2028d\\u2060e\\u{e0041}f\\u001b[2Jg",
  );
  expect(plainLines("a\r\nb\u202ec")).toEqual(["a", "b\\u202ec"]);
  expect(oneLine("\u001b[31mred\u001b[0m\n\n next\u2029")).toBe("red | next\\u2029");
});
