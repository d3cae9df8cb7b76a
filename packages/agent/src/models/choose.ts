import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { suggest } from "hookline";
import { explainModelError, ModelError } from "./errors.ts";
import { addressOf, type Env, providers, splitName } from "./providers.ts";
import { readScript } from "./script.ts";
import { ScriptedModel } from "./scripted.ts";

/** A model and the name that the person knows it by. */
export interface ChosenModel {
  readonly name: string;
  readonly model: BaseChatModel;
}

/** What may name a model, the strongest first. */
export interface ModelChoice {
  /** The path of a script: `--script`. */
  readonly script?: string | undefined;
  /** `--model`, or what the person types after `/model`. */
  readonly model?: string | undefined;
  /** The `model` of the settings files. */
  readonly settings?: string | undefined;
  readonly env: Env;
}

/** LangChain's default of 6 lets a person wait for minutes until an unreachable server is told. */
const maxRetries = 2;

/** Makes the model that the person chose; throws a ModelError whose message is the one line to show. */
export async function chooseModel(choice: ModelChoice): Promise<ChosenModel> {
  const { script, model, settings, env } = choice;
  const scripted = model === undefined || model === "scripted";
  if (script !== undefined && !scripted) {
    throw wrong(`--script and --model ${model} cannot be used together: leave one of them out`);
  }
  if (script !== undefined) return { name: "scripted", model: new ScriptedModel(await readScript(script)) };
  const name = [model, settings, env.HOOKLINE_MODEL].find(given)?.trim() ?? usualModel(env);
  return { name, model: await makeModel(name, env) };
}

/** The model that a hook names; in a scripted session the script answers, so that nothing leaves the machine. */
export async function chooseForHook(
  session: ChosenModel,
  name: string | undefined,
  env: Env,
): Promise<BaseChatModel> {
  if (name === undefined || session.name === "scripted") return session.model;
  return makeModel(name, env);
}

/** Makes a model by its name alone. */
async function makeModel(name: string, env: Env): Promise<BaseChatModel> {
  if (name === "scripted") return new ScriptedModel({ turns: [] });
  const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  const known = Object.keys(MODEL_PROVIDER_CONFIG);
  const { provider, model } = splitName(name, known, env);
  if (provider === null) throw unknownProvider(name, known);
  if (model.trim() === "") throw wrong(`"${name}" names no model: write it as ${provider}:NAME`);
  const options = optionsOf(provider, name, env);
  try {
    const made = await initChatModel(model, { modelProvider: provider, maxRetries, ...options });
    // What comes back is a shell that makes the model at each call; tools and streams need the model itself.
    return await made._getModelInstance();
  } catch (error) {
    throw notMade(name, provider, error);
  }
}

/** The key and the address from the environment; a missing key is told now, not by the service later. */
function optionsOf(provider: string, name: string, env: Env): Record<string, unknown> {
  const known = providers.find((candidate) => candidate.name === provider);
  if (!known) return {};
  const address = addressOf(provider, env);
  if (address !== undefined && provider !== "ollama" && !URL.canParse(address)) {
    throw wrong(
      `the address "${address}" in ${known.addresses[0]} is no URL: write http:// or https:// before it`,
    );
  }
  const key = known.key === null ? undefined : [env[known.key]].find(given);
  if (known.key !== null && key === undefined && address === undefined) {
    const line = `the model "${name}" needs a key: set ${known.key} (or ${known.addresses[0]} to a server without one)`;
    throw new ModelError("authentication_failed", line);
  }
  return known.options(key ?? "none", address);
}

/** The usual model of the first provider that the environment has a key for. */
function usualModel(env: Env): string {
  for (const { name, key, addresses, usual } of providers) {
    const address = addressOf(name, env);
    const reachable = address !== undefined || (key !== null && given(env[key]));
    if (!reachable) continue;
    // An own OpenAI-compatible server, and Ollama, have models of their own.
    if (usual !== null && (address === undefined || name !== "openai")) return `${name}:${usual}`;
    throw wrong(`${addresses[0]} is set, but no model is named: choose one with --model ${name}:NAME`);
  }
  throw wrong(
    "no model is chosen: use --model anthropic:NAME, openai:NAME or ollama:NAME and set its key " +
      "(ANTHROPIC_API_KEY, OPENAI_API_KEY), or play a script with --script FILE",
  );
}

function unknownProvider(name: string, known: readonly string[]): ModelError {
  const before = name.includes(":") ? name.slice(0, name.indexOf(":")) : null;
  if (before === null) {
    return wrong(`whose model is "${name}"? Write it as provider:${name}, with anthropic, openai or ollama`);
  }
  const meant = suggest(before, known);
  const hint = meant === null ? `use one of ${known.join(", ")}` : `did you mean "${meant}"?`;
  return wrong(`there is no provider "${before}" (in --model ${name}); ${hint}`);
}

function notMade(name: string, provider: string, error: unknown): ModelError {
  const missing = error instanceof Error ? /Unable to import (\S+?)\.? /.exec(error.message)?.[1] : undefined;
  if (missing === undefined) {
    const { error: word, line } = explainModelError(error, name);
    return new ModelError(word, line);
  }
  return wrong(`the provider "${provider}" needs the package ${missing}: run "npm install ${missing}"`);
}

function wrong(line: string): ModelError {
  return new ModelError("model_not_found", line);
}

function given(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}
