import { playPage } from "../play-page.ts";

playPage("docs/security.md");
