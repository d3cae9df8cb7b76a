// The ways to run commands that are here: the one place that knows how the engine chooses between them.
const folder = "../packages/hookline/dist/system/process";

/** All there can be, the quickest first. */
export const kinds = ["native", "pool", "direct"];

/** What the engine would take by itself. */
export async function defaultBackend() {
  const { chooseSpawn } = await choosing();
  return chooseSpawn({}).kind;
}

/** A host of this kind; throws a sentence if it cannot be had. */
export async function openBackend(kind) {
  const { hostFor } = await choosing();
  return hostFor(await choiceOf(kind));
}

/** The variables with which an engine makes its host itself, as that of an agent does; throws a sentence if it cannot be of this kind. */
export async function backendVariables(kind) {
  await choiceOf(kind);
  return { HOOKLINE_SPAWN: kind };
}

async function choiceOf(kind) {
  const { chooseSpawn } = await choosing();
  const choice = chooseSpawn({ HOOKLINE_SPAWN: kind });
  if (choice.kind !== kind) throw new Error(choice.why);
  return choice;
}

/** A build that has no choice spawns directly. */
async function choosing() {
  try {
    return await import(`${folder}/choose-host.js`);
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    const { createDirectHost } = await import(`${folder}/process-host.js`);
    const why = "this build spawns directly and nothing else";
    return { chooseSpawn: () => ({ kind: "direct", why }), hostFor: createDirectHost };
  }
}
