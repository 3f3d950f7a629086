import { type GapId, isGapId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import { fieldOfLine } from "../outline/fields.ts";
import { BOLD_LEVEL, descendants, type OutlineNode } from "../outline/outline.ts";
import type { SectionPart } from "../values.ts";
import { foldHeading } from "../words/fold.ts";
import { expandRange, type Found, gapIdsIn, gapNamesIn, issueIdsIn } from "../words/ids-in-text.ts";
import { confidenceOfNode } from "./confidence.ts";

/** A part of the document that resolves one gap, or several at once. */
export interface FoundResolution {
  readonly node: OutlineNode;
  /** As written: proper ids, or the author's names (SPEC 3.1). */
  readonly gaps: readonly string[];
  /** Sections that belong to it though their headings are a level too high. */
  readonly annexed: readonly OutlineNode[];
}

type Evidence = "exact" | "said" | "named" | "behind" | "title";

interface Candidate {
  readonly node: OutlineNode;
  readonly gaps: readonly string[];
  readonly evidence: Evidence;
}

/** Headings under which a gap is mentioned, not resolved. */
const ELSEWHERE =
  /\b(?:deferred|new gaps?|related|out of scope|dependenc(?:y|ies)|future|summary|appendix|references?|recategori[sz]ation|blocked|remaining|next steps?|status|inventory|impact on|not addressed|history|overview|rename[ds]?)\b/u;
const MENTIONS =
  /\b(?:integration|consistency|alignment|compatibility|relation(?:ship)?|interaction|comparison|unblock(?:s|ed)?|dependency|coordination|interplay|impact)\b/u;
const SAYS =
  /\b(?:resolutions?|resolv(?:es|ing|ed)|proposals?|proposed|revisions?|revised|solutions?|answer|fix|addressing|design|specification)\b/u;

const TOPIC = /^(?:[a-z]+ ){0,2}gap\s*(?:[:–—(]|-\s)/u;

/** Says that the gap cannot be resolved yet (SPEC 7). */
const ASKS = /^\W{0,8}(?:BLOCKED_NEEDS_INPUT|UNCERTAINTY)\b/u;

export function findResolutions(root: OutlineNode): FoundResolution[] {
  const candidates = [...descendants(root)].flatMap((node) => candidate(node, root));
  const chosen = choose(candidates);
  const annexes = findAnnexes(new Set(chosen.map(({ node }) => node)));
  const found = chosen.map(({ node, gaps }) => ({ node, gaps, annexed: annexes.get(node) ?? [] }));
  return found.length > 0 ? found : fromField(root);
}

function candidate(node: OutlineNode, root: OutlineNode): Candidate[] {
  const { heading } = node;
  if (heading === undefined || !heading.text.includes("GAP-")) return [];
  const text = withoutCode(heading.text);
  if (issueIdsIn(text).length > 0 || ASKS.test(text)) return [];
  const gaps = subjects(text);
  if (gaps.length === 0 || isElsewhere(node, root)) return [];
  const folded = foldHeading(text.replace(/GAP-[\w.-]+/g, "GAP"));
  const evidence = evidenceOf(folded, node, root);
  return evidence === undefined ? [] : [{ node, gaps, evidence }];
}

function evidenceOf(folded: string, node: OutlineNode, root: OutlineNode): Evidence | undefined {
  if (/^gap resolution\b/u.test(folded)) return "exact";
  // What follows the gap may be its topic: `GAP-UI-003: Status bar`.
  const elsewhere = MENTIONS.test(folded) || ELSEWHERE.test(folded);
  if (elsewhere && !(TOPIC.test(folded) && holdsResolution(node))) return undefined;
  if (node.heading?.level !== BOLD_LEVEL && SAYS.test(folded) && !/^gap: /u.test(folded)) return "said";
  if (/^gap\b/u.test(folded)) return "named";
  if (/(?:[([:]\s*|\s[-–—]\s)gap[)\]]?$/u.test(folded)) return "behind";
  return node === root.children[0] ? "title" : undefined;
}

/** The document's title says nothing about where in it a gap stands. */
function isElsewhere(node: OutlineNode, root: OutlineNode): boolean {
  for (let above = node.parent; above?.heading !== undefined; above = above.parent) {
    const isTitle = above === root.children[0] && above.heading.level === 1;
    if (!isTitle && ELSEWHERE.test(above.heading.folded)) return true;
  }
  return false;
}

/** The gaps that a heading is about: the first, and those joined to it; not one in brackets further on. */
function subjects(text: string): string[] {
  const proper = gapIdsIn(text);
  const names: Found<string>[] = proper.length > 0 ? proper : gapNamesIn(text);
  const joined: Found<string>[] = [];
  for (const name of names) {
    const last = joined[joined.length - 1];
    if (last !== undefined && !isJoint(text.slice(last.index + last.id.length, name.index))) break;
    joined.push(name);
  }
  const ids = joined.filter((one): one is Found<GapId> => isGapId(one.id));
  return ids.length === joined.length ? [...new Set(expandRange(text, ids))] : joined.map(({ id }) => id);
}

function isJoint(between: string): boolean {
  return /^(?:\s*\([^()]{0,60}\))?\s*(?:,|\+|&|\/|and|,\s*and|through|thru|to|[-–—…]|\.{2,3})\s*$/iu.test(between);
}

/** The clearest evidence there is; headings that merely begin with a gap count when they hold a resolution. */
function choose(candidates: readonly Candidate[]): Candidate[] {
  const clear = clearest(candidates.filter(({ evidence }) => evidence === "exact" || evidence === "said"));
  const named = candidates.filter(({ evidence }) => evidence === "named");
  const behind = candidates.filter(({ evidence }) => evidence === "behind");
  const full = [...named, ...behind].filter(({ node }) => holdsResolution(node));
  if (clear.length > 0) {
    const nodes = nodesOf(clear);
    const above = ancestorsOf(clear);
    return inOrder([...clear, ...full.filter(({ node }) => !isWithin(node, nodes) && !above.has(node))]);
  }
  if (full.length > 0) return inOrder(outermost(full));
  if (named.length > 0) return inOrder(outermost(named.filter(({ node }) => node.heading?.level !== BOLD_LEVEL)));
  return candidates.slice(0, 1).filter(({ node }) => node.parent?.heading === undefined);
}

/** One heading for each gap, in the order of the document. */
function inOrder(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates
    .toSorted((a, b) => a.node.line - b.node.line)
    .flatMap((one) => {
      const gaps = one.gaps.filter((gap) => !seen.has(gap));
      for (const gap of gaps) seen.add(gap);
      return gaps.length === 0 ? [] : [{ ...one, gaps }];
    });
}

/** A title over `## Gap Resolution` is a title; a heading within a resolution belongs to it. */
function clearest(candidates: readonly Candidate[]): Candidate[] {
  const exact = candidates.filter(({ evidence }) => evidence === "exact");
  const byNode = new Map(exact.map((one) => [one.node, one]));
  const above = ancestorsOf(exact);
  const said = candidates.filter(
    ({ node, evidence }) => evidence !== "exact" && !above.has(node) && !isWithin(node, new Set(byNode.keys())),
  );
  return [...exact.filter((one) => !repeats(one, byNode)), ...outermost(said)];
}

/** The same gap again, inside its own resolution. */
function repeats(one: Candidate, exact: ReadonlyMap<OutlineNode, Candidate>): boolean {
  for (let above = one.node.parent; above !== undefined; above = above.parent) {
    const outer = exact.get(above);
    if (outer !== undefined && one.gaps.every((gap) => outer.gaps.includes(gap))) return true;
  }
  return false;
}

function outermost(candidates: readonly Candidate[]): Candidate[] {
  const nodes = nodesOf(candidates);
  return candidates.filter(({ node }) => !isWithin(node, nodes));
}

function nodesOf(candidates: readonly Candidate[]): Set<OutlineNode> {
  return new Set(candidates.map(({ node }) => node));
}

function ancestorsOf(candidates: readonly { readonly node: OutlineNode }[]): Set<OutlineNode> {
  const above = new Set<OutlineNode>();
  for (const { node } of candidates) {
    for (let next = node.parent; next !== undefined && !above.has(next); next = next.parent) above.add(next);
  }
  return above;
}

function isWithin(node: OutlineNode, nodes: ReadonlySet<OutlineNode>): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) if (nodes.has(above)) return true;
  return false;
}

