import { remotePaths } from "./accesses/remote-paths.ts";
import { CommandValue } from "./expression/command-value.ts";
import { eventVariables, toolWords } from "./expression/event-variables.ts";
import type { Variables } from "./expression/expressions.ts";
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
  /** The programs that would be started. */
  readonly programs: ReadonlySet<string>;
  /** Everything but the settings, which belong to a policy. */
  readonly variables: Variables;
}

/** Makes what rules see of a model; every part is made when a rule asks for it, and once. */
export function ruleContext(model: PolicyModel, facts: PolicyFacts): RuleContext {
  const read = model.command?.commands ?? [];
  const commands = once(() => {
    const byCommand = once(
      () => new Map(read.map((command, at) => [command, pathValues(model.pathsByCommand[at] ?? [], facts)])),
    );
    const farther = once(() => (model.command ? remotePaths(model.command, facts) : new Map()));
    const place = {
      commands: read,
      facts,
      pathsOf: (one: (typeof read)[number]) => byCommand().get(one) ?? [],
      remotePathsOf: (one: (typeof read)[number]) => pathValues(farther().get(one) ?? [], facts),
    };
    return read.map((command) => new CommandValue(command, place));
  });
  const paths = once(() => pathValues(model.paths, facts));
  const hosts = once(() => model.hosts.map((host) => new HostValue(host)));
  const texts = once(() => model.texts.map((text) => new TextValue(text)));
  const programs = once(() => new Set(read.map(({ program }) => program)));
  const tool = once(() => new ToolValue(toolWords(model.event)));
  const machine = once(() => new FactsValue(facts));
  const shell = once(() => new ShellValue(model.command));
  const variables = ruleVariablesOf(eventVariables(model.event), {
    tool,
    facts: machine,
    shell,
    commands,
    paths,
    hosts,
    texts,
  });
  return {
    model,
    facts,
    variables,
    get commands() {
      return commands();
    },
    get paths() {
      return paths();
    },
    get hosts() {
      return hosts();
    },
    get texts() {
      return texts();
    },
    get programs() {
      return programs();
    },
  };
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

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const makers = Symbol("what makes our variables");

type OwnVariables = Readonly<
  Record<"tool" | "facts" | "shell" | "commands" | "paths" | "hosts" | "texts", () => unknown>
>;

/** Our own variables, each made when it is asked for by what an object holds under the symbol. */
const ownVariables: object = Object.create(
  null,
  Object.fromEntries(
    (["tool", "facts", "shell", "commands", "paths", "hosts", "texts"] as const).map((name) => [
      name,
      {
        get(this: { readonly [makers]: OwnVariables }) {
          return this[makers][name]();
        },
      },
    ]),
  ),
);

/** The payload's fields beside our own variables, which no field hides: a payload cannot say what the machine is. */
function ruleVariablesOf(fields: Variables, own: OwnVariables): Variables {
  const made: { [name: string]: unknown; [makers]: OwnVariables } = Object.create(ownVariables);
  made[makers] = own;
  for (const name in fields) if (!(name in ownVariables)) made[name] = fields[name];
  return made;
}
