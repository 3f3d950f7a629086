import { runAsChild } from "./child.ts";
import { smallSession } from "./small-session.ts";

await runAsChild(({ folder }, faults) => smallSession(folder, faults));
