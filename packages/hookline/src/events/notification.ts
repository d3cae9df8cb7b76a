import { defineEvent } from "../contract/event.ts";

/** The agent wants attention. */
export const notification = defineEvent({
  name: "Notification",
  summary: "The agent wants the person's attention.",
  payload: {
    message: "string",
    title: "string?",
    notification_type:
      "permission_prompt|idle_prompt|auth_success|elicitation_dialog|elicitation_url_dialog|elicitation_complete|elicitation_response|agent_needs_input|agent_completed|quota_auto_resume_fired|quota_auto_resume_stale|quota_auto_resume_disabled|string",
  },
  subject: "notification_type",
  deny: "none",
  answer: {
    additionalContext: "string?",
  },
  halts: false,
});
