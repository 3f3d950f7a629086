import { readSpec } from "../../checks/reading/spec.ts";
import { occurs } from "../../documents/changes/occurs.ts";
import type { Change } from "../../model/change.ts";
import type { PassageAnswer } from "../../model/decision.ts";
import { splitLines } from "../../model/split-lines.ts";
import { addBelow, type Below, exactChange, glossaryIn, type LineEdit } from "./line-edit.ts";
import { type Passage, passageOf } from "./passage.ts";

export type CarriedOut =
  | { readonly type: "changes"; readonly changes: readonly Change[] }
  /** Nothing changes; the quotation shows the words that were kept. */
  | { readonly type: "kept"; readonly quotation: string }
  /** The passage has changed meanwhile, or the words do not fit into its structure. */
  | { readonly type: "impossible" };

interface AnsweredGap extends Below {
  readonly draft: string;
  readonly passages: readonly Passage[];
  readonly answers: readonly PassageAnswer[];
  readonly term?: string;
  /** The number of the first change in the Engineer's document. */
  readonly from: number;
}

/** Turns an answer into exact changes. It adds no word of its own (SPEC 16.4). */
export function carryOut(answered: AnsweredGap): CarriedOut {
  const { draft, passages, answers, from } = answered;
  // The author may have made the same edit meanwhile.
  const reads = (words: string) => passages.some(({ text }) => text === words);
  const isThere = ({ kind, passage, text }: PassageAnswer) => kind === "edit" && reads(text) && !reads(passage);
  if (answers.every((answer) => answer.kind === "keep" || isThere(answer))) return kept(answered);
  const edits = answers.map((answer) => editFor(answered, answer));
  const changes = edits.map((edit, index) => edit && exactChange(draft, edit, from + index));
  const fitting = changes.filter((change) => change !== undefined);
  return fitting.length === changes.length ? { type: "changes", changes: fitting } : { type: "impossible" };
}

function kept({ passages, draft }: AnsweredGap): CarriedOut {
  const quotation = quotationFrom(passages[0]?.text ?? draft, draft);
  return quotation === undefined ? { type: "impossible" } : { type: "kept", quotation };
}

const LONGEST_QUOTATION = 200;

/** The longest piece of a passage that can be quoted and found in the spec again (SPEC 5, No change needed). */
export function quotationFrom(text: string, draft: string): string | undefined {
  const pieces = splitLines(text)
    .flatMap((line) => line.replace(/^[\s>]*(?:(?:[-*+|]|#{1,6}|\d{1,9}[.)])\s+)?/, "").split(/["“”]/))
    .map((piece) => piece.trim().slice(0, LONGEST_QUOTATION).trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return pieces.toSorted((a, b) => b.length - a.length).find((piece) => occurs(draft, piece));
}

function editFor(answered: AnsweredGap, { kind, passage: shown, text }: PassageAnswer): LineEdit | undefined {
  const { draft, passages, term } = answered;
  if (kind === "add" && term !== undefined) return addTerm(draft, term, text);
  if (kind === "add" && shown === "") return addToSection(draft, text);
  const near = passages.find((each) => each.text === shown)?.line ?? passages[0]?.line ?? 1;
  // A passage that has changed since is asked about again.
  const passage = passageOf(draft, shown, near);
  if (passage === undefined) return undefined;
  const { line, endLine, lastStruck } = passage;
  if (kind === "strike")
    return lastStruck === undefined ? undefined : { kind: "remove", line, endLine: lastStruck, new: "" };
  if (kind === "add") return addBelow(passage, text, answered);
  return { kind: "replace", line, endLine, new: text };
}

function addTerm(draft: string, term: string, meaning: string): LineEdit | undefined {
  const glossary = glossaryIn(draft);
  if (glossary === undefined) return undefined;
  const text = glossary.entry(term, meaning.replace(/\s*\n\s*/g, " "));
  return { kind: "add-after", line: glossary.line, endLine: glossary.line, new: text };
}

/** Places the answer to a gap without a passage: a paragraph at the end of the last section with content. */
function addToSection(draft: string, words: string): LineEdit | undefined {
  const { sections } = readSpec(draft);
  const ends = sections
    .filter(({ isSilent, role }) => !isSilent && role === "text")
    .flatMap(({ node }) => node.blocks.findLast(({ type }) => type !== "rule" && type !== "html")?.endLine ?? []);
  const line = ends.at(-1);
  return line === undefined ? undefined : { kind: "add-after", line, endLine: line, new: words };
}
