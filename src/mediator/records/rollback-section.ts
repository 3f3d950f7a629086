import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import type { RollbackRecord, State } from "../state.ts";
import { inventoryDigest } from "./inventory-digest.ts";
import { blocks, sum } from "./record-text.ts";

/** Rollback history and summary (SPEC 17, SPEC 13). */
export function rollbackSection(state: State): string {
  const { rollbacks, config } = state;
  const archives = rollbacks.reduce((count, rollback) => count + rollback.archives.length, 0);
  const superseded = inventoryDigest(state.gaps).counts.get("SUPERSEDED");
  const splits = superseded ? sum(superseded) : 0;
  const left = Math.max(0, config.rollback.maxSession - rollbacks.length);
  const summary = [
    `${rollbacks.length} in all`,
    `${rollbacks.filter((_, index) => succeeded(state, index)).length} followed by a round that was kept`,
    `${archives} analyses`,
    `${splits} splits of gaps`,
    `${left} left`,
  ];
  return blocks("## Rollbacks", `${summary.join(" · ")}.`, rollbacks.length === 0 ? "" : history(rollbacks));
}

/** A retry succeeded when the round after it was closed and no later rollback undid that one. */
function succeeded(state: State, index: number): boolean {
  const rollback = state.rollbacks[index];
  if (!rollback) return false;
  const undone = state.rollbacks.slice(index + 1).some((later) => later.to <= rollback.to);
  return !undone && state.records.some((record) => record.round === rollback.to + 1 && record.closedAt >= rollback.at);
}

function history(rollbacks: readonly RollbackRecord[]): string {
  const rows = rollbacks.map(({ at, to, reason, archives }) => [
    at,
    to,
    archives.map((archive) => archive.round).join(", "),
    inlineText(reason, 160),
    archives.map((archive) => codeText(archive.path, 120)).join(", "),
  ]);
  const columns = ["When", { name: "Back to the end of", numbers: true } as const, "Undone", "Why", "Archives"];
  return table(columns, rows, "");
}
