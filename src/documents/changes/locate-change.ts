import type { Change, Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import { namesOf } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { findQuote, foldQuote, type Occurrence } from "./find-quote.ts";
import type { Hunk } from "./hunk.ts";
import { addLines, hunkOfChange } from "./hunk-of-change.ts";
import { wordsOf } from "./merge-texts.ts";
import { findPlaces, pathText, type Section, sectionAt, sectionsIn } from "./section-places.ts";

/** The edit of a change; `undefined` where it does not apply. */
export function findHunk(spec: Spec, change: Change): Hunk | undefined {
  const found = locateChange(spec, change);
  return "reason" in found ? undefined : found;
}

/** The edit of a change: its quotation must occur once in the spec, or once below the named heading (SPEC 5). */
export function locateChange(spec: Spec, change: Change): Hunk | ChangeProblem {
  const views = spec.map(viewOf);
  const whole = locateWholeFile(views, change);
  if (whole !== undefined) return whole;
  if (isEmptyChange(change)) return changesNothing(change);
  if (change.kind === "add-at-end") return locateEnd(views, change);
  const place = locateQuote(views, change);
  if ("reason" in place) return place;
  const hunk = hunkOfChange(change, place);
  return hunk.text === place.view.text.slice(hunk.start, hunk.end) ? changesNothing(change) : hunk;
}

/** A change that quotes a whole file exactly replaces it exactly: nothing is folded or trimmed. */
function locateWholeFile(views: readonly FileView[], { number, kind, place, old, new: added }: Change) {
  if (kind !== "replace" || old === added) return undefined;
  const equal = views.filter((view) => view.text === old);
  const [file = ""] = place.split(" > ", 1);
  const isNamed = (view: FileView) => findPlaces(sectionsIn(view).slice(0, 1), file).length > 0;
  const view = equal.length > 1 || old === "" ? equal.find(isNamed) : equal[0];
  return view && { change: number, file: view.path, start: 0, end: view.text.length, text: added };
}

function isEmptyChange(change: Change): boolean {
  if (change.kind === "replace") return change.old === change.new;
  return change.kind !== "remove" && change.new.trim() === "";
}

function changesNothing(change: Change): ChangeProblem {
  const same = "the new text is the same as the old; leave the change out, or write what changes.";
  const empty = "there is nothing to add: the new text is empty.";
  return problem(change, "nothing", change.kind === "replace" ? same : empty);
}

function locateQuote(views: readonly FileView[], change: Change): Occurrence | ChangeProblem {
  const quote = foldQuote(change.old);
  if (quote === "")
    return problem(change, "not-found", "it quotes no words of the spec; quote those that it is about.");
  const found = findQuote(views, quote);
  if (found.length === 0) return notFound(views, change, quote);
  const within = found.length === 1 ? found : inPlace(views, found, change.place);
  // A quotation that is a whole line means that line, not the same words within another.
  const whole = (within.length > 0 ? within : found).filter(({ startsLine, endsLine }) => startsLine && endsLine);
  return onlyOne(within) ?? onlyOne(whole) ?? ambiguous(change, found, within);
}

function onlyOne<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function inPlace(views: readonly FileView[], found: readonly Occurrence[], place: string): Occurrence[] {
  const places = findPlaces(views.flatMap(sectionsIn), place);
  return found.filter(({ view, first, last }) =>
    places.some((section) => section.path[0] === view.path && section.line <= first + 1 && last + 1 <= section.endLine),
  );
}

function locateEnd(views: readonly FileView[], change: Change): Hunk | ChangeProblem {
  const sections = views.flatMap(sectionsIn);
  const found = change.place.trim() === "" && views.length === 1 ? sections.slice(0, 1) : namedBy(sections, change);
  const section = onlyOne(found);
  const view = views.find(({ path }) => path === section?.path[0]);
  if (section !== undefined && view !== undefined)
    return { ...addLines(change, view, lastLineOf(view, section)), atEnd: true };
  if (found.length > 0) {
    const named = namesOf(quotedPaths(found, true), ", ", 12);
    const message = `${found.length} places are called "${change.place}": ${named}. Name the parent heading too.`;
    return problem(change, "ambiguous", message);
  }
  const headings = quotedPaths(sections.filter(isHeading), views.length > 1);
  const known =
    headings.length === 0 ? "The spec has no headings." : `Its headings are ${namesOf(headings, ", ", 40)}.`;
  const message = `there is no heading "${change.place}" in the spec to add text at the end of. ${known}`;
  return problem(change, "no-such-place", message);
}

function quotedPaths(sections: readonly Section[], withFile: boolean): string[] {
  return sections.map((section) => `"${pathText(section, withFile)}"`);
}

/** If a heading and its file have the same name, the heading is meant. */
function namedBy(sections: readonly Section[], { place }: Change): Section[] {
  const found = findPlaces(sections, place);
  const headings = found.filter(isHeading);
  return headings.length > 0 ? headings : found;
}

function isHeading({ path }: Section): boolean {
  return path.length > 1;
}

/** The last line (from 0) with content: a closing rule and the blank lines around it do not count. */
function lastLineOf(view: FileView, section: Section): number {
  const rules = new Set(view.markdown.blocks.filter((block) => block.type === "rule").map((block) => block.line - 1));
  let last = Math.min(section.endLine, view.lines.length) - 1;
  while (last >= section.line && (view.isBlank(last) || (rules.has(last) && last >= view.frontMatter))) last--;
  return last;
}

function notFound(views: readonly FileView[], change: Change, quote: string): ChangeProblem {
  const message = `the quoted words are not in the spec: "${visibleLine(quote, 160)}". Quote them letter for letter, with their markup and line breaks.`;
  return { ...problem(change, "not-found", message), ...defined({ nearest: nearestPassage(views, quote) }) };
}

function ambiguous(change: Change, found: readonly Occurrence[], within: readonly Occurrence[]): ChangeProblem {
  const many = within.length > 0 ? within : found;
  const several = new Set(found.map(({ view }) => view.path)).size > 1;
  const places = many.map(
    ({ view, first }) => `line ${first + 1} under "${pathText(sectionAt(sectionsIn(view), first + 1), several)}"`,
  );
  const advice =
    "name the heading that they stand under (with its parent where headings repeat), or quote more of the lines around them.";
  const message = `the quoted words occur ${many.length} times (${namesOf(places, ", ", 12)}); ${advice}`;
  return problem(change, "ambiguous", message);
}

function problem({ number }: Change, reason: ChangeProblemReason, message: string): ChangeProblem {
  return { change: number, reason, message: `Change ${number}: ${message}` };
}

const LONGEST_COMPARED = 4000;
const LONGEST_SHOWN = 6000;
const LEAST_SHARED = 0.4;

/** The passage that shares the most words with a quotation; `undefined` if none shares enough. */
function nearestPassage(views: readonly FileView[], quote: string): Passage | undefined {
  const words = new Set(wordsOf(quote.slice(0, LONGEST_COMPARED).toLowerCase()));
  const [best] = views.flatMap((view) => windowsOf(view, words)).sort((a, b) => b.score - a.score);
  if (best === undefined) return undefined;
  const { view, first } = best;
  let { last } = best;
  while (last > first && view.isBlank(last)) last--;
  const heading = pathText(sectionAt(sectionsIn(view), first + 1), views.length > 1);
  const text = view.text.slice(view.lines[first]?.start, view.lines[last]?.end).slice(0, LONGEST_SHOWN);
  return { file: view.path, heading, line: first + 1, text };
}

/** Ranges of lines that are about as long as the quotation and share enough words with it. */
function windowsOf(view: FileView, words: ReadonlySet<string>) {
  const lines = view.lineTexts.map((line) => wordsOf(line.toLowerCase()));
  let [end, count] = [0, 0];
  return lines.flatMap((line, first) => {
    while (end < lines.length && (count < words.size || end === first)) count += lines[end++]?.length ?? 0;
    const known = lines.slice(first, end).flatMap((lineWords) => lineWords.filter((word) => words.has(word)));
    const shared = new Set(known).size;
    const score = shared / Math.sqrt(count + 5);
    count -= line.length;
    const isNear = shared >= LEAST_SHARED * words.size && line.some((word) => words.has(word));
    return isNear ? [{ view, first, last: end - 1, score }] : [];
  });
}

/** A passage of the spec, verbatim. */
interface Passage {
  readonly file: string;
  /** The headings above it: `Parent > Heading`. */
  readonly heading: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

type ChangeProblemReason = "not-found" | "ambiguous" | "no-such-place" | "overlap" | "form-syntax" | "nothing";

/** Why a change does not apply; the message goes into the agent's next prompt and to the User (SPEC 6). */
export interface ChangeProblem {
  readonly change: number;
  readonly reason: ChangeProblemReason;
  readonly message: string;
  /** The passage that is most like the quotation. */
  readonly nearest?: Passage;
}
