import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A teammate is about to go idle. */
export const teammateIdle = defineEvent({
  name: "TeammateIdle",
  summary: "A teammate is about to have nothing to do.",
  payload: {
    permission_mode: permissionMode,
    teammate_name: "string",
    team_name: "string",
  },
  subject: null,
  deny: "continue",
  answer: {},
  judges: "halt",
  failsOpen: true,
});
