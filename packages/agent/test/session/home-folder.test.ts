import { userInfo } from "node:os";
import { expect, it } from "vitest";
import { homeFolder } from "../../src/session/home-folder.ts";
import { stateFolder } from "../../src/session/place.ts";

it.each(["", ".", "sub", "./x"])("a HOME of %j does not make the project the home", (HOME) => {
  const before = process.env.HOME;
  process.env.HOME = HOME;
  try {
    expect(homeFolder({ HOME })).toBe(userInfo().homedir);
    expect(stateFolder({ HOME })).toBe(`${userInfo().homedir}/.local/state/hookline`);
  } finally {
    process.env.HOME = before;
  }
});

it("an absolute HOME is the home, whatever it ends with", () => {
  expect(homeFolder({ HOME: "/somewhere/" })).toBe("/somewhere");
});
