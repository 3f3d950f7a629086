import { BOLD_LEVEL, type OutlineNode } from "../outline/outline.ts";

/** The level that a heading of the form must have; `undefined` for the author's own headings. */
export type FixedLevel = (node: OutlineNode) => number | undefined;

/**
 * New levels for the headings of a document. A heading of the form goes to its level and takes its subtree and the
 * headings beside it along, so that what stood side by side or below still does. With `under` a heading is going to
 * be put over the whole document, and everything below the title goes to that level at least.
 */
export function shiftedLevels(root: OutlineNode, fixed: FixedLevel, under?: number): Map<OutlineNode, number> {
  const levels = new Map<OutlineNode, number>();
  visit(root, 0, fixed, levels);
  if (under !== undefined) lower(root, under, fixed, levels);
  return levels;
}

export function isRealHeading(node: OutlineNode): boolean {
  return node.heading !== undefined && node.heading.level < BOLD_LEVEL;
}

function visit(node: OutlineNode, shift: number, fixed: FixedLevel, levels: Map<OutlineNode, number>): void {
  const children = node.children.filter(isRealHeading);
  // A review's own heading moves alone: what stands beside a document's second review is not part of it.
  const leader = children.find((child) => (fixed(child) ?? 0) > 2);
  const leading = leader === undefined ? undefined : fixed(leader);
  const own = leading === undefined ? shift : leading - (leader?.heading?.level ?? leading);
  // Reviews on the level of a title go below it, and so does what stands beside them.
  const lowered = children.some((child) => fixed(child) === 2 && child.heading?.level === 1);
  for (const child of children) {
    const level = child.heading?.level ?? 6;
    const least = lowered && child !== children[0] ? 2 : 1;
    const wanted = fixed(child) ?? Math.min(6, Math.max(least, level + own));
    levels.set(child, wanted);
    visit(child, wanted - level, fixed, levels);
  }
}

function lower(root: OutlineNode, under: number, fixed: FixedLevel, levels: Map<OutlineNode, number>): void {
  const [title] = root.children;
  const keepsTitle = title?.heading?.level === 1;
  const tops = [...(keepsTitle ? title.children : []), ...root.children.slice(keepsTitle ? 1 : 0)].filter(
    isRealHeading,
  );
  const highest = tops.reduce((least, node) => Math.min(least, levels.get(node) ?? under), under);
  if (highest === under) return;
  const push = (nodes: readonly OutlineNode[], by: number): void => {
    // Beside a heading of the form the others are on its level already.
    const own = nodes.some((node) => fixed(node) !== undefined) ? 0 : by;
    for (const node of nodes) {
      const level = levels.get(node);
      if (level !== undefined && own > 0) levels.set(node, Math.min(6, level + own));
      push(node.children, own);
    }
  };
  push(tops, under - highest);
}
