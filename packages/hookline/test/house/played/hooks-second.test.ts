import { playPage } from "../play-page.ts";

playPage("HOOKS.md", 2, 3);
