import { createBusy } from "./busy.ts";
import { createLines, type LinesOptions } from "./lines.ts";
import type { Paint } from "./paint.ts";
import type { Screen } from "./screen.ts";
import type { Show } from "./show.ts";
import { createHookFinder } from "./spell.ts";

/** A Show on a terminal: the same lines in colours, and under them a moving line with what goes on now. */
export function createTerminalShow(screen: Screen, paint: Paint, options: LinesOptions = {}): Show {
  const lines = createLines(screen, paint, options);
  const find = createHookFinder(options.hooks ?? (() => []));
  const busy = createBusy();
  let cwd = "";
  const draw = () => screen.status(busy.any ? busy.line : null);
  return {
    begin(facts) {
      cwd = facts.cwd;
      // Its beginning is enough to resume it, and the line stays one.
      lines.begin({ ...facts, sessionId: facts.sessionId.slice(0, 8) });
    },
    text(delta, messageId) {
      busy.clear();
      draw();
      lines.text(delta, messageId);
    },
    message(message) {
      lines.message(message);
      if (message.agent === null) busy.working(null);
      busy.calls(message.calls, cwd);
      draw();
    },
    toolEnd(call, result) {
      lines.toolEnd(call, result);
      busy.callEnded(call.id);
      draw();
    },
    hook(notice) {
      if (notice.type !== "progress") busy.hook(notice, find(notice.hook, notice.eventId));
      lines.hook(notice);
      draw();
    },
    working(what) {
      busy.working(what);
      draw();
    },
    settle: () => lines.settle?.(),
    notice: lines.notice,
    page: lines.page,
    result(result) {
      busy.clear();
      draw();
      lines.result(result);
    },
    close() {
      busy.clear();
      lines.close();
      screen.close();
    },
  };
}
