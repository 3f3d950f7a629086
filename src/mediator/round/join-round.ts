import type { EngineerDocument } from "../../documents/agent-document.ts";
import { type Hunk, overlap } from "../../documents/changes/hunk.ts";
import { findHunk } from "../../documents/changes/locate-change.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { readQuotations } from "../../documents/form/read-quotations.ts";
import { joinFiles, placesOf } from "../../documents/layouts/join-files.ts";
import type { Lines } from "../../documents/markdown/block.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { Spec } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import type { Digest, DuplicateDigest, NewGapDigest, ProposalDigest } from "../../model/digest.ts";
import type { Note } from "../../model/events/round-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { collect } from "../evolve/evolve.ts";
import { contextOfRun } from "../gate/context-of-run.ts";
import { type Admission, admit } from "../gate/judge.ts";
import { giveBack, mergeInto, moveGap, noteEvents } from "../ledger-events.ts";
import { gapsUnderReview, isInterview, saidInScope, slotRuns, unusedGapIds } from "../queries.ts";
import type { EventOf, OpenRound, Run, State } from "../state.ts";
import { candidateOf, withProposals } from "../working-spec/candidate.ts";
import { digestEngineers, digestReviewer } from "./digest-documents.ts";
import { gapRecogniser, type Numbered, numberDocument } from "./number-document.ts";
import { requirementNumbering, SNIPPET } from "./number-requirements.ts";
import { repeatedGap, SAME_DECISION } from "./repeated-gap.ts";

export interface RunAnswer {
  readonly run: Run;
  readonly bytes: Uint8Array;
  /** What the gate made of these bytes in this state, if it is still in memory. */
  readonly admission?: Admission;
}

/** Joins a role's valid documents in the order of ids, not of arrival, and numbers what is new (SPEC 4.2). */
export function joinRound(state: State, round: OpenRound, answers: readonly RunAnswer[]) {
  const first = ({ run }: RunAnswer) => run.gaps[0] ?? ("" as GapId);
  const inIdOrder = answers.toSorted((a, b) => compareGapIds(first(a), first(b)));
  const admissions = inIdOrder.map((answer) => admissionOf(state, round, answer));
  const inSeries = admissions.map(requirementNumbering(state));
  const numbering = { mint: unusedGapIds(state), known: gapRecogniser(state) };
  const numbered = inSeries.map((read, at) =>
    numberDocument(state, round.number, read, { ...numbering, underWork: inIdOrder[at]?.run.gaps ?? [] }),
  );
  return {
    text: numbered.map(({ text }) => `${text.trim()}\n`).join("\n"),
    digest: digestAll(state, round, numbered),
    repairs: [
      ...admissions
        .flatMap((admission) => admission.repairs)
        .map((repair) => ({ ...repair, from: repair.from.slice(0, SNIPPET), to: repair.to.slice(0, SNIPPET) })),
      ...[...inSeries, ...numbered].flatMap(({ repairs }) => repairs),
    ],
    warnings: [
      ...admissions.flatMap((admission) => admission.result.warnings),
      ...numbered.flatMap(({ warnings }) => warnings),
    ],
  };
}

function admissionOf(state: State, round: OpenRound, { run, bytes, admission }: RunAnswer) {
  const order = { ...run, round: round.number };
  const { document, text, ...rest } = admission ?? admit(bytes, contextOfRun(state, order));
  if (document === undefined) throw new InternalError(`the answer of ${run.id} passed the gate and cannot be read`);
  const left = document.role === "engineer" ? partsOfOtherRuns(state, round, run, document) : [];
  if (left.length === 0) return { ...rest, text, document };
  const lines = text.split("\n").filter((_, at) => !left.some(({ line, endLine }) => line <= at + 1 && at < endLine));
  const kept = readForm(lines.join("\n"), "engineer");
  return { ...rest, text: kept.text, document: kept.document };
}

/** Parts about gaps that a later run of the round has answered: they are left out of the joined document. */
function partsOfOtherRuns({ issues }: State, round: OpenRound, run: Run, document: EngineerDocument): Lines[] {
  const others = round.slots.filter((slot) => !slot.dropped && slotRuns(round, slot.gap).at(-1)?.id !== run.id);
  const isOthers = (gap: GapId | undefined) => others.some((slot) => slot.gap === gap);
  return [
    ...[...document.resolutions, ...document.blocked].filter(({ gap }) => isOthers(gap)),
    ...[...document.responses, ...document.disagreements].filter(({ issue }) => isOthers(issues.get(issue)?.gap)),
  ];
}

