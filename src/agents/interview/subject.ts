import { check } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import { readSpec, type Spec } from "../../checks/spec/spec.ts";
import { placesInFiles } from "../../documents/layouts/joined-files.ts";
import { readDocument } from "../../documents/read-document.ts";
import { applyEdits } from "../../documents/spec/apply-edits.ts";
import type { SpecPart } from "../../documents/spec/spec-part.ts";
import type { EngineerDocument } from "../../documents/values.ts";
import { FINDING_CATEGORIES } from "../../mediator/inventory/finding-category.ts";
import { type Gap, placeText, type SourcePlace } from "../../model/gap.ts";
import { parseGapId } from "../../model/ids.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { readStyle, type Style } from "./text/style.ts";

/** A gap in the spec as it reads now: the source with the lines that accepted resolutions have changed. */
export interface Subject {
  readonly gap: Gap;
  readonly spec: Spec;
  readonly lines: readonly string[];
  /** Where the gap is; the main place first. */
  readonly places: readonly SourcePlace[];
  /** What the checks say there now; absent for a gap that they did not find, or find no longer. */
  readonly finding?: Finding;
  readonly style: Style;
  /** `line 12`, or `design.md, line 12`: where the person finds a line. */
  readonly where: (line: number) => string;
  /** Other gaps that are being worked on at the same time. */
  readonly beside: readonly Gap[];
}

/** The source as it reads with what is accepted, and where some gaps are in it. */
export interface CurrentSpec {
  readonly text: string;
  readonly placesOf: (gap: Gap) => readonly SourcePlace[];
}

export function currentSpec(brief: TaskBrief, gaps: readonly Gap[]): CurrentSpec {
  const edited = applyEdits(brief.source, [...acceptedParts(brief), ...gaps.map(emptyPart)]);
  const moved = new Map(edited.parts.slice(edited.parts.length - gaps.length).map(({ gap, places }) => [gap, places]));
  const lines = edited.text.split(/\r\n|\r|\n/);
  return {
    text: edited.text,
    placesOf: (gap) => {
      const places = moved.get(gap.id) ?? [];
      return places.length > 0 ? places : quotedPlaces(gap, lines);
    },
  };
}

export function makeSubject(brief: TaskBrief, gap: Gap): Subject {
  const edited = currentSpec(brief, [gap]);
  const spec = readSpec(edited.text);
  const { lines } = spec.markdown;
  const places = edited.placesOf(gap);
  const finding = findingAt(check(edited.text, { rules: brief.checks ?? {} }), gap, places);
  return {
    gap,
    spec,
    lines,
    places,
    ...(finding === undefined ? {} : { finding }),
    style: readStyle(spec),
    where: whereIn(brief.source, lines),
    beside: brief.gaps.filter((one) => one.state === "IN_PROGRESS" && one.id !== gap.id),
  };
}

/** The person looks into their own file: lines count as they do there. */
function whereIn(source: string, lines: readonly string[]): Subject["where"] {
  const inFile = placesInFiles(source);
  const own = ownLines(source.split(/\r\n|\r|\n/), lines);
  return (line) => {
    const at = own[line - 1] ?? line;
    return placeText(inFile({ heading: "", line: at, endLine: at }));
  };
}

/** For each line as it reads now the one of the source that it is, or stands in the place of. */
function ownLines(source: readonly string[], now: readonly string[]): number[] {
  const places = new Map<string, number | undefined>();
  source.forEach((text, index) => {
    places.set(text, places.has(text) ? undefined : index + 1);
  });
  // Lines that stand once are certain; the others are counted from the last one that is.
  const certain = now.map((text) => places.get(text));
  let [at, from] = [-1, 0];
  return now.map((_, index) => {
    const own = certain[index];
    if (own !== undefined && own > from) [at, from] = [index, own];
    const next = certain.slice(index + 1, index + 40).find((line) => line !== undefined && line > from);
    const last = Math.max(from, Math.min((next ?? source.length + 1) - 1, source.length), 1);
    return Math.max(1, Math.min(from + index - at, last));
  });
}

function acceptedParts({ gaps, resolutions }: TaskBrief): SpecPart[] {
  const accepted = new Map(
    gaps.filter(({ state }) => state === "ACCEPTED" || state === "RESOLVED").map((gap) => [gap.id, gap]),
  );
  return resolutions.flatMap(({ gap: id, round, text }) => {
    const gap = accepted.get(id);
    if (gap === undefined) return [];
    const document = readDocument(text, "engineer") as EngineerDocument;
    const specTexts = document.resolutions.find((one) => one.gap === id)?.specTexts ?? [];
    return [{ ...emptyPart(gap), specTexts, round }];
  });
}

function emptyPart(gap: Gap): SpecPart {
  return { gap: gap.id, title: gap.title, text: gap.text, places: gap.places, specTexts: [], sections: [] };
}

/** A gap without a place may quote the line that it is about. */
function quotedPlaces({ text }: Gap, lines: readonly string[]): SourcePlace[] {
  const plain = (line: string) => line.replace(/\s+/g, " ").trim();
  const quoted = text.split("\n").flatMap((line) => plain(/^\s*>\s?(.{4,})$/.exec(line)?.[1] ?? "") || []);
  const at = lines.findIndex((line) => quoted.includes(plain(line)));
  return at === -1 ? [] : [{ heading: "", line: at + 1, endLine: at + 1 }];
}

/** The finding that the gap came from, or the one of its kind that stands there now. */
function findingAt(findings: readonly Finding[], gap: Gap, places: readonly SourcePlace[]): Finding | undefined {
  const category = parseGapId(gap.id)?.category ?? "";
  const isOurs = (type: Finding["type"]) =>
    category === FINDING_CATEGORIES[type] || (gap.origin !== "check" && gap.origin !== "reviewer");
  const [main] = places;
  const isNamed = ({ message }: Finding) => gap.title.includes(message.replace(/\.$/, ""));
  if (main === undefined) return findings.find(isNamed);
  const near = findings.filter(({ line }) => main.line <= line && line <= main.endLine);
  const same = near.find((one) => one.message === gap.title) ?? near.find(isNamed);
  if (same !== undefined) return same;
  return gap.origin === "source" ? undefined : near.find((one) => isOurs(one.type) && sharesWords(one, gap));
}

/** Lines move, and so do the numbers in a message: the words that it quotes stay. */
function sharesWords({ message }: Finding, { title }: Gap): boolean {
  const words = /"([^"]{1,200})"/.exec(message)?.[1];
  return words === undefined ? message.replace(/\d+/g, "") === title.replace(/\d+/g, "") : title.includes(words);
}
