/** How bad it is: an `error` means that something written is not in force. */
export type Severity = "error" | "warning" | "info";

/** Something wrong in a hook file, and what to do about it. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}
