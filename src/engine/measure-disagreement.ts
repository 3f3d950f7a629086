import { readDocument } from "../documents/read-document.ts";
import type { EngineerDocument } from "../documents/values.ts";
import { detectDisagreement } from "../mediator/disagreement/detector/detect.ts";
import type { EngineerText } from "../mediator/disagreement/detector/detector-input.ts";
import type { Judgement } from "../mediator/disagreement/detector/judgement.ts";
import { measureRound } from "../mediator/disagreement/measure-round.ts";
import { isRolledBackForDifferentPatterns, proposalBefore } from "../mediator/disagreement/what-came-before.ts";
import { textAt } from "../mediator/prompts/session-text.ts";
import { unsettledIssues } from "../mediator/queries.ts";
import type { OpenRound, State } from "../mediator/state.ts";
import { isBlocking } from "../model/severity.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";

/** Compares the Engineer's document with the open issues (SPEC 4.3). */
export async function measureDisagreement(parts: EngineParts): Promise<void> {
  const { state, files } = parts.store;
  const { round } = state;
  if (!round?.engineerDocument) return;
  const judgements = await detect(files, state, round);
  await record(parts, measureRound(state, round, round.engineerDocument.digest, judgements));
}

/**
 * Gap by gap, each against the proposal that its issues are about; a part of a split gap against that of the whole.
 * Nothing is read where no issue is open. Rarity is taken from the documents at hand, as `inspect` takes it.
 */
async function detect(files: Files, state: State, round: OpenRound): Promise<Judgement[]> {
  const document = round.engineerDocument;
  const gaps = (document?.digest.proposals ?? []).map((proposal) => proposal.gap);
  const open = new Map(
    gaps.map((gap) => [gap, unsettledIssues(state, gap).filter((issue) => isBlocking(issue.severity) && !issue.noted)]),
  );
  if (!document || [...open.values()].every((issues) => issues.length === 0)) return [];
  const texts = new Map<string, string>([[document.path, (await files.readText(document.path)) ?? ""]]);
  const proposal = { ...engineerText(texts.get(document.path) ?? ""), name: document.path };
  const judgements: Judgement[] = [];
  for (const [gap, issues] of open) {
    const previous = proposalBefore(state, gap);
    if (previous && !texts.has(previous.path)) texts.set(previous.path, (await files.readText(previous.path)) ?? "");
    const earlier = previous ? textAt(texts, previous) : undefined;
    judgements.push(
      ...detectDisagreement({
        proposal,
        issues,
        overlap: state.config.implicit.overlap,
        ...(isRolledBackForDifferentPatterns(state, gap) && { rolledBack: new Set(issues.map((issue) => issue.id)) }),
        ...(earlier !== undefined && { earlier: { text: earlier, name: "the proposal before" } }),
      }),
    );
  }
  return judgements;
}

function engineerText(text: string): EngineerText {
  return { text, document: readDocument(text, "engineer") as EngineerDocument };
}
