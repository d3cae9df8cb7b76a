import { createMiddleware } from "langchain";
import { ModelError } from "../models/errors.ts";
import type { Host } from "./host.ts";

/** The turn has had as many answers of the model as it may have. */
export class TurnLimit extends ModelError {
  constructor(most: number) {
    super(
      "unknown",
      `the turn ends here: the model has answered ${most} ${most === 1 ? "time" : "times"}, as often as --max-turns allows`,
    );
  }
}

/** Lets the model answer a prompt so often and no more (`--max-turns`); what sub-agents say does not count. */
export function turnLimit({ options, facts }: Pick<Host, "options" | "facts">) {
  const most = options.maxTurns ?? Number.POSITIVE_INFINITY;
  let prompt = facts.promptId;
  let answers = 0;
  return createMiddleware({
    name: "TurnLimitMiddleware",
    wrapModelCall: async (request, handler) => {
      if (prompt !== facts.promptId) [prompt, answers] = [facts.promptId, 0];
      if (answers >= most) throw new TurnLimit(most);
      const answer = await handler(request);
      answers++;
      return answer;
    },
  });
}
