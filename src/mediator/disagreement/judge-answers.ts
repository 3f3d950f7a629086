import { occursIn } from "../../documents/changes/occurs.ts";
import type { EngineerDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { currentRound, liveIssues } from "../queries.ts";
import { type Candidate, candidateOf, lastVersions, withProposals } from "../spec/candidate.ts";
import type { State } from "../state.ts";
import { type AnswerFacts, type Judgement, judgeAnswer } from "./judge-answer.ts";

/** SPEC 9, H2. */
const ROLLBACKS = 2;

/** What the round's document makes of the open issues of the gaps that it proposes, or that these came of (SPEC 9). */
export function judgeAnswers(state: State, digest: EngineerDigest, document = "engineer.md"): Judgement[] {
  const due = dueIssues(state, digest);
  if (due.length === 0) return [];
  const facts = answerFacts(state, digest, document);
  return due.map((issue) => judgeAnswer(issue, facts));
}

/** What the person has yet to decide, or raised while the document was written, is not owed; their LOWERED is settled. */
function dueIssues(state: State, digest: EngineerDigest): Issue[] {
  const gaps = new Set(digest.proposals.flatMap(({ gap }) => lineOf(state, gap)));
  const polished = new Set(state.round?.polishing);
  const states: readonly Issue["state"][] = ["OPEN", "ANSWERED", "NOT_FIXED"];
  return liveIssues(state).filter(
    ({ id, gap, state: now, by, round }) =>
      (gaps.has(gap) || polished.has(id)) && states.includes(now) && (by !== "user" || round < currentRound(state)),
  );
}

function answerFacts(state: State, digest: EngineerDigest, document: string): AnswerFacts {
  const proposed = digest.proposals.map(({ gap, changes, after }) => ({ id: gap, changes, after }));
  const now = withProposals(state.spec.text, proposed);
  return {
    digest,
    document,
    succeeds: (proposed, gap) => lineOf(state, proposed).includes(gap),
    lastChanges: (gap) => lastVersions(state, [gap])[0]?.changes,
    base: (gap) => candidateOf(state, state.proposals.get(gap)?.after ?? []).spec,
    ...versionTexts(state, digest, now),
    isRolledBack: (gap) => isRolledBackForDifferentPatterns(state, gap),
    occurs: (quotation) => occursIn(state.spec.text, quotation) || occursIn(now.spec, quotation),
  };
}

/** What the two versions lead to; unknown where one of them does not apply to the working spec as it stands now. */
function versionTexts(state: State, { proposals }: EngineerDigest, now: Candidate): Pick<AnswerFacts, "texts"> {
  const gaps = proposals.map(({ gap }) => gap);
  const last = withProposals(state.spec.text, lastVersions(state, gaps));
  return last.failed.length + now.failed.length > 0 ? {} : { texts: { last: last.spec, now: now.spec } };
}

/** Whether a gap was rolled back at least twice in the running round, for patterns that differ (SPEC 9, H2). */
export function isRolledBackForDifferentPatterns(state: State, gap: GapId): boolean {
  const isOwn = (found: { readonly gap?: GapId }) => found.gap === gap;
  const undone = state.rollbacks
    .flatMap(({ analyses }) => analyses)
    .filter(({ round, gaps }) => round === state.round?.number && gaps.some(isOwn));
  const patterns = undone.map(({ patterns: found }) => {
    return found
      .flatMap((own) => (isOwn(own) ? own.pattern : []))
      .sort()
      .join(" ");
  });
  return undone.length >= ROLLBACKS && new Set(patterns).size > 1;
}

/** A gap and the gaps that it is a part of, nearest first. */
function lineOf(state: State, gap: GapId): GapId[] {
  const line: GapId[] = [];
  for (let id: GapId | undefined = gap; id !== undefined && !line.includes(id); id = state.gaps.get(id)?.partOf) {
    line.push(id);
  }
  return line;
}
