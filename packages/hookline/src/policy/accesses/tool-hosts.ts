import type { Event } from "../../contract/event.ts";
import { isObject, type Json } from "../../contract/json.ts";
import type { TouchedHost } from "../model.ts";
import { hostOfUrl } from "./host-names.ts";

const asking: ReadonlySet<string> = new Set(["fetch", "mcp", "other"]);
const urlField = /^(?:ur[il]s?|endpoints?|\w+(?:_ur[il]|Ur[il]|URL)s?)$/;
/** What is an address although it does not say how it is spoken to. */
const bareAddress =
  /^(?:[\w-]+\.)+[\w-]+\.?(?::\d+)?(?:[/?#]\S*)?$|^localhost(?:[:/]\S*)?$|^\[[\da-f:.]+\]\S*$/i;

/** The hosts that a tool other than a shell would speak to. */
export function toolHosts({ tool, payload }: Pick<Event, "tool" | "payload">): readonly TouchedHost[] {
  if (!tool || tool.kind === "shell") return [];
  const fields = new Set(tool.url ?? []);
  const isUrl = (name: string) => fields.has(name) || (asking.has(tool.kind) && urlField.test(name));
  return urlsIn(payload.tool_input, isUrl, false, 0).flatMap((url) => {
    const host = hostOfUrl(url) ?? (bareAddress.test(url.trim()) ? hostOfUrl(`//${url.trim()}`) : null);
    return host === null ? [] : [{ name: host, url, known: true, upload: false, by: tool.kind }];
  });
}

function urlsIn(
  value: Json | undefined,
  isUrl: (name: string) => boolean,
  inside: boolean,
  depth: number,
): readonly string[] {
  if (typeof value === "string") return inside ? [value] : [];
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((item) => urlsIn(item, isUrl, inside, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => urlsIn(item, isUrl, isUrl(name), depth + 1));
}
