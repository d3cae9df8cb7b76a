import type { ToolContext } from "../tools/context.ts";
import type { Host } from "./host.ts";

/** What the tools get of the session; the session may not be complete yet. */
export function toolContext(host: () => Host): ToolContext {
  return {
    get facts() {
      return host().facts;
    },
    tell: (...event) => host().tell(...event),
    get env() {
      return host().env;
    },
    envFiles: () => host().envFiles,
    onRead: (path) => void host().nested.push(host().instructions.nested(path)),
    mayRead: (path) => host().permission.mayRead(path),
    judged: (callId) => host().permission.judged(callId),
    get signal() {
      return host().ending.signal;
    },
  };
}
