import { keywordsOf } from "../documents/spec/keywords.ts";
import { type PartDraft, partsOf } from "../model/change-gap.ts";
import { isOpen } from "../model/counting.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Gap } from "../model/gap.ts";
import { gapIdMint } from "../model/id-mint.ts";
import type { GapId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import { namesOf } from "../model/plural.ts";
import { isWorse } from "../model/severity.ts";
import { decide } from "./decide.ts";
import { currentRound, unsettledIssues } from "./queries.ts";
import type { State } from "./state.ts";

export interface Duplicate {
  readonly gap: GapId;
  readonly of: GapId;
}

/** Gaps that say the same as another: that one counts instead, with the worse severity (SPEC 3.2, 3.3). */
export function mergeGaps(state: State, pairs: readonly Duplicate[], reason: string): SessionEvent[] {
  if (pairs.length === 0) return [];
  const words = pairs.map(({ gap, of }) => `${gap} is a duplicate of ${of}`);
  const decision = decide(state, {
    type: "duplicate",
    title: pairs.length === 1 ? (words[0] ?? "") : `${pairs.length} gaps are duplicates`,
    gaps: [...new Set(pairs.flatMap(({ gap, of }) => [gap, of]))],
    decision: namesOf(words, "; "),
    rationale: reason,
  });
  const why = reason === "" ? "a duplicate" : reason;
  return [
    decision,
    ...pairs.flatMap((pair): SessionEvent[] => [...raised(state, pair), { type: "gap_merged", ...pair, why }]),
  ];
}

function raised(state: State, { gap: id, of }: Duplicate): SessionEvent[] {
  const [gap, other] = [state.gaps.get(id), state.gaps.get(of)];
  if (!gap || !other || !isOpen(other) || !isWorse(gap.severity, other.severity)) return [];
  const why = `${id}, its duplicate, is ${gap.severity}`;
  return [{ type: "gap_severity_set", gap: of, severity: gap.severity, by: "user", why }];
}

interface SplitWish {
  readonly parts: readonly { readonly title: string; readonly text: string }[];
  readonly why: string;
  readonly policy?: string | undefined;
}

/** What follows from splitting an open gap, and the ids of its parts (SPEC 3.2, 13.7). */
export function splitGap(state: State, gap: Gap, { parts, why, policy }: SplitWish) {
  const ids = gapIdMint([...state.gaps].map(({ id }) => id)).parts(gap.id, parts.length);
  const drafts = parts.map((part, index) => ({ ...part, id: ids[index] ?? gap.id }));
  const decision = decide(state, {
    type: "split",
    title: `${gap.id} is split`,
    gaps: [gap.id, ...ids],
    decision: `${gap.id} is split into ${ids.join(", ")}`,
    rationale: why,
    ...(policy === undefined ? {} : { policy }),
  });
  const issues = unsettledIssues(state, gap.id).map((issue) => ({ issue: issue.id, gap: partFor(issue, drafts) }));
  const facts = { gap: gap.id, parts: partsOf(gap, drafts, currentRound(state)), why };
  const split: SessionEvent = { type: "gap_split", ...facts, ...(issues.length === 0 ? {} : { issues }) };
  return { ids, decision, split };
}

/** The part that shares most words with an issue, the first among equals: what was open on the whole stays owed. */
function partFor(issue: Issue, drafts: readonly PartDraft[]): GapId {
  const concern = keywordsOf(`${issue.title}\n${issue.text}`);
  const shared = ({ title, text }: PartDraft) =>
    [...keywordsOf(`${title}\n${text}`)].filter((word) => concern.has(word)).length;
  const best = Math.max(...drafts.map(shared));
  return drafts.find((draft) => shared(draft) === best)?.id ?? issue.gap;
}
