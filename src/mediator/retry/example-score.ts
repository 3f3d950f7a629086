import { withoutCode } from "../../documents/markdown/inline.ts";
import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import type { ExampleCandidate } from "./example-candidates.ts";

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
