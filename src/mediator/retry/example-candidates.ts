import { readForm } from "../../documents/form/read-form.ts";
import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { compareGapIds, type GapId, parseGapId } from "../../model/ids.ts";
import { isDone } from "../gap-events.ts";
import type { State, TextRef } from "../state.ts";

/** A validated document of an earlier round that may serve as an example (SPEC 6, tier 2). */
export interface ExampleCandidate {
  readonly ref: TextRef;
  readonly round: number;
  readonly gaps: readonly GapId[];
  /** It led to an ACCEPTED or RESOLVED gap. */
  readonly led: boolean;
  /** `ACCEPTED`, for the origin. */
  readonly outcome: string;
}

const MOST_CANDIDATES = 12;

/** The best candidates by the state, newest first. What was rolled back is not in it, and is none. */
export function exampleCandidates(state: State, role: "engineer" | "reviewer", round: number): ExampleCandidate[] {
  const first = ({ gaps }: ExampleCandidate) => gaps[0] ?? ("" as GapId);
  return (role === "engineer" ? proposed(state) : reviewed(state))
    .filter((candidate) => candidate.round < round)
    .sort((a, b) => Number(b.led) - Number(a.led) || b.round - a.round || compareGapIds(first(a), first(b)))
    .slice(0, MOST_CANDIDATES);
}

function proposed(state: State): ExampleCandidate[] {
  return [...state.proposals].map(({ id, path, line, endLine, round }) =>
    candidate(state, { path, line, endLine }, round, [id]),
  );
}

/** Those of the rounds that are kept in full. */
function reviewed(state: State): ExampleCandidate[] {
  return state.recent.flatMap(({ record, reviewerDocument }) => {
    if (reviewerDocument === undefined) return [];
    const ref = { path: reviewerDocument.path, line: 1, endLine: Number.POSITIVE_INFINITY };
    return candidate(state, ref, record.round, reviewerDocument.digest.reviewed);
  });
}

function candidate(state: State, ref: TextRef, round: number, gaps: readonly GapId[]): ExampleCandidate {
  const states = gaps.map((gap) => state.gaps.get(gap)?.state ?? "unknown");
  return { ref, round, gaps, led: gaps.some((gap) => isDone(state, gap)), outcome: [...new Set(states)].join(", ") };
}

/** How well an earlier document shows what the failed one lacked (SPEC 6). */
export function scoreExample(
  { led, gaps: about }: Pick<ExampleCandidate, "led" | "gaps">,
  text: string,
  failure: FailureType,
  gaps: readonly GapId[],
): number {
  const wanted = new Set(gaps.map(categoryOf));
  return (
    (led ? 20 : 0) +
    (failure === "WRONG_FORMAT" ? formScore(text) : 0) +
    (failure === "NO_GAPS_ADDRESSED" ? Math.min(10, 2 * referenceCount(text)) : 0) +
    lengthScore(text.length) +
    (about.some((gap) => wanted.has(categoryOf(gap))) ? 3 : 0)
  );
}

function formScore(text: string): number {
  const headings = [...allSections(parseMarkdown(text).root)].map((section) => section.heading?.text ?? "");
  const score = (words: RegExp, points: number) => (headings.some((heading) => words.test(heading)) ? points : 0);
  return score(/^(?:Gap Resolution|Review):/i, 10) + score(/^Trade-?offs/i, 5) + score(/^Examples?\b/i, 5);
}

/** References, not ids in code (SPEC 3.1). */
function referenceCount(text: string): number {
  return new Set(readForm(text, "engineer").document.references.map(({ gap }) => gap)).size;
}

function lengthScore(length: number): number {
  if (length < 500 || length > 10_000) return 0;
  return length <= 5000 ? 5 : 2;
}

function categoryOf(gap: GapId): string {
  return parseGapId(gap)?.category ?? gap;
}
