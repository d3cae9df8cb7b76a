/** A program in C: its name, the systems that it is written for, and its files in packages/hookline/native. */
export interface NativeSource {
  readonly name: string;
  readonly platforms: readonly string[];
  readonly sources: readonly string[];
}
export const programs: readonly NativeSource[];
export const compilerFlags: readonly string[];
export function findCompiler(): string | null;
export function nativeFolder(root: string): string;
export function compileProgram(
  compiler: string,
  folder: string,
  program: NativeSource,
  target: string,
  flags?: readonly string[],
  ways?: readonly (readonly string[])[],
): string | null;
export function compileNative(root: string): boolean;
export function writePackage(root: string): string;
