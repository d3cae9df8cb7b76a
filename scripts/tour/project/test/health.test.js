import assert from "node:assert/strict";
import { test } from "node:test";

test("health says ok", async () => {
  const { health } = await import("../src/health.js");
  assert.equal(health().status, "ok");
});
