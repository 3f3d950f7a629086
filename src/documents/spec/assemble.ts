import { compareGapIds, type GapId, parseGapId } from "../../model/ids.ts";
import { markedFile } from "../markdown/file-mark.ts";
import { plainText } from "../markdown/inline.ts";
import { allSections, type Markdown, type MarkdownSection, parseMarkdown } from "../markdown/markdown.ts";
import { applyEdits, type EditedSource } from "./apply-edits.ts";
import { type Cleared, clearStatement } from "./clear-statement.ts";
import { closingText } from "./closing-sections.ts";
import { containedText } from "./contained-text.ts";
import { findSection } from "./find-section.ts";
import { type Insertion, LineEdits, type Placement } from "./line-edits.ts";
import { findMarkers } from "./marker.ts";
import { ownClosing } from "./own-closing.ts";
import { type Passage, passagesOf } from "./passage.ts";
import { bodyEnd, placeText } from "./place-text.ts";
import { type SpecAppendix, type SpecPart, sectionText, specTextsOf } from "./spec-part.ts";
import { statementOf } from "./statement.ts";

export interface AssembledSpec {
  readonly text: string;
  /** How much of the text is the source, refined; behind it stand the appendices, limitations and traceability. */
  readonly bodyLength: number;
  readonly placements: readonly Placement[];
}

/**
 * The spec that a session makes of its source (SPEC 12): the words of each resolution at their target, else at the
 * gap's place, else in an appendix of its category; what stated the gap is taken out; then what is left open and where
 * everything came from. Every heading of the source stays, and so does every line that no resolution concerns.
 */
export function assembleSpec(source: string, parts: readonly SpecPart[], appendix: SpecAppendix): AssembledSpec {
  const edited = applyEdits(source, parts);
  const work = startWork(edited);
  const sorted = [...edited.parts].sort((a, b) => compareGapIds(a.gap, b.gap));
  // What replaces a section must not take away what was put there: targets first, then the gaps' own places.
  const begun = sorted.map((part) => placeAtTargets(work, part));
  for (const one of begun) placeTheRest(work, one);
  pointFromEmptied(work);
  const body = work.edits.render();
  const closing = closingText({
    level: topLevel(work.markdown),
    placements: body.placements,
    homeless: work.homeless,
    taken: new Set(
      [...allSections(work.markdown.root)].map(({ heading }) => plainText(heading?.text ?? "").toLowerCase()),
    ),
    appendix,
  });
  return joined(body, closing);
}

interface Work {
  readonly markdown: Markdown;
  readonly edits: LineEdits;
  readonly written: EditedSource["written"];
  readonly sections: readonly MarkdownSection[];
  /** The innermost section of each line. */
  readonly sectionOf: readonly MarkdownSection[];
  readonly passages: readonly Passage[];
  readonly passageOf: ReadonlyMap<number, Passage>;
  /** Lines of passages that state a gap, headings left out. */
  readonly statedLines: ReadonlySet<number>;
  /** First lines of passages in whose stead a resolution stands already: the parts of a split gap share a place. */
  readonly taken: Set<number>;
  /** Where the known limitations of an earlier session begin. */
  readonly ownClosing: number;
  /** Resolutions that have no place in the source. */
  readonly homeless: { readonly part: SpecPart; readonly category: string; readonly text: string }[];
}

function startWork({ text, written }: EditedSource): Work {
  const closed = closedSource(text);
  const markdown = parseMarkdown(closed);
  const sections = [markdown.root, ...allSections(markdown.root)];
  const passages = passagesOf(markdown);
  const edits = new LineEdits(closed);
  const sectionOf = innermost(sections, markdown.lines.length);
  for (const { gap, line } of written) edits.mark(line, gap, plainText(sectionOf[line]?.heading?.text ?? ""));
  return {
    markdown,
    edits,
    written,
    sections,
    sectionOf,
    passages,
    passageOf: new Map(passages.toReversed().map((passage) => [passage.line, passage])),
    statedLines: statedLines(passages),
    taken: new Set(),
    ownClosing: ownClosing(closed).line,
    homeless: [],
  };
}

function statedLines(passages: readonly Passage[]): Set<number> {
  const lines = new Set<number>();
  for (const passage of passages) {
    if (passage.kind === "heading" || (!statementOf(passage) && findMarkers(passage.text).length === 0)) continue;
    for (let line = passage.line; line <= passage.endLine; line++) lines.add(line);
  }
  return lines;
}

