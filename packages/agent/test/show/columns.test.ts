import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBusy } from "../../src/show/busy.ts";
import { columnsOf, cut, fit } from "../../src/show/columns.ts";
import { questionText } from "../../src/show/question.ts";
import { createVisibleStream, visible, visibleLine } from "../../src/show/visible.ts";
import { started } from "./stage.ts";

const anyText = fc.string({ unit: "grapheme" });

describe("columns", () => {
  it.each([
    ["abc", 3],
    ["漢字", 4],
    ["e\u0301", 1],
    ["👩‍👩‍👧", 2],
    ["❤️", 2],
    ["🇨🇭", 2],
    ["한글", 4],
    ["\u001b[31mred\u001b[0m", 3],
    ["▶ ✓ ✗ …", 7],
  ])("%s takes %i", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it("a text that is cut fits, and one that fits is not cut", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, columns) => {
        const short = cut(text, columns);
        expect(columnsOf(short)).toBeLessThanOrEqual(columns);
        if (columnsOf(text) <= columns) expect(short).toBe(text);
        else expect(text.startsWith(short.slice(0, -1)) && short.endsWith("…")).toBe(true);
        expect(columnsOf(fit(text, columns))).toBe(columns);
      }),
    );
  });
});

describe("visible", () => {
  it("leaves what people write as it is", () => {
    for (const text of ["grüße 漢字 👩‍👩‍👧 ❤️", "a\tb\nc", "نص عربي"]) expect(visible(text)).toBe(text);
    expect(visibleLine("a\r\nb\tc")).toBe("a\\nb c");
  });

  it.each([
    ...[
      0x3164, 0x2800, 0xad, 0x180e, 0x34f, 0x115f, 0x1160, 0xfe00, 0xfe0f, 0xe0100, 0xe01ef, 0x200b, 0x2060,
    ],
    ...[0x2028, 0x2029, 0x200d, 0xa0, 0x3000, 0xffa0, 0x202e, 0xe0041, 0x1b, 0xd800],
  ])("shows %i where somebody decides", (code) => {
    const hex = code.toString(16);
    const shown = hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
    const sign = String.fromCodePoint(code);
    const question = { title: `t${sign}`, detail: [`d${sign}.`], choices: [{ key: "y", label: `l${sign}` }] };
    expect(questionText(question)).toBe(`t${shown}\n  │ d${shown}.\n  [y] l${shown}\n`);
  });

  it("keeps each line of a question on its own line, and tells long gaps by their number", () => {
    const lines = (...detail: string[]) => questionText({ title: "t", detail, choices: [] });
    expect(lines("a\n  [y] yes")).toBe("t\n  │ a\\n  [y] yes\n");
    expect(lines("a", "", " ", "", "b")).toBe("t\n  │ a\n  │\n  │\n  │\n  │ b\n");
    expect(lines("a", "", "\t", "", "", "b")).toBe("t\n  │ a\n  │ [4 empty lines]\n  │ b\n");
    expect(lines(`a${" ".repeat(20)}b${"\t".repeat(21)}c`)).toBe(`t\n  │ a${" ".repeat(20)}b[21 blanks]c\n`);
  });

  it("is the same in pieces as in one", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 5 })), (pieces) => {
        const stream = createVisibleStream();
        // A last sign that nothing belongs to.
        const whole = [...pieces, "."].flatMap((piece) => piece.split(""));
        expect(whole.map(stream).join("")).toBe(visible(`${pieces.join("")}.`));
      }),
    );
  });
});

describe("what goes on now", () => {
  it("is the hook that began last, else the tool, else the agent itself, with its seconds", () => {
    let now = 0;
    const busy = createBusy(() => now);
    const seen = () => busy.line().slice(2);
    expect([busy.any, busy.line()]).toEqual([false, ""]);
    busy.working("thinking");
    now = 3200;
    expect(seen()).toBe("3 s thinking");
    busy.working(null);
    busy.calls([{ id: "c", name: "command_execute", input: { command: "npm test" }, agent: null }], "/p");
    expect(seen()).toBe("[command_execute] npm test");
    busy.hook(started("guard", { status: "look\u001b" }), undefined);
    expect(seen()).toBe("PreToolUse: look\\u001b");
    busy.clear();
    expect(busy.any).toBe(false);
    busy.callEnded("c");
    expect(seen()).toBe("thinking");
  });
});
