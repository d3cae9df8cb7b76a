import { Ajv2020 } from "ajv/dist/2020.js";

/** What compiles the schemas of answers: strict about every word in them, and knows how a moment is written. */
export function strictSchemas(): Ajv2020 {
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
  return new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    formats: { "date-time": moment },
  });
}
