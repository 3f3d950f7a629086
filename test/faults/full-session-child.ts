import { runAsChild } from "./child.ts";
import { fullSession } from "./full-session.ts";

await runAsChild(async ({ folder }, faults) => void (await fullSession(folder, faults)));
