import type { JsonObject } from "hookline";

/** Whose instructions a file holds. */
export type MemoryType = "User" | "Project" | "Local";

/** Why a file was loaded. */
export type LoadReason = "session_start" | "nested_traversal" | "include" | "compact";

/** How a file came to be loaded. */
export interface Origin {
  readonly memoryType: MemoryType;
  readonly loadReason: LoadReason;
  /** The file that includes it. */
  readonly parent?: string;
  /** The file that a tool used when it was loaded. */
  readonly trigger?: string;
}

/** A loaded file with instructions. */
export interface InstructionFile extends Origin {
  /** As it was found; `real` without links. */
  readonly path: string;
  readonly real: string;
  readonly text: string;
  /** True if there is more in the file. */
  readonly cut: boolean;
}

/** The payload of InstructionsLoaded, without the fields of every event. */
export function loadedPayload({
  path,
  memoryType,
  loadReason,
  parent,
  trigger,
}: InstructionFile): JsonObject {
  return {
    file_path: path,
    memory_type: memoryType,
    load_reason: loadReason,
    ...(trigger !== undefined && { trigger_file_path: trigger }),
    ...(parent !== undefined && { parent_file_path: parent }),
  };
}

const owners: { readonly [type in MemoryType]: string } = {
  User: "the user's instructions for all projects",
  Project: "the project's instructions",
  Local: "the user's own instructions for this project",
};

/** The files as one text for the model, each under its path. */
export function textOf(files: readonly InstructionFile[]): string {
  return files
    .filter(({ text }) => text.trim() !== "")
    .map(({ path, memoryType, text, cut }) => {
      const end = cut ? "\n\n[The rest of this file is left out: it is too long.]" : "";
      return `Contents of ${path} (${owners[memoryType]}):\n\n${text.trim()}${end}`;
    })
    .join("\n\n");
}