function digestAll(state: State, round: OpenRound, documents: readonly Numbered[]): Digest {
  let joined = 0;
  const placed = documents.flatMap(({ document, text }) => {
    const leading = text.length - text.trimStart().length;
    const offset = joined - text.slice(0, leading).split("\n").length + 1;
    joined += text.trim().split("\n").length + 1;
    return document.role === "engineer" ? [{ document, offset }] : [];
  });
  const [review] = documents.flatMap(({ document }) => (document.role === "reviewer" ? [document] : []));
  if (review) return digestReviewer(state, review, gapsUnderReview(state, round));
  const slots = round.slots.filter((slot) => !slot.dropped);
  return digestEngineers(placed, slots);
}

type Joined = Omit<EventOf<"document_joined">, "type" | "round">;

/** The events of a joined document: new gaps, proposals, and gaps called out of scope (SPEC 4.2, 4.4). */
export function joinEvents(state: State, round: OpenRound, joined: Joined): SessionEvent[] {
  const { digest } = joined;
  const document: SessionEvent = { type: "document_joined", round: round.number, ...joined };
  const gaps = newGapEvents(state, digest.newGaps, digest.role, round.number, proposedText(state, round, digest));
  // About a CRITICAL or HIGH gap the User is asked instead (SPEC 3.5a).
  const isParked = (gap: Gap | undefined) => gap && isOpen(gap) && !isBlocking(gap.severity);
  const parked = digest.outOfScope
    .filter(({ gap }) => isParked(state.gaps.get(gap)) && !saidInScope(state, gap))
    .map(({ gap, reason }) => moveGap(gap, "PARKED", digest.role, `out of scope: ${reason}`));
  const unplaced = (now: State) => noteEvents(now, unplacedNotes(digest.newGaps, now));
  const proposed = (digest.role === "engineer" ? digest.proposals : [])
    .filter((proposal) => state.gaps.get(proposal.gap)?.state === "IN_PROGRESS")
    .map(({ gap }) => moveGap(gap, "PROPOSED", "engineer", "a valid resolution is written"));
  const duplicates = (digest.role === "reviewer" && digest.duplicates) || [];
  return collect(
    state,
    () => [document, ...gaps, ...proposed, ...parked],
    unplaced,
    (now) => duplicateEvents(state, now.round ?? round, duplicates),
  );
}

/** The working spec with the changes of this document, or of the one under review. */
function proposedText(state: State, round: OpenRound, digest: Digest): Spec {
  if (digest.role === "reviewer") return candidateOf(state, gapsUnderReview(state, round)).spec;
  return withProposals(
    state.spec.text,
    digest.proposals.map(({ gap, changes, after }) => ({ id: gap, changes, after })),
  ).spec;
}

/** Why a HIGH gap is parked whose place is not to be found (SPEC 3.5a). */
const UNPLACED = "it names no place in the spec, or quotes words that are not in it";

function unplacedNotes(declared: readonly NewGapDigest[], { gaps }: State): Omit<Note, "id">[] {
  return declared
    .filter(({ id }) => gaps.get(id)?.reason === UNPLACED)
    .map(({ id: gap, severity }) => ({
      kind: "unanchored",
      message: `${gap} (${severity}) is parked: ${UNPLACED}`,
      gap,
    }));
}

/** Gaps that nobody has worked on are merged with the open ones that the Reviewer says they repeat (SPEC 3.3). */
function duplicateEvents(state: State, round: OpenRound, duplicates: readonly DuplicateDigest[]): SessionEvent[] {
  const merged = new Set<GapId>();
  const refused: Omit<Note, "id">[] = [];
  const events = duplicates.flatMap(({ gap: id, of: other }) => {
    const [gap, of] = [state.gaps.get(id), state.gaps.get(other)];
    if (gap?.state === "OPEN" && of && isOpen(of) && id !== other && !merged.has(id) && !merged.has(other)) {
      merged.add(id);
      return mergeInto(of, gap, "reviewer", `the Reviewer: a duplicate of ${other}`);
    }
    const message = `${id} was not merged with ${other}: only a gap that is OPEN goes into another that is open`;
    refused.push({ kind: "set-aside", message, gap: id });
    return [];
  });
  return [...events, ...noteEvents({ round }, refused)];
}

