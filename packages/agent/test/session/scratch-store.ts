import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { removeFolder } from "../../../hookline/test/remove-folder.ts";
import { SessionCheckpointer } from "../../src/session/checkpointer.ts";
import { type SessionStore, sessionStore } from "../../src/session/store.ts";

/** A store in a folder of its own, gone when the test ends. */
export function scratchStore(): SessionStore & { readonly root: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-session-")));
  onTestFinished(() => removeFolder(root));
  return { ...sessionStore({ stateFolder: join(root, "state"), projectDir: join(root, "project") }), root };
}

/** A checkpointer over a store that fails the test if it cannot write. */
export function checkpointerOf(
  store: SessionStore,
  onFault: (sentence: string) => void = (sentence) => {
    throw new Error(sentence);
  },
): SessionCheckpointer {
  const saver = new SessionCheckpointer({ ...store, onFault });
  onTestFinished(() => saver.close());
  return saver;
}
