import { playPage } from "../play-page.ts";

playPage("docs/embedding.md");
