// The ways to run commands that are here: the one place that knows how the engine chooses between them.
const folder = "../packages/hookline/dist/system/process";

/** All there can be, the quickest first. */
export const kinds = ["native", "pool", "direct"];

/** What the engine would take by itself. */
export async function defaultBackend() {
  const { kind, host } = await chosen({});
  await host.close();
  return kind;
}

/** A host of this kind; throws a sentence if it cannot be had. */
export async function openBackend(kind) {
  const { kind: got, host, why } = await chosen({ HOOKLINE_SPAWN: kind });
  if (got === kind) return host;
  await host.close();
  throw new Error(why || `the engine takes ${got} where ${kind} is asked for`);
}

async function chosen(asked) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...asked };
  const choosing = await import(`${folder}/choose-host.js`).catch((error) => {
    if (error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  });
  if (choosing) return choosing.chooseHost(env);
  const { createDirectHost } = await import(`${folder}/process-host.js`);
  return { kind: "direct", host: createDirectHost(), why: "this build spawns directly and nothing else" };
}
