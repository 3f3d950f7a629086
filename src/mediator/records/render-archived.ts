import { recordHeader } from "../record-text.ts";
import type { PendingRollback, State } from "../state.ts";
import { decisionText } from "./render-decisions.ts";

/** The decisions of an undone round, as they go into its archive (SPEC 13.3). */
export function renderArchivedDecisions(state: State, to: number, round: number): string {
  const checkpoint = state.checkpoints.find((kept) => kept.round === to);
  const decisions = state.decisions
    .slice(checkpoint?.state.decisions.length ?? 0)
    .filter((decision) => decision.round === round);
  const texts = decisions.map(decisionText);
  const body = [
    recordHeader(state.seq),
    `# Decisions of round ${round} (rolled back)`,
    "They were made in a round that was undone since, and do not hold. `whetstone decisions reapply ID` applies one again.",
    ...(texts.length === 0 ? ["No decision was made in it."] : texts),
  ];
  return `${body.join("\n\n")}\n`;
}

/** `rollback_metadata.json` (SPEC 13.4). */
export function renderMetadata(
  state: State,
  pending: PendingRollback,
  facts: { readonly round: number; readonly attempt: number; readonly at: string; readonly renamed: object },
): string {
  const { retry, reason, by, to } = pending;
  const metadata = {
    original_round: facts.round,
    rollback_timestamp: facts.at,
    reason,
    attempt_number: facts.attempt,
    user_adjustments: [...retry.adjustments, ...(retry.context === undefined ? [] : [retry.context])],
    session: state.session.id,
    spec: state.session.name,
    back_to_round: to,
    asked_by: by,
    mode: state.config.rollback.mode,
    way_on: retry.way,
    ...(Object.keys(facts.renamed).length === 0 ? {} : { renamed: facts.renamed }),
  };
  return `${JSON.stringify(metadata, null, 2)}\n`;
}
