import { inlineText } from "../../documents/rendering/inline-text.ts";
import { type Gap, placeText } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import { plural } from "../../model/plural.ts";
import { recordFile, section, table } from "../record-text.ts";
import { changeText } from "../spec/change-text.ts";
import type { State } from "../state.ts";
import { issueCells } from "./dispute-sections.ts";

/** changes.md: from the source to the working spec, change by change, with gap, round and decision (SPEC 2). */
export function renderChanges(state: State): string {
  const sets = standingSets(state);
  const count = sets.reduce((sum, { changes }) => sum + changes.length, 0);
  return recordFile(
    state.seq,
    `${inlineText(state.session.name, 120)}: changes`,
    count === 0 ? "The spec is as its author wrote it." : `${plural(count, "change")}.`,
    ...sets.flatMap(({ round, gap, decision, changes }) => [
      `## ${gap ?? "The User"}, round ${round}${decision === undefined ? "" : `, ${decision}`}`,
      ...changes.map(changeText),
    ]),
  );
}

function standingSets({ spec }: State) {
  const sets = spec.batches.flatMap((batch) => batch.sets.map((set) => ({ ...set, round: batch.round })));
  return sets.filter(({ changes }) => changes.length > 0);
}

/** traceability.md: gap, change, section, round, decision; and what was dropped, deferred or merged, and why (SPEC 2). */
export function renderTraceability(state: State): string {
  const issues = [...state.issues].map((issue) => [...issueCells(issue), inlineText(issue.title, 300)]);
  return recordFile(
    state.seq,
    `${inlineText(state.session.name, 120)}: traceability`,
    traceabilityTable(state),
    section("## Issues", table("Issue | Gap | Severity | State | Title", issues)),
  );
}

/** One row for each gap of any state: none is absent. */
export function traceabilityTable(state: State): string {
  const changes = groupBy(standingSets(state), ({ gap }) => gap);
  const pairs = state.decisions.flatMap((decision) => [...new Set(decision.gaps)].map((gap) => ({ gap, decision })));
  const decided = groupBy(pairs, ({ gap }) => gap);
  const rows = [...state.gaps].map((gap) => {
    const sets = changes.get(gap.id) ?? [];
    const decisions = decided.get(gap.id)?.map(({ decision }) => decision) ?? [];
    // Why it is where it is: the words of the last decision, or what settles it without a change.
    const last = decisions.at(-1);
    const noChange = state.proposals.get(gap.id)?.noChange;
    const settled = noChange === undefined ? "" : `the spec says it: "${noChange}"`;
    const places = new Set(sets.flatMap((set) => set.changes.map(({ place }) => place || "(no heading)")));
    const cells = [
      gap.parent ?? gap.partOf ?? "",
      inlineText(placeOf(gap), 200),
      inlineText(gap.why ?? "", 300),
      inlineText([...places].join("; "), 300),
      [...new Set(sets.map(({ round }) => round))].join(", "),
      decisions.map(({ id }) => id).join(", "),
      inlineText(last?.rationale ?? last?.decision ?? settled, 300),
    ];
    return [gap.id, gap.severity, stateText(gap), inlineText(gap.title, 300), ...cells.map((cell) => cell || "-")];
  });
  const head = "Gap | Severity | State | Title | Parent | Place | Impact | Changed in | Round | Decisions | Why";
  return table(head, rows, "There is no gap.");
}

/** The words of the spec that it is about, else where it stands (SPEC 3.5a). */
function placeOf({ quotations = [], places }: Gap): string {
  if (quotations.length > 0) return quotations.map((words) => `"${words}"`).join("; ");
  return places.map((place) => [place.heading, placeText(place)].filter((part) => part !== "").join(", ")).join("; ");
}

function stateText({ state, duplicateOf, parts }: Gap): string {
  if (duplicateOf !== undefined) return `${state}, a duplicate of ${duplicateOf}`;
  return parts.length === 0 ? state : `${state} by ${parts.join(", ")}`;
}
