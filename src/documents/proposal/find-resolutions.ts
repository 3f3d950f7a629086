import { type GapId, isGapId } from "../../model/ids.ts";
import { withoutCode } from "../markdown/inline.ts";
import { fieldOfLine } from "../outline/fields.ts";
import { BOLD_LEVEL, descendants, type OutlineNode } from "../outline/outline.ts";
import { foldHeading } from "../words/fold.ts";
import { expandRange, type Found, gapIdsIn, gapNamesIn, issueIdsIn } from "../words/ids-in-text.ts";
import { confidenceOfNode } from "./confidence.ts";
import { partOf } from "./section-part.ts";

/** A part of the document that resolves one gap, or several at once. */
export interface FoundResolution {
  readonly node: OutlineNode;
  /** As written: proper ids, or the author's names (SPEC 3.1). */
  readonly gaps: readonly string[];
  /** Sections that belong to it though their headings are a level too high. */
  readonly annexed: readonly OutlineNode[];
}

type Evidence = "exact" | "said" | "named" | "title";

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

export function findResolutions(root: OutlineNode): FoundResolution[] {
  const candidates = [...descendants(root)].flatMap((node) => candidate(node, root));
  const chosen = choose(candidates);
  const nodes = new Set(chosen.map(({ node }) => node));
  const found = chosen.map(({ node, gaps }) => ({ node, gaps, annexed: annex(node, nodes) }));
  return found.length > 0 ? found : fromField(root);
}

function candidate(node: OutlineNode, root: OutlineNode): Candidate[] {
  const { heading } = node;
  if (heading === undefined || !heading.text.includes("GAP-")) return [];
  const text = withoutCode(heading.text);
  if (issueIdsIn(text).length > 0) return [];
  const gaps = subjects(text);
  if (gaps.length === 0 || isElsewhere(node)) return [];
  const folded = foldHeading(text.replace(/GAP-[\w.-]+/g, "GAP"));
  const evidence = evidenceOf(folded, node, root);
  return evidence === undefined ? [] : [{ node, gaps, evidence }];
}

function evidenceOf(folded: string, node: OutlineNode, root: OutlineNode): Evidence | undefined {
  if (/^gap resolution\b/u.test(folded)) return "exact";
  if (MENTIONS.test(folded) || ELSEWHERE.test(folded)) return undefined;
  if (node.heading?.level !== BOLD_LEVEL && SAYS.test(folded) && !/^gap: /u.test(folded)) return "said";
  if (/^gap\b/u.test(folded)) return "named";
  return node === root.children[0] ? "title" : undefined;
}

function isElsewhere(node: OutlineNode): boolean {
  for (let above = node.parent; above?.heading !== undefined; above = above.parent) {
    if (ELSEWHERE.test(foldHeading(above.heading.text))) return true;
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
  const said = candidates.filter(({ evidence }) => evidence === "exact" || evidence === "said");
  const named = candidates.filter(({ evidence }) => evidence === "named");
  const full = named.filter(({ node }) => holdsResolution(node));
  const clear = outermost(said);
  if (clear.length > 0) return inOrder([...clear, ...full.filter((one) => !isWithin(one.node, clear))]);
  if (full.length > 0) return inOrder(outermost(full));
  if (named.length > 0) return inOrder(outermost(named.filter(({ node }) => node.heading?.level !== BOLD_LEVEL)));
  return candidates.slice(0, 1);
}

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

/** A title over `## Gap Resolution` of the same gap is a title; a heading within a resolution belongs to it. */
function outermost(candidates: readonly Candidate[]): Candidate[] {
  const exact = candidates.filter(({ evidence }) => evidence === "exact");
  const rest = candidates.filter(
    (one) => one.evidence !== "exact" && !holdsAny(one.node, exact) && !isWithin(one.node, exact),
  );
  const nodes = new Set([...exact, ...rest].map(({ node }) => node));
  return [...exact, ...rest].filter((one) =>
    one.evidence === "exact" ? !repeats(one, exact) : !hasAncestor(one.node, nodes),
  );
}

/** The same gap again, inside its own resolution. */
function repeats(one: Candidate, exact: readonly Candidate[]): boolean {
  return exact.some(
    (other) =>
      other !== one &&
      hasAncestor(one.node, new Set([other.node])) &&
      one.gaps.every((gap) => other.gaps.includes(gap)),
  );
}

function isWithin(node: OutlineNode, candidates: readonly Candidate[]): boolean {
  return hasAncestor(node, new Set(candidates.map((one) => one.node)));
}

function holdsAny(node: OutlineNode, candidates: readonly Candidate[]): boolean {
  return candidates.some((one) => one.node !== node && one.node.line > node.line && one.node.line <= node.endLine);
}

function hasAncestor(node: OutlineNode, nodes: ReadonlySet<OutlineNode>): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) if (nodes.has(above)) return true;
  return false;
}

function holdsResolution(node: OutlineNode): boolean {
  if (confidenceOfNode(node) !== undefined) return true;
  return node.children.some((child) => partOf(child.heading?.text ?? "") === "solution");
}

/** `## Gap Resolution` followed by `## Proposed Solution` on the same level: the sections below are its own. */
function annex(node: OutlineNode, resolutions: ReadonlySet<OutlineNode>): OutlineNode[] {
  const parent = node.parent;
  if (parent === undefined || node.children.some((child) => partOf(child.heading?.text ?? "") !== undefined)) return [];
  const following = parent.children.slice(parent.children.indexOf(node) + 1);
  const stop = following.findIndex((one) => resolutions.has(one) || holdsNode(one, resolutions) || isReply(one));
  const own = stop === -1 ? following : following.slice(0, stop);
  const last = own.findLastIndex((one) => partOf(one.heading?.text ?? "") !== undefined);
  return own.slice(0, last + 1);
}

function holdsNode(node: OutlineNode, nodes: ReadonlySet<OutlineNode>): boolean {
  for (const inner of descendants(node)) if (nodes.has(inner)) return true;
  return false;
}

function isReply(node: OutlineNode): boolean {
  return /^(?:response|disagree|reply)\b/u.test(foldHeading(node.heading?.text ?? ""));
}

/** No heading names a gap, but a line at the top does: `**Gap:** GAP-FLOW-001`. */
function fromField(root: OutlineNode): FoundResolution[] {
  const first = root.children[0];
  for (const node of [root, ...(first === undefined ? [] : [first])]) {
    for (const block of node.blocks.slice(0, 4)) {
      if (block.type !== "paragraph" || block.text.length > 4000) continue;
      for (const line of block.text.split("\n")) {
        const field = fieldOfLine(line);
        if (field?.name !== "gap") continue;
        const gaps = subjects(withoutCode(field.value));
        if (gaps.length > 0 && first !== undefined)
          return [{ node: first, gaps, annexed: annex(first, new Set([first])) }];
      }
    }
  }
  return [];
}
