/** The system's words for a server that cannot be reached, and what they mean. */
const meanings: ReadonlyMap<string, string> = new Map<string, string>([
  ["ECONNREFUSED", "nothing listens there; is the server running?"],
  ["ECONNRESET", "the connection was cut; try again"],
  ["EHOSTUNREACH", "there is no way to that host; check the network"],
  ["ENETUNREACH", "there is no network; check the connection"],
  ["ENOTFOUND", "no such host; check the base URL and the network"],
  ["EAI_AGAIN", "the host's name could not be looked up; check the network"],
  ["EPIPE", "the connection was cut; try again"],
  ["ETIMEDOUT", "no answer in time; check the address and the network"],
  ["UND_ERR_CONNECT_TIMEOUT", "no answer in time; check the address and the network"],
  ["UND_ERR_HEADERS_TIMEOUT", "no answer in time; try again"],
  ["UND_ERR_BODY_TIMEOUT", "the answer stopped half-way; try again"],
  ["UND_ERR_SOCKET", "the connection was cut; try again"],
  ["ERR_INVALID_URL", "that is no URL; check the base URL"],
]);

/** Where nothing was reached and what that means; null if the error is about something else. */
export function connectionLine(error: unknown): string | null {
  let timedOut = false;
  for (const cause of causesOf(error)) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    const meaning = meanings.get(code);
    if (meaning !== undefined) return `${placeOf(cause)}${meaning} (${code})`;
    if (/certificate|CERT_|SELF_SIGNED/.test(code)) return `its certificate is not trusted (${code})`;
    timedOut ||= /Timeout/.test(cause.name) || /timed out/i.test(cause.message);
  }
  return timedOut ? "no answer in time; try again" : null;
}

/** The error that the provider's library threw: LangChain's own wrappers keep it as their cause. */
export function rootOf(error: unknown): unknown {
  const withStatus = causesOf(error).find((cause) => "status" in cause || "status_code" in cause);
  return withStatus ?? error;
}

/** An error, its cause, and so on; of several causes at once the first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let next = error;
  while (next instanceof Error && !causes.includes(next)) {
    causes.push(next);
    next = next instanceof AggregateError && next.errors.length > 0 ? next.errors[0] : next.cause;
  }
  return causes;
}

function placeOf(cause: Error): string {
  const { hostname, address, port, input } = Object.fromEntries(Object.entries(cause));
  const host = hostname ?? address ?? input;
  if (host === undefined) return "";
  return port === undefined ? `${host}: ` : `${host}:${port}: `;
}
