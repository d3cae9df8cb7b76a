import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodyOf, serveHttp } from "../system/loopback-server.ts";
import { gitIn, withRecipe } from "./with-recipe.ts";

describe("notify", () => {
  // shows: F-066 W-106
  it.each(["notify-send", "osascript"])(
    "tells a stand-in for %s, without being waited for, and whatever is in the text",
    async (tool) => {
      const { engine, read } = await withRecipe("notify", {
        tool,
        programs: { [tool]: 'printf "%s\\n" "$@" >told' },
      });
      const message = "-e 'beep' $(touch pwned) \u001b[31m";
      const notice = await engine.fire("Notification", { message, notification_type: "x" });
      expect(notice.runs).toMatchObject([{ hook: "notify", status: "background" }]);
      await engine.drain();
      expect(read("told").split("\n")).toContain("-e 'beep' $(touch pwned)  [31m");
      await engine.fire("Stop", { stop_hook_active: false });
      await engine.drain();
      expect(read("told")).toContain("The agent is done.");
    },
  );

  it("rings the bell of the terminal, and is content if there is none", async () => {
    const { engine } = await withRecipe("notify", { tool: "bell" });
    await engine.fire("Stop", { stop_hook_active: false });
    await engine.drain();
    expect(engine.health()).toEqual([]);
  });
});

describe("inject-context", () => {
  it("tells the model what the real git says, and a file", async () => {
    const place = await withRecipe("inject-context", {
      set: { file: "NOTES.md" },
      files: { "NOTES.md": "Read this." },
    });
    const git = gitIn(place);
    git("init", "-q", "-b", "main", ".");
    git("add", "NOTES.md");
    git("commit", "-qm", "first");
    const { context } = await place.engine.fire("SessionStart", { source: "startup" });
    expect(context[0]).toMatch(
      /^Branch: main\n\nChanged and not committed:\n\?\? \.hookline\/\n\nLast commits:\n\w+ first\n\nNOTES\.md:\nRead this\.$/,
    );
  });

  it("says nothing where there is nothing to say, and tells no file of another folder", async () => {
    const place = await withRecipe("inject-context");
    expect((await place.engine.fire("SessionStart", { source: "startup" })).context).toEqual([]);
    const other = await withRecipe("inject-context", { set: { file: "../home/secret" } });
    other.write(join(other.home, "secret"), "hidden");
    expect((await other.engine.fire("SessionStart", { source: "startup" })).context).toEqual([]);
  });
});

describe("trigger-ci", () => {
  const stop = { stop_hook_active: false };

  // A stand-in on loopback: the real services need an account.
  // shows: W-038 W-039 W-040 W-041 W-106
  it.each([
    ["github", "/dispatches", (body: string) => JSON.parse(body).client_payload.changed.join()],
    ["gitlab", "/trigger/pipeline", (body: string) => JSON.parse(body).variables.CHANGED],
    ["jenkins", "/buildWithParameters", (body: string) => new URLSearchParams(body).get("CHANGED")],
  ])(
    "starts a pipeline of %s with what changed, once, and goes on when it cannot",
    async (tool, path, changed) => {
      const asked: { url: string | undefined; body: string; authorization: string | undefined }[] = [];
      let status = 500;
      const server = await serveHttp(async (request, response) => {
        const { url, headers } = request;
        asked.push({ url, body: await bodyOf(request), authorization: headers.authorization });
        response.writeHead(status).end();
      });
      onTestFinished(() => server.close().catch(() => {}));
      const env = {
        GITHUB_TOKEN: "t-1",
        GITLAB_TRIGGER_TOKEN: "t-1",
        JENKINS_USER: "u",
        JENKINS_TOKEN: "t-1",
      };
      const set = { url: `http://127.0.0.1:${server.port}/app/` };
      const place = await withRecipe("trigger-ci", { tool, set, env, files: { "a.txt": "one" } });
      const git = gitIn(place);
      git("init", "-q", ".");
      git("add", "a.txt");
      git("commit", "-qm", "first");
      place.write("a.txt", "two");
      const said = async () => (await place.engine.fire("Stop", stop)).messages.map(({ text }) => text);
      expect(await said()).toEqual([`pipeline: not started: ${tool} answered 500`]);
      status = 201;
      expect(await said()).toEqual(["pipeline: started, 1 file is changed"]);
      expect(asked[1]?.url).toBe(`/app${path}`);
      const sent = `${asked[1]?.authorization} ${asked[1]?.body}`;
      expect(sent).toContain(tool === "jenkins" ? Buffer.from("u:t-1").toString("base64") : "t-1");
      expect(changed(asked[1]?.body ?? "")).toBe("a.txt");
      expect(await said()).toEqual([]);
      place.write("a.txt", "three");
      await server.close();
      expect(await said()).toEqual(["pipeline: not started: ECONNREFUSED"]);
    },
  );

  it.each([
    ["https://gitlab.com/group/sub/app.git", "https://gitlab.com/api/v4/projects/group%2Fsub%2Fapp"],
    ["git@gitlab.com:group/sub/deep/app.git", "https://gitlab.com/api/v4/projects/group%2Fsub%2Fdeep%2Fapp"],
    ["ssh://git@gitlab.com:22/group/app", "https://gitlab.com/api/v4/projects/group%2Fapp"],
    ["https://me:secret@github.com/me/app.git", "https://api.github.com/repos/me/app"],
  ])("finds the whole address of a project that was cloned from %s", async (remote, address) => {
    const { read } = await withRecipe("trigger-ci", {
      files: { ".git/config": `[remote "origin"]\n\turl = ${remote}\n` },
    });
    expect(read(".hookline/hooks.json")).toContain(`"--url=${address}"`);
    expect(read(".hookline/hooks.json")).not.toContain("secret");
  });

  it("keeps the token out of the file, and takes no address without https", async () => {
    const { read } = await withRecipe("trigger-ci", {
      files: {
        ".git/config": '[remote "origin"]\n\turl = git@github.com:me/app.git\n',
        ".github/workflows/x.yml": "",
      },
    });
    const file = read(".hookline/hooks.json");
    expect(file.replaceAll(/\s+/g, " ")).toContain(
      '"--service=github", "--url=https://api.github.com/repos/me/app"',
    );
    expect(file).toContain('"passEnv": ["GITHUB_TOKEN"]');
    for (const url of ["http://ci.example.org", "file:///etc/passwd", "no address"])
      await expect(withRecipe("trigger-ci", { tool: "jenkins", set: { url } })).rejects.toThrow(/it must b/);
  });
});
