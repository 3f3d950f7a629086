import { type GapId, isGapId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Markdown, textOfLines } from "../markdown/markdown.ts";
import { fieldOfLine } from "../outline/fields.ts";
import { rangeFinder } from "../outline/line-ranges.ts";
import { BOLD_LEVEL, buildOutline, descendants, type OutlineNode } from "../outline/outline.ts";
import { readNewGaps } from "../read-new-gaps.ts";
import type { Ambiguity, EngineerDocument, Resolution, Section } from "../values.ts";
import { gapIdsIn } from "../words/ids-in-text.ts";
import { confidenceIn, confidenceOf, confidenceOfNode, mixedConfidence, type StatedConfidence } from "./confidence.ts";
import { countExamples } from "./count-examples.ts";
import { type FoundResolution, findResolutions } from "./find-resolutions.ts";
import { readBlocked } from "./read-blocked.ts";
import { disagreementNodes, readDisagreements } from "./read-disagreements.ts";
import { readResponses } from "./read-responses.ts";
import { readSpecTexts } from "./spec-texts.ts";

export type ProposalValues = Omit<EngineerDocument, "role" | "references" | "citations" | "undecodable" | "empty">;

/** A proposal as it was understood, and the places that repair rewrites. */
export interface ProposalReading {
  readonly values: ProposalValues;
  readonly outline: OutlineNode;
  readonly found: readonly FoundResolution[];
  /** The word on confidence of each found resolution, by the same index. */
  readonly confidences: readonly (StatedConfidence | undefined)[];
  readonly disagreements: ReadonlySet<OutlineNode>;
}

export function readProposal(markdown: Markdown): ProposalReading {
  const outline = buildOutline(markdown);
  const found = findResolutions(outline);
  const general = generalConfidence(outline, found);
  const own = found.map(ownConfidence);
  const tabled = own.includes(undefined) ? tabledConfidences(outline) : new Map<string, StatedConfidence>();
  const confidences = found.map((one, index) => own[index] ?? fromTable(one, tabled) ?? general);
  const disagreements = disagreementNodes(markdown, outline);
  const gapAt = gapFinder(found);
  const resolutions = found.flatMap((one, index) => toResolutions(markdown, one, confidences[index]));
  return {
    outline,
    found,
    confidences,
    disagreements,
    values: {
      resolutions,
      responses: readResponses(markdown, outline, gapAt, (node) => disagreements.has(node)),
      disagreements: readDisagreements(markdown, disagreements, gapAt),
      blocked: readBlocked(markdown, outline, gapAt),
      newGaps: readNewGaps(markdown, outline, "engineer"),
      ambiguities: ambiguities(confidences),
    },
  };
}

function ambiguities(confidences: readonly (StatedConfidence | undefined)[]): Ambiguity[] {
  return confidences.flatMap((one) => (one === undefined ? [] : mixedConfidence(one)));
}

/** One confidence at the top of the document, before any resolution, holds for all. */
function generalConfidence(outline: OutlineNode, found: readonly FoundResolution[]): StatedConfidence | undefined {
  const title = outline.children[0];
  const own = found.some(({ node }) => node === title);
  const blocks = [...outline.blocks, ...(title === undefined || own ? [] : title.blocks)];
  const stated = confidenceIn(blocks);
  return stated === undefined ? undefined : { ...stated, ownLine: false };
}

function ownConfidence(one: FoundResolution): StatedConfidence | undefined {
  const own = confidenceOfNode(one.node);
  if (own !== undefined) return own;
  for (const node of one.annexed) {
    const below = confidenceOfNode({ ...one.node, blocks: node.blocks, children: [node] });
    if (below !== undefined) return { ...below, ownLine: false };
  }
  return undefined;
}

function fromTable(one: FoundResolution, tabled: ReadonlyMap<string, StatedConfidence>): StatedConfidence | undefined {
  return one.gaps.map((gap) => tabled.get(gap)).find((stated) => stated !== undefined);
}

/** Summary tables with a column for confidence and a row for each gap. */
function tabledConfidences(outline: OutlineNode): Map<string, StatedConfidence> {
  const stated = new Map<string, StatedConfidence>();
  for (const node of [outline, ...descendants(outline)]) {
    for (const block of node.blocks) {
      if (block.type !== "table") continue;
      const column = block.header.cells.findIndex((cell) => /^confidence\b/iu.test(plainText(cell)));
      if (column === -1) continue;
      for (const row of block.rows) {
        const level = confidenceOf(row.cells[column] ?? "");
        const gap = gapIdsIn(row.cells[0] ?? "")[0]?.id;
        if (level !== undefined && gap !== undefined && !stated.has(gap))
          stated.set(gap, { ...level, line: row.line, ownLine: false });
      }
    }
  }
  return stated;
}

/** The resolution that a line belongs to. */
function gapFinder(found: readonly FoundResolution[]): (line: number) => GapId | undefined {
  const find = rangeFinder(found.map((one) => ({ gap: one.gaps[0], line: one.node.line, endLine: endOf(one) })));
  return (line) => {
    const gap = find(line)?.gap;
    return gap !== undefined && isGapId(gap) ? gap : undefined;
  };
}

export function endOf(one: FoundResolution): number {
  return one.annexed[one.annexed.length - 1]?.endLine ?? one.node.endLine;
}

