import { writeFileSync } from "node:fs";
import { it } from "vitest";
import { apart, asking, interrupted, talk, work } from "./scenes.ts";
it("x", async () => {
  const [w, t, a, p, i] = await Promise.all([work(), talk(), asking(), apart(), interrupted()]);
  writeFileSync("/tmp/w1-scenes.json", JSON.stringify({ first: w.first, later: w.later, talk: t, asking: a, apart: p, interrupted: i }, null, 1));
}, 60000);
