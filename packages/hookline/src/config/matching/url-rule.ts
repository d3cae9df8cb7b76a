import type { Condition } from "../../contract/hook.ts";
import { wildcard } from "./wildcard.ts";

/** Compiles what stands in `WebFetch(…)`, which is `domain:` and a host; a text says why it is not. */
export function urlRule(spec: string): ((url: string) => ReturnType<Condition["test"]>) | string {
  const host = /^domain:\s*(\S+)$/.exec(spec)?.[1];
  if (host === undefined) return "rules for fetched pages are written WebFetch(domain:example.com)";
  const fits = wildcard(host.toLowerCase());
  return (url) => {
    const found = hostOf(url);
    if (found === null) return { holds: true, problem: "the URL could not be read, so the hook runs" };
    return { holds: fits(found) };
  };
}

function hostOf(url: string): string | null {
  const complete = /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`;
  return URL.canParse(complete) ? new URL(complete).hostname.replace(/\.$/, "") : null;
}
