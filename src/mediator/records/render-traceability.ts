import { inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import type { ChangeSet } from "../../model/change.ts";
import type { Decision } from "../../model/decision.ts";
import { type Gap, placeText } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { blocks, recordHeader, section } from "../record-text.ts";
import type { State } from "../state.ts";
import { sealed } from "./seal.ts";

/** traceability.md: gap, change, section, round, decision; and what was dropped, deferred or merged, and why (SPEC 2). */
export function renderTraceability(state: State): string {
  const body = blocks(
    recordHeader(state.seq),
    `# ${inlineText(state.session.name, 120)}: traceability`,
    traceabilityTable(state),
    issueTable(state),
  );
  return sealed(`${body}\n`);
}

/** One row for each gap of any state: none is absent. */
export function traceabilityTable(state: State): string {
  const changes = changesByGap(state);
  const decided = decisionsByGap(state);
  const rows = [...state.gaps].map((gap) => {
    const sets = changes.get(gap.id) ?? [];
    const decisions = decided.get(gap.id) ?? [];
    return [
      gap.id,
      gap.severity,
      stateText(gap),
      inlineText(gap.title, 300),
      gap.parent ?? gap.partOf ?? "-",
      inlineText(placeOf(gap), 200) || "-",
      inlineText(gap.why ?? "", 300) || "-",
      inlineText([...new Set(sets.flatMap(({ places }) => places))].join("; "), 300) || "-",
      [...new Set(sets.map(({ round }) => round))].join(", ") || "-",
      decisions.map(({ id }) => id).join(", ") || "-",
      inlineText(whyText(state, gap, decisions.at(-1)), 300) || "-",
    ];
  });
  return table(
    ["Gap", "Severity", "State", "Title", "Parent", "Place", "Impact", "Changed in", "Round", "Decisions", "Why"],
    rows,
    "There is no gap.",
  );
}

/** Issues that are not settled, or that the User let stand. */
function issueTable(state: State): string {
  const rows = [...state.issues].map(({ id, gap, severity, state: now, title }) => {
    return [id, gap, severity, now, inlineText(title, 300)];
  });
  return section("## Issues", table(["Issue", "Gap", "Severity", "State", "Title"], rows, ""));
}

interface Placed {
  readonly round: number;
  readonly places: readonly string[];
}

function changesByGap(state: State): ReadonlyMap<GapId, readonly Placed[]> {
  const byGap = new Map<GapId, Placed[]>();
  for (const { round, sets } of state.spec.batches) {
    for (const set of sets) {
      if (set.gap === undefined || set.changes.length === 0) continue;
      byGap.set(set.gap, [...(byGap.get(set.gap) ?? []), { round, places: placesOf(set) }]);
    }
  }
  return byGap;
}

function decisionsByGap({ decisions }: State): ReadonlyMap<GapId, readonly Decision[]> {
  const byGap = new Map<GapId, Decision[]>();
  for (const decision of decisions) {
    for (const gap of new Set(decision.gaps)) byGap.set(gap, [...(byGap.get(gap) ?? []), decision]);
  }
  return byGap;
}

function placesOf({ changes }: ChangeSet): string[] {
  return changes.map(({ place }) => place || "(no heading)");
}

/** The words of the spec that it is about, else where it stands (SPEC 3.5a). */
function placeOf({ quotations = [], places }: Gap): string {
  if (quotations.length > 0) return quotations.map((words) => `"${words}"`).join("; ");
  return places.map((place) => [place.heading, placeText(place)].filter((part) => part !== "").join(", ")).join("; ");
}

function stateText(gap: Gap): string {
  if (gap.duplicateOf !== undefined) return `${gap.state}, a duplicate of ${gap.duplicateOf}`;
  return gap.parts.length === 0 ? gap.state : `${gap.state} by ${gap.parts.join(", ")}`;
}

/** Why it is where it is: the words of the last decision, or what settles it without a change. */
function whyText(state: State, gap: Gap, decision: Decision | undefined): string {
  const settled = state.proposals.get(gap.id)?.noChange;
  return decision?.rationale ?? decision?.decision ?? (settled === undefined ? "" : `the spec says it: "${settled}"`);
}
