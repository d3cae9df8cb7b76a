import { resolve } from "node:path";
import { allDialects, type Engine, type Hook, native, suggest } from "../../index.ts";
import { UsageError } from "../verb.ts";

/** The hooks that an id means, all in one native file that may be changed; otherwise a line that says what to do. */
export function findEntry(
  engine: Engine,
  id: string,
  file: string | undefined,
  cwd: string,
): readonly Hook[] {
  const found = engine.hooks.filter((hook) => hook.id === id);
  if (found.length === 0) throw new UsageError(unknown(engine, id));
  const here = file === undefined ? found : found.filter((hook) => isIn(hook, engine, file, cwd));
  if (here.length === 0)
    throw new UsageError(`--file ${file}: "${id}" is not in it; it is in ${placesOf(found).join(", ")}`);
  const files = [...new Set(here.map(({ source }) => source.file))];
  if (files.length > 1)
    throw new UsageError(
      `"${id}" is in several files: ${placesOf(here).join(", ")}; say which one is meant with --file`,
    );
  const [first] = here;
  const obstacle = first && obstacleOf(first);
  if (obstacle) throw new UsageError(obstacle);
  return here;
}

function unknown(engine: Engine, id: string): string {
  const meant = suggest(
    id,
    engine.hooks.map((hook) => hook.id),
  );
  return `there is no hook "${id}"; ${meant ? `did you mean "${meant}"?` : '"hookline list" shows the ids'}`;
}

/** The words for the native files stand for them, too. */
function isIn({ source }: Hook, { projectDir }: Engine, file: string, cwd: string): boolean {
  if (file === source.layer) return true;
  return [cwd, projectDir].some((folder) => resolve(folder, file) === source.file);
}

const placesOf = (hooks: readonly Hook[]) => [...new Set(hooks.map(({ source }) => source.text))];

/** Why the entry of a hook is not ours to switch, and what to do instead. */
function obstacleOf({ id, source, dialect }: Hook): string | null {
  if (source.layer === "managed")
    return `"${id}" is a hook of the machine (${source.text}); only who may write that file can switch it`;
  if (dialect === native.name) return null;
  const title = allDialects.find(({ name }) => name === dialect)?.title ?? dialect;
  return (
    `"${id}" is an entry of ${title}, in ${source.text}, which has no switch for one hook; ` +
    `take the entry out of that file, or carry it over with "hookline import" and switch it there`
  );
}
