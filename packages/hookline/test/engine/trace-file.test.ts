import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { createTracer } from "../../src/engine/trace.ts";
import { removeFolder } from "../remove-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hookline-test-"));
  onTestFinished(() => removeFolder(folder));
});

const event = { id: "e" };

/** What the files of the trace hold by now, line by line. */
function written(): JsonObject[] {
  const names = readdirSync(folder).includes("trace") ? readdirSync(join(folder, "trace")) : [];
  return names
    .flatMap((name) => readFileSync(join(folder, "trace", name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

it("adds records that come together at once, in their order, and others as they come", () => {
  const tracer = createTracer("digest", folder);
  tracer.step(event, "load", () => ({ number: 1 }));
  expect(written()).toMatchObject([{ step: "load", data: { number: 1 } }]);
  tracer.together(() => {
    tracer.step(event, "match", () => ({ number: 2 }));
    tracer.step(event, "plan", () => ({ number: 3 }));
    expect(written()).toHaveLength(1);
  });
  expect(written().map(({ step }) => step)).toEqual(["load", "match", "plan"]);
});

it("loses no record because another one could not be made", () => {
  const tracer = createTracer("full", folder);
  tracer.together(() => {
    tracer.step(event, "match", () => ({}));
    tracer.step(event, "plan", () => {
      throw new Error("mine");
    });
    tracer.step(event, "record", () => ({}));
  });
  tracer.step(event, "load", () => ({}));
  expect(written().map(({ step }) => step)).toEqual(["match", "record", "load"]);
});
