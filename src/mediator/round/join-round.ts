import { occursIn } from "../../documents/changes/occurs.ts";
import type { ReadIssue } from "../../documents/values.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { Spec } from "../../model/change.ts";
import type { Digest, EngineerDigest } from "../../model/digest.ts";
import type { RepairRecord } from "../../model/events/run-events.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { type Admission, admit } from "../gate/admit.ts";
import { contextOfRun } from "../gate/context-of-run.ts";
import { isGrounded } from "../gate/grounded.ts";
import { gapsUnderReview } from "../queries.ts";
import { candidateOf, previousCandidateOf } from "../spec/candidate.ts";
import type { OpenRound, Run, Slot, State } from "../state.ts";
import { digestEngineer } from "./digest-engineer.ts";
import { digestReviewer } from "./digest-reviewer.ts";
import { type Numbered, numberDocument } from "./number-document.ts";
import { gapRecogniser } from "./recognise-gap.ts";

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
): JoinedText {
  const admissions = inIdOrder(answers).map((answer) => admissionOf(state, round, answer));
  const numbering = { mint: gapIdMint(takenGaps(state, round)), known: gapRecogniser(state) };
  const numbered = admissions.map((admission) => numberDocument(state, round.number, admission, numbering));
  const digests = digestAll(state, round, numbered);
  return {
    text: joinTexts(numbered),
    digest: role === "engineer" ? joinDigests(digests.filter((digest) => digest.role === "engineer")) : only(digests),
    repairs: [
      ...admissions.flatMap((admission) => admission.repairs.map(shortened)),
      ...numbered.flatMap(({ repairs }) => repairs),
    ],
    warnings: [
      ...admissions.flatMap((admission) => admission.result.warnings),
      ...numbered.flatMap(({ warnings }) => warnings),
    ],
  };
}

function inIdOrder(answers: readonly Answer[]): Answer[] {
  const first = ({ run }: Answer) => run.gaps[0] ?? ("" as GapId);
  return [...answers].sort((a, b) => compareGapIds(first(a), first(b)));
}

interface Admitted extends Admission {
  readonly document: NonNullable<Admission["document"]>;
}

function admissionOf(state: State, round: OpenRound, { run, bytes, admission }: Answer): Admitted {
  const order = { ...run, round: round.number };
  const { document, ...rest } = admission ?? admit(bytes, contextOfRun(state, order));
  if (document === undefined) throw new InternalError(`the answer of ${run.id} passed the gate and cannot be read`);
  return { ...rest, document };
}

function joinTexts(documents: readonly Numbered[]): string {
  return documents.map(({ text }) => `${text.trim()}\n`).join("\n");
}

/** Each with the lines that it has in the joined text. */
function digestAll(state: State, round: OpenRound, documents: readonly Numbered[]): Digest[] {
  let offset = 0;
  return documents.map(({ document, text }) => {
    const leading = text.length - text.trimStart().length;
    const start = offset - text.slice(0, leading).split("\n").length + 1;
    offset += text.trim().split("\n").length + 1;
    if (document.role === "engineer") return digestEngineer(document, standingSlots(round), start);
    return digestReviewer(state, document, reviewFacts(state, round));
  });
}

function standingSlots(round: OpenRound): Slot[] {
  return round.slots.filter((slot) => !slot.dropped);
}

function reviewFacts(state: State, round: OpenRound) {
  const under = gapsUnderReview(state, round);
  const candidate = candidateOf(state, under).spec;
  const before = previousCandidateOf(state, under);
  return {
    under,
    isAnchored: (issue: ReadIssue) => isGrounded(candidate, issue),
    // Without an earlier review of the gap nothing is late.
    isLate: (issue: ReadIssue, gap: GapId) =>
      state.proposals.get(gap)?.previous !== undefined && isLate(issue, before, state.spec.text),
  };
}

function joinDigests(digests: readonly EngineerDigest[]): EngineerDigest {
  return {
    role: "engineer",
    proposals: digests.flatMap(({ proposals }) => proposals),
    newGaps: digests.flatMap(({ newGaps }) => newGaps),
    responses: digests.flatMap(({ responses }) => responses),
    disagreements: digests.flatMap(({ disagreements }) => disagreements),
    blocked: digests.flatMap(({ blocked }) => blocked),
    outOfScope: digests.flatMap(({ outOfScope }) => outOfScope),
    setAside: [...new Set(digests.flatMap(({ setAside }) => setAside))],
  };
}

function only(digests: readonly Digest[]): Digest {
  const [digest] = digests;
  if (digest === undefined) throw new InternalError("a review is joined of no document");
  return digest;
}

/** Gaps of a document of this round that was taken back may be introduced again under their ids. */
function* takenGaps(state: State, round: OpenRound): Generator<GapId, void, void> {
  for (const gap of state.gaps) {
    const withdrawn = gap.round === round.number && gap.origin === "engineer" && gap.state === "OPEN";
    if (!withdrawn || round.engineerDocument) yield gap.id;
  }
}

function shortened(repair: RepairRecord): RepairRecord {
  return { ...repair, from: repair.from.slice(0, SNIPPET), to: repair.to.slice(0, SNIPPET) };
}

/** On passages that an earlier review saw unchanged: every quoted passage stood so then (SPEC 3.6). */
export function isLate({ quotations }: Pick<ReadIssue, "quotations">, before: Spec | undefined, spec: Spec): boolean {
  if (quotations.length === 0) return false;
  const seen = before ?? spec;
  return quotations.every((quotation) => occursIn(seen, quotation));
}
