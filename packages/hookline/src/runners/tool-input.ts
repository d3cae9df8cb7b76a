import { isObject, type Json, type JsonObject } from "../contract/json.ts";

const placeholder = /\$\{([^{}]+)\}/g;
const onlyPlaceholder = /^\$\{([^{}]+)\}$/;

/** Fills `${path.in.payload}` in every string of a value; a string that is nothing else becomes the value itself. */
export function fillInput(value: Json, payload: JsonObject): Json {
  if (typeof value === "string") return fillText(value, payload);
  if (isList(value)) return value.map((item) => fillInput(item, payload));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined ? [] : [[key, fillInput(item, payload)] as const],
    ),
  );
}

function fillText(text: string, payload: JsonObject): Json {
  const path = onlyPlaceholder.exec(text)?.[1];
  if (path !== undefined) return valueAt(path, payload);
  return text.replace(placeholder, (_all, inner: string) => {
    const value = valueAt(inner, payload);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/** The value at a dotted path, own fields only; an empty text if there is none. */
function valueAt(path: string, payload: JsonObject): Json {
  let value: Json | undefined = payload;
  for (const name of path.trim().split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return "";
    value = isList(value) ? value[Number(name)] : value[name];
  }
  return value ?? (value === null ? null : "");
}

/** `Array.isArray` does not know read-only lists. */
function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
