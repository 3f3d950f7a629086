import { readForm } from "../../documents/form/read-form.ts";
import type { Lines } from "../../documents/markdown/block.ts";
import type { EngineerDocument } from "../../documents/values.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { Digest } from "../../model/digest.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { contextOfRun } from "../gate/context-of-run.ts";
import { type Admission, admit } from "../gate/judge.ts";
import { gapsUnderReview, slotRuns } from "../queries.ts";
import type { OpenRound, Run, State } from "../state.ts";
import { digestEngineers, digestReviewer } from "./digest.ts";
import { gapRecogniser, type Numbered, numberDocument } from "./number-document.ts";

export interface Answer {
  readonly run: Run;
  readonly bytes: Uint8Array;
  /** What the gate made of these bytes against this very state, where that is still known. */
  readonly admission?: Admission;
}

/** How much of a repair the journal keeps. */
const SNIPPET = 160;

/** Joins the valid documents of a role in id order and numbers what is new, whichever run was faster (SPEC 4.2). */
export function joinRound(state: State, round: OpenRound, answers: readonly Answer[]) {
  const first = ({ run }: Answer) => run.gaps[0] ?? ("" as GapId);
  const inIdOrder = answers.toSorted((a, b) => compareGapIds(first(a), first(b)));
  const admissions = inIdOrder.map((answer) => admissionOf(state, round, answer));
  const numbering = { mint: gapIdMint(takenGaps(state, round)), known: gapRecogniser(state) };
  const numbered = admissions.map((admission) => numberDocument(state, round.number, admission, numbering));
  return {
    text: numbered.map(({ text }) => `${text.trim()}\n`).join("\n"),
    digest: digestAll(state, round, numbered),
    repairs: [
      ...admissions
        .flatMap((admission) => admission.repairs)
        .map((repair) => ({ ...repair, from: repair.from.slice(0, SNIPPET), to: repair.to.slice(0, SNIPPET) })),
      ...numbered.flatMap(({ repairs }) => repairs),
    ],
    warnings: [
      ...admissions.flatMap((admission) => admission.result.warnings),
      ...numbered.flatMap(({ warnings }) => warnings),
    ],
  };
}

function admissionOf(state: State, round: OpenRound, { run, bytes, admission }: Answer) {
  const order = { ...run, round: round.number };
  const { document, text, ...rest } = admission ?? admit(bytes, contextOfRun(state, order));
  if (document === undefined) throw new InternalError(`the answer of ${run.id} passed the gate and cannot be read`);
  const gone = document.role === "engineer" ? overtaken(state, round, run, document) : [];
  if (gone.length === 0) return { ...rest, text, document };
  const lines = text.split("\n").filter((_, at) => !gone.some(({ line, endLine }) => line <= at + 1 && at < endLine));
  const kept = readForm(lines.join("\n"), "engineer", round.number);
  return { ...rest, text: kept.text, document: kept.document };
}

/** What a document says on gaps of the round that another run has the last word on: it is no part of the joined one. */
function overtaken({ issues }: State, round: OpenRound, run: Run, document: EngineerDocument): Lines[] {
  const others = round.slots.filter((slot) => !slot.dropped && slotRuns(round, slot).at(-1)?.id !== run.id);
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

/** Gaps of a document of this round that was taken back may be introduced again under their ids. */
function* takenGaps(state: State, round: OpenRound): Generator<GapId, void, void> {
  for (const gap of state.gaps) {
    const withdrawn = gap.round === round.number && gap.origin === "engineer" && gap.state === "OPEN";
    if (!withdrawn || round.engineerDocument) yield gap.id;
  }
}
