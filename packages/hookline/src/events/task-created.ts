import { defineEvent } from "../contract/event.ts";

/** A task is being added. */
export const taskCreated = defineEvent({
  name: "TaskCreated",
  summary: "A task is being added to the task list.",
  payload: {
    task_id: "string",
    task_subject: "string",
    task_description: "string?",
    teammate_name: "string?",
    team_name: "string?",
  },
  subject: null,
  deny: "stop",
  answer: {},
  halts: false,
  judges: "deny",
});
