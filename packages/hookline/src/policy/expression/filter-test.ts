/** A question about the fields of a subject, as data. */
export type FilterTest =
  | { readonly both: readonly [FilterTest, FilterTest] }
  | { readonly either: readonly [FilterTest, FilterTest] }
  /** The field is this value, or is not. */
  | { readonly field: string; readonly is: string | boolean; readonly wanted: boolean }
  /** The field is one of these. */
  | { readonly field: string; readonly among: readonly string[]; readonly wanted: boolean }
  /** The field is a list that holds this text. */
  | { readonly field: string; readonly holds: string; readonly wanted: boolean }
  | { readonly field: string; readonly starts: string; readonly wanted: boolean }
  /** The field is a list or a map with something in it. */
  | { readonly field: string; readonly some: true };

type Test = (subject: object) => boolean;

/** Makes what answers the question. */
export function testBy(test: FilterTest): Test {
  if ("both" in test) {
    const [left, right] = [testBy(test.both[0]), testBy(test.both[1])];
    return (one) => left(one) && right(one);
  }
  if ("either" in test) {
    const [left, right] = [testBy(test.either[0]), testBy(test.either[1])];
    return (one) => left(one) || right(one);
  }
  const { field } = test;
  const valueIn = (one: object): unknown => Reflect.get(one, field);
  if ("some" in test) return (one) => holdsSome(valueIn(one));
  const { wanted } = test;
  if ("is" in test) {
    const { is } = test;
    return (one) => (valueIn(one) === is) === wanted;
  }
  if ("among" in test) {
    const known: ReadonlySet<unknown> = new Set(test.among);
    return (one) => known.has(valueIn(one)) === wanted;
  }
  if ("holds" in test) {
    const { holds } = test;
    return (one) => {
      const value = valueIn(one);
      return Array.isArray(value) ? value.includes(holds) === wanted : true;
    };
  }
  const { starts } = test;
  return (one) => {
    const value = valueIn(one);
    return typeof value === "string" ? value.startsWith(starts) === wanted : true;
  };
}

function holdsSome(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== "object") return true;
  for (const _ in value) return true;
  return false;
}
