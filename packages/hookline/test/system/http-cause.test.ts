import { expect, test } from "vitest";
import { causeOf, codeOf } from "../../src/system/http/http-cause.ts";

function coded(code: string): Error {
  return Object.assign(new Error("as the system says it"), { code });
}

test.each<[unknown, string]>([
  [coded("ECONNREFUSED"), "the connection was refused; is the server running? (ECONNREFUSED)"],
  [coded("CERT_HAS_EXPIRED"), "its certificate has expired (CERT_HAS_EXPIRED)"],
  [coded("HPE_INVALID_CONSTANT"), "as the system says it"],
  [
    new AggregateError([coded("ENETUNREACH"), coded("ECONNREFUSED")]),
    "there is no way to that network (ENETUNREACH)",
  ],
  [new AggregateError([]), "AggregateError"],
  [coded("toString"), "as the system says it"],
  ["text", "text"],
])("%o: %s", (error, cause) => {
  expect(causeOf(error)).toBe(cause);
});

test("an error without a code has an empty one", () => {
  expect([codeOf(new Error("x")), codeOf(undefined)]).toEqual(["", ""]);
});
