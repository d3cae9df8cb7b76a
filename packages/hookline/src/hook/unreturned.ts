let made = 0;
let last = "";
let started = 0;
let active = 0;

/** Notes that an answer was made that stops something. */
export function noteStop(name: string): void {
  made++;
  last = name;
}

/** Calls a handler and gives what it returned; throws if it made an answer that stops something and returned nothing: it would pass in silence. */
export async function returnedBy(handler: () => unknown): Promise<unknown> {
  const call = ++started;
  const before = made;
  active++;
  const alone = active === 1;
  try {
    const given = handler();
    // Nobody else has run until here.
    if (given === undefined && made > before) throw forgotten();
    const said = await given;
    // Whoever waited beside others cannot know whose answer it was.
    if (said === undefined && made > before && alone && started === call) throw forgotten();
    return said;
  } finally {
    active--;
  }
}

function forgotten(): TypeError {
  return new TypeError(
    `it called ${last}() and returned nothing: write "return ${last}(…)", or return pass() if nothing is meant`,
  );
}
