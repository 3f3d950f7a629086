import { createSession } from "../../src/engine/create-session.ts";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import type { ChangeBatch, Spec } from "../../src/model/change.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import { scriptedProcesses } from "../../src/testing/scripted-processes.ts";

export const LOCKERS = "# Lockers\n\n## Codes\n\nA code is sent by SMS.\n\nIt is valid.\n";
export const LOCKERS_NOW = LOCKERS.replace("It is valid.", "It is valid for 72 hours.\n\nAn old code opens nothing.");

/** What a round and a person changed in it. */
const BATCH: ChangeBatch = {
  round: 2,
  sets: [
    {
      gap: "GAP-CODE-001",
      decision: "DECISION-R2-001",
      changes: [{ number: 1, kind: "replace", place: "Codes", old: "It is valid.", new: "It is valid for 72 hours." }],
    },
    {
      changes: [{ number: 1, kind: "add-at-end", place: "Codes", old: "", new: "An old code opens nothing." }],
    },
  ],
};

/** A session on disk whose working spec differs from its source by two changes. */
export async function lockersSession(folder: string, source: Spec = [{ path: "lockers.md", text: LOCKERS }]) {
  const parts = { files: nodeFiles(folder), clock: systemClock, processes: scriptedProcesses().as(1) };
  const store = await createSession(parts, {
    name: "lockers",
    specPath: source.length === 1 ? "../../lockers.md" : "../../",
    source,
    config: DEFAULT_CONFIG,
    engineer: "scripted",
    reviewer: "scripted",
  });
  await store.record([{ type: "changes_accepted", batch: BATCH }], { sync: true });
  await store.close();
}
