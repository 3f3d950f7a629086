import { inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import type { Note } from "../../model/events/round-events.ts";
import type { Gap } from "../../model/gap.ts";
import { isGapId, isIssueId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import { heldBy, type RoundView, roundView } from "../queries.ts";
import { blocks, bySeverity, lines, recordFile, roundName, section, signed, sum, table } from "../record-text.ts";
import { chooseRuns, unreviewedGaps } from "../round/choose-gaps.ts";
import type { OpenRound, RoundLog, State } from "../state.ts";
import { blockedBy, conflictTable, flagTable, otherMoves } from "./progress-sections.ts";
import { failureWords, skipLines } from "./session-sections.ts";

/** summary.md of a round, open or closed (SPEC 2, SPEC 4.5). */
export function renderSummary(state: State, round: RoundLog | OpenRound): string {
  const view = roundView(state, round);
  const resolved = state.gaps.filter(({ resolvedInRound }) => resolvedInRound === view.number);
  const conflicts = state.conflicts.filter(({ round: of, state: now }) => of === view.number || now === "open");
  const sections: [title: string, body: string][] = [
    ["Progress", progress(state, view)],
    ["Resolved", lines(...resolved.map(gapLine))],
    ["New", newGaps(state, view.number)],
    ["Not settled", unsettledGaps(state, view)],
    ["Issues", issues(state, view)],
    ["Conflicts", conflictTable(conflicts)],
    ["Flags", flags(state, view.number)],
    ["Notes", notes(view.notes)],
    ["Decisions needed", decisionsNeeded(state)],
    ["Next focus", nextFocus(state)],
  ];
  const parts = sections.map(([title, body]) => section(`## ${title}`, body || "None."));
  return recordFile(state.seq, `Round ${roundName(view.number)}: summary`, ...parts);
}

function progress(state: State, view: RoundView): string {
  const { count, record } = view;
  // Says so if the two nets have different signs (SPEC 11).
  const agree = Math.sign(count.net) === Math.sign(count.weightedNet);
  const disagree = agree ? "" : " (they disagree: the weighted one decides)";
  const course = record?.polishing ? "polishing" : record?.state;
  const rows = [
    ["Open", `${view.openAtStart} before, ${view.openAtEnd} after`],
    ["Resolved", `${sum(count.resolved)} (${bySeverity(count.resolved)})`],
    ["New", `${sum(count.created)} (${bySeverity(count.created)})`],
    ...(record && otherMoves(record) !== "" ? [["Other", otherMoves(record)]] : []),
    ["Net", `${signed(count.net)}, weighted ${signed(count.weightedNet)}${disagree}`],
    ["State", record ? `${course}, ${record.outcome} round` : "the round is still open"],
    ["Engineer", engineer(view)],
    ["Reviewer", reviewer(view)],
  ];
  const limit = `Round ${view.number} of at most ${state.limits.maxRounds}.`;
  return blocks(limit, table("What | Value", rows), preamble(view), noIssuesFound(view));
}

function engineer(view: RoundView): string {
  if (view.assigned.length === 0) return "nothing to do; proposals from earlier rounds were reviewed";
  const proposals = view.engineerDocument?.digest.proposals ?? [];
  const named = proposals.map(({ gap, confidence }) => (confidence ? `${gap} (${confidence} confidence)` : gap));
  return skipLines(view, "engineer")[0] ?? (named.join(", ") || "no document");
}

function reviewer(view: RoundView): string {
  const [skip] = skipLines(view, "reviewer");
  const digest = view.reviewerDocument?.digest;
  if (skip !== undefined || !digest) return skip ?? "no document; the proposals stay unreviewed";
  const verdicts = digest.verdicts.map(({ gap, value }) => `${gap} ${value}`).join(", ") || "no verdict";
  return `${verdicts}; ${plural(digest.issues.length, "issue")}`;
}

function preamble(view: RoundView): string {
  const words = view.reviewerDocument?.digest.preamble ?? "";
  return words && blocks("The review begins with:", quotedText(words));
}

/** NO_ISSUES_FOUND with what the Reviewer examined; it is no endorsement (SPEC 7). */
function noIssuesFound(view: RoundView): string {
  const { noIssuesFound: isClaimed = false, examined = [] } = view.reviewerDocument?.digest ?? {};
  if (!isClaimed) return "";
  return blocks(
    "NO_ISSUES_FOUND is the absence of new findings, not an endorsement. In the Reviewer's words:",
    ...examined.map((words) => quotedText(words, 3_000)),
  );
}

function gapLine(gap: Gap): string {
  return `- **${gap.id}** [${gap.severity}] ${inlineText(gap.title, 140)} (${gap.state})`;
}

function newGaps(state: State, round: number): string {
  const created = state.gaps.filter((gap) => gap.round === round);
  const from = ({ origin, partOf }: Gap) =>
    origin === "split" ? `part of ${partOf ?? "a split gap"}, not new` : `from the ${origin}`;
  return lines(...created.map((gap) => `${gapLine(gap)} ${from(gap)}`));
}

const SETTLED: ReadonlySet<string> = new Set(["ACCEPTED", "RESOLVED", "SUPERSEDED"]);

function unsettledGaps(state: State, view: RoundView): string {
  const reopened = view.changes
    .filter(({ from }) => SETTLED.has(from))
    .flatMap(({ about }) => (isGapId(about) ? about : []));
  const gaps = state.gaps.pick([...new Set([...view.assigned, ...view.carriedOver, ...reopened])]);
  const held = gaps.filter((gap) => gap.resolvedInRound !== view.number && !SETTLED.has(gap.state));
  return lines(...held.map((gap) => `${gapLine(gap)}${reason(state, view, gap)}`));
}

function reason(state: State, view: RoundView, gap: Gap): string {
  const failed = failureWords(view.runs, gap.id);
  if (failed !== undefined) return `: ${failed}`;
  if (gap.blocker) return `: waiting for ${blockedBy(gap.blocker)}`;
  const held = heldBy(state, gap) || (gap.state === "NEEDS_REVISION" && inlineText(gap.reason ?? "", 300));
  return held ? `: ${held}` : "";
}

function issues(state: State, view: RoundView): string {
  const raised = state.issues.filter(({ round }) => round === view.number);
  const rows = raised.map((issue) => {
    const marks = [issue.late && "late", issue.noted && "noted only", !issue.anchored && "unanchored"].filter(Boolean);
    const { id, gap, severity, state: now, title } = issue;
    return [id, gap, severity, now, marks.join(", "), inlineText(title, 140)];
  });
  const settled = view.changes
    .filter(({ about }) => isIssueId(about) && state.issues.get(about)?.round !== view.number)
    .map(({ about, from, to, why }) => `- ${about}: ${from} -> ${to} (${inlineText(why, 160)})`);
  return blocks(
    table("Issue | Gap | Severity | State | Marks | Title", rows, "None raised."),
    section("Earlier issues:", lines(...settled)),
  );
}

function flags(state: State, round: number): string {
  const how = "Act on one by its id: `whetstone flag ask`, `conflict`, `waive`, `explain` or `false-positive`.";
  const shown = flagTable(state.flags.filter((flag) => flag.round === round));
  return shown && blocks(shown, how);
}

const NOTE_TITLES: Readonly<Record<Note["kind"], string>> = {
  "verdict-mismatch": "Verdict mismatches",
  "severity-conflict": "Severity conflicts",
  "closed-over-open-issue": "Closed over an open issue",
  unanchored: "Unanchored issues",
  "set-aside": "Set aside",
  overlap: "Overlapping changes",
  check: "Found by the checks in changed lines",
  "gate-warning": "Warnings at the gate",
  information: "For information",
};

/** Notes grouped by kind, the most important first. */
export function notes(list: readonly Note[]): string {
  const line = ({ id, gap, issue, message }: Note) => {
    const about = [gap, issue].filter((name) => name !== undefined).join(", ");
    return `- ${id}${about === "" ? "" : ` (${about})`}: ${inlineText(message, 300)}`;
  };
  const groups = Object.entries(NOTE_TITLES).map(([kind, title]) => {
    return section(`**${title}**`, lines(...list.filter((note) => note.kind === kind).map(line)));
  });
  return list.length === 0 ? "" : blocks(...groups, "Act on one with `whetstone flag`.");
}

function decisionsNeeded(state: State): string {
  const asked = state.questions.map(({ id, header, text }) => `- **${id}** ${header}: ${inlineText(text)}`);
  const open = state.conflicts
    .filter((conflict) => conflict.state === "open")
    .map(({ issue, gap, severity }) => `- conflict on ${issue} (${gap}, ${severity})`);
  const inputs = state.gaps
    .filter((gap) => gap.state === "BLOCKED" && gap.blocker?.type === "USER_INPUT")
    .map((gap) => `- input for ${gap.id}: ${blockedBy(gap.blocker)}`);
  return lines(...asked, ...open, ...inputs);
}

/** The gaps that the next round would take now; an answer of the User may change that. */
function nextFocus(state: State): string {
  if (state.stop.type === "ended") return `The session ended: ${state.stop.termination}.`;
  const { applying, failing } = unreviewedGaps(state);
  const unreviewed = [
    ...applying.map((id) => `- ${id}: its proposal is waiting for review`),
    ...failing.map((id) => `- ${id}: its proposal no longer applies and will be rewritten`),
  ];
  const chosen = state.gaps.pick(chooseRuns(state).flat());
  return lines(...unreviewed, ...chosen.map(gapLine)) || "No gap can be assigned.";
}
