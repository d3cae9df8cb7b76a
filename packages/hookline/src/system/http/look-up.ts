import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { HttpRequest } from "../../contract/runner.ts";
import { reachable } from "./addresses.ts";

/** Gives all addresses of a name, or rejects. */
export type Resolve = (name: string) => Promise<readonly { address: string; family: number }[]>;

/** An address that a request may not connect to. */
export class AddressRefused extends Error {
  constructor(host: string, address: string) {
    const what = host === address ? address : `${host} is at ${address}, which`;
    super(
      `${what} is not a public address, and a hook of a project file may not reach it; ` +
        "write the hook in your own file instead",
    );
    this.name = "AddressRefused";
  }
}

/** Looks up at most `most` names at a time, and a name that is being looked up not once more. */
export function limitedResolve(resolve: Resolve, most: number): Resolve {
  const running = new Map<string, ReturnType<Resolve>>();
  const waiting: (() => void)[] = [];
  let free = most;
  const look = async (name: string) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await resolve(name);
    } finally {
      running.delete(name);
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return (name) => {
    let found = running.get(name);
    if (!found) {
      found = look(name);
      running.set(name, found);
    }
    return found;
  };
}

/** The machine's resolver: a stuck look-up holds one of the four threads that file access needs too, so two at most. */
export const resolveName: Resolve = limitedResolve((name) => lookup(name, { all: true }), 2);

/** A look-up for sockets that gives only addresses within reach: what was checked is what is connected to. */
export function checkedLookup(resolve: Resolve, reach: HttpRequest["reach"]): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const allowed = found.filter(({ address }) => reachable(address, reach, host));
        const first = allowed[0];
        if (!first) callback(new AddressRefused(host, found[0]?.address ?? "no address"), "");
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}
