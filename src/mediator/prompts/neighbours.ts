import { allSections, type MarkdownSection, parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Proposal, State } from "../state.ts";
import { clip } from "./clip.ts";
import { fenceAsData } from "./fence.ts";
import { countUnder, gapsNear } from "./inventory-facts.ts";
import { keywordsOf } from "./keywords.ts";
import { textAt } from "./session-text.ts";

export interface Neighbour {
  readonly gap: Gap;
  readonly proposal: Proposal;
}

/** Accepted gaps that bear on the work: those it hangs on, and those that only share a place of the source with it. */
export interface Neighbours {
  readonly named: readonly Neighbour[];
  readonly beside: readonly Neighbour[];
}

const MOST_NEIGHBOURS = 6;

/** What the gaps depend on, refer to or are parts of, and what stands in the same place (SPEC 15.4). */
export function neighboursOf(state: State, gaps: readonly Gap[]): Neighbours {
  const own = new Set(gaps.map((gap) => gap.id));
  const ids = new Set(gaps.flatMap(namedGaps).filter((id) => !own.has(id)));
  const named = [...ids].flatMap((id) => acceptedGap(state, id) ?? []).slice(0, MOST_NEIGHBOURS);
  const places = gaps.flatMap((gap) => gap.places).map((place) => ({ ...place, crowded: isCrowded(state, place) }));
  const beside: Neighbour[] = [];
  for (const gap of places.length === 0 ? [] : gapsNear(state.gaps, places)) {
    if (beside.length >= MOST_NEIGHBOURS) break;
    if (own.has(gap.id) || ids.has(gap.id) || !places.some((place) => standsAt(gap, place))) continue;
    const neighbour = acceptedGap(state, gap.id);
    if (neighbour !== undefined) beside.push(neighbour);
  }
  return { named, beside };
}

/** A heading with this many gaps below it is a list of gaps: standing in it together means nothing. */
const CROWD = 4;

function isCrowded(state: State, place: SourcePlace): boolean {
  return countUnder(state.gaps, place.heading) >= CROWD;
}

function standsAt(gap: Gap, place: SourcePlace & { readonly crowded: boolean }): boolean {
  return gap.places.some(
    (other) =>
      (other.heading === place.heading && !place.crowded) ||
      (other.line <= place.endLine && place.line <= other.endLine),
  );
}

/** Gaps that the work hangs on and that are not settled yet. */
export function unsettledDependencies(state: State, gaps: readonly Gap[]): Gap[] {
  const own = new Set(gaps.map((gap) => gap.id));
  const ids = new Set(gaps.flatMap((gap) => gap.dependsOn));
  return [...ids]
    .flatMap((id) => state.gaps.get(id) ?? [])
    .filter((gap) => !own.has(gap.id) && !isAccepted(gap) && gap.state !== "WONT_FIX" && gap.state !== "SUPERSEDED")
    .slice(0, MOST_NEIGHBOURS);
}

/** What it hangs on, and resolved gaps whose words are most like its own (SPEC 7, UNCERTAINTY). */
export function similarGaps(state: State, gaps: readonly Gap[], most = 4): Neighbour[] {
  const { named } = neighboursOf(state, gaps);
  const alike = mostAlike(state, gaps).filter(({ gap }) => !named.some((other) => other.gap === gap));
  return [...named, ...alike].slice(0, Math.max(most, named.length));
}

function mostAlike(state: State, gaps: readonly Gap[]): Neighbour[] {
  const own = new Set(gaps.map((gap) => gap.id));
  const words = keywordsOf(gaps.map((gap) => `${gap.title}\n${gap.text}`).join("\n"));
  const categories = new Set(gaps.map(categoryOf));
  const scored: { readonly neighbour: Neighbour; readonly score: number }[] = [];
  for (const proposal of state.proposals) {
    const neighbour = own.has(proposal.id) ? undefined : acceptedGap(state, proposal.id);
    if (neighbour === undefined) continue;
    const shared = [...keywordsOf(`${neighbour.gap.title}\n${neighbour.gap.text}`)].filter((word) => words.has(word));
    scored.push({ neighbour, score: shared.length + (categories.has(categoryOf(neighbour.gap)) ? 2 : 0) });
  }
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.neighbour.proposal.round - a.neighbour.proposal.round)
    .map(({ neighbour }) => neighbour);
}

/** Where the gaps stand that a gap without a place of its own hangs on. */
export function relatedPlaces(state: State): (gap: Gap) => readonly SourcePlace[] {
  return (gap) => namedGaps(gap).flatMap((id) => state.gaps.get(id)?.places ?? []);
}

/** Bounded, and those that only stand beside tightly: their number grows with the session, and a prompt must not. */
export function neighboursPart({ named, beside }: Neighbours, files: ReadonlyMap<string, string>): string {
  const parts = [
    neighbourPart(named, files, { each: 300, all: 600 }),
    neighbourPart(beside, files, { each: 70, all: 140 }),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

export function neighbourPart(
  neighbours: readonly Neighbour[],
  files: ReadonlyMap<string, string>,
  budget: { readonly each: number; readonly all: number },
): string {
  let left = budget.all;
  const parts: string[] = [];
  for (const { gap, proposal } of neighbours) {
    const text = textAt(files, proposal);
    if (text === undefined || left < 60) continue;
    const shown = clip(decisiveText(text), Math.min(budget.each, left));
    left -= estimateTokens(shown);
    parts.push(`${gap.id} (${gap.state}): ${visibleLine(gap.title, 120)}\n${fenceAsData(shown, "markdown")}`);
  }
  return parts.join("\n\n");
}

/** What of a resolution goes into the spec, else what it proposes. */
function decisiveText(resolution: string): string {
  const { root, lines } = parseMarkdown(resolution);
  const sections = [...allSections(root)];
  const named = (words: RegExp) => sections.find((section) => words.test(section.heading?.text ?? ""));
  const section = named(/\bspec text\b/i) ?? named(/\bproposed (?:solution|resolution)\b/i);
  return section === undefined ? resolution : bodyOf(section, lines);
}

function bodyOf(section: MarkdownSection, lines: readonly string[]): string {
  return lines.slice(section.line, section.endLine).join("\n").trim();
}

function namedGaps(gap: Gap): GapId[] {
  const written = gap.text.match(/\bGAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g)?.filter(isGapId) ?? [];
  return [...new Set([...gap.dependsOn, ...(gap.partOf === undefined ? [] : [gap.partOf]), ...written])].filter(
    (id) => id !== gap.id,
  );
}

function acceptedGap(state: State, id: GapId): Neighbour | undefined {
  const gap = state.gaps.get(id);
  const proposal = state.proposals.get(id);
  return gap !== undefined && proposal !== undefined && isAccepted(gap) ? { gap, proposal } : undefined;
}

function isAccepted(gap: Gap): boolean {
  return gap.state === "ACCEPTED" || gap.state === "RESOLVED";
}

function categoryOf(gap: Gap): string {
  return gap.id.split("-")[1] ?? "";
}
