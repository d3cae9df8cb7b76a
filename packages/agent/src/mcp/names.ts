import { createHash } from "node:crypto";

/** What every provider takes as the name of a tool: at most this long, of letters, digits, `_` and `-`. */
const longest = 64;

/** The names `mcp__server__thing` for the things of a server, in their order, valid and each different from all in `taken`. */
export function mcpNames(server: string, things: readonly string[], taken: Set<string>): readonly string[] {
  return things.map((thing) => {
    const wanted = `mcp__${valid(server)}__${valid(thing)}`;
    const fits = wanted.length <= longest && !taken.has(wanted);
    const name = fits ? wanted : `${wanted.slice(0, longest - 9)}_${digest(`${server}\0${thing}`)}`;
    taken.add(name);
    return name;
  });
}

function valid(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
