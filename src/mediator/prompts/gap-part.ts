import { occursIn } from "../../documents/changes/occurs.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { fileLines } from "../../model/split-lines.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import { liveIssues } from "../queries.ts";
import type { State, WorkingSpec } from "../state.ts";
import { folded, placesIn } from "./spec-sections.ts";

/** The gaps of a task: title, parent, place, impact and text, without repetitions (SPEC 15.4). */
export function gapPart(state: State, gaps: readonly Gap[], reader: Reader): string {
  return gaps.map((gap) => gapText(state, gap, reader)).join("\n\n");
}

type Reader = "engineer" | "reviewer";

/** What to do about an accepted gap that is open again because an issue on another gap quotes its words. */
const REOPENED: Readonly<Record<Reader, string>> = {
  engineer: "change its words where that settles the issue",
  reviewer: "of this gap judge only what changed; where nothing did, it is APPROVED as it was",
};

function gapText(state: State, gap: Gap, reader: Reader): string {
  const { spec } = state;
  const lines = [`**${gap.id}** (${gap.severity}${aside(gap)}): ${gapTitle(gap)}`];
  const reopening = liveIssues(state).filter(({ contradicts }) => contradicts?.includes(gap.id));
  if (reopening.length > 0) {
    const ids = reopening.map(({ id }) => id).join(", ");
    lines.push(`It was accepted, and is open again only because ${ids} quotes words of it: ${REOPENED[reader]}.`);
  }
  const repeats = state.gaps.filter(({ duplicateOf }) => duplicateOf === gap.id);
  for (const other of repeats) lines.push(`Also asked as ${other.id}: ${gapTitle(other)}`);
  if (gap.parent !== undefined) lines.push(`Parent: ${gap.parent}`);
  const place = placeLine(spec, gap);
  if (place !== undefined) lines.push(place);
  const why = gap.why?.trim() ?? "";
  if (why !== "") lines.push(`Impact: ${visibleLine(why)}`);
  const shown = folded(lines.join("\n"));
  const { text, request } = textOf(gap);
  if (text !== "" && !shown.includes(folded(text))) lines.push(fenceAsData(visibleText(text)));
  if (request !== "") lines.push(visibleLine(request));
  return lines.join("\n");
}

/** In a check's finding only the quoted passage is data; the rest is the check's request, shown below it. */
function textOf({ text, finding }: Gap): { readonly text: string; readonly request: string } {
  if (finding === undefined) return { text: text.trim(), request: "" };
  const parts = text.trim().split("\n\n");
  const isQuoted = (part: string) => part.startsWith(">");
  const quoted = parts.filter(isQuoted).join("\n\n").replace(/^> ?/gm, "");
  return { text: quoted, request: parts.filter((part) => !isQuoted(part)).join(" ") };
}

function aside({ id, label, partOf }: Gap): string {
  const named = label === undefined || label === id ? "" : `, called ${visibleLine(label, 100)}`;
  return `${named}${partOf === undefined ? "" : `, a part of ${partOf}`}`;
}

/** The title on one line, never shortened. */
export const gapTitle = rememberFor(({ title }: Pick<Gap, "title">) => visibleLine(title));

/** The headings and words that the gap is about, as far as the working spec still has them. */
function placeLine(spec: WorkingSpec, gap: Gap): string | undefined {
  const places = placesIn(spec.text);
  const headings = [...new Set(gap.places.map(({ heading }) => heading).filter((heading) => places.has(heading)))];
  const quoted = quotedWords(spec, gap)
    .filter((words) => !folded(textOf(gap).text).includes(folded(words)))
    .map((words) => `"${visibleLine(words)}"`);
  if (headings.length === 0 && quoted.length === 0) return undefined;
  const where = headings.map((heading) => `under "${visibleLine(heading)}"`).join(" and ");
  return `Place: ${[where, quoted.join(" and ")].filter((part) => part !== "").join(", ")}`;
}

/** A place with more lines is a section, for which its heading is enough. */
const MOST_LINES = 8;

/** Words of the working spec that the gap is about: its quotations, else the lines at which it was found. */
export function quotedWords(spec: WorkingSpec, gap: Gap): string[] {
  const given = (gap.quotations ?? []).filter((words) => occursIn(spec.text, words));
  if (given.length > 0) return given;
  return gap.places.map((place) => linesAt(spec, place)).filter((words) => occursIn(spec.text, words));
}

function linesAt({ first }: WorkingSpec, place: SourcePlace): string {
  const file = place.file === undefined ? first[0] : first.find(({ path }) => path === place.file?.path);
  const from = place.file?.line ?? place.line;
  const count = place.endLine - place.line + 1;
  if (file === undefined || count > MOST_LINES) return "";
  const words = fileLines(file).slice(from - 1, from - 1 + count);
  return words.every((line) => /^\s*(?:#|$)/.test(line)) ? "" : words.join("\n");
}
