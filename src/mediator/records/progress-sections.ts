import { inlineText } from "../../documents/rendering/inline-text.ts";
import { wordCount } from "../../documents/stated/word-count.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import { isOpen } from "../../model/counting.ts";
import type { Conflict, Flag } from "../../model/disagreement.ts";
import { type Blocker, GAP_STATES, type Gap } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import { wordsAsked } from "../../model/passage-answer.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { flagStatistics } from "../disagreement/flags.ts";
import { countedStates, currentRound, divergenceWarnings, gapsStillOpen, openIssues, parkedGaps } from "../queries.ts";
import {
  blocks,
  FULL_ROUNDS,
  percentage,
  roundLink,
  section,
  signed,
  sum,
  table,
  tableRow,
  wholeNumber,
} from "../record-text.ts";
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

/** How many rounds before the last ten get one line each (SPEC 17). */
const LINED_ROUNDS = 40;

/** The convergence table, with counts by severity and the history of states (SPEC 17, SPEC 11). */
export function convergenceSection(state: State): string {
  const { records } = state;
  if (records.length === 0) return blocks("## Convergence", "No finished rounds yet.");
  const full = records.slice(-FULL_ROUNDS);
  const lined = records.slice(-FULL_ROUNDS - LINED_ROUNDS, -FULL_ROUNDS);
  const rest = records.length - full.length - lined.length;
  return blocks(
    "## Convergence",
    table(FULL, full.map(fullRow)),
    LEGEND,
    section("### Earlier rounds", table(`Round | #Resolved | #New | ${MOVED} | State`, lined.map(lineRow))),
    rest === 0 ? "" : `For the first ${rest} rounds, see the \`log.md\` of each.`,
    `**States:** ${full.map(stateOf).join(" -> ")}`,
    growth(state),
    warnings(state),
  );
}

const MOVED = "#Open after | #Net";
const FULL = `Round | #Open before | #Resolved | #New | Other | ${MOVED} | #Weighted | State | #Flat | Outcome | #Words`;
const LEGEND =
  "Open after = open before - resolved + new + other (reopened, deferred, parked, blocked). A gap counts as resolved only once; a deferred gap counts as half open, one that waits for the User as a quarter. A gap that comes between two rounds, from the final review or the User, is open before the later one and new in neither. Resolved and new gaps are broken down as CRITICAL/HIGH/MEDIUM/LOW; words are counted in the working spec.";

function growth({ spec, records }: State): string {
  const before = wordCount(spec.source);
  const now = records.at(-1)?.specWords ?? before;
  return `**Growth:** ${wholeNumber(before)} words in the source, ${wholeNumber(now)} in the working spec (x ${(now / Math.max(1, before)).toFixed(1)}).`;
}

function fullRow(record: RoundRecord) {
  const { openAtStart, openAtEnd, flatCount, outcome, specWords } = record;
  const moved = [openAtStart, breakdown(record.resolved), breakdown(record.created), otherMoves(record), openAtEnd];
  const nets = [signed(record.net), signed(record.weightedNet)];
  return [roundLink(record.round), ...moved, ...nets, stateOf(record), flatCount, outcome, specWords];
}

/** The net of gaps reopened, deferred, parked or blocked; with it the row adds up. */
export function otherMoves({ openAtStart, resolved, created, openAtEnd }: RoundRecord): string {
  const rest = openAtEnd - openAtStart + sum(resolved) - sum(created);
  return rest === 0 ? "" : signed(rest);
}

function breakdown(counts: RoundRecord["resolved"]): string {
  const all = sum(counts);
  return all === 0 ? "0" : `${all} (${SEVERITIES.map((severity) => counts[severity]).join("/")})`;
}

/** A stall is STALLED and at once a DIVERGENCE_WARNING (SPEC 11). */
function stateOf({ state, cause }: RoundRecord): string {
  if (cause === "stall") return "STALLED, DIVERGENCE_WARNING";
  return cause === undefined ? state : `${state} (${CAUSES[cause]})`;
}

const CAUSES = { "new-critical": "new CRITICAL", weight: "weighted net", growth: "growth" } as const;

function lineRow(record: RoundRecord) {
  const { round, resolved, created, openAtEnd, net } = record;
  return [roundLink(round), sum(resolved), sum(created), openAtEnd, signed(net), stateOf(record)];
}

function warnings(state: State): string {
  const { warnings: given, acceptedComplexity } = divergenceWarnings(state);
  if (given === 0) return "No divergence warnings.";
  return `Divergence warnings: ${given}, of which ${acceptedComplexity} (${percentage(acceptedComplexity, given)}) were answered with "accept the complexity".`;
}

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
