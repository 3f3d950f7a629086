import { type CheckOptions, checkEach } from "../../checks/check.ts";
import { type Finding, gapFindingOf } from "../../checks/finding.ts";
import { isPassedOver, isSilent } from "../../checks/reading/section-role.ts";
import { readSpec, type Section, type Unit } from "../../checks/reading/spec.ts";
import { placesInFiles } from "../../documents/layouts/join-files.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { categoriesIn } from "../../documents/stated/categories-in.ts";
import { namesGap } from "../../documents/stated/item-label.ts";
import { areLabelled } from "../../documents/stated/marker.ts";
import { type GapSeed, readInventory } from "../../documents/stated/read-inventory.ts";
import { newGap } from "../../model/change-gap.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { groupBy } from "../../model/group-by.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { isWorse } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";

/** The gaps that a session begins with: those in the source and, with `checks`, what the checks find (SPEC 16.1). */
export function findGaps(source: string, checks?: CheckOptions): Gap[] {
  const inFile = placesInFiles(source);
  return gapsIn(source, checks).map((gap) => ({ ...gap, places: gap.places.map(inFile) }));
}

function gapsIn(source: string, checks: CheckOptions | undefined): Gap[] {
  const reader = placeReader(source);
  const seeds = readInventory(source).filter(({ id, label, places }) => {
    const isNamed = source.includes(id) || (label !== undefined && namesGap(label));
    return places.some(({ line }) => !(isNamed ? reader.isPassedOver(line) : reader.isSilent(line)));
  });
  const stated = seeds.map((seed) => newGap(0, { ...seed, origin: "source" }));
  if (checks === undefined) return stated;
  const isStated = statedBy(seeds, reader);
  const mint = gapIdMint(stated.map((gap) => gap.id));
  const lines = splitLines(source);
  const categoryAt = categoriesIn(parseMarkdown(source));
  const found = distinct(checkEach(source, checks))
    .filter((finding) => !isStated(finding))
    .map((finding) => {
      const id = mint.next(categoryAt(finding.line));
      return newGap(0, { ...seedOf(finding, reader, lines), id, origin: "check" });
    });
  return [...stated, ...found];
}

/** A gap from a finding: its text quotes the passages and then says what would close it. */
function seedOf(
  found: Finding,
  reader: PlaceReader,
  lines: readonly string[],
): Omit<GapSeed, "id"> & Pick<Gap, "finding"> {
  const { line, related, message, fix, severity } = found;
  const main = reader.placeOf(line);
  const others = related.slice(0, MOST_PLACES).map((place) => reader.placeOf(place.line));
  const places = [main, ...others.filter((place) => place.line !== main.line)];
  const text = [...places.map(reader.quote), fix].join("\n\n").slice(0, 4000);
  const finding = gapFindingOf(found, lines);
  return { title: message.slice(0, 300), text, severity, severityBy: "mediator", places, dependsOn: [], finding };
}

const MOST_PLACES = 5;

/** Findings on the same words of a line, or on the same two lines, become one gap with the worse severity. */
function distinct(findings: readonly Finding[]): Finding[] {
  const bySubject = worstOfEach(findings, ({ line, subject }) => `${line} ${subject.toLowerCase()}`);
  return worstOfEach(bySubject, (finding) => {
    const lines = [finding, ...finding.related].map(({ line }) => line).toSorted((a, b) => a - b);
    return lines.length === 2 ? lines.join(" ") : `${lines.join(" ")} ${finding.subject.toLowerCase()}`;
  });
}

function worstOfEach(findings: readonly Finding[], keyOf: (finding: Finding) => string): Finding[] {
  const alike = [...groupBy(findings, keyOf).values()];
  const chosen = new Set(alike.map((group) => group.reduce((a, b) => (isWorse(b.severity, a.severity) ? b : a))));
  return findings.filter((finding) => chosen.has(finding));
}

/** Whether a gap that the source states covers a finding, by place and words (SPEC 16.1). */
function statedBy(seeds: readonly GapSeed[], reader: PlaceReader): (finding: Finding) => boolean {
  const lines = seeds.flatMap((seed) => seed.places.flatMap(linesOf).map((line) => ({ line, seed })));
  const byLine = groupBy(lines, ({ line }) => line);
  return (finding) => {
    if (finding.type === "empty-section") {
      const { line, endLine } = reader.sectionAt(finding.line) ?? finding;
      return linesOf({ line, endLine }).some((at) => byLine.has(at));
    }
    const near = linesOf(reader.placeOf(finding.line)).flatMap((line) => byLine.get(line) ?? []);
    if (finding.type === "explicit-marker" || finding.type === "open-question") return near.length > 0;
    // The question above undecided options already asks which one it is.
    if (finding.type === "undecided" && near.some(({ seed }) => seed.stated === "question")) return true;
    const words = finding.subject.toLowerCase();
    return words !== "" && near.some(({ seed }) => seed.text.toLowerCase().includes(words));
  };
}

/** A gap may span a whole section; its first lines are enough to compare by. */
const MOST_LINES = 200;

export function linesOf({ line, endLine }: Pick<SourcePlace, "line" | "endLine">): number[] {
  return Array.from({ length: Math.min(endLine - line + 1, MOST_LINES) }, (_, index) => line + index);
}

const MOST_QUOTED = 12;

type PlaceReader = ReturnType<typeof placeReader>;

/** Finds the place of a line in a source: its passage and its section. */
function placeReader(source: string) {
  const { markdown, sections, units } = readSpec(source);
  const sectionOf: Section[] = [];
  const unitOf: Unit[] = [];
  for (const section of sections) {
    for (let line = section.node.line; line <= section.node.endLine; line++) sectionOf[line] = section;
  }
  for (const unit of units) for (let line = unit.line; line <= unit.endLine; line++) unitOf[line] = unit;
  const byLine = new Map(sections.map(({ node }) => [node.heading?.line ?? 0, node]));
  return {
    /** The paragraph, item or row of a line, or only the line if it belongs to none. */
    placeOf: (line: number): SourcePlace => {
      const single = { line, endLine: line };
      const unit = unitOf[line] ?? single;
      const { line: first, endLine } = areLabelled(markdown.lines.slice(unit.line - 1, unit.endLine)) ? single : unit;
      return { heading: plainText(sectionOf[line]?.node.heading?.text ?? ""), line: first, endLine };
    },
    sectionAt: (line: number) => byLine.get(line),
    /** Whether nothing counts here: a template's guidance, a checklist, a table of contents or a log (SPEC 16.2). */
    isPassedOver: (line: number) => isPassedOver(sectionOf[line]?.role ?? "text"),
    /** As `isPassedOver`, and also in sections about later work, where only gaps with an id count. */
    isSilent: (line: number) => isSilent(sectionOf[line]?.role ?? "text"),
    quote: ({ line, endLine }: SourcePlace) =>
      markdown.lines
        .slice(line - 1, Math.min(endLine, line + MOST_QUOTED - 1))
        .map((text) => `> ${text.trim()}`)
        .join("\n"),
  };
}
