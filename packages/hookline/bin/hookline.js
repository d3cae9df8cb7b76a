#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/bundle/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('hookline is not built yet: run "npm run build" in its repository.');
  process.exitCode = 1;
}
