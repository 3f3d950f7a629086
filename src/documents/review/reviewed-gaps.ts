import type { GapId } from "../../model/ids.ts";
import { withoutCode } from "../markdown/inline.ts";
import { fieldOfLine } from "../outline/fields.ts";
import type { OutlineHeading } from "../outline/heading.ts";
import { descendants, type OutlineNode } from "../outline/outline.ts";
import type { Reference, ReviewerDocument } from "../values.ts";
import { expandRange, gapIdsIn } from "../words/ids-in-text.ts";
import { gapsOfHeading, isGapSection, NO_SCOPE, type Scopes } from "./scope.ts";

/** The gaps under review: in the headings of reviews and of sections about one gap, in the lines that say what is reviewed, in per-gap verdicts. */
export function reviewedGaps(
  outline: OutlineNode,
  scopes: Scopes,
  isItemLine: (line: number) => boolean,
  byGap: ReviewerDocument["verdict"]["byGap"],
): Reference[] {
  const found = new Map<GapId, number>();
  const add = (gap: GapId, line: number) => {
    if (!found.has(gap)) found.set(gap, line);
  };
  const title = outline.children[0];
  for (const node of descendants(outline)) {
    const { heading } = node;
    if (heading === undefined) continue;
    const ids =
      isReviewHeading(node) || node === title
        ? gapIdsIn(withoutCode(heading.text)).map(({ id }) => id)
        : isGapSection(node, scopes.get(node) ?? NO_SCOPE) && !isItemLine(heading.line)
          ? gapsOfHeading(heading)
          : gapsOfReviewOf(heading);
    for (const id of ids.slice(0, 200)) add(id, heading.line);
  }
  for (const { gap, line } of focusGaps(outline)) add(gap, line);
  for (const { gap, line } of byGap) add(gap, line);
  if (found.size === 0) for (const { gap, line } of introducedGaps(outline, isItemLine)) add(gap, line);
  return [...found].map(([gap, line]) => ({ gap, line }));
}

function gapsOfReviewOf(heading: OutlineHeading): GapId[] {
  return /\breview\b/u.test(heading.folded) ? gapsOfHeading(heading) : [];
}

function focusGaps(outline: OutlineNode): Reference[] {
  const early = [outline, ...[...descendants(outline)].slice(0, 3)];
  return early.flatMap((node) =>
    node.blocks.slice(0, 6).flatMap((block) => {
      if (block.type !== "paragraph" || block.text.length > 4000) return [];
      return block.text.split("\n").flatMap((line, index) => {
        const field = fieldOfLine(line);
        if (field?.name !== "gap" && field?.name !== "target") return [];
        const value = withoutCode(field.value);
        return expandRange(value, gapIdsIn(value)).map((gap) => ({ gap, line: block.line + index }));
      });
    }),
  );
}

/** `Here is my review of GAP-FLOW-001 and GAP-FLOW-002.`, before the first section, where nothing else says it. */
function introducedGaps(outline: OutlineNode, isItemLine: (line: number) => boolean): Reference[] {
  const [title] = outline.children;
  const first = title?.heading?.level === 1 ? title.children[0] : undefined;
  const summary = first?.heading?.place.area === "summary" ? first.blocks : [];
  const blocks = [...outline.blocks, ...(title?.heading?.level === 1 ? title.blocks : []), ...summary];
  return blocks.slice(0, 4).flatMap((block) => {
    if (block.type !== "paragraph" || isItemLine(block.line) || !/\b(?:review|proposal)/iu.test(block.text)) return [];
    const words = withoutCode(block.text.slice(0, 1000));
    return expandRange(words, gapIdsIn(words)).map((gap) => ({ gap, line: block.line }));
  });
}

/** `## Review: …`, `## GAP-… Review`, `# Reviewer Assessment - Round 4`. */
export function isReviewHeading(node: OutlineNode): boolean {
  const text = node.heading?.folded ?? "";
  return (
    (node.heading?.level ?? 9) <= 3 &&
    /^(?:re-?)?review(?:er|ers)?\b(?!ed)|\breview(?:\s*[:(]|$)|^assessment of gap-/u.test(text)
  );
}
