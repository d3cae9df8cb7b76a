import { fileURLToPath } from "node:url";

const file = fileURLToPath(import.meta.url);

/** The folder that this build runs from: another one may know other files and other rules, and believes only its own books. */
export const thisBuild: string = file.slice(0, file.lastIndexOf("/"));
