import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { AgentDocument } from "../../documents/values.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { type GapId, isGapId, sortGapIds } from "../../model/ids.ts";
import type { InspectOptions } from "./inspect.ts";

/** The options of `inspect`, checked and read. */
export interface InspectSettings {
  readonly role?: AgentDocument["role"];
  readonly round?: number;
  readonly inventory?: ReadonlySet<GapId>;
  readonly assigned?: readonly GapId[];
  readonly reviewedText?: string;
}

export function readSettings(options: InspectOptions, cwd: string): InspectSettings {
  const { role, round, inventory, assigned, reviewed } = options;
  return {
    ...(role === undefined ? {} : { role: readRole(role) }),
    ...(round === undefined ? {} : { round: readRound(round) }),
    ...(assigned === undefined ? {} : { assigned: readAssigned(assigned) }),
    ...(inventory === undefined ? {} : { inventory: readInventory(inventory, cwd) }),
    ...(reviewed === undefined ? {} : { reviewedText: readFileSync(resolve(cwd, reviewed), "utf8") }),
  };
}

function readRole(text: string): AgentDocument["role"] {
  if (text === "engineer" || text === "reviewer") return text;
  throw new UsageError(`--role is engineer or reviewer, not ${JSON.stringify(text)}`, {
    fix: "Write --role engineer.",
  });
}

function readRound(text: string): number {
  if (/^[1-9]\d{0,5}$/u.test(text)) return Number(text);
  throw new UsageError(`--round takes a number from 1, not ${JSON.stringify(text)}`, { fix: "Write --round 3." });
}

function readAssigned(text: string): readonly GapId[] {
  const words = text.split(/[\s,]+/u).filter((word) => word !== "");
  const wrong = words.find((word) => !isGapId(word));
  if (words.length > 0 && wrong === undefined) return sortGapIds(words.filter(isGapId));
  throw new UsageError(
    wrong === undefined ? "--assigned names no gap" : `--assigned: ${JSON.stringify(wrong)} is not a gap id`,
    { fix: "Write ids with commas between them: --assigned GAP-FLOW-001,GAP-API-002." },
  );
}

function readInventory(path: string, cwd: string): ReadonlySet<GapId> {
  const ids = gapIdsIn(readFileSync(resolve(cwd, path), "utf8"));
  if (ids.size > 0) return ids;
  throw new UsageError("the inventory names no gap", {
    target: path,
    fix: "Give a status.md, or a file with gap ids such as GAP-FLOW-001.",
  });
}

/** The ids of a person's own list or table, however it is punctuated. A longer token that holds an id is not one. */
export function gapIdsIn(text: string): ReadonlySet<GapId> {
  const ids = new Set<GapId>();
  for (const word of text.split(/[\s,;|()[\]{}"'`*~<>]+/u)) {
    const bare = word.replace(/[.:!?]$/u, "");
    if (isGapId(bare)) ids.add(bare);
  }
  return ids;
}
