import { describe } from "vitest";
import { playAll } from "./compare.ts";

// shows: W-011 G-001 G-083
describe("what Claude Code was observed to do, with its hooks in Hookline's own files", () =>
  playAll("native"));
