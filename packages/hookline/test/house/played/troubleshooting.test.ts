import { playPage } from "../play-page.ts";

playPage("docs/troubleshooting.md");
