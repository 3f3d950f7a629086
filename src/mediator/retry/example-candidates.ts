import { withoutCode } from "../../documents/markdown/inline.ts";
import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Gap } from "../../model/gap.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { compareGapIds, type GapId, parseGapId } from "../../model/ids.ts";
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

/**
 * The best candidates as far as the state alone can tell, newest first. What was rolled back is in no table of the state, so
 * it is no candidate.
 */
export function exampleCandidates(state: State, role: "engineer" | "reviewer", round: number): ExampleCandidate[] {
  const all = role === "engineer" ? proposed(state) : reviews(state);
  return all
    .filter((candidate) => candidate.round < round)
    .sort((a, b) => Number(b.led) - Number(a.led) || b.round - a.round || compareFirst(a, b))
    .slice(0, MOST_CANDIDATES);
}

function proposed(state: State): ExampleCandidate[] {
  const candidates: ExampleCandidate[] = [];
  for (const proposal of state.proposals) {
    const gap = state.gaps.get(proposal.id);
    const { path, line, endLine, round } = proposal;
    candidates.push({
      ref: { path, line, endLine },
      round,
      gaps: [proposal.id],
      led: isAccepted(gap),
      outcome: gap?.state ?? "unknown",
    });
  }
  return candidates;
}

/** Those of the rounds that are kept in full. */
function reviews(state: State): ExampleCandidate[] {
  return state.recent.flatMap(({ record, reviewerDocument }) => {
    if (reviewerDocument === undefined) return [];
    const { reviewed } = reviewerDocument.digest;
    const gaps = reviewed.map((id) => state.gaps.get(id));
    return {
      ref: { path: reviewerDocument.path, line: 1, endLine: Number.POSITIVE_INFINITY },
      round: record.round,
      gaps: reviewed,
      led: gaps.some(isAccepted),
      outcome: [...new Set(gaps.map((gap) => gap?.state ?? "unknown"))].join(", "),
    };
  });
}

function isAccepted(gap: Gap | undefined): boolean {
  return gap?.state === "ACCEPTED" || gap?.state === "RESOLVED";
}

function compareFirst(a: ExampleCandidate, b: ExampleCandidate): number {
  const [left, right] = [a.gaps[0], b.gaps[0]];
  return left === undefined || right === undefined ? 0 : compareGapIds(left, right);
}

/** How well an earlier document shows what the failed one lacked (SPEC 6). */
export function scoreExample(
  candidate: ExampleCandidate,
  text: string,
  failure: FailureType,
  gaps: readonly GapId[],
): number {
  const wanted = new Set(gaps.map(categoryOf));
  return (
    (candidate.led ? 20 : 0) +
    (failure === "WRONG_FORMAT" ? formScore(text) : 0) +
    (failure === "NO_GAPS_ADDRESSED" ? Math.min(10, 2 * referenceCount(text)) : 0) +
    lengthScore(text.length) +
    (candidate.gaps.some((gap) => wanted.has(categoryOf(gap))) ? 3 : 0)
  );
}

function formScore(text: string): number {
  const headings = [...allSections(parseMarkdown(text).root)].map((section) => section.heading?.text ?? "");
  const has = (words: RegExp) => headings.some((heading) => words.test(heading));
  return (
    (has(/^(?:Gap Resolution|Review):/i) ? 10 : 0) + (has(/^Trade-?offs/i) ? 5 : 0) + (has(/^Examples?\b/i) ? 5 : 0)
  );
}

/** References, not ids in code (SPEC 3.1). */
function referenceCount(text: string): number {
  const { blocks, lines } = parseMarkdown(text);
  const hidden = new Set<number>();
  for (const block of blocks) {
    if (block.type !== "fence" && block.type !== "code") continue;
    for (let line = block.line; line <= block.endLine; line++) hidden.add(line);
  }
  const prose = lines.map((line, at) => (hidden.has(at + 1) ? "" : line)).join("\n");
  return new Set(withoutCode(prose).match(/\bGAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g)).size;
}

function lengthScore(length: number): number {
  if (length < 500 || length > 10_000) return 0;
  return length <= 5000 ? 5 : 2;
}

function categoryOf(gap: GapId): string {
  return parseGapId(gap)?.category ?? gap;
}
