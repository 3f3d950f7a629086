import { readSpec, type Spec } from "../../checks/spec/spec.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { EngineerDocument, Resolution, SectionPart } from "../../documents/values.ts";
import type { GapId } from "../../model/ids.ts";
import { type RoundView, roundView } from "../round/round-view.ts";
import type { Run, State } from "../state.ts";

/** What one attempt at a round made of one gap. Lines count in the document at `path`. */
export interface Work {
  readonly gap: GapId;
  readonly path: string;
  /** What binds, as prose: the resolution, or the whole document where it resolves something else. */
  readonly spec: Spec;
  /** Of the first line of that text. */
  readonly line: number;
  readonly resolution: Resolution | undefined;
  /** Sections of the form that are there in substance (SPEC 5). */
  readonly parts: ReadonlySet<SectionPart>;
  readonly chars: number;
  /** Gaps that the same document resolves though its run was not about them. */
  readonly others: readonly PlacedGap[];
  /** References to gaps that nobody knows. */
  readonly unknown: readonly PlacedGap[];
}

export interface PlacedGap {
  readonly gap: GapId;
  readonly line: number;
}

/** Rounds that going back to the end of `to` undoes, in order. */
export function undoneRounds(state: State, to: number): RoundView[] {
  const closed = state.recent.filter(({ record }) => record.round > to);
  return [...closed, ...(state.round ? [state.round] : [])].map((round) => roundView(state, round));
}

/** The files that have to be read before they can be analysed. */
export function analysisNeeds(state: State, to: number): string[] {
  return undoneRounds(state, to).flatMap((view) =>
    view.assigned.flatMap((gap) => answerTo(view, gap)?.end?.path ?? []),
  );
}

/** What the round made of each of its gaps; nothing where no document came. */
export function roundWork(state: State, view: RoundView, files: ReadonlyMap<string, string>): Work[] {
  return view.assigned.map((gap) => {
    const { gaps = [gap], end } = answerTo(view, gap) ?? {};
    const path = end?.path ?? "";
    return workOf({ gap, path, text: files.get(path) ?? "" }, gaps, state.gaps);
  });
}

/** The last run on a gap whose document passed the gate; where none did, the last that gave one. */
function answerTo({ runs }: RoundView, gap: GapId): Run | undefined {
  const answers = runs.filter(({ role, gaps, end }) => role === "engineer" && gaps.includes(gap) && end?.path);
  return answers.findLast(({ end }) => end?.gate.success) ?? answers.at(-1);
}

/** What one document made of a gap, from a run on these gaps. */
export function workOf(
  { gap, path, text }: Pick<Work, "gap" | "path"> & { readonly text: string },
  assigned: readonly GapId[],
  gaps: Pick<State["gaps"], "has">,
): Work {
  const document = readForm(text, "engineer").document as EngineerDocument;
  const resolution = document.resolutions.find((resolved) => resolved.gap === gap);
  const declared = new Set(document.newGaps.map(({ id }) => id));
  const lines = text.split(/\r\n?|\n/);
  const { line, endLine } = resolution ?? { line: 1, endLine: lines.length };
  return {
    gap,
    path,
    spec: readSpec(asProse(lines.slice(line - 1, endLine))),
    line,
    resolution,
    parts: resolution ? partsOf(resolution, document) : new Set(),
    chars: resolution?.chars ?? text.trim().length,
    others: document.resolutions.filter((resolved) => !assigned.includes(resolved.gap)),
    unknown: document.references.filter((named) => !gaps.has(named.gap) && !declared.has(named.gap)),
  };
}

/** What a change adds is read as prose, what it quotes is not the Engineer's. Lines keep their numbers. */
function asProse(lines: readonly string[]): string {
  const prose = [...lines];
  for (const block of parseMarkdown(lines.join("\n")).blocks) {
    if (block.type !== "fence" || !["old", "new"].includes(block.lang)) continue;
    const { line, endLine, lang, closed } = block;
    const fences = [line, ...(closed ? [endLine] : [])];
    for (let at = line; at <= endLine; at++) if (lang === "old" || fences.includes(at)) prose[at - 1] = "";
  }
  return prose.join("\n");
}

function partsOf({ sections, noChange }: Resolution, { newGaps }: EngineerDocument): ReadonlySet<SectionPart> {
  return new Set([
    ...sections.map(({ part }) => part),
    ...(noChange === undefined ? [] : (["changes"] as const)),
    ...(newGaps.length === 0 ? [] : (["new-gaps"] as const)),
  ]);
}
