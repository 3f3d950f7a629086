import { openStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { isSessionFolder } from "../../server/find-sessions.ts";
import { configFlags } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import { beginSession, placeOf, type RefineOptions } from "./begin-session.ts";
import { changeSettings } from "./change-settings.ts";
import { setAside } from "./earlier-sessions.ts";
import { makeAgents } from "./make-agents.ts";
import { storeParts } from "./session-parts.ts";
import { showUi } from "./show-ui.ts";

/** `refine --ui`: the session is begun, or taken up again, and goes on where the person sees it. */
export async function refineOnPage(word: string, options: RefineOptions, context: CliContext): Promise<void> {
  const other = (["json", "dryRun", "answers", "yes"] as const).find((option) => options[option] !== undefined);
  if (other !== undefined) {
    throw new UsageError("the page shows the session, and you answer there", {
      target: `--ui with --${other === "dryRun" ? "dry-run" : other}`,
      fix: "Leave one of the two out.",
    });
  }
  const place = await placeOf(word, options, context);
  if (isSessionFolder(place.folder) && !options.new) await takeUp(place.folder, options, context);
  else {
    await makeAgents(place.config.agents, context); // without an agent there is nothing to begin
    if (options.new) await setAside(place, context);
    await (await beginSession(place, context)).close();
  }
  await showUi(place.folder, { host: "127.0.0.1", port: "0", open: options.open ?? true, run: true }, context);
}

/** A session that runs in another process keeps its settings: the page only watches it. */
async function takeUp(folder: string, options: RefineOptions, context: CliContext): Promise<void> {
  if (configFlags(options).flags.length === 0) return;
  const store = await openStore(storeParts(folder));
  try {
    await changeSettings(store, options, context);
  } finally {
    await store.close();
  }
}
