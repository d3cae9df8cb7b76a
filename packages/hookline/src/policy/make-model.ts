import { baseName } from "../contract/base-name.ts";
import type { Event } from "../contract/event.ts";
import { isObject } from "../contract/json.ts";
import { readCommand } from "../shell/reading/read-command.ts";
import type { CommandReading } from "../shell/reading/reading.ts";
import { withHiddenCommands } from "./accesses/hidden-commands.ts";
import { folderOf } from "./accesses/place.ts";
import { toolCommands } from "./accesses/tool-commands.ts";
import { toolHosts } from "./accesses/tool-hosts.ts";
import { toolPaths } from "./accesses/tool-paths.ts";
import { touchedHosts } from "./accesses/touched-hosts.ts";
import { pathsByCommand } from "./accesses/touched-paths.ts";
import type { PolicyFacts, PolicyModel, TouchedPath } from "./model.ts";
import { textsOf } from "./texts.ts";

/** What rules see of an event; each part is worked out when somebody asks for it, and once. */
export function makeModel(event: Event, facts: PolicyFacts): PolicyModel {
  return new LazyModel(event, facts);
}

/** A class: an object with getters of its own has a shape of its own, which keeps all of the event in memory for long. */
class LazyModel implements PolicyModel {
  readonly event: Event;
  readonly #facts: PolicyFacts;
  #command: CommandReading | null | undefined;
  #byCommand: PolicyModel["pathsByCommand"] | null = null;
  #paths: PolicyModel["paths"] | null = null;
  #hosts: PolicyModel["hosts"] | null = null;
  #texts: PolicyModel["texts"] | null = null;

  constructor(event: Event, facts: PolicyFacts) {
    this.event = event;
    this.#facts = facts;
  }

  get kinds(): readonly string[] {
    const { kind } = this.event.tool ?? {};
    if (kind === undefined) return [];
    return kind !== "shell" && this.command ? [kind, "shell"] : [kind];
  }
  get command(): CommandReading | null {
    if (this.#command === undefined) this.#command = readingOf(this.event, this.#facts);
    return this.#command;
  }
  get pathsByCommand(): PolicyModel["pathsByCommand"] {
    const facts = this.#facts;
    this.#byCommand ??= this.command
      ? pathsByCommand(this.command, facts).map((ones) => ones.map((one) => new FollowedPath(one, facts)))
      : [];
    return this.#byCommand;
  }
  get paths(): PolicyModel["paths"] {
    const facts = this.#facts;
    this.#paths ??= [
      ...this.pathsByCommand.flat(),
      ...toolPaths(this.event, facts).map((one) => new FollowedPath(one, facts)),
    ];
    return this.#paths;
  }
  get hosts(): PolicyModel["hosts"] {
    this.#hosts ??= [
      ...(this.command ? touchedHosts(this.command, this.#facts) : []),
      ...toolHosts(this.event),
    ];
    return this.#hosts;
  }
  get texts(): PolicyModel["texts"] {
    this.#texts ??= textsOf(this.event);
    return this.#texts;
  }
}

/** A path that is followed when somebody asks where it really leads. */
class FollowedPath implements TouchedPath {
  readonly access: TouchedPath["access"];
  readonly recursive: boolean;
  readonly glob: boolean;
  readonly known: boolean;
  readonly way: string | undefined;
  readonly text: string;
  readonly path: string;
  readonly by: string;
  readonly #facts: PolicyFacts;

  constructor(touched: TouchedPath, facts: PolicyFacts) {
    this.access = touched.access;
    this.recursive = touched.recursive;
    this.glob = touched.glob;
    this.known = touched.known;
    this.way = touched.way;
    this.text = touched.text;
    this.path = touched.path;
    this.by = touched.by;
    this.#facts = facts;
  }

  get real(): string {
    return realOf(this, this.#facts);
  }
}

/** The paths whose real places a runner must look up before the model's `real` is asked for. */
export function pathsToFollow(model: PolicyModel): readonly string[] {
  return [...new Set(model.paths.map(followed))].filter((path) => path.startsWith("/"));
}

/** Who deletes a link deletes the link and not what it leads to: only the way to it is followed. */
function followed(touched: TouchedPath): string {
  const { path, way = path } = touched;
  return isNameAlone(touched) ? folderOf(way) : way;
}

function isNameAlone({ access, glob, text, path }: TouchedPath): boolean {
  return access === "delete" && !glob && path !== "/" && path !== "" && !endsInFolder.test(text);
}

/** What ends with a slash or dots is no name of a link. */
const endsInFolder = /(?:^|\/)\.{0,2}["']?$/;

function realOf(touched: TouchedPath, { real }: PolicyFacts): string {
  if (touched.path === "") return "";
  const way = followed(touched);
  const found = real.get(way) ?? (touched.way === undefined ? way : touched.path);
  if (!isNameAlone(touched)) return found;
  return `${found === "/" ? "" : found}/${baseName(touched.path)}`;
}

const unreadable = (source: string, unread: string): CommandReading => ({
  source,
  commands: [],
  unread,
  forkBomb: false,
});

/** The reading of what a tool is given to run; a command that is not there, or is for another kind of shell, is one that could not be read. */
function readingOf(event: Event, facts: PolicyFacts): CommandReading | null {
  const { tool, payload } = event;
  const { texts, odd } = toolCommands(event);
  if (texts.length === 0) {
    const { tool_input: input } = payload;
    const isEmpty = !isObject(input) || Object.keys(input).length === 0;
    return tool?.kind !== "shell" || (isEmpty && !odd) ? null : unreadable("", noCommand);
  }
  if (tool?.name === "PowerShell") {
    const source = texts.map(({ text }) => text).join("\n");
    return unreadable(source, "it is for PowerShell, which is not read here");
  }
  const readings = texts.map(({ text, sure }) => {
    const reading = withHiddenCommands(readCommand(text, facts.variables), facts.variables, facts);
    return sure ? reading : { ...reading, unread: null };
  });
  const whole = readings.reduce(joined);
  return odd ? { ...whole, unread: whole.unread ?? noCommand } : whole;
}

const noCommand = "the input of the tool has no command where it is looked for";

/** Two texts are read apart: what one begins, the other does not end. */
function joined(one: CommandReading, other: CommandReading): CommandReading {
  const { length } = one.commands;
  const moved = other.commands.map((command) => ({
    ...command,
    input: command.input.map((at) => at + length),
  }));
  return {
    source: `${one.source}\n${other.source}`,
    commands: [...one.commands, ...moved],
    unread: one.unread ?? other.unread,
    forkBomb: one.forkBomb || other.forkBomb,
  };
}
