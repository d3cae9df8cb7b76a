import type { Engine, Notice } from "hookline";
import type { Show } from "./show.ts";

/** The same show, without the secrets in what hooks print and say; what the model and programs are told is not changed by it. */
export function withoutSecrets(show: Show, redactor: () => Engine["redactor"] | undefined): Show {
  const text = (words: string) => redactor()?.text(words) ?? words;
  return {
    ...show,
    hook: (notice) => show.hook(redactedNotice(notice, text)),
    notice: (level, words) => show.notice(level, text(words)),
  };
}

function redactedNotice(notice: Notice, text: (words: string) => string): Notice {
  if (notice.type === "progress") return { ...notice, text: text(notice.text) };
  if (notice.type !== "response") return notice;
  const { report } = notice;
  const { reason, stdout, stderr } = report;
  return {
    ...notice,
    report: { ...report, reason: text(reason), stdout: text(stdout), stderr: text(stderr) },
  };
}
