import { readSpec, type Spec } from "../../checks/spec/spec.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { EngineerDocument, Resolution, SectionPart } from "../../documents/values.ts";
import type { GapId } from "../../model/ids.ts";
import { type RoundView, roundView } from "../queries.ts";
import type { Run, State } from "../state.ts";

/** What one attempt at a round made of one gap. */
export interface Work {
  readonly gap: GapId;
  /** The resolution as prose, or the whole document where it resolves something else. */
  readonly prose: Spec;
  readonly resolution: Resolution | undefined;
  /** Sections of the form that are there in substance (SPEC 5). */
  readonly parts: ReadonlySet<SectionPart>;
  readonly chars: number;
  /** Gaps that the same document resolves though its run was not about them. */
  readonly others: readonly GapId[];
  /** Gaps that it names and nobody knows. */
  readonly unknown: readonly GapId[];
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
    return workOf(gap, files.get(end?.path ?? "") ?? "", gaps, state.gaps);
  });
}

/** The last run on a gap whose document passed the gate; where none did, the last that gave one. */
function answerTo({ runs }: RoundView, gap: GapId): Run | undefined {
  const answers = runs.filter(({ role, gaps, end }) => role === "engineer" && gaps.includes(gap) && end?.path);
  return answers.findLast(({ end }) => end?.gate.success) ?? answers.at(-1);
}

/** What one document made of a gap, from a run on these gaps. */
export function workOf(gap: GapId, text: string, assigned: readonly GapId[], known: Pick<State["gaps"], "has">): Work {
  const { resolutions, references, newGaps } = readForm(text, "engineer").document as EngineerDocument;
  const resolution = resolutions.find((resolved) => resolved.gap === gap);
  const declared = new Set(newGaps.map(({ id }) => id));
  const lines = text.split(/\r\n?|\n/);
  const own = resolution ? lines.slice(resolution.line - 1, resolution.endLine) : lines;
  return {
    gap,
    prose: readSpec(asProse(own)),
    resolution,
    parts: new Set<SectionPart>([
      ...(resolution?.sections.map(({ part }) => part) ?? []),
      ...(resolution?.noChange === undefined ? [] : (["changes"] as const)),
      ...(newGaps.length === 0 ? [] : (["new-gaps"] as const)),
    ]),
    chars: resolution?.chars ?? text.trim().length,
    others: resolutions.map((resolved) => resolved.gap).filter((id) => !assigned.includes(id)),
    unknown: references.map((named) => named.gap).filter((id) => !known.has(id) && !declared.has(id)),
  };
}

/** What a change adds is read as prose, what it quotes is not the Engineer's. */
function asProse(lines: readonly string[]): string {
  const prose = [...lines];
  for (const block of parseMarkdown(lines.join("\n")).blocks) {
    if (block.type !== "fence" || !["old", "new"].includes(block.lang)) continue;
    const { line, endLine, closed } = block;
    if (block.lang === "old") prose.fill("", line - 1, endLine);
    prose[line - 1] = "";
    if (closed) prose[endLine - 1] = "";
  }
  return prose.join("\n");
}
