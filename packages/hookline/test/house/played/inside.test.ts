import { playPage } from "../play-page.ts";

playPage("docs/guarantees.md");
playPage("docs/internals.md");
