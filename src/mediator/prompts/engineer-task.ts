import type { Resolution } from "../../documents/agent-document.ts";
import { changesInForm } from "../../documents/form/changes-in-form.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { isDone } from "../ledger-events.ts";
import { isInSpec } from "../queries.ts";
import { blocks, section } from "../record-text.ts";
import { finishedBeside } from "../round/slot.ts";
import type { Proposal, State } from "../state.ts";
import { findingsInChanges } from "../working-spec/new-passages.ts";
import { answerLines, gapPart, gapTitle, issuesPart, knownGaps, mustBeAnswered, openIssues } from "./gap-parts.ts";
import type { PromptMaterial, PromptOrder, TemplateValues } from "./prompt-kit.ts";
import { adjustmentPart, aroundTask, contextPart, engineerNumbers, withParents } from "./task-parts.ts";

type Files = PromptMaterial["files"];

export function engineerTask(state: State, order: PromptOrder, spec: Spec, files: Files): TemplateValues {
  const gaps = state.gaps.pick(order.gaps);
  const about = withParents(gaps);
  const around = aroundTask(state, order, gaps, spec);
  const finished = finishedResolutions(state, order, files);
  return {
    ...around,
    gap_ids: order.gaps.join(", "),
    round: String(order.round),
    gaps: blocks(
      gapPart(state, gaps, "engineer"),
      gaps.length < 2 ? "" : CLUSTER,
      finishedPart(finished),
      overlapPart(state, order),
    ),
    contexts: contextPart(state, about),
    adjustments: adjustmentPart(state, about),
    findings: findingsPart(state),
    similar: order.uncertain ? similarPart(state, gaps) : "",
    proposal: gaps.flatMap((gap) => lastProposal(state, gap) ?? []).join("\n\n"),
    ...issueValues(state, order, gaps, around.decisions ?? ""),
    numbers: engineerNumbers(
      state,
      order,
      spec,
      finished.flatMap(({ changes }) => changes),
    ),
  };
}

const CLUSTER =
  'They belong together: one document, with a `## Gap Resolution:` for each. A change that serves several stands once, under the first of them that needs it; a gap that it settles too has `No change needed: "words that the change brings"` on a line of its own, and a gap that needs no change at all the words of the spec that settle it.';

/** The documents of this round that settle other gaps of the same cluster (SPEC 7). */
export function finishedDocuments({ round }: State, { gaps }: PromptOrder): string[] {
  return round === undefined ? [] : finishedBeside(round, gaps).flatMap(({ run }) => run.end?.path ?? []);
}

function finishedResolutions({ round }: State, { gaps }: PromptOrder, files: Files): Resolution[] {
  const finished = round === undefined ? [] : finishedBeside(round, gaps);
  return finished.flatMap(({ gap, run }) => {
    const { document } = readForm(files.get(run.end?.path ?? "") ?? "", "engineer");
    const resolutions = document.role === "engineer" ? document.resolutions : [];
    return resolutions.find((resolution) => resolution.gap === gap) ?? [];
  });
}

function finishedPart(finished: readonly Resolution[]): string {
  return finished
    .map(({ gap, changes, noChange }) => {
      const text = proposedText({ changes, ...defined({ noChange: noChange?.quotation }) });
      return `${gap} belongs together with it and is settled: write nothing for it, and let your rules fit its own. The spec shown here is still without them:\n\n${fenceAsData(text, "markdown")}`;
    })
    .join("\n\n");
}

function proposedText({ changes, decided, noChange = "" }: Pick<Proposal, "changes" | "decided" | "noChange">): string {
  return changes.length > 0 ? changesInForm(changes, decided) : `No change needed: "${noChange}"`;
}

/** After an overlap the shown spec has others' proposals, and the changes are rewritten for it (SPEC 4.2). */
function overlapPart(state: State, order: PromptOrder): string {
  const slot = state.round?.slots.find(({ gap }) => order.gaps.includes(gap));
  if (slot?.overlap === undefined) return "";
  const { after, with: other, changes } = slot.overlap;
  const before = after.flatMap(({ gap }) => gap ?? []).join(", ");
  const lastChanges = fenceAsData(changesInForm(changes), "markdown");
  return `Another Engineer changed the same place at the same time, for ${other}. The spec shown here has the proposals for ${before} in it: write your changes anew for this text, keep their rules beside yours, and give what you add the next free number. Yours were, for the text without them:\n\n${lastChanges}`;
}

