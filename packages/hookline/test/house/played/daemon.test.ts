import { playPage } from "../play-page.ts";

playPage("docs/daemon.md");
