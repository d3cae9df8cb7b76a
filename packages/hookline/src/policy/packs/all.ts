import type { Pack } from "../pack.ts";
import { cloud } from "./cloud.ts";
import { commands } from "./commands.ts";
import { gitPack } from "./git.ts";
import { network } from "./network.ts";
import { packages } from "./packages.ts";
import { paths } from "./paths.ts";
import { secrets } from "./secrets.ts";
import { self } from "./self.ts";

/** Every pack, in the order in which documents list them. */
export const allPacks: readonly Pack[] = [commands, secrets, paths, network, gitPack, packages, cloud, self];