function innermost(sections: readonly MarkdownSection[], lines: number): MarkdownSection[] {
  const byLine: MarkdownSection[] = [];
  for (const section of sections) {
    for (let line = section.line; line <= Math.min(section.endLine, lines); line++) byLine[line] = section;
  }
  return byLine;
}

/** A fence that the source leaves open would take in all that is put behind it. */
function closedSource(source: string): string {
  const last = parseMarkdown(source).blocks.at(-1);
  if (last?.type !== "fence" || last.closed) return source;
  const marks = /^ {0,3}(`{3,}|~{3,})/.exec(source.split(/\r\n|\r|\n/)[last.line - 1] ?? "")?.[1];
  return marks === undefined ? source : `${source}${/[\r\n]$/.test(source) ? "" : "\n"}${marks}\n`;
}

/** A resolution whose texts for headings of the source are placed. */
interface Begun {
  readonly part: SpecPart;
  readonly texts: readonly PlacedText[];
  readonly left: readonly PlacedText[];
  /** The heading that its first text stands under. */
  readonly heading: string | undefined;
}

type PlacedText = SpecPart["specTexts"][number];

function placeAtTargets(work: Work, part: SpecPart): Begun {
  const texts = specTextsOf(part);
  const left: PlacedText[] = [];
  let heading: string | undefined;
  for (const one of texts) {
    const section = one.target === undefined ? undefined : findSection(work.markdown, one.target, part.places[0]?.line);
    if (section) placeText(work.edits, section, { gap: part.gap, mode: placing(one), text: one.text });
    else left.push(one);
    if (section?.heading) heading ??= plainText(section.heading.text);
  }
  return { part, texts, left, heading };
}

/** An edit that found its lines nowhere takes nothing away. */
function placing({ mode }: Pick<PlacedText, "mode">): "replace" | "append" {
  return mode === "replace" ? "replace" : "append";
}

function placeTheRest(work: Work, { part, texts, left, heading }: Begun): void {
  if (texts.length === 0) {
    if (part.edited) clearPlaces(work, part, editedHeading(work, part));
    return;
  }
  const homeward = left.filter((one) => !placeInInserted(work, part.gap, one));
  if (homeward.length > 0) placeAtHome(work, part, homeward.map(({ text }) => text).join("\n\n"));
  else clearPlaces(work, part, heading);
}

function editedHeading(work: Work, part: SpecPart): string | undefined {
  const line = work.written.find((one) => one.gap === part.gap)?.line;
  return plainText(work.sectionOf[line ?? 0]?.heading?.text ?? "");
}

/** A target that another resolution brings into the spec. */
function placeInInserted(work: Work, gap: GapId, { target, mode, text }: PlacedText): boolean {
  if (target === undefined || !work.edits.mayHold(target)) return false;
  return work.edits.changeInsertion((insertion): Insertion | undefined => {
    const markdown = parseMarkdown(insertion.text);
    const section = findSection(markdown, target);
    if (!section) return undefined;
    const edits = new LineEdits(insertion.text);
    placeText(edits, section, { gap, mode: placing({ mode }), text });
    const changed = edits.render();
    return {
      ...insertion,
      text: changed.text.replace(/\n+$/, ""),
      within: [...(insertion.within ?? []), ...changed.placements],
    };
  });
}

/** The gap's place in the source: in its very words' stead where one line says it, else behind them. */
function placeAtHome(work: Work, part: SpecPart, text: string): void {
  const place = part.places[0];
  const passage = place === undefined ? undefined : passageAt(work, place.line);
  const section = place === undefined ? undefined : work.sectionOf[place.line];
  if (place === undefined || section === undefined || place.line > work.edits.count) {
    work.homeless.push({ part, category: parseGapId(part.gap)?.category ?? "MISC", text });
    return;
  }
  const heading = section.heading ? plainText(section.heading.text) : "";
  const oneLine = passage && !part.mends && !work.taken.has(passage.line) ? singleLine(text) : undefined;
  if (passage && oneLine !== undefined) {
    const cleared = clear(work, part, passage, { inPlace: oneLine, pointer: `see "${heading}"` });
    if (cleared === "in-place") {
      work.taken.add(passage.line);
      if (passage.kind !== "heading") work.edits.mark(place.line, part.gap, heading);
      clearPlaces(work, part, heading, passage.line);
      return;
    }
  }
  insertAtHome(work, part, { text, section, heading, line: place.line, passage });
  clearPlaces(work, part, heading);
}

interface Home {
  readonly text: string;
  readonly section: MarkdownSection;
  readonly heading: string;
  readonly line: number;
  readonly passage: Passage | undefined;
}

function insertAtHome(work: Work, part: SpecPart, home: Home): void {
  const { section, heading, passage } = home;
  if (passage?.kind === "heading") {
    placeText(work.edits, section, { gap: part.gap, mode: "append", text: home.text });
    return;
  }
  const isListed = passage !== undefined && passage.kind !== "paragraph" && statementOf(passage) !== undefined;
  const text = isListed ? sectionText(part, home.text, section.level) : containedText(home.text, section.level);
  // Behind a heading all that follows would be its own: such a text stands at the end of what the section says.
  const hasHeading = parseMarkdown(text).blocks.some((block) => block.type === "heading");
  const after = hasHeading ? bodyEnd(work.edits, section) : blockEnd(work, home.line);
  work.edits.insert(after, { gap: part.gap, text, heading });
}

function blockEnd(work: Work, line: number): number {
  return work.markdown.blocks.find((block) => block.line <= line && line <= block.endLine)?.endLine ?? line;
}

function clearPlaces(work: Work, part: SpecPart, heading: string | undefined, except?: number): void {
  const pointer = heading === undefined || heading === "" ? `see ${part.gap} under Traceability` : `see "${heading}"`;
  if (part.mends) return;
  for (const place of part.places) {
    const passage = passageAt(work, place.line);
    if (passage === undefined || passage.line === except || work.taken.has(passage.line)) continue;
    if (!isWritten(work, part, passage)) clear(work, part, passage, { pointer });
  }
}

/** Where its own edit has put its words, nothing states the gap any more. */
function isWritten(work: Work, { gap }: SpecPart, { line, endLine }: Passage): boolean {
  return work.written.some((one) => one.gap === gap && line <= one.line && one.line <= endLine);
}

function clear(
  work: Work,
  part: SpecPart,
  passage: Passage,
  remainder: { inPlace?: string; pointer: string },
): Cleared {
  return clearStatement(work.edits, work.markdown, passage, part.text, {
    ...remainder,
    gap: part.gap,
    keeps: (line) => work.statedLines.has(line),
  });
}

/** One plain line that can stand in a sentence's, an item's or a cell's place. */
function singleLine(text: string): string | undefined {
  const contained = containedText(text, 1);
  const blocks = parseMarkdown(contained).blocks;
  return blocks.length === 1 && blocks[0]?.type === "paragraph" && !contained.includes("\n") ? contained : undefined;
}

/** The passage that a line belongs to; the innermost where an item holds others. */
function passageAt(work: Work, line: number): Passage | undefined {
  return (
    work.passageOf.get(line) ??
    work.passages.findLast((passage) => passage.kind !== "heading" && passage.line <= line && line <= passage.endLine)
  );
}

/** A list of gaps that are all resolved leaves its heading behind, and a word that says why nothing stands there. */
function pointFromEmptied(work: Work): void {
  for (const section of work.sections) {
    if (section.heading === undefined || section.sections.length > 0) continue;
    const { endLine } = section.heading;
    const end = bodyEnd(work.edits, section);
    const isOurs = section.heading.line === work.ownClosing;
    if ((end === endLine && !isOurs) || work.edits.hasContent(endLine + 1, end)) continue;
    const heading = plainText(section.heading.text);
    const text = isOurs ? "None." : "All of it is settled: see Traceability.";
    work.edits.insert(end, { gap: undefined, text, heading });
  }
}

type Placed = Omit<AssembledSpec, "bodyLength">;

/** Where the source has one title over all, its sections are one below it; so have its files. */
function topLevel(markdown: Markdown): number {
  if (markedFile(markdown.lines[0] ?? "") !== undefined) return 2;
  const levels = markdown.root.sections.map((section) => section.level);
  if (levels.length === 0) return 2;
  const highest = Math.min(...levels);
  return highest === 1 && levels.filter((level) => level === 1).length === 1 ? 2 : highest;
}

function joined(body: Placed, closing: Placed): AssembledSpec {
  const end = body.text.includes("\r\n") ? "\r\n" : "\n";
  const gap = body.text === "" ? "" : /[\r\n]$/.test(body.text) ? end : end + end;
  const before = body.text + gap;
  const offset = before.split(/\r\n|\r|\n/).length - 1;
  return {
    text: before + closing.text.replace(/\n/g, end),
    bodyLength: before.length,
    placements: [...body.placements, ...closing.placements.map((one) => ({ ...one, line: one.line + offset }))],
  };
}
