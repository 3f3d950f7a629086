import { occurs } from "../../documents/changes/occurs.ts";
import { findMarkers } from "../../documents/spec/marker.ts";
import type { Change } from "../../model/change.ts";
import type { PassageAnswer } from "../../model/decision.ts";
import { LEAD } from "../../model/passage-answer.ts";
import { leadingId } from "../../model/requirement-id.ts";
import { splitLines } from "../../model/split-lines.ts";
import { addBelow, addTerm, ownId, withAnswer, withThen } from "./add-below.ts";
import { addToSection } from "./add-to-section.ts";
import { exactChange, type LineEdit } from "./exact-change.ts";
import { isFrontMatter, type Passage, passageOf } from "./passage.ts";

/** What the person's answer makes of the spec. */
export type CarriedOut =
  | { readonly type: "changes"; readonly changes: readonly Change[] }
  /** The passage stands as it is: these words of it. */
  | { readonly type: "kept"; readonly quotation: string }
  /** The passage reads otherwise by now, or the words cannot stand in the spec. */
  | { readonly type: "impossible" };

export interface AnsweredGap {
  readonly draft: string;
  /** A text that has every id that is taken; the draft unless told. */
  readonly known?: string;
  /** The gap's passages as they read now. */
  readonly passages: readonly Passage[];
  readonly answers: readonly PassageAnswer[];
  /** A term that the words explain in the glossary. */
  readonly term?: string;
  /** The words are what follows in a scenario that lacks its Then. */
  readonly isOutcome?: boolean;
  /** The passage is listed as an open question: the words stand within it, as below any question. */
  readonly isAnswer?: boolean;
  /** The id that the passage refers to and nothing defines: the words define it. */
  readonly missing?: string | undefined;
  /** The words of a marker, and the question in them, which stays above its answer. */
  readonly asks?: { readonly words: string; readonly question: string };
  /** The words say which of the options of a list holds. */
  readonly isChoice?: boolean;
  /** The first change's number in its document. */
  readonly from: number;
}

/** Every word that it writes is the author's or the person's (SPEC 16.4). */
export function carryOut(answered: AnsweredGap): CarriedOut {
  const { draft, answers, from } = answered;
  if (answers.every(({ kind }) => kind === "keep")) return kept(answered);
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

/** Words of a passage that can stand between quotation marks and are found in the spec again (SPEC 5, No change needed). */
export function quotationFrom(text: string, draft: string): string | undefined {
  const pieces = splitLines(text)
    .flatMap((line) => line.replace(/^[\s>]*(?:(?:[-*+|]|#{1,6}|\d{1,9}[.)])\s+)?/, "").split(/["“”]/))
    .map((piece) => piece.trim().slice(0, LONGEST_QUOTATION).trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return pieces.toSorted((a, b) => b.length - a.length).find((piece) => occurs(draft, piece));
}

function editFor(
  { draft, known = draft, passages, term, asks, isOutcome, isChoice, isAnswer, missing }: AnsweredGap,
  { kind, passage: shown, text }: PassageAnswer,
): LineEdit | undefined {
  const near = passages.find((each) => each.text === shown)?.line ?? passages[0]?.line ?? 1;
  if (kind === "add" && term !== undefined) return addTerm(draft, term, text);
  if (kind === "add" && shown === "") return addToSection(draft, text);
  const passage = passageOf(draft, shown, near);
  if (passage === undefined) return undefined;
  const { line, endLine } = passage;
  // A line more would be no YAML.
  if (kind === "add" && isFrontMatter(splitLines(draft), line)) return undefined;
  if (kind === "strike") return passage.whole ? { kind: "remove", line, endLine, new: "" } : undefined;
  if (kind === "add" && isChoice && passage.shape.type === "item" && passages.length > 1) {
    const last = passage.shape.list.endLine;
    return { kind: "add-after", line: last, endLine: last, new: text };
  }
  if (kind === "add" && asks !== undefined) {
    const question = shown.replace(asks.words, () => asks.question);
    return { kind: "replace", line, endLine, new: withAnswer(passage, question, text) };
  }
  if (kind === "add" && passage.shape.type === "heading" && passage.shape.isEmpty && findMarkers(shown).length > 0)
    return { kind: "replace", line, endLine, new: `${withoutMarkers(shown)}\n\n${text}` };
  // Whoever writes the scenario anew edits it.
  if (kind === "add" && isOutcome && /^\s*(?:\d{1,9}[.)]\s|\W*(?:given|when)\b)/i.test(text)) return undefined;
  const words = isOutcome ? withThen(shown, text) : text;
  if (kind === "add") return addBelow(draft, passage, words, { isAnswer, known, missing });
  const now = withLead(shown, text);
  return { kind: "replace", line, endLine, new: isFrontMatter(splitLines(draft), line) ? asYaml(now, shown) : now };
}

/** `related: "#33"`: what YAML would not read as the words that it is stands in quotation marks. */
function asYaml(text: string, before: string): string {
  // The author's comment stays one.
  const [said = ""] = /\s+#.*$/.exec(before) ?? [];
  const comment = text.endsWith(said) ? said : "";
  const bare = text.slice(0, text.length - comment.length);
  // A colon of the person's makes no key.
  const [key = ""] = KEY.exec(bare.startsWith(KEY.exec(before)?.[0] ?? "") ? before : bare) ?? [];
  const value = bare.slice(key.length);
  return value.includes("\n") ? text : `${key}${yamlValue(value)}${comment}`;
}

const KEY = /^\s*(?:-\s+)?(?:[\w-]+:\s+)?/;

function yamlValue(value: string): string {
  const [, mark, inner = ""] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (mark === '"') return /^(?:[^"\\]|\\.)*$/.test(inner) ? value : JSON.stringify(inner);
  if (mark === "'") return /^(?:[^']|'')*$/.test(inner) ? value : `'${inner.replace(/'+/g, "''")}'`;
  const isPlain = !/^[[\]{}#&*!|>%@`,?-]|\s#|:(?:\s|$)/.test(value) || /^\[.*\]$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** A heading says no longer that its section is open. */
function withoutMarkers(heading: string): string {
  const rest = findMarkers(heading).reduce((text, marker) => text.replace(marker.text, ""), heading);
  const title = rest.replace(/\s*(?:\(\s*\)|\[\s*\]|[:–—-])\s*$/, "").trimEnd();
  return /[\p{L}\p{N}]/u.test(title) ? title : heading;
}

/** The bullet, the heading's marks and the id of the passage stay where the person left them out. */
function withLead(passage: string, text: string): string {
  const [[lead = ""], [own = ""]] = [LEAD.exec(passage) ?? [], LEAD.exec(text) ?? []];
  const id = ownId(passage);
  const said = text.slice(own.length);
  const isNamed = id === undefined || leadingId(said) !== undefined;
  const [first = "", ...rest] = (isNamed ? said : `${id.before}${id.id}${id.behind}${said}`).split("\n");
  // What hangs below a bullet hangs below it still.
  const below = own === "" ? " ".repeat(lead.length) : "";
  const lines = rest.map((line) => (/^\s|^$/.test(line) ? line : `${below}${line}`));
  return [`${ownLead(lead, own)}${first}`, ...lines].join("\n");
}

/** A bullet that was typed without its indentation is the passage's. */
function ownLead(lead: string, own: string): string {
  if (own === "" || (/^[-*+]\s+$/.test(own) && /^[\s>]*[-*+]\s+$/.test(lead))) return lead;
  return /^\s/.test(own) ? own : `${/^\s*/.exec(lead)?.[0] ?? ""}${own}`;
}
