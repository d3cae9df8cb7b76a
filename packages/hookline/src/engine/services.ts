import type { Services } from "../contract/runner.ts";
import { createHttpClient } from "../system/http/http.ts";
import { importModule } from "../system/modules.ts";
import type { Functions } from "./functions.ts";
import { createJudgementBook } from "./judgement-book.ts";
import type { EngineOptions } from "./options.ts";
import type { EngineState } from "./state.ts";

/** Makes what runners may use of the world, and what closes it; the lists of what is allowed are those of the moment. */
export function createServices(
  options: EngineOptions,
  functions: Functions,
  workers: Services["workers"],
  now: () => Pick<EngineState, "configuration" | "home" | "stateFolder" | "env" | "trust">,
): { readonly services: Services; readonly closeHttp: () => void } {
  const http = createHttpClient();
  const services: Services = {
    request: http.request,
    importModule,
    model: options.model ?? null,
    agent: options.agent ?? null,
    mcp: options.mcp ?? null,
    judgements: createJudgementBook(options.judgeLimits ?? {}),
    functionOf: (hook) => functions.find(hook),
    workers,
    coveredFiles: (hook, cwd) => now().trust.covers(hook, cwd),
    get allowedUrls() {
      return now().configuration.allowedUrls;
    },
    get allowedHeaderVariables() {
      return now().configuration.allowedHeaderVariables;
    },
    variable: (name) => now().env[name],
    get home() {
      return now().home;
    },
    get ownPaths() {
      const { configuration, stateFolder } = now();
      return [stateFolder, ...configuration.files.map(({ path }) => path)];
    },
    get stateFolder() {
      return now().stateFolder;
    },
    rehearse: options.rehearse ?? false,
    systemRoot: options.systemRoot ?? "/",
    get runtimeFolder() {
      return now().env.XDG_RUNTIME_DIR ?? "";
    },
  };
  return { services, closeHttp: http.close };
}
