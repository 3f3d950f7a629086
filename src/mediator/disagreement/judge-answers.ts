import type { EngineerDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { liveIssues } from "../queries.ts";
import { candidateOf } from "../spec/candidate.ts";
import type { State } from "../state.ts";
import { type AnswerFacts, type Judgement, judgeAnswer } from "./judge-answer.ts";
import { quotationLookup } from "./passage.ts";
import { versionTexts } from "./version-texts.ts";
import { isRolledBackForDifferentPatterns, proposalBefore } from "./what-came-before.ts";

/**
 * What the round's document makes of the issues whose clock it starts: those that are open on the gaps that it
 * proposes, or on gaps that these came of (SPEC 9). No text is read: digests and exact changes say it.
 */
export function judgeAnswers(state: State, digest: EngineerDigest, document = "engineer.md"): Judgement[] {
  const due = dueIssues(state, digest);
  if (due.length === 0) return [];
  const facts = answerFacts(state, digest, document);
  return due.map((issue) => judgeAnswer(issue, facts));
}

/** What the person has yet to decide is not owed, and the User's LOWERED is settled. */
function dueIssues(state: State, digest: EngineerDigest): Issue[] {
  const gaps = new Set(digest.proposals.flatMap(({ gap }) => lineOf(state, gap)));
  const polished = new Set(state.round?.polishing);
  const states: readonly Issue["state"][] = ["OPEN", "ANSWERED", "NOT_FIXED"];
  return liveIssues(state).filter(
    ({ id, gap, state: now }) => (gaps.has(gap) || polished.has(id)) && states.includes(now),
  );
}

function answerFacts(state: State, digest: EngineerDigest, document: string): AnswerFacts {
  const changes = digest.proposals.flatMap((proposal) => proposal.changes);
  return {
    digest,
    document,
    succeeds: (proposed, gap) => lineOf(state, proposed).includes(gap),
    lastChanges: (gap) => proposalBefore(state, gap)?.changes,
    base: (gap) => candidateOf(state, state.proposals.get(gap)?.after ?? []).spec,
    ...versionTexts(state, digest),
    isRolledBack: (gap) => isRolledBackForDifferentPatterns(state, gap),
    occurs: quotationLookup(
      state.spec.text.map((file) => file.text),
      changes,
    ),
  };
}

/** A gap and the gaps that it is a part of, nearest first. */
function lineOf(state: State, gap: GapId): GapId[] {
  const line: GapId[] = [];
  for (let id: GapId | undefined = gap; id !== undefined && !line.includes(id); id = state.gaps.get(id)?.partOf) {
    line.push(id);
  }
  return line;
}