/** What the checks find in the lines that accepted changes brought in (SPEC 4.5). */
export function findingsPart(state: State): string {
  return findingsInChanges(state)
    .map((message) => `- ${message}`)
    .join("\n");
}

const MOST_SIMILAR = 3;

function similarPart(state: State, gaps: readonly Gap[]): string {
  const sets = state.spec.batches.flatMap((batch) => batch.sets);
  const accepted = knownGaps(state, gaps).shown.filter(({ id }) => isDone(state, id));
  return accepted
    .slice(0, MOST_SIMILAR)
    .flatMap((gap) => {
      const changes = sets.filter((set) => set.gap === gap.id).flatMap((set) => set.changes);
      return changes.length === 0
        ? []
        : `${gap.id}: ${gapTitle(gap)}\n\n${fenceAsData(changesInForm(changes), "markdown")}`;
    })
    .join("\n\n");
}

function lastProposal(state: State, gap: Gap): string | undefined {
  const whole = gap.partOf;
  const proposal = shownProposal(state, gap.id) ?? (whole === undefined ? undefined : shownProposal(state, whole));
  if (proposal === undefined) return undefined;
  const isEarlierIn = isInSpec(state, proposal.id);
  const toRevise = isEarlierIn ? `${EARLIER_STANDS} ${TO_REVISE}` : TO_REVISE;
  const standing = isInSpec(state, proposal.id, proposal.round) ? STANDS : toRevise;
  const head = `${proposal.id}, round ${proposal.round}. ${standing}`;
  return `${head}\n\n${fenceAsData(proposedText(proposal), "markdown")}`;
}

const EARLIER_STANDS =
  "An earlier resolution of this gap was accepted and stands in the spec; this is about a later one.";
const TO_REVISE =
  "None of it is in the spec shown here. Keep what was sound, change what was criticised, and give all changes that are to stand, quoted anew from the spec as it is now:";
const STANDS =
  "It was accepted and stands in the spec shown here; do not give it again. Change the words that are there now, where the issues ask for it:";

/** After the User asked for fresh prompts, earlier proposals are left out (SPEC 13.8). */
export function shownProposal(state: State, gap: GapId): Proposal | undefined {
  const proposal = state.proposals.get(gap);
  return proposal !== undefined && proposal.round > state.freshAfter ? proposal : undefined;
}

function issueValues(state: State, order: PromptOrder, gaps: readonly Gap[], decisions: string): TemplateValues {
  const asked = new Set(order.revision?.issues ?? []);
  const issues = openIssues(state, withParents(gaps));
  const owed = issues.filter((issue) => mustBeAnswered(issue) || asked.has(issue.id));
  const others = order.condensed ? [] : issues.filter((issue) => !owed.includes(issue));
  const lesser = "Of less weight, to be met where it costs little; no answer is asked for:";
  return {
    issues: blocks(issuesPart(owed, "engineer", decisions), section(lesser, issuesPart(others, "engineer", decisions))),
    answers: answerLines(owed, asked),
  };
}

/** The Engineer's task in a polishing round (SPEC 12): the lesser issues, and nothing of how the text came about. */
export function polishTask(state: State, order: PromptOrder): TemplateValues {
  const gaps = state.gaps.pick(order.gaps);
  const around = aroundTask(state, order, gaps, state.spec.text);
  const issues = state.issues.pick(state.round?.polishing ?? []).sort((a, b) => compareGapIds(a.gap, b.gap));
  return {
    ...around,
    round: String(order.round),
    contexts: contextPart(state, withParents(gaps)),
    issues: issuesPart(issues, "engineer", around.decisions ?? ""),
    numbers: engineerNumbers(state, order, state.spec.text),
  };
}
