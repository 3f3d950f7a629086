import type { ReadIssue } from "../../documents/values.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { fold } from "./fold.ts";

/** Shorter quotes occur anywhere and prove nothing; shorter names of places are no names. */
const SHORTEST_QUOTE = 12;
const SHORTEST_PLACE = 4;
/** Nobody gives more of them for one issue; each is looked for in the whole document. */
const MOST_PLACES = 100;

/** The gate and the join of the round ask about the same text. */
const foldReviewed = rememberLast(2, fold);

/** Tells of an issue whether its location, or something that it quotes, occurs in the reviewed document (SPEC 3.6). */
export function anchoring(reviewedText: string): (issue: ReadIssue) => boolean {
  const lines = reviewedText.split("\n").length;
  return (issue) => {
    const location = issue.location ?? "";
    if (namesLine(`${location}\n${issue.text}`, lines)) return true;
    const places = [...placesIn(location), ...quotesIn(issue.text)]
      .slice(0, MOST_PLACES)
      .map((written) => ({ written, folded: fold(written) }))
      .filter(({ folded }) => folded.length >= SHORTEST_PLACE);
    // Most places are written as they stand there, which is found without folding the whole document.
    return (
      places.some(({ written }) => reviewedText.includes(written)) ||
      places.some(({ folded }) => foldReviewed(reviewedText).includes(folded))
    );
  };
}

/** "lines 185-189" of a document that has so many. */
function namesLine(text: string, lines: number): boolean {
  return [...text.matchAll(/\blines?\s+(\d{1,7})\b/giu)].some((match) => Number(match[1]) <= lines);
}

/** `Transitions table, REGENERATING state`: the location whole, what it quotes, and each of its parts without its kind. */
function placesIn(location: string): string[] {
  const parts = location.split(/[,;()>→–—]|\s-\s|\s\/\s|\svs\.?\s|\bin the\b/iu);
  return [location, ...quotesIn(location), ...parts.map(withoutKind), ...namesIn(location)];
}

/** What is written like a name and not like a word: `retry_count`, `ParserState`, `PAUSED`, `status.md`, `GAP-FLOW-001`. */
function namesIn(text: string): string[] {
  const tokens = text.slice(0, 1000).split(/[\s,;:()"“”'`]+/u);
  return tokens.filter((token) => /[a-z][A-Z]|[A-Z]{3}|_|\w\.\w/u.test(token) && token.length >= SHORTEST_PLACE);
}

const KINDS =
  "section|heading|table|diagram|example|state|step|paragraph|list|field|header|row|box|rule|definition|text|proposal|solution|resolution|format";
const KIND_BEFORE = new RegExp(String.raw`^\s*(?:the |in |at |end of |under )*(?:${KINDS})s?\s+`, "iu");
const KIND_AFTER = new RegExp(String.raw`\s(?:${KINDS})s?$`, "iu");

/** What sort of place it is says nothing about where it is: "Trade-offs section" is at "Trade-offs". */
function withoutKind(part: string): string {
  const bare = part.trim().slice(0, 200).replace(KIND_BEFORE, "").replace(KIND_AFTER, "").replace(/^the /iu, "");
  return bare.length >= SHORTEST_PLACE ? bare : "";
}

/** Words in quotation marks, in code and in block quotes. A name in code may be short: `PENDING` is not everyday prose. */
function quotesIn(text: string): string[] {
  const quoted = [...text.matchAll(/["“„]([^"“”„\n]+)["”]/gu)].map((match) => match[1] ?? "");
  const code = [...text.matchAll(/`([^`\n]+)`/gu)].map((match) => match[1] ?? "");
  const names = code.filter((name) => /[A-Z_\d.(]/u.test(name) && name.length >= SHORTEST_PLACE);
  return [...quoted, ...code, ...wholeLines(text)]
    .filter((quote) => quote.trim().length >= SHORTEST_QUOTE)
    .concat(names);
}

/** Lines of block quotes and of fenced code: what the Reviewer copied from the document. */
function wholeLines(text: string): string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const line of text.split("\n")) {
    const isFence = /^\s*(?:```|~~~)/u.test(line);
    if (isFence) fenced = !fenced;
    else if (fenced || /^\s*>/u.test(line)) lines.push(line);
  }
  return lines;
}
