import { readDocument } from "../../documents/read-document.ts";
import type { AgentDocument, ReadIssue } from "../../documents/values.ts";
import type { Digest } from "../../model/digest.ts";
import type { RepairRecord } from "../../model/events.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import { isLate } from "../disagreement/detector/is-late.ts";
import type { Admission } from "../gate/admission.ts";
import { admit } from "../gate/admit.ts";
import { anchoring } from "../gate/anchored.ts";
import { contextOfRun } from "../gate/context-of-run.ts";
import { type ParallelConflict, parallelConflicts } from "../parallel/parallel-conflicts.ts";
import { gapsUnderReview } from "../queries.ts";
import type { OpenRound, Run, State } from "../state.ts";
import { digestEngineer } from "./digest-engineer.ts";
import { digestReviewer } from "./digest-reviewer.ts";

/** The answer of one valid run, as received. */
export interface Answer {
  readonly run: Run;
  readonly bytes: Uint8Array;
  /** What the gate made of these bytes against this very state, where that is still known. */
  readonly admission?: Admission;
}

/** A round's document in its canonical form, and what the session keeps of it. */
export interface JoinedText {
  readonly text: string;
  readonly digest: Digest;
  readonly repairs: readonly RepairRecord[];
  readonly warnings: readonly GateWarning[];
  /** What proposals that were written side by side have in common. */
  readonly conflicts: readonly ParallelConflict[];
}

/** A proposal under review, and what an earlier review saw of its gap. */
export interface ReviewedPassage {
  readonly now: string;
  readonly before?: string;
}

/** How much of a repair the journal keeps. */
const SNIPPET = 160;

/**
 * Joins the valid documents of a role in id order (SPEC 4.2). Numbers are given here and not when a run ends, so that
 * they do not hang on which of the parallel runs was faster.
 */
export function joinRound(
  state: State,
  round: OpenRound,
  role: "engineer" | "reviewer",
  answers: readonly Answer[],
  reviewed: ReadonlyMap<GapId, ReviewedPassage>,
): JoinedText {
  const reviewedText = [...reviewed.values()].map((passage) => passage.now).join("\n\n");
  const admissions = admitAll(state, round, answers, reviewedText);
  const text = `${admissions.map((admission) => admission.text.trim()).join("\n\n")}\n`;
  const document = readJoined(text, role, round, admissions);
  return {
    text,
    digest: digest(state, round, document, reviewed, reviewedText),
    repairs: admissions.flatMap((admission) => admission.repairs.map(shortened)),
    warnings: admissions.flatMap((admission) => admission.result.warnings),
    conflicts: document.role === "engineer" ? parallelConflicts(document) : [],
  };
}

function admitAll(state: State, round: OpenRound, answers: readonly Answer[], reviewedText: string): Admission[] {
  const admissions: Admission[] = [];
  let taken: Set<GapId> | undefined;
  for (const { run, bytes, admission: known } of [...answers].sort((a, b) => (a.run.id < b.run.id ? -1 : 1))) {
    if (known?.document?.newGaps.length === 0) {
      admissions.push(known); // nothing in it is numbered anew
      continue;
    }
    taken ??= takenGaps(state, round);
    const order = { ...run, round: round.number, uncertain: false, condensed: false };
    const admission = admit(bytes, { ...contextOfRun(state, order, reviewedText), takenGaps: taken });
    for (const gap of admission.document?.newGaps ?? []) if (gap.id !== undefined) taken.add(gap.id);
    admissions.push(admission);
  }
  return admissions;
}

/** What stands in the joined text. One answer that is the whole of it was read at the gate. */
function readJoined(
  text: string,
  role: "engineer" | "reviewer",
  round: OpenRound,
  admissions: readonly Admission[],
): AgentDocument {
  const [only] = admissions;
  if (admissions.length === 1 && only?.document !== undefined && only.text === text) return only.document;
  return readDocument(text, role, { round: round.number });
}

function digest(
  state: State,
  round: OpenRound,
  document: AgentDocument,
  reviewed: ReadonlyMap<GapId, ReviewedPassage>,
  reviewedText: string,
): Digest {
  if (document.role === "engineer") {
    const assigned = new Set(round.slots.filter((slot) => !slot.dropped).map((slot) => slot.gap));
    return digestEngineer(state, document, assigned);
  }
  return digestReviewer(state, document, {
    under: gapsUnderReview(state, round),
    isAnchored: anchoring(reviewedText),
    isLate: (issue, gap) => isLateIssue(issue, reviewed.get(gap)),
  });
}

/** On a passage that an earlier review saw unchanged (SPEC 3.6); without an earlier review nothing is late. */
function isLateIssue(issue: ReadIssue, passage: ReviewedPassage | undefined): boolean {
  if (passage?.before === undefined) return false;
  return isLate(issue, { now: passage.now, before: passage.before });
}

/** Gaps of a document of this round that was taken back may be introduced again under their ids. */
function takenGaps(state: State, round: OpenRound): Set<GapId> {
  const taken = new Set<GapId>();
  for (const gap of state.gaps) {
    const withdrawn = gap.round === round.number && gap.origin === "engineer" && gap.state === "OPEN";
    if (!withdrawn || round.engineerDocument) taken.add(gap.id);
  }
  return taken;
}

function shortened(repair: RepairRecord): RepairRecord {
  return { ...repair, from: repair.from.slice(0, SNIPPET), to: repair.to.slice(0, SNIPPET) };
}
