import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A task is about to be marked as completed. */
export const taskCompleted = defineEvent({
  name: "TaskCompleted",
  summary: "A task is about to be marked as completed.",
  payload: {
    permission_mode: permissionMode,
    task_id: "string",
    task_subject: "string",
    task_description: "string?",
    teammate_name: "string?",
    team_name: "string?",
  },
  subject: null,
  deny: "stop",
  answer: {},
  judges: "deny",
  failsOpen: true,
});
