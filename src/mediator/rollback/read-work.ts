import { readSpec, type Spec } from "../../checks/spec/spec.ts";
import { readForm } from "../../documents/form/read-form.ts";
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

/** The files that have to be read before these rounds can be analysed. */
export function analysisNeeds(views: readonly RoundView[]): string[] {
  return views.flatMap((view) => view.assigned.flatMap((gap) => answerTo(view, gap)?.end?.path ?? []));
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
  const resolution = document.resolutions.find((one) => one.gap === gap);
  const declared = new Set(document.newGaps.map(({ id }) => id));
  const lines = text.split(/\r\n?|\n/);
  const { line, endLine } = resolution ?? { line: 1, endLine: lines.length };
  return {
    gap,
    path,
    spec: readSpec(asProse(lines.slice(line - 1, endLine)).join("\n")),
    line,
    resolution,
    parts: partsOf(resolution, document),
    chars: resolution?.chars ?? text.trim().length,
    others: document.resolutions.filter((one) => !assigned.includes(one.gap)),
    unknown: document.references.filter((one) => !gaps.has(one.gap) && !declared.has(one.gap)),
  };
}

/** What a change adds is read as prose, what it quotes is not the Engineer's. Lines keep their numbers. */
function asProse(lines: readonly string[]): string[] {
  let open: { readonly mark: string; readonly kept: boolean } | undefined;
  return lines.map((line) => {
    if (open === undefined) {
      const [, mark, name] = /^ {0,3}(`{3,}|~{3,})(old|new)\s*$/.exec(line) ?? [];
      if (mark === undefined) return line;
      open = { mark, kept: name === "new" };
      return "";
    }
    const closes = line.trim().startsWith(open.mark) && /^(?:`+|~+)$/.test(line.trim());
    const kept = open.kept && !closes;
    if (closes) open = undefined;
    return kept ? line : "";
  });
}

function partsOf(resolution: Resolution | undefined, document: EngineerDocument): ReadonlySet<SectionPart> {
  const parts = new Set(resolution?.sections.map(({ part }) => part));
  if (resolution?.noChange !== undefined) parts.add("changes");
  if (resolution && document.newGaps.length > 0) parts.add("new-gaps");
  return parts;
}
