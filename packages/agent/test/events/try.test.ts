import { writeFileSync } from "node:fs";
import { it } from "vitest";
import { apart, asking, interrupted, talk, work } from "./scenes.ts";
import { differencesToDescribed, differencesToRecorded, distinct } from "./compare.ts";
it("x", async () => {
  const [w, t, a, p, i] = await Promise.all([work(), talk(), asking(), apart(), interrupted()]);
  writeFileSync("/tmp/w1-scenes.json", JSON.stringify({ first: w.first, later: w.later, talk: t, asking: a, apart: p, interrupted: i }, null, 1));
  const all = [w.first, w.later, t,a,p,i].flatMap((s)=>s.caught);
  for (const d of distinct([...differencesToRecorded(all), ...differencesToDescribed(all)])) console.log(d.event, d.field, d.is);
}, 60000);
