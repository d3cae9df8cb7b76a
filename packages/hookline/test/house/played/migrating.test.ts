import { playPage } from "../play-page.ts";

playPage("docs/migrating.md");
