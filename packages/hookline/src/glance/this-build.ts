import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that this build runs from: another one may know other files and other rules, and believes only its own books. */
export const thisBuild: string = dirname(fileURLToPath(import.meta.url));
