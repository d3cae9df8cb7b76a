import { suggest } from "../../contract/suggest.ts";
import { builtInTools, type Event } from "../../index.ts";

/** Another way to write a matcher, and what is wrong with the way that it is written. */
export interface Candidate {
  readonly pattern: string;
  readonly why: string;
  /** The name in the matcher, if it is what another agent calls the same tool. */
  readonly alias?: string;
}

type Subject = NonNullable<Event["subject"]>;

/** What somebody may have meant by a matcher, the likeliest first; whoever asks tries which of them fits. */
export function meantPatterns(pattern: string, subject: Subject, globs: boolean): readonly Candidate[] {
  const names = [...new Set([subject.canonical, subject.name])].filter((name) => name !== "");
  const any = globs ? "*" : ".*";
  const others = otherNames(pattern, subject);
  // An agent may write the name so itself.
  const own = others.find(({ alias }) => alias === pattern);
  const all = [
    ...names.map((name) => ({ ...own, pattern: inCaseOf(pattern, name), why: "case counts" })),
    ...others,
    { pattern: pattern.replaceAll(/\s*\|\s*/g, "|").trim(), why: "the white space counts" },
    { pattern: bare(pattern), why: "quotes and slashes around a pattern are part of it" },
    {
      pattern: pattern.trim().replaceAll(/\s*[,;&/]+\s*|\s+or\s+|\s+/g, "|"),
      why: 'names are joined by "|", and by nothing else here',
    },
    { pattern: ruleTool(pattern), why: "it is a permission rule, and a matcher sees nothing but the name" },
    ...(globs ? fromExpression(pattern) : fromGlob(pattern)),
    ...unanchored(pattern),
    { pattern: pattern.replaceAll("\\", ""), why: 'the "\\" makes a sign of what would be more than one' },
    ...longer(pattern, names, any),
    ...names.map((name) => ({
      pattern: spelled(pattern, name),
      why: `is it a typing mistake for "${name}"?`,
    })),
  ];
  return all.filter((one) => one.pattern !== pattern && one.pattern !== "" && one.pattern !== "*");
}

/** The pattern with a name in the case that it really has. */
function inCaseOf(pattern: string, name: string): string {
  const at = pattern.toLowerCase().indexOf(name.toLowerCase());
  return at < 0 ? pattern : pattern.slice(0, at) + name + pattern.slice(at + name.length);
}

/** What another agent calls the same tool. */
function otherNames(pattern: string, { name, canonical }: Subject): readonly Candidate[] {
  const tool = builtInTools.find((one) => one.name === canonical);
  const known = [...(tool?.aliases ?? []), ...(tool?.former ?? [])];
  return pattern.split(/[|,]/).flatMap((word) => {
    const trimmed = word.trim();
    if (trimmed === name || !known.includes(trimmed)) return [];
    const why = `"${trimmed}" is what another agent calls ${canonical}, and this one calls it "${name}"`;
    return [{ pattern: pattern.replace(trimmed, canonical), why, alias: trimmed }];
  });
}

function bare(pattern: string): string {
  return pattern.replace(/^(["'`/])(.*)\1$/, "$2");
}

function ruleTool(pattern: string): string {
  return /^([\w.:-]+)\([\s\S]*\)$/.exec(pattern)?.[1] ?? pattern;
}

function fromGlob(pattern: string): readonly Candidate[] {
  const fixed = pattern.replaceAll(/(?<![.\])\\])\*+/g, ".*").replaceAll(/(?<![\w)\]])\?/g, ".");
  const why = 'it is a glob, and here "*" repeats the sign before it; ".*" stands for anything';
  return [{ pattern: fixed, why }];
}

function fromExpression(pattern: string): readonly Candidate[] {
  const fixed = pattern.replaceAll(/\.[*+]/g, "*").replaceAll(/[\^$]/g, "");
  return [{ pattern: fixed, why: 'it is a regular expression, and here "*" alone stands for anything' }];
}

function unanchored(pattern: string): readonly Candidate[] {
  const open = pattern.replaceAll(/(?<!\\)\$/g, "");
  const late = pattern.replaceAll(/(?<![\\[])\^/g, "");
  const ends = '"$" asks that the name ends there, and it goes on';
  const begins = '"^" asks that the name begins there, and more is before it';
  return [
    { pattern: open, why: ends },
    { pattern: open === pattern ? open : `${open}.*`, why: ends },
    { pattern: late, why: begins },
    { pattern: late === pattern ? late : `.*${late}`, why: begins },
    { pattern: late.replaceAll(/(?<!\\)\$/g, ""), why: '"^" and "$" ask for the whole name' },
  ];
}

/** So many letters are forgotten at the end of a name. */
const slip = 2;

/** A word that is only a part of the name. */
function longer(pattern: string, names: readonly string[], any: string): readonly Candidate[] {
  return pattern.split(/[|,]/).flatMap((part) => {
    const word = part.trim();
    if (word === "" || !/^[\w-]+$/.test(word)) return [];
    return names.flatMap((name) => {
      // A name that lacks a letter or two is a slip, and not the beginning of many: its spelling is looked at elsewhere.
      if (name.startsWith(word) && name.length - word.length <= slip && word.length > slip) return [];
      if (name.startsWith(word)) {
        const server = /^mcp__(?!.*__)/.test(word) && name.startsWith(`${word}__`);
        const instead = server ? `${word}__${any}` : `${word}${any}`;
        return [
          {
            pattern: pattern.replace(word, instead),
            why: `"${word}" is a whole name, and "${name}" goes on`,
          },
        ];
      }
      if (!name.includes(word)) return [];
      const why = `"${word}" is a whole name, and only a part of "${name}"`;
      return [{ pattern: pattern.replace(word, `${any}${word}${any}`), why }];
    });
  });
}

function spelled(pattern: string, name: string): string {
  const word = pattern.split(/[^\w-]+/).find((one) => one !== "" && suggest(one, [name]) !== null);
  return word === undefined ? pattern : pattern.replace(word, name);
}
