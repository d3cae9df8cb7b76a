import { playPage } from "../play-page.ts";

playPage("llms.txt");
