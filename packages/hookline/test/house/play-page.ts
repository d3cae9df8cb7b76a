import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { lenders, play } from "./play.ts";
import { type Fence, type Scene, scenesOf } from "./scenes.ts";

/** What runs something of the files around it. */
const acts = ["transcript", "program", "payload"];

/** The one program that some examples need and no package brings. */
const hasJq = spawnSync("jq", ["--version"]).error === undefined;
const usesJq = ({ body }: Fence) => /\bjq -/.test(body);

/** Declares the tests of a page: each of its blocks is run, by the one rule of `scenes.ts`. A long page is played by several files, a part each. */
export function playPage(file: string, part = 1, parts = 1): void {
  describe(file, () => {
    const scenes = scenesOf(file);
    const busy = scenes.filter(({ fences }) => fences.some(({ role }) => role !== "words"));

    it("has no block that nothing runs", () => {
      const fences = scenes.flatMap((scene) => scene.fences);
      expect(fences.filter(({ role }) => role === "unknown").map(({ at }) => at)).toEqual([]);
    });

    it("shows no file that no transcript and no program uses", () => {
      const users = (scene: Scene) => [
        scene,
        ...scenes.filter((one) => lenders(one, scenes).includes(scene)),
      ];
      const idle = busy.filter(
        (scene) =>
          scene.fences.some(({ role }) => role === "file") &&
          !users(scene).some(({ fences }) => fences.some(({ role }) => acts.includes(role))),
      );
      expect(idle.map(({ heading, fences }) => `${fences[0]?.at} ${heading}`)).toEqual([]);
    });

    it("names each script that it shows in another block of its part, or where it is borrowed", () => {
      const idle = busy.flatMap((scene) => {
        const around = [scene, ...scenes.filter((one) => lenders(one, scenes).includes(scene))];
        const texts = around.flatMap(({ fences }) => fences);
        return scene.fences.filter(({ path }) => {
          const name = path?.split("/").at(-1) ?? "";
          const isScript = /\.(?:m?js|ts|py|sh|txt)$/.test(name);
          return isScript && !texts.some((other) => other.path !== path && other.body.includes(name));
        });
      });
      expect(idle.map(({ at, path }) => `${at} ${path}`)).toEqual([]);
    });

    for (const scene of busy.filter((_scene, index) => index % parts === part - 1)) {
      const unable = !hasJq && [scene, ...lenders(scene, scenes)].some(({ fences }) => fences.some(usesJq));
      it.skipIf(unable)(`does what it says: ${scene.heading}`, () => play(scene, scenes));
    }
  });
}
