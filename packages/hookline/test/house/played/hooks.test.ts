import { playPage } from "../play-page.ts";

playPage("HOOKS.md", 1, 3);
