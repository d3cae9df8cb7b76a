import { rmSync } from "node:fs";

/**
 * Removes a folder in which a process that a test left to itself may still be writing its last lines: tries again
 * for ten seconds, then fails.
 */
export async function removeFolder(path: string): Promise<void> {
  for (const until = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 25)))
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
}
