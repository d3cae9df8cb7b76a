import { expect, it } from "vitest";
import { createPlainShow } from "../../src/show/plain.ts";
import { withoutSecrets } from "../../src/show/without-secrets.ts";
import { command, engineWith, heard, Page } from "./stage.ts";

it("takes secrets out of what hooks print and say, and leaves the model's reason alone", async () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const engine = await engineWith({
    PreToolUse: [{ hooks: [command(`echo "the token ${token} is in it" >&2; exit 2`, { id: "guard" })] }],
  });
  const page = new Page();
  const show = withoutSecrets(createPlainShow(page, { hooks: () => engine.hooks }), () => engine.redactor);
  engine.listen(show.hook);
  const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
  await heard();
  show.notice("warn", `again: ${token}`);
  expect(decision.reason).toContain(token);
  expect(page.text).not.toContain(token);
  expect(page.text.split("[redacted]").length).toBeGreaterThan(2);
});
