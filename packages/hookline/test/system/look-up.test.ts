import { describe, expect, test } from "vitest";
import {
  AddressRefused,
  checkedLookup,
  limitedResolve,
  type Resolve,
  resolveName,
} from "../../src/system/http/look-up.ts";

const loopback = [{ address: "127.0.0.1", family: 4 }];

/** A resolver whose answers are given by hand. */
function byHand() {
  const asked: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const resolve: Resolve = (name) =>
    new Promise((answer, reject) => {
      asked.push(name);
      ends.set(name, { resolve: () => answer(loopback), reject });
    });
  return { asked, ends, resolve };
}

describe("a limited resolver", () => {
  test("looks up two names at a time, and the next when one has ended", async () => {
    const { asked, ends, resolve } = byHand();
    const limited = limitedResolve(resolve, 2);
    const all = ["a", "b", "c", "d"].map((name) => limited(name));
    expect(asked).toEqual(["a", "b"]);
    ends.get("b")?.resolve();
    await all[1];
    expect(asked).toEqual(["a", "b", "c"]);
    ends.get("a")?.reject(new Error("no"));
    await expect(all[0]).rejects.toThrow("no");
    expect(asked).toEqual(["a", "b", "c", "d"]);
    ends.get("c")?.resolve();
    ends.get("d")?.resolve();
    expect(await Promise.all([all[2], all[3]])).toEqual([loopback, loopback]);
    limited("e");
    expect(asked).toContain("e");
  });

  test("does not look up a name twice at once, but again later", async () => {
    const { asked, ends, resolve } = byHand();
    const limited = limitedResolve(resolve, 2);
    const both = [limited("a"), limited("a")];
    ends.get("a")?.resolve();
    await Promise.all(both);
    expect(asked).toEqual(["a"]);
    limited("a");
    expect(asked).toEqual(["a", "a"]);
  });
});

test("the machine's resolver knows localhost", async () => {
  const found = await resolveName("localhost");
  expect(found.map(({ address }) => address)).toContain("127.0.0.1");
});

describe("a checked look-up", () => {
  const addresses = [
    { address: "10.0.0.1", family: 4 },
    { address: "8.8.8.8", family: 4 },
  ];
  const ask = (reach: "any" | "public", all: boolean, found = addresses) =>
    new Promise((answer) => {
      const lookup = checkedLookup(async () => found, reach);
      lookup("example.test", { all }, (error, address, family) => answer(error ?? [address, family]));
    });

  test("gives only addresses within reach, in either form", async () => {
    expect(await ask("any", true)).toEqual([addresses, undefined]);
    expect(await ask("public", true)).toEqual([[addresses[1]], undefined]);
    expect(await ask("public", false)).toEqual(["8.8.8.8", 4]);
  });

  test("refuses a name without any", async () => {
    const error = await ask("public", true, addresses.slice(0, 1));
    expect(error).toBeInstanceOf(AddressRefused);
    expect(String(error)).toContain("example.test is at 10.0.0.1");
  });
});
