import { type ChosenModel, chooseForHook, chooseModel } from "../models/choose.ts";
import type { AgentOptions } from "../options.ts";
import type { Settings } from "../settings/load.ts";
import type { Env } from "./host.ts";

/** The session's model; one that only runs its first hooks needs none. */
export async function chosenModel(
  { script, model, initOnly }: AgentOptions,
  settings: string | null,
  env: Env,
): Promise<ChosenModel> {
  if (initOnly && script === undefined && model === undefined) return chooseModel({ model: "scripted", env });
  return chooseModel({ script, model, settings: settings ?? undefined, env });
}

/** The models of the sub-agents that name one; a scripted session plays its script for all of them. */
export async function modelsOfAgents(
  { agents }: Settings,
  session: ChosenModel,
  env: Env,
): Promise<ReadonlyMap<string, ChosenModel["model"]>> {
  const models = new Map<string, ChosenModel["model"]>();
  for (const [name, { model }] of Object.entries(agents))
    if (model !== undefined) models.set(name, await chooseForHook(session, model, env));
  return models;
}