/** The gaps that a document introduces enter the inventory with it, so that the next document may refer to them. */
export function newGapEvents(
  state: State,
  gaps: readonly NewGapDigest[],
  origin: "engineer" | "reviewer",
  round: number,
  proposed: Spec = [],
): SessionEvent[] {
  if (gaps.length === 0) return [];
  const source = joinFiles(state.spec.first);
  const lines = splitLines(source);
  const introduced = new Set(gaps.map((gap) => gap.id));
  const known = [...state.gaps];
  const isKnown = (id: GapId) => state.gaps.has(id) || introduced.has(id);
  // A place without quotation marks is a heading, and is quoted as it is.
  const quoted = (place: string) => (readQuotations(place).length === 0 ? [place] : readQuotations(place));
  return gaps
    .filter((gap) => !state.gaps.has(gap.id))
    .flatMap(({ place, line: _, ...digest }): SessionEvent[] => {
      const started = stateOf(state, digest, origin);
      const quotes = readQuotations(place ?? "");
      const isFound = quotes.length === 0 || quotes.some((words) => occursIn([...state.spec.text, ...proposed], words));
      const isPlaced = place !== undefined && isFound;
      // In an interview the checks find new gaps, also where something is missing altogether.
      const isParked = started === "OPEN" && digest.severity === "HIGH" && !isPlaced && !isInterview(state);
      const gap = newGap(round, {
        ...digest,
        severityBy: origin,
        origin,
        ...(isParked ? { state: "PARKED", reason: UNPLACED } : { state: started }),
        dependsOn: digest.dependsOn.filter((id) => id !== digest.id && isKnown(id)),
        places: quotes.flatMap((words) => placesOf(source, words)),
        ...(place === undefined ? {} : { quotations: quoted(place) }),
      });
      const repeated = isOpen(gap) ? repeatedGap(gap, known, lines) : undefined;
      known.push(gap);
      const merged = repeated && mergeInto(repeated, gap, "mediator", SAME_DECISION);
      return [{ type: "gap_added", gap }, ...(merged ?? [])];
    });
}

/** A new gap is PARKED unless it is CRITICAL or HIGH; one whose parent has a parent must be CRITICAL (SPEC 3.5a). */
function stateOf(
  state: State,
  { severity, parent }: Pick<NewGapDigest, "severity" | "parent">,
  origin: "engineer" | "reviewer",
): GapState {
  // In an interview new gaps are what the checks find in the User's words: they are asked about (SPEC 16.4).
  if (state.config.agents[origin].kind === "interview") return "OPEN";
  const isGrandchild = parent !== undefined && state.gaps.get(parent)?.parent !== undefined;
  const earns = isGrandchild ? severity === "CRITICAL" : isBlocking(severity);
  return earns ? "OPEN" : "PARKED";
}

/** If two runs changed the same words or gave one number to two items, the later gap gets one more run (SPEC 4.2). */
export function overlapEvents(state: State, round: OpenRound, digest: Digest): SessionEvent[] | undefined {
  const before: Located[] = [];
  for (const { gap, changes } of inIdOrder(digest).filter(({ after }) => after.length === 0)) {
    const hunks = changes.flatMap((change) => findHunk(state.spec.text, change) ?? []);
    // Within one document the same number is no accident.
    const isOneRun = (earlier: GapId) =>
      round.slots.some(({ gap: first, cluster }) => first === earlier && cluster?.includes(gap));
    const other = before.find((earlier) =>
      earlier.hunks.some((a) => hunks.some((b) => overlap(a, b) || (giveOneNumber(a, b) && !isOneRun(earlier.gap)))),
    );
    if (other) {
      const after = before.map((earlier) => ({ gap: earlier.gap, changes: earlier.changes }));
      const message = `${gap} is run again after ${other.gap}: both change the same words or give the same number`;
      const event: SessionEvent = { type: "overlap_found", gap, with: other.gap, after, changes };
      return [event, ...noteEvents({ round }, [{ kind: "overlap", message, gap }])];
    }
    before.push({ gap, changes, hunks });
  }
  return undefined;
}

/** Whether both add a numbered item at one point, with the same number: ids such as FR-017 are renumbered instead. */
function giveOneNumber(a: Hunk, b: Hunk): boolean {
  const [one, other] = [a, b].map(({ text }) => /^\s*(\d{1,9}[.)])\s/.exec(text)?.[1]);
  const isOnePoint = a.file === b.file && a.start === b.start && a.end === a.start && b.end === b.start;
  return isOnePoint && one !== undefined && one === other;
}

type Located = Pick<ProposalDigest, "gap" | "changes"> & { readonly hunks: readonly Hunk[] };

/** Gaps whose changes still overlap after their second run go back (SPEC 4.2). */
export function giveBackOverlapping(state: State, round: OpenRound, digest: Digest): SessionEvent[] {
  const proposals = inIdOrder(digest).map(({ gap, changes, after }) => ({ id: gap, changes, after }));
  const why = "its changes still overlap another gap's";
  const { failed } = withProposals(state.spec.text, proposals);
  const notes = failed.map((gap) => ({ kind: "overlap" as const, message: `${gap} goes back: ${why}`, gap }));
  return [...failed.flatMap((gap) => giveBack(state, gap, why, true)), ...noteEvents({ round }, notes)];
}

function inIdOrder(digest: Digest): ProposalDigest[] {
  return digest.role === "engineer" ? digest.proposals.toSorted((a, b) => compareGapIds(a.gap, b.gap)) : [];
}
