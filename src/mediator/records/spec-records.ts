import { occursIn } from "../../documents/changes/occurs.ts";
import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { Change, ChangeSet } from "../../model/change.ts";
import type { Decision } from "../../model/decision.ts";
import { type Gap, placeText } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Issue } from "../../model/issue.ts";
import { plural } from "../../model/plural.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { assumptions, decidedAlone, settlingWords } from "../queries.ts";
import { facts, lines, recordFile, section, table } from "../record-text.ts";
import type { Proposal, State } from "../state.ts";
import { changeText } from "../working-spec/change-text.ts";

/** changes.md: every change from the source to the working spec, with its gap, round and decisions (SPEC 2). */
export function renderChanges(state: State): string {
  const sets = standingSets(state);
  const count = sets.reduce((sum, { changes }) => sum + changes.length, 0);
  const alone = decidedAlone(state);
  const assumed = new Set(assumptions(state).flatMap(({ gaps }) => gaps));
  const isAlone = (set: ChangeSet) =>
    set.decided !== undefined ||
    (set.gap !== undefined && assumed.has(set.gap)) ||
    alone.some((proposal) => wrote(proposal, set));
  const notesOn = (set: ChangeSet) => {
    if (!isAlone(set)) return [];
    return [set.decision === undefined ? "decided without you" : "with points decided without you"];
  };
  return recordFile(
    state.seq,
    `${inlineText(state.session.name, 120)}: changes`,
    count === 0 ? "No changes: the spec is as its author wrote it." : `${plural(count, "change")}.`,
    ...sets.flatMap((set) => [
      `## ${[set.gap ?? "The User", `round ${set.round}`, ...(set.decision === undefined ? [] : [set.decision]), ...notesOn(set)].join(", ")}`,
      ...set.changes.flatMap((change) => [changeText(change), choicesIn(set, change)]),
    ]),
  );
}

function choicesIn({ decided = [] }: ChangeSet, { number }: Change): string {
  const choices = decided.filter(({ change }) => change === number);
  return section("Decided without you:", choices.map(({ text }) => `- ${inlineText(text, 1000)}`).join("\n"));
}

/** Whether a set of changes has the text of a proposal, its own or one that it only quotes. */
function wrote({ id, changes, noChange }: Proposal, set: ChangeSet): boolean {
  if (changes.length > 0 || noChange === undefined) return set.gap === id;
  return occursIn(
    set.changes.map((change) => ({ path: "", text: change.new })),
    noChange,
  );
}

function standingSets({ spec }: State) {
  const sets = spec.batches.flatMap((batch) => batch.sets.map((set) => ({ ...set, round: batch.round })));
  return sets.filter(({ changes }) => changes.length > 0);
}

/** traceability.md: each gap with its changes and decisions, and why it was dropped, deferred or merged (SPEC 2). */
export function renderTraceability(state: State): string {
  const issues = groupBy(state.issues, ({ gap }) => gap);
  return recordFile(
    state.seq,
    `${inlineText(state.session.name, 120)}: traceability`,
    traceabilityTable(state),
    ...traces(state).map((trace) => gapSection(state, trace, issues.get(trace.gap.id) ?? [])),
  );
}

export function traceabilityTable(state: State): string {
  const rows = traces(state).map(({ gap, sets, decisions }) => {
    const rounds = [...new Set(sets.map(({ round }) => round))].join(", ");
    const cells = [inlineText(placesOf(sets), 300), rounds, decisions.map(({ id }) => id).join(", ")];
    return [
      gap.id,
      gap.severity,
      stateText(state, gap),
      inlineText(gap.title, 300),
      ...cells.map((cell) => cell || "-"),
    ];
  });
  return table("Gap | Severity | State | Title | Changed in | Round | Decisions", rows, "No gaps.");
}

interface Trace {
  readonly gap: Gap;
  readonly sets: readonly (ChangeSet & { readonly round: number })[];
  readonly decisions: readonly Decision[];
}