function toResolutions(
  markdown: Markdown,
  one: FoundResolution,
  confidence: StatedConfidence | undefined,
): Resolution[] {
  const nodes = sectionNodes(one);
  const endLine = endOf(one);
  const text = textOfLines(markdown, one.node.line, endLine);
  const specNodes = nodes.filter((node) => node.heading?.part === "spec-text");
  const common = {
    line: one.node.line,
    endLine,
    title: resolutionTitle(one.node.heading?.text ?? ""),
    ...(confidence === undefined ? {} : { confidence: confidence.value }),
    intro: introOf(markdown, one, nodes, confidence),
    sections: nodes.map((node) => toSection(markdown, node)),
    specTexts: specNodes.flatMap((node) => readSpecTexts(markdown, node)),
    examples: countExamples(nodes),
    chars: text.trim().length,
  };
  const resolved = resolvedGaps(one);
  return one.gaps.map((gap) => ({
    ...common,
    gap: gap as GapId,
    ...(isGapId(gap) ? {} : { label: gap }),
    claimsResolved: resolved === "all" || resolved.has(gap),
  }));
}

/** The sections of a resolution: its headings; the bold lines that stand for them where it has none. */
export function sectionNodes(one: FoundResolution): OutlineNode[] {
  const headings = one.node.children.filter((node) => node.heading?.level !== BOLD_LEVEL);
  const own =
    headings.length > 0 || one.annexed.length > 0
      ? headings
      : one.node.children.filter((node) => node.heading?.part !== undefined);
  return [...own, ...one.annexed];
}

function toSection(markdown: Markdown, node: OutlineNode): Section {
  const heading = node.heading?.text ?? "";
  const text = trimmedText(markdown, (node.heading?.endLine ?? node.line) + 1, node.endLine);
  const part = node.heading?.part;
  return {
    line: node.line,
    endLine: node.endLine,
    heading: plainText(heading),
    level: node.heading?.level ?? 0,
    ...(part === undefined ? {} : { part }),
    chars: text.trim().length,
    text,
  };
}

function introOf(
  markdown: Markdown,
  one: FoundResolution,
  nodes: readonly OutlineNode[],
  confidence: StatedConfidence | undefined,
): string {
  const start = (one.node.heading?.endLine ?? one.node.line) + 1;
  const end = nodes[0] === undefined ? endOf(one) : nodes[0].line - 1;
  const stated = confidence?.ownLine === true ? confidence.line : undefined;
  if (stated === undefined || stated < start || stated > end) return trimmedText(markdown, start, end);
  const before = trimmedText(markdown, start, stated - 1);
  const after = trimmedText(markdown, stated + 1, end);
  // Lines of one paragraph stay together; what the confidence stood between stays apart.
  const apart = isBlank(markdown.lines[stated - 2]) || isBlank(markdown.lines[stated]) ? "\n\n" : "\n";
  return [before, after].filter((part) => part !== "").join(apart);
}

/** Some lines as written, without blank lines at both ends and rules at the last. */
function trimmedText(markdown: Markdown, line: number, endLine: number): string {
  let start = line;
  let end = endLine;
  while (start <= end && isBlank(markdown.lines[start - 1])) start++;
  while (end >= start && /^\s*(?:-{3,}|\*{3,}|_{3,})?\s*$/.test((markdown.lines[end - 1] ?? "").slice(0, 200))) end--;
  return textOfLines(markdown, start, end);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** The words of the heading besides the gap and what the heading is for. */
export function resolutionTitle(heading: string): string {
  return plainText(heading.slice(0, 400))
    .replace(/GAP-[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*/g, " ")
    .replace(/^\W*(?:gap|engineer)?\s*(?:resolution|proposal|revision|solution|response)s?\b/iu, " ")
    .replace(/[([]\s*[)\]]|^\s*\d{1,3}[.):]\s/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s:+,&–—-]+|[\s:+,–—-]+$/gu, "")
    .replace(/^\((.*)\)$/u, "$1")
    .trim();
}

const RESOLVED_GAP =
  /(GAP-[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*)(?:\s{0,2}\([^()]{0,60}\))?\W{0,4}(?:is|has\s+been|:)\s{1,2}\W{0,3}(?:now\s+|fully\s+)?(?:resolved|complete|closed)\b/giu;
const RESOLVED_ALL = /\bthis\s+gap\s+(?:is|has\s+been)\s+(?:now\s+|fully\s+)?(?:resolved|complete|closed)\b/iu;

/** The gaps that the document calls resolved: `**Status:** Resolved`, `GAP-… is now resolved` (SPEC 9, H3). */
function resolvedGaps(one: FoundResolution): ReadonlySet<string> | "all" {
  if (one.node.blocks.slice(0, 4).some(statesResolved)) return "all";
  const gaps = new Set<string>();
  for (const node of [one.node, ...one.annexed].flatMap((top) => [top, ...descendants(top)])) {
    for (const block of node.blocks) {
      if (block.type !== "paragraph" || !/resolved|complete|closed/iu.test(block.text)) continue;
      const words = withoutCode(block.text.slice(0, 4000));
      if (RESOLVED_ALL.test(words)) return "all";
      for (const match of words.matchAll(RESOLVED_GAP)) gaps.add(match[1] ?? "");
    }
  }
  return gaps;
}

function statesResolved(block: Block): boolean {
  if (block.type !== "paragraph" || block.text.length > 4000) return false;
  return block.text.split("\n").some((line) => {
    const field = fieldOfLine(line);
    return field?.name === "status" && /^\W*(?:resolved|complete(?:d)?|closed|done|final)\b/iu.test(field.value);
  });
}
