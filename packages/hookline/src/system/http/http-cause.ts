const causes: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "no such host name is known"],
  ["EAI_AGAIN", "the name server did not answer"],
  ["ECONNREFUSED", "the connection was refused; is the server running?"],
  ["ECONNRESET", "the connection was closed before the answer was complete"],
  ["EPIPE", "the connection was closed before the answer was complete"],
  ["ETIMEDOUT", "the connection could not be made in time"],
  ["EHOSTUNREACH", "there is no way to that address"],
  ["ENETUNREACH", "there is no way to that network"],
  ["EPROTO", "no secure connection could be made; does the server speak https?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "no secure connection could be made; does the server speak https?"],
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "its certificate is self-signed; name its authority in NODE_EXTRA_CA_CERTS",
  ],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate's authority is not known; name it in NODE_EXTRA_CA_CERTS"],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "its certificate's authority is not known; name it in NODE_EXTRA_CA_CERTS",
  ],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
]);

/** The code of a system error, of the first inner one if several addresses were tried, or an empty text. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : "";
}

/** Why a request failed, as part of a sentence. */
export function causeOf(error: unknown): string {
  const code = codeOf(error);
  const cause = causes.get(code);
  if (cause !== undefined) return `${cause} (${code})`;
  return (error instanceof Error && error.message) || code || String(error);
}
