import { remotePaths } from "./accesses/remote-paths.ts";
import { CommandValue } from "./expression/command-value.ts";
import { eventVariables, toolWords } from "./expression/event-variables.ts";
import { type PathValue, pathValues } from "./expression/path-value.ts";
import { FactsValue, HostValue, ShellValue, TextValue, ToolValue } from "./expression/small-values.ts";
import type { PolicyFacts, PolicyModel } from "./model.ts";
import type { RuleSubject } from "./rule.ts";

/** One event as rules see it. */
export interface RuleContext {
  readonly model: PolicyModel;
  readonly facts: PolicyFacts;
  readonly commands: readonly CommandValue[];
  readonly paths: readonly PathValue[];
  readonly hosts: readonly HostValue[];
  readonly texts: readonly TextValue[];
  /** The programs that would be started, each once. */
  readonly programs: readonly string[];
  /** What rules with such settings see. One object for all of them, and whoever asks a rule sets its subject: no rule reads another's. */
  variablesFor(settings: object): { [name: string]: unknown };
}

/** Makes what rules see of a model; every part is made when a rule asks for it, and once. */
export function ruleContext(model: PolicyModel, facts: PolicyFacts): RuleContext {
  return new LazyContext(model, facts);
}

/** A class, and no object of closures: one is made for each event, and most of its parts nobody asks for. */
class LazyContext implements RuleContext {
  readonly model: PolicyModel;
  readonly facts: PolicyFacts;
  #commands: readonly CommandValue[] | null = null;
  #paths: readonly PathValue[] | null = null;
  #hosts: readonly HostValue[] | null = null;
  #texts: readonly TextValue[] | null = null;
  #programs: readonly string[] | null = null;
  #tool: ToolValue | null = null;
  #machine: FactsValue | null = null;
  #shell: ShellValue | null = null;
  #variables: { [name: string]: unknown } | null = null;

  constructor(model: PolicyModel, facts: PolicyFacts) {
    this.model = model;
    this.facts = facts;
  }

  get commands(): readonly CommandValue[] {
    this.#commands ??= commandValues(this.model, this.facts);
    return this.#commands;
  }
  get paths(): readonly PathValue[] {
    this.#paths ??= pathValues(this.model.paths, this.facts);
    return this.#paths;
  }
  get hosts(): readonly HostValue[] {
    this.#hosts ??= this.model.hosts.map((host) => new HostValue(host));
    return this.#hosts;
  }
  get texts(): readonly TextValue[] {
    this.#texts ??= this.model.texts.map((text) => new TextValue(text));
    return this.#texts;
  }
  get programs(): readonly string[] {
    this.#programs ??= [...new Set(this.model.command?.commands.map(({ program }) => program))];
    return this.#programs;
  }
  get tool(): ToolValue {
    this.#tool ??= new ToolValue(toolWords(this.model.event));
    return this.#tool;
  }
  get machine(): FactsValue {
    this.#machine ??= new FactsValue(this.facts);
    return this.#machine;
  }
  get shell(): ShellValue {
    this.#shell ??= new ShellValue(this.model.command);
    return this.#shell;
  }

  variablesFor(settings: object): { [name: string]: unknown } {
    if (!this.#variables) this.#variables = ruleVariablesOf(this);
    this.#variables.settings = settings;
    return this.#variables;
  }
}

function commandValues(model: PolicyModel, facts: PolicyFacts): readonly CommandValue[] {
  const read = model.command?.commands ?? [];
  let near: Map<(typeof read)[number], readonly PathValue[]> | null = null;
  let far: ReturnType<typeof remotePaths> | null = null;
  const place = {
    commands: read,
    facts,
    pathsOf(one: (typeof read)[number]) {
      near ??= new Map(
        read.map((command, at) => [command, pathValues(model.pathsByCommand[at] ?? [], facts)]),
      );
      return near.get(one) ?? [];
    },
    remotePathsOf(one: (typeof read)[number]) {
      far ??= model.command ? remotePaths(model.command, facts) : new Map();
      return pathValues(far.get(one) ?? [], facts);
    },
  };
  return read.map((command) => new CommandValue(command, place));
}

/** What rules are asked about, one by one; a rule about the event is asked once. */
export function subjectsOf(context: RuleContext, subject: RuleSubject): readonly (object | string)[] {
  switch (subject) {
    case "event":
      return [context.model.event.spec.name];
    case "command":
      return context.commands;
    case "path":
      return context.paths;
    case "host":
      return context.hosts;
    case "text":
      return context.texts;
  }
}

/** What a subject is called when people are told about it. */
export function nameOf(subject: object | string): string {
  if (typeof subject === "string") return "";
  if (subject instanceof CommandValue) return subject.text;
  if (subject instanceof HostValue) return subject.name || subject.url;
  if (subject instanceof TextValue) return subject.field;
  return "path" in subject && typeof subject.path === "string" ? subject.path : "";
}

const seenBy = Symbol("the context that our variables are of");

/** Our own variables, each made when it is asked for by the context that an object holds under the symbol. */
const ownVariables: object = Object.create(
  null,
  Object.fromEntries(
    (["tool", "machine", "shell", "commands", "paths", "hosts", "texts"] as const).map((part) => [
      part === "machine" ? "facts" : part,
      {
        get(this: { readonly [seenBy]: LazyContext }) {
          return this[seenBy][part];
        },
      },
    ]),
  ),
);

/**
 * The payload's fields beside our own variables, which no field hides: a payload cannot say what the machine is. What is made for one
 * event is never a prototype: the engine would keep it, and all of the event, until it looks through the whole memory.
 */
function ruleVariablesOf(context: LazyContext): { [name: string]: unknown } {
  const made: { [name: string]: unknown; [seenBy]: LazyContext } = Object.create(ownVariables);
  made[seenBy] = context;
  const fields = eventVariables(context.model.event);
  for (const name in fields) if (!(name in ownVariables)) made[name] = fields[name];
  return made;
}
