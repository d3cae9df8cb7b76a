/** True if one of the patterns fits the URL; `*` stands for any text, and an empty list fits nothing. */
export function allowsUrl(patterns: readonly string[], url: URL): boolean {
  return patterns.some((pattern) => fits(pattern, url));
}

/**
 * Scheme, host and path are compared each on its own, so that a `*` in the host cannot reach into the path:
 * `https://*.example.com/*` does not fit `https://evil.net/x.example.com/`.
 */
function fits(pattern: string, url: URL): boolean {
  if (pattern === "*") return true;
  const [, scheme = "", host = "", path = ""] = /^([^:/]*):\/\/([^/]*)(\/.*)?$/s.exec(pattern) ?? [];
  if (host === "") return false;
  const freePath = path === "" && host.endsWith("*");
  return (
    glob(scheme.toLowerCase(), url.protocol.slice(0, -1)) &&
    glob(normalHost(scheme, host), withoutDot(url.host)) &&
    (freePath || glob(path || "/", url.pathname + url.search))
  );
}

/** A host without `*` goes through the URL parser, which also drops the scheme's own port. */
function normalHost(scheme: string, host: string): string {
  const text = `${scheme}://${host}`;
  if (!text.includes("*") && URL.canParse(text)) return withoutDot(new URL(text).host);
  return withoutDot(host.toLowerCase());
}

function withoutDot(host: string): string {
  return host.replace(/\.(?=:\d+$|:\*$|$)/, "");
}

/** Compares without a regular expression: no pattern can make it slow. */
function glob(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
