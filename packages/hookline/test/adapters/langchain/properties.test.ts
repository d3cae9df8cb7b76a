import { isAIMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../src/adapters/langchain/index.ts";
import { stronger, type Verdict, verdicts } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { calling, listenTo, plainAgent, resultsIn, writing } from "./stage.ts";

interface Said {
  readonly verdict: Verdict;
  readonly rewrite: string | null;
}

const said = fc.record<Said>({
  verdict: fc.constantFrom(...verdicts),
  rewrite: fc.option(fc.stringMatching(/^[a-z]{1,5}$/)),
});

/** What each of several hooks says of each of several calls. */
const answers = fc.array(fc.array(said, { maxLength: 4 }), { minLength: 1, maxLength: 4 });

describe("for whatever hooks answer", () => {
  it("a tool runs if and only if the strongest verdict lets it, with the last rewrite, and each call has one result", async () => {
    await fc.assert(
      fc.asyncProperty(answers, fc.boolean(), async (calls, alone) => {
        const engine = await scratch().engine();
        const most = Math.max(...calls.map((hooks) => hooks.length));
        for (let hook = 0; hook < most; hook++)
          listenTo(
            engine,
            {
              PreToolUse: ({ tool_use_id }) => {
                const one = calls[Number(tool_use_id)]?.[hook];
                if (!one) return undefined;
                const { verdict, rewrite } = one;
                return { verdict, ...(rewrite !== null && { updatedInput: { file_path: rewrite } }) };
              },
            },
            ["PreToolUse"],
          );
        const asked = calls.map((_hooks, index) => writing(`call-${index}`, "", String(index)));
        const options = alone ? {} : { permission: () => ({ behavior: "allow" as const }) };
        const { say, given } = plainAgent(engine, [calling(...asked), { text: "Done." }], options);
        const { messages } = await say("go");
        await engine.close();

        const wanted = calls.map((hooks, index) => {
          const verdict = hooks.map((one) => one.verdict).reduce(stronger, "pass");
          const runs = verdict === "pass" || verdict === "allow" || (verdict === "ask" && !alone);
          const rewrite = hooks.findLast((one) => one.rewrite !== null)?.rewrite;
          return runs ? (rewrite ?? `call-${index}`) : null;
        });
        const results = resultsIn(messages);
        expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(asked.map(({ id }) => id));
        expect(results.map((result) => (result.status === "error" ? null : textOf(result)))).toEqual(
          wanted.map((path) => path && `wrote ${path}`),
        );
        expect(given).toHaveLength(wanted.filter((path) => path !== null).length);
        expect(messages.filter((message) => isAIMessage(message))).toHaveLength(2);
      }),
      { numRuns: 40 },
    );
  });
});
