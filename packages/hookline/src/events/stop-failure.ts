import { defineEvent } from "../contract/event.ts";

/** The turn ended in an error. */
export const stopFailure = defineEvent({
  name: "StopFailure",
  summary: "The turn ended because of an error of the model's service.",
  payload: {
    error:
      "rate_limit|overloaded|authentication_failed|oauth_org_not_allowed|account_on_hold|verification_required|billing_error|invalid_request|model_not_found|server_error|max_output_tokens|cloud_credential_error|unknown|string",
    error_details: "string?",
    last_assistant_message: "string?",
  },
  subject: "error",
  matcher: "narrow",
  deny: "none",
  answer: {},
  halts: false,
});