function traces(state: State): Trace[] {
  const changes = groupBy(standingSets(state), ({ gap }) => gap);
  const replaced = replacedDecisions(state.decisions);
  const holding = state.decisions.filter(({ id }) => !replaced.has(id));
  const pairs = holding.flatMap((decision) => [...new Set(decision.gaps)].map((gap) => ({ gap, decision })));
  const decided = groupBy(pairs, ({ gap }) => gap);
  return [...state.gaps].map((gap) => {
    const decisions = decided.get(gap.id)?.map(({ decision }) => decision) ?? [];
    return { gap, sets: changes.get(gap.id) ?? [], decisions };
  });
}

/** The longest text shown of a passage, so that it does not hide the next line. */
const LONG = 2000;

/** A gap's state and reason, what it is about, its changes, decisions and issues. */
function gapSection(state: State, { gap, sets, decisions }: Trace, issues: readonly Issue[]): string {
  const proposal = state.proposals.get(gap.id);
  const settling = settlingWords(state, gap);
  const reason =
    (settling && quotedWords(settling)) ?? gap.reason ?? (gap.state === "PARKED" ? asideWords(gap) : undefined);
  const noChange = proposal?.noChange;
  const named: [string, string | undefined][] = [
    ["parent", gap.parent ?? gap.partOf],
    ["about", placeOf(gap)],
    ["impact", gap.why],
    ["takes up", gap.takesUp],
    ["resolution", proposal && `${proposal.path}:${proposal.line}`],
    ...sets.map((set): [string, string] => [`changed in round ${set.round}`, placesOf([set])]),
    [inlineText(proposal?.title ?? "", 120) || "the spec already says it", noChange && `"${noChange}"`],
    ...decisions.map((made): [string, string] => [made.id, decisionWords(made, reason)]),
    ...issues.map(({ id, severity, state, title, lastWord }): [string, string] => {
      const why = state === "WITHDRAWN" && lastWord ? ` (${lastWord})` : "";
      return [`${id} (${severity}, ${state})`, `${title}${why}`];
    }),
  ];
  const details = facts(...named.map(([name, words = ""]) => [name, inlineText(words, LONG)] as const));
  const standing = `- ${gap.severity}, ${stateText(state, gap)}${reason === undefined ? "" : `: ${inlineText(reason, LONG)}`}`;
  return section(`## ${gap.id}: ${inlineText(gap.title, LONG)}`, lines(standing, details));
}

/** A lesser gap of the survey is about this spec, unlike one that was found in passing. */
function asideWords({ origin }: Gap): string {
  return origin === "survey"
    ? "found by the survey, of less weight"
    : "found in passing, not needed to finish this spec";
}

function decisionWords({ decision, question, rationale }: Decision, reason: string | undefined): string {
  const asked = question && `asked: ${question}`;
  const more = [asked, rationale === reason ? undefined : rationale].filter(Boolean).join("; ");
  return more === "" ? decision : `${decision} (${more})`;
}

function placesOf(sets: readonly ChangeSet[]): string {
  return [...new Set(sets.flatMap(({ changes }) => changes.map(({ place }) => place || "(no heading)")))].join("; ");
}

export function quotedWords(quotations: readonly string[]): string {
  return quotations.map((words) => `"${words}"`).join("; ");
}

/** The words of the spec that the gap is about, or else its place (SPEC 3.5a). */
function placeOf({ quotations = [], places }: Gap): string {
  if (quotations.length > 0) return quotedWords(quotations);
  return places.map((place) => [place.heading, placeText(place)].filter((part) => part !== "").join(", ")).join("; ");
}

function stateText(state: State, gap: Gap): string {
  const { state: now, duplicateOf, parts } = gap;
  if (settlingWords(state, gap)) return `${now}, settled by the text`;
  if (duplicateOf !== undefined) return `${now}, a duplicate of ${duplicateOf}`;
  return parts.length === 0 ? now : `${now} by ${parts.join(", ")}`;
}
