import { viewOf } from "../../documents/changes/file-view.ts";
import { holds } from "../../documents/changes/occurs.ts";
import { sectionsIn } from "../../documents/changes/section-places.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { Change, Spec, SpecFile } from "../../model/change.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { rememberFor } from "../../model/remember-for.ts";

/** A heading of a spec with the text directly below it, down to the next heading of any level. */
interface SpecSection {
  readonly file: string;
  /** The headings from the outermost to its own; empty for the text before the first heading. */
  readonly path: readonly string[];
  readonly text: string;
}

const sectionsOf = rememberFor((spec: Spec): readonly SpecSection[] => spec.flatMap(fileSections));

function fileSections(file: SpecFile): SpecSection[] {
  const view = viewOf(file);
  const sections = sectionsIn(view);
  return sections
    .map(({ path, line }, at) => {
      const text = view.lineTexts.slice(line - 1, (sections[at + 1]?.line ?? view.lines.length + 1) - 1).join("\n");
      return { file: file.path, path: path.slice(1), text };
    })
    .filter(({ text }) => text.trim() !== "");
}

/** The text with white space folded, for comparisons. */
export function folded(text: string): string {
  // Faster than /\s+/, because most white space is single spaces, which are not replaced.
  return text
    .replace(/[^\S ]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Every file whole, each in a fence of its own. */
export function wholeSpec(spec: Spec): string {
  const [only, ...others] = spec;
  if (only !== undefined && others.length === 0) return fenceAsData(lf(only.text), "markdown");
  return spec.map(({ path, text }) => `File: ${path}\n\n${fenceAsData(lf(text), "markdown")}`).join("\n\n");
}

function lf(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

const tokensOf = rememberFor((spec: Spec) => spec.reduce((sum, { text }) => sum + estimateTokens(text), 0));

/** Whether the spec is short enough to be shown whole (SPEC 15.4, `context_tokens`). */
export function isShownWhole(spec: Spec, tokens: number): boolean {
  return tokensOf(spec) <= tokens;
}

/** The part of the spec that is the same for all runs of a round: all of it, or its outline and definitions. */
export function sharedView(spec: Spec, tokens: number): string {
  if (isShownWhole(spec, tokens)) return wholeSpec(spec);
  const intro =
    "The spec is too long to stand here whole. This is its outline; the sections that matter for the task follow whole. Quote only what is shown whole.";
  const shown = definitionsIn(spec, tokens).map((section) => sectionPart(section, spec));
  return [intro, fenceAsData(outlineOf(spec)), ...shown].join("\n\n");
}

const DEFINITIONS = /\b(?:glossary|definitions?|terms|terminology)\b/i;

/** All sections with definitions, or none if they would take more than a quarter of the room. */
function definitionsIn(spec: Spec, tokens: number): SpecSection[] {
  const definitions = sectionsOf(spec).filter(({ path }) => DEFINITIONS.test(path.at(-1) ?? ""));
  return definitions.reduce((sum, { text }) => sum + estimateTokens(text), 0) <= tokens / 4 ? definitions : [];
}

function outlineOf(spec: Spec): string {
  return spec
    .flatMap((file) => {
      const headings = sectionsOf(spec).filter((section) => section.file === file.path && section.path.length > 0);
      const lines = headings.map(({ path }) => `${"  ".repeat(path.length - 1)}${path.at(-1)}`);
      return spec.length === 1 ? lines : [`File: ${file.path}`, ...lines];
    })
    .join("\n");
}

function sectionPart({ file, path, text }: SpecSection, spec: Spec): string {
  const name = [...(spec.length > 1 ? [file] : []), ...(path.length === 0 ? ["(opening)"] : path)].join(" > ");
  return `${name}:\n\n${fenceAsData(text, "markdown")}`;
}

/** What the task is about: of a spec that is too long, the sections that this quotes, changes or names are shown. */
export interface Subject {
  readonly quotations: readonly string[];
  readonly headings: readonly string[];
  /** Changes of the task's gaps and of related ones. */
  readonly changes: readonly Change[];
  /** Titles, texts and locations, which may name sections. */
  readonly words: string;
}

/** The sections that matter for the task, each whole (SPEC 15.4). */
export function chosenSections(spec: Spec, subject: Subject, tokens: number): string {
  if (isShownWhole(spec, tokens)) return "";
  const shown = new Set(definitionsIn(spec, tokens));
  const isQuoted = quotedBy(subject);
  return sectionsOf(spec)
    .filter((section) => !shown.has(section) && (isQuoted(section) || isNamed(section, subject.words)))
    .map((section) => sectionPart(section, spec))
    .join("\n\n");
}

function quotedBy({ quotations, headings, changes }: Subject): (section: SpecSection) => boolean {
  const words = [...quotations, ...changes.flatMap((change) => [change.old, change.new])].map(holds);
  return (section) => namesOf(section).some((name) => headings.includes(name)) || words.some((stand) => stand(section));
}

function namesOf({ path }: Pick<SpecSection, "path">): string[] {
  return path.map((_, at) => path.slice(at).join(" > "));
}

export const placesIn = rememberFor((spec: Spec): ReadonlySet<string> => {
  const paths = spec.flatMap((file) => sectionsIn(viewOf(file))).map(({ path }) => ({ path: path.slice(1) }));
  return new Set(paths.flatMap(namesOf));
});

/** `US-4`, `FR-011`; ids of gaps, issues and decisions do not belong to the spec. */
const ID = /\b(?!GAP-|ISSUE-|DECISION-)[A-Z]{1,6}-\d{1,4}\b/g;
const LEAST_NAME = 6;
/** `4.2` of "4.2 Expiry" and "§4.2 Expiry". */
const OWN_NUMBER = /^(?:§\s?)?(\d{1,3}(?:\.\d{1,3}){0,5})\.?(?=\s|$)/;
/** "Section 4.2", "§ 4.2". */
const NUMBERED = /(?:\bsections?|§)\s{0,3}(\d+(?:\.\d+)*)/gi;

/** Whether the words name the section: by its heading, its number, or an id in its text. */
function isNamed({ path, text }: SpecSection, words: string): boolean {
  const heading = path.at(-1) ?? "";
  const number = OWN_NUMBER.exec(heading)?.[1];
  const name = folded(heading.replace(OWN_NUMBER, "")).toLowerCase();
  if (name.length >= LEAST_NAME && folded(words).toLowerCase().includes(name)) return true;
  if ([...words.matchAll(NUMBERED)].some(([, named]) => named === number)) return true;
  return (words.match(ID) ?? []).some((id) => new RegExp(`\\b${id}\\b`).test(text));
}