function holdsResolution(node: OutlineNode): boolean {
  if (confidenceOfNode(node) !== undefined) return true;
  return node.children.some((child) => isPart(child, "solution"));
}

function isPart(node: OutlineNode, part?: SectionPart): boolean {
  const own = node.heading?.part;
  return own !== undefined && (part === undefined || own === part);
}

/** `## Gap Resolution` followed by `## Proposed Solution` on the same level: the sections that follow are its own. */
function findAnnexes(resolutions: ReadonlySet<OutlineNode>): Map<OutlineNode, OutlineNode[]> {
  const annexes = new Map<OutlineNode, OutlineNode[]>();
  const above = ancestorsOf([...resolutions].map((node) => ({ node })));
  const parents = new Set([...resolutions].flatMap((node) => node.parent ?? []));
  for (const parent of parents) {
    let owner: OutlineNode | undefined;
    let own: OutlineNode[] = [];
    const settle = (): void => {
      const last = own.findLastIndex((node) => isPart(node));
      if (owner !== undefined && last >= 0) annexes.set(owner, own.slice(0, last + 1));
      own = [];
    };
    for (const child of parent.children) {
      if (resolutions.has(child)) {
        settle();
        owner = child.children.some((inner) => isPart(inner)) ? undefined : child;
      } else if (above.has(child) || isReply(child)) {
        settle();
        owner = undefined;
      } else if (owner !== undefined) own.push(child);
    }
    settle();
  }
  return annexes;
}

function isReply(node: OutlineNode): boolean {
  return /^(?:response|disagree|reply)\b/u.test(node.heading?.folded ?? "");
}

/** No heading names a gap, but a line at the top does: `**Gap:** GAP-FLOW-001`, in prose, a list or a table of facts. */
function fromField(root: OutlineNode): FoundResolution[] {
  const first = root.children[0];
  if (first === undefined) return [];
  for (const node of [root, first]) {
    for (const line of node.blocks.slice(0, 4).flatMap(factLines)) {
      const field = fieldOfLine(line);
      const gaps = field?.name === "gap" ? subjects(withoutCode(field.value)) : [];
      if (gaps.length > 0) return [{ node: first, gaps, annexed: findAnnexes(new Set([first])).get(first) ?? [] }];
    }
  }
  return [];
}

function factLines(block: Block): string[] {
  switch (block.type) {
    case "paragraph":
      return block.text.length > 4000 ? [] : block.text.split("\n");
    case "list":
      return block.items.slice(0, 20).flatMap((item) => item.blocks.slice(0, 1).flatMap(factLines));
    case "table":
      return [block.header, ...block.rows].slice(0, 20).map(({ cells }) => `**${cells[0] ?? ""}:** ${cells[1] ?? ""}`);
    default:
      return [];
  }
}
