import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { homeFolder } from "../session/home-folder.ts";
import { defineCommand } from "./command.ts";

/** `/add-dir`: another folder to work in. */
export const addDir = defineCommand({
  name: "add-dir",
  hint: "FOLDER",
  summary: "another folder that the agent may work in",
  async run({ host, args, signal }) {
    const { facts, tell, mcp } = host;
    if (args === "") throw new Error("write /add-dir FOLDER");
    const path = resolve(facts.cwd, args.replace(/^~(?=\/|$)/, homeFolder(host.env)));
    if (!existsSync(path) || !statSync(path).isDirectory()) throw new Error(`there is no folder ${path}`);
    const directory = realpathSync(path);
    if (!facts.directories.includes(directory)) facts.directories = [...facts.directories, directory];
    host.stale = true;
    await mcp.rootsChanged();
    const { messages } = await tell("DirectoryAdded", { directory, source: "slash_command" }, signal);
    host.pending.push(...messages.map(({ text }) => text));
    return `The agent may work in ${directory} too.\n`;
  },
});
