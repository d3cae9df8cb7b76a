import type { JsonObject } from "../contract/json.ts";
import { toolKinds } from "../contract/tool.ts";
import { builtInEvents } from "../events/catalog.ts";
import { ruleSubjects, ruleVerdicts, severities } from "./rule.ts";

const text: JsonObject = { type: "string", minLength: 1 };
const day: JsonObject = {
  type: "string",
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  description: "The last day on which it holds.",
};
const list = (items: JsonObject): JsonObject => ({ type: "array", minItems: 1, items });

const exception: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["when", "reason"],
  properties: {
    when: { ...text, description: "CEL; true means that the rule does not hold here." },
    reason: { ...text, description: "Why that is fine." },
    owner: { ...text, description: "Who answers for it." },
    expires: day,
  },
};

const rule: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["id", "verdict", "when", "reason"],
  properties: {
    id: {
      type: "string",
      pattern: "^[\\w.:/-]{1,100}$",
      description: "Its name in decisions and exceptions.",
    },
    verdict: { enum: ruleVerdicts, description: "What the rule says where it fits." },
    when: { ...text, description: "CEL; true means that the rule fits." },
    reason: { ...text, description: "What to do instead, in one sentence: the model reads it." },
    each: { enum: ruleSubjects, description: "What `when` is asked about; the event if absent." },
    kinds: {
      ...list({ enum: toolKinds }),
      description: "The kinds of tools that it is about; all if absent.",
    },
    programs: { ...list(text), description: "The programs that it is about; all if absent." },
    events: {
      ...list({ enum: builtInEvents.map(({ name }) => name) }),
      description: "The events that it is about; those of its group if absent.",
    },
    severity: { enum: severities, description: "How bad it would be, for reports." },
    owner: { ...text, description: "Who answers for the rule." },
    expires: day,
    except: { ...list(exception), description: "Where the rule does not hold." },
  },
};

/** The JSON Schema of the fields of a policy. */
export const policySchema: JsonObject = {
  packs: list({ type: "string" }),
  rules: list(rule),
  settings: { type: "object", description: "What rules see as `settings`." },
  except: {
    type: "object",
    additionalProperties: list(exception),
    description: "Exceptions by the ids of rules.",
  },
};
