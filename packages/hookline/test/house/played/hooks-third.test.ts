import { playPage } from "../play-page.ts";

playPage("HOOKS.md", 3, 3);
