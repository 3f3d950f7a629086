import { inlineText } from "../../documents/rendering/inline-text.ts";
import { isOpen } from "../../model/counting.ts";
import { type Blocker, GAP_STATES, type Gap } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import { wordsAsked } from "../../model/passage-answer.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { countedStates, currentRound, gapsStillOpen, openIssues, parkedGaps } from "../queries.ts";
import { blocks, FULL_ROUNDS, section, table, tableRow } from "../record-text.ts";
import type { State } from "../state.ts";

/** Bounded, because the file is rewritten in every round. */
const MOST_ROWS = 1000;

/** The gap inventory (SPEC 17): open gaps with the worst and oldest first, then parked and recently closed ones. */
export function inventorySection(state: State): string {
  const open = gapsStillOpen(state);
  const parked = parkedGaps(state);
  const settled = state.finalReview.settled.map(({ gap }) => gap);
  const since = currentRound(state) - FULL_ROUNDS;
  const recent = state.gaps.filter((gap) => isClosed(gap) && gap.changedInRound > since);
  return blocks(
    "## Gap inventory",
    countTable(state.gaps, countedStates(state)),
    section("### Open", gapTable(worstFirst(open))) || "No open gaps.",
    section("### Open issues", issueTable(state)),
    section("### Parked", gapTable(worstFirst(parked))),
    section("### Settled by the text", gapTable(state.gaps.pick(settled))),
    section("### Closed in the last ten rounds", gapTable(recent)),
    "Every gap is in [traceability.md](traceability.md).",
  );
}

function isClosed(gap: Gap): boolean {
  return !isOpen(gap) && gap.state !== "PARKED";
}

function worstFirst(gaps: readonly Gap[]): Gap[] {
  const groups = groupBy(gaps, ({ severity }) => severity);
  return SEVERITIES.flatMap((severity) => groups.get(severity) ?? []);
}

/** Open issues of every severity: the User should know all that they leave open (SPEC 12). */
function issueTable(state: State): string {
  const rows = openIssues(state).map((issue) => {
    const times = issue.notFixedInARow > 1 ? ` ×${issue.notFixedInARow}` : "";
    return [issue.id, issue.gap, issue.severity, issue.state + times, inlineText(issue.title, 160)];
  });
  return table("Issue | Gap | Severity | State | Title", rows.slice(0, MOST_ROWS));
}

/** Counts gaps by group, such as their state, and by severity, with a total; states come in their own order. */
export function countTable(gaps: Iterable<Gap>, groupOf: (gap: Gap) => string): string {
  const groups = groupBy(gaps, groupOf);
  const orderOf = (group: string) => [...GAP_STATES, group].indexOf(group);
  const ordered = [...groups].sort(([a], [b]) => orderOf(a) - orderOf(b));
  const counts = ordered.map(([, members]) => {
    const bySeverity = groupBy(members, ({ severity }) => severity);
    return [...SEVERITIES.map((severity) => bySeverity.get(severity)?.length ?? 0), members.length];
  });
  const total = counts.reduce((sums, row) => row.map((count, at) => count + (sums[at] ?? 0)), []);
  const rows = [...ordered.map(([name], at) => [name, ...(counts[at] ?? [])]), ["Total", ...total]];
  return table("State | #CRITICAL | #HIGH | #MEDIUM | #LOW | #All", groups.size === 0 ? [] : rows, "No gaps.");
}

function gapTable(gaps: readonly Gap[]): string {
  const rows = gaps.slice(0, MOST_ROWS).map(gapRow);
  return blocks(
    table("Gap | Severity (by) | State | Entered | Changed | Blocked by | Title", rows),
    gaps.length > rows.length ? `And ${gaps.length - rows.length} more: \`whetstone ui\` shows all.` : "",
  );
}

/** Gaps are immutable, so their rows are cached between rounds. */
const gapRow = rememberFor((gap: Gap): string => {
  const state = gap.flags.length === 0 ? gap.state : `${gap.state} (${gap.flags.join(", ")})`;
  const label = gap.label === undefined ? "" : ` (${inlineText(gap.label, 40)})`;
  const severity = `${gap.severity} (${gap.severityBy})`;
  const title = inlineText(gap.title, 80) + label;
  return tableRow([gap.id, severity, state, gap.round, gap.changedInRound, blockedBy(gap.blocker), title]);
});

export function blockedBy(blocker: Blocker | undefined): string {
  if (blocker === undefined) return "";
  if (blocker.type === "DEPENDENCY") return blocker.gaps.join(", ");
  return `${blocker.type}: ${inlineText(wordsAsked(blocker.reason), 80)}`;
}
