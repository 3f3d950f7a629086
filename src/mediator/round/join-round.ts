import { readDocument } from "../../documents/read-document.ts";
import type { AgentDocument } from "../../documents/values.ts";
import type { Digest } from "../../model/digest.ts";
import type { RepairRecord } from "../../model/events.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import { admit } from "../gate/admit.ts";
import { anchoring } from "../gate/anchored.ts";
import { contextOfRun } from "../gate/context-of-run.ts";
import { gapsUnderReview } from "../queries.ts";
import type { OpenRound, Run, State } from "../state.ts";
import { digestEngineer } from "./digest-engineer.ts";
import { digestReviewer } from "./digest-reviewer.ts";

/** The answer of one valid run, as received. */
export interface Answer {
  readonly run: Run;
  readonly bytes: Uint8Array;
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
  reviewedText: string,
): JoinedText {
  const taken = takenGaps(state, round);
  const texts: string[] = [];
  const repairs: RepairRecord[] = [];
  const warnings: GateWarning[] = [];
  for (const { run, bytes } of [...answers].sort((a, b) => (a.run.id < b.run.id ? -1 : 1))) {
    const order = { ...run, round: round.number, uncertain: false, condensed: false };
    const admission = admit(bytes, { ...contextOfRun(state, order, reviewedText), takenGaps: taken });
    for (const gap of admission.document?.newGaps ?? []) if (gap.id !== undefined) taken.add(gap.id);
    texts.push(admission.text.trim());
    repairs.push(...admission.repairs.map(shortened));
    warnings.push(...admission.result.warnings);
  }
  const text = `${texts.join("\n\n")}\n`;
  const document = readDocument(text, role, { round: round.number });
  return { text, digest: digest(state, round, document, reviewedText), repairs, warnings };
}

function digest(state: State, round: OpenRound, document: AgentDocument, reviewedText: string): Digest {
  if (document.role === "engineer") {
    const assigned = new Set(round.slots.filter((slot) => !slot.dropped).map((slot) => slot.gap));
    return digestEngineer(state, document, assigned);
  }
  return digestReviewer(state, document, {
    under: gapsUnderReview(state, round),
    isAnchored: anchoring(reviewedText),
    isLate: () => false,
  });
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
