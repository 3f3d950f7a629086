import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { Conflict, Flag } from "../../model/disagreement.ts";
import { flagStatistics } from "../disagreement/flags.ts";
import { currentRound } from "../queries.ts";
import { blocks, FULL_ROUNDS, percentage, roundLink, section, table } from "../record-text.ts";
import type { State } from "../state.ts";

export function disagreementSection(state: State): string {
  const since = currentRound(state) - FULL_ROUNDS;
  const flags = state.flags.filter(({ outcome, round }) => outcome === "raised" || round > since);
  return blocks(
    "## Disagreement",
    section("### Flags", flagTable(flags, "None in the last ten rounds.")),
    section("### Explicit disagreement", rateTable(state)),
    section("### Flag precision and recall", statistics(state)),
  );
}

/** Flags with the reason why they were settled, or else the evidence. */
export function flagTable(flags: readonly Flag[], empty = ""): string {
  const rows = flags.map(({ id, issue, gap, severity, heuristics, confidence, outcome, reason, evidence }) => {
    const why = reason ?? evidence.map(({ what, where }) => `${what} (${where})`).join("; ");
    const by = `${heuristics.join(", ")} (${confidence})`;
    return [id, issue, gap, severity, by, outcome, inlineText(why, 240)];
  });
  return table("Flag | Issue | Gap | Severity | Heuristics | Outcome | Why", rows, empty);
}

function rateTable(state: State): string {
  const since = currentRound(state) - FULL_ROUNDS;
  const rows = state.rates
    .filter(({ round }) => round > since)
    .map(({ round, blocking, disagreed, action }) => {
      const share = percentage(disagreed, blocking);
      return [roundLink(round), blocking, disagreed, share, action === "NONE" ? "" : action];
    });
  return table("Round | #CRITICAL and HIGH | #Disagreed | #Rate | Action", rows, "None measured.");
}

/** With fewer cases than this, a percentage means nothing (SPEC 9). */
const LEAST_CASES = 5;

/** Precision by how flags were settled, recall by what the Reviewer said of the answers (SPEC 9). */
function statistics(state: State): string {
  const { flagged, byHeuristic } = flagStatistics(state);
  const missed = state.missedAnswers;
  const rows = byHeuristic.flatMap(({ heuristic, confirmed, falsePositive }) => {
    const cases = confirmed + falsePositive;
    return cases === 0 ? [] : [[heuristic, confirmed, falsePositive, percentage(confirmed, cases)]];
  });
  const cases = flagged + missed;
  const share = cases < LEAST_CASES ? "not shown below five cases" : percentage(flagged, cases);
  return blocks(
    table("Heuristic | #Confirmed | #False positive | #Precision", rows, "No flag has been settled yet."),
    `Recall: ${share} (${flagged} flagged; ${missed} taken as answered but called NOT_FIXED).`,
  );
}

/** Conflicts and waived issues (SPEC 17, SPEC 10): open ones, and those of the last ten rounds. */
export function conflictSection(state: State): string {
  const since = currentRound(state) - FULL_ROUNDS;
  const shown = state.conflicts.filter((conflict) => conflict.state === "open" || conflict.round > since);
  const waived = state.issues.filter((issue) => issue.state === "WAIVED");
  const recent = waived.filter((issue) => issue.round > since);
  const rows = recent.map(({ id, gap, severity, title }) => [id, gap, severity, inlineText(title, 100)]);
  const older = state.conflicts.length - shown.length + waived.length - recent.length;
  return blocks(
    "## Conflicts and waived issues",
    conflictTable(shown, "No conflicts."),
    table("Waived issue | Gap | Severity | Title", rows, "No waived issues."),
    older === 0 ? "" : `${older} from earlier rounds: see [decisions.md](decisions.md).`,
  );
}

export function conflictTable(conflicts: readonly Conflict[], empty = ""): string {
  const rows = conflicts.map(
    ({ issue, gap, severity, kind, heuristics, state, option, why, decision = "", ...positions }) => {
      const inferred = heuristics.length === 0 ? "converted" : `converted (${heuristics.join(", ")})`;
      const settled = [state, option ?? (why && inlineText(why, 140))].filter(Boolean).join(": ");
      const words = [positions.reviewerPosition, positions.engineerPosition].map((text) => inlineText(text, 140));
      return [issue, gap, severity, kind === "explicit" ? kind : inferred, settled, decision, ...words];
    },
  );
  return table("Issue | Gap | Severity | Kind | State | Decision | Reviewer | Engineer", rows, empty);
}
