import type { Change } from "../../model/change.ts";
import { beginsBlock, blankLinesAround } from "./blank-lines.ts";
import type { FileView } from "./file-view.ts";
import { type Occurrence, trimBlankLines } from "./find-quote.ts";
import type { Hunk } from "./hunk.ts";
import { diffLineLists } from "./line-diff.ts";

/** What a change does where its quoted words stand (SPEC 5, Spec Changes). */
export function hunkOfChange(change: Change, place: Occurrence): Hunk {
  const added = trimBlankLines(change.new);
  if (change.kind === "add-after") return addAfter(change, place, added);
  if (change.kind === "remove" || added === "") return remove(change, place);
  return replace(change, place, added);
}

/** New lines behind a line (from 0) of a file, with the blank lines that they need. */
export function addLines(change: Change, view: FileView, line: number): Hunk {
  const added = trimBlankLines(change.new);
  const at = view.lines[line]?.end;
  if (at === undefined)
    return hunk(change, view, view.text.length, view.text.length, withLineEnds(added, view.lineEnd));
  const end = view.lineEndAt(line);
  const { before, after } = blankLinesAround(view, line, added);
  const text = `${before ? end : ""}${end}${withLineEnds(added, end)}${after ? end : ""}`;
  return hunk(change, view, at, at, text);
}

function hunk(change: Change, view: FileView, start: number, end: number, text: string): Hunk {
  return { change: change.number, file: view.path, start, end, text };
}

function withLineEnds(text: string, lineEnd: string): string {
  return lineEnd === "\n" ? text : text.replaceAll("\n", lineEnd);
}

function replace(change: Change, place: Occurrence, added: string): Hunk {
  const end = endOfQuote(change, place);
  return hunk(change, place.view, place.start, end, keepBytes(place, end, trimBlankLines(change.old), added));
}

/** Folded white space stays, unless the change names it: quoted in `old`, or put there by `new`. */
function endOfQuote(change: Change, { view, end, last, endsLine }: Occurrence): number {
  const quoted = tailOf(change.old);
  if (!endsLine) return view.text.startsWith(quoted, end) ? end + quoted.length : end;
  const named = quoted !== "" || tailOf(change.new) !== "" || addsBehind(change);
  return named ? (view.lines[last]?.end ?? end) : end;
}

/** The last quoted line stays, and others come behind it: its white space stays with it. */
function addsBehind(change: Change): boolean {
  const last = trimBlankLines(change.old).split("\n").at(-1) ?? "";
  const lines = trimBlankLines(change.new).split("\n");
  return lines.at(-1) !== last && lines.includes(last);
}

function tailOf(text: string): string {
  const trimmed = trimBlankLines(text);
  return trimmed.slice(trimmed.trimEnd().length);
}

/** Lines that a change quotes and leaves as they are keep their bytes: hard breaks, line ends. */
function keepBytes({ view, first, last, start }: Occurrence, end: number, old: string, added: string): string {
  const lineEnd = view.lineEndAt(first);
  const bytes = view.lines
    .slice(first, last + 1)
    .map((line) => view.text.slice(Math.max(start, line.start), Math.min(end, line.next)));
  bytes[last - first] += lineEnd;
  const after = added.split("\n").map((line) => line + lineEnd);
  let kept = 0;
  const pieces = diffLineLists(old.split("\n"), added.split("\n")).flatMap(({ before: gone, after: put }) => {
    const same = bytes.slice(kept, gone.from);
    kept = gone.to;
    return [...same, ...after.slice(put.from, put.to)];
  });
  return [...pieces, ...bytes.slice(kept)].join("").replace(/(?:\r\n|\n|\r)$/, "");
}

function addAfter(change: Change, place: Occurrence, added: string): Hunk {
  const { view, last, startsLine, endsLine } = place;
  if (endsLine && (startsLine || beginsBlock(added))) return addLines(change, view, last);
  const at = endsLine ? place.end : endOfQuote(change, place);
  const before = needsSpace(view.text.charAt(at - 1), added.charAt(0), /[\s,.;:!?)\]}%]/) ? " " : "";
  const after = endsLine || !needsSpace(added.at(-1) ?? "", view.text.charAt(at), /[\s,.;:!?)\]}%"'”’*_`|]/) ? "" : " ";
  return hunk(change, view, at, at, before + withLineEnds(added, view.lineEndAt(last)) + after);
}

function needsSpace(left: string, right: string, free: RegExp): boolean {
  return left !== "" && right !== "" && !/[\s([{]/.test(left) && !free.test(right);
}

/** What is left of a line whose text is removed: a bullet, a number, a heading's marks. */
const ONLY_MARKS = /^\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)\s+(?:\[[ xX]\]\s+)?$/;

function remove(change: Change, place: Occurrence): Hunk {
  const { view, first, startsLine, endsLine } = place;
  const lead = view.text.slice(view.lines[first]?.start, place.start);
  if (endsLine && (startsLine || ONLY_MARKS.test(lead))) return removeLines(change, place);
  return removeWords(change, place);
}

/** Whole lines go with their line ends, and with the blank lines above them if blank ones follow or nothing does. */
function removeLines(change: Change, { view, first, last }: Occurrence): Hunk {
  const behind = last + 1;
  const atEnd = behind >= view.lines.length;
  let from = first;
  if (atEnd || view.isBlank(behind)) while (from > 0 && view.isBlank(from - 1)) from--;
  const start = view.lines[from]?.start ?? 0;
  const end = view.lines[last]?.next ?? view.text.length;
  const unended = atEnd && view.lines[last]?.end === view.text.length;
  // A missing final line end stays missing: the one before goes.
  return hunk(change, view, unended && from > 0 ? (view.lines[from - 1]?.end ?? start) : start, end, "");
}

/** Of the white space on both sides of removed words one is left; at the end of a line none. */
function removeWords(change: Change, place: Occurrence): Hunk {
  const { view, endsLine } = place;
  let { start } = place;
  let end = endOfQuote(change, place);
  const opens = place.startsLine || /\s/.test(view.text.charAt(start - 1));
  if (endsLine) while (/[ \t]/.test(view.text.charAt(start - 1))) start--;
  else if (opens && /[ \t]/.test(view.text.charAt(end))) end++;
  return hunk(change, view, start, end, "");
}
