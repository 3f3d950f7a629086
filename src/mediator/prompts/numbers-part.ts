import { viewOf } from "../../documents/changes/file-view.ts";
import { sectionsIn } from "../../documents/changes/section-places.ts";
import { wordCount, wordsIn } from "../../documents/stated/word-count.ts";
import type { Change, Spec } from "../../model/change.ts";
import { type IssueId, issueId, parseGapId } from "../../model/ids.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { freeIds, ownIds } from "../round/number-requirements.ts";
import type { State } from "../state.ts";
import type { PromptOrder } from "./prompt-kit.ts";

/** How many numbers for new gaps each run of a round gets; further ones are renumbered if they collide (SPEC 3.1). */
const GAPS_PER_RUN = 4;
const LAST_NUMBER = 999;

/** The ids that the Engineer may use for what is new: runs of one round get disjoint ranges for gaps (SPEC 3.1, 15.4). */
export function engineerNumbers(state: State, order: PromptOrder, spec: Spec, settled: readonly Change[] = []): string {
  const series = freeIds(state, spec, settled);
  const ids = series.map(({ prefix, next, width }) => `${prefix}${String(next).padStart(width, "0")} and up`);
  const hasOwn = ownIds(state, order.gaps).some((id) => series.some(({ prefix }) => id.startsWith(prefix)));
  const kept = hasOwn ? "; those of your last version stay yours" : "";
  const free =
    ids.length === 0 ? [] : [`Should what you add need an id of its own, these are free: ${ids.join("; ")}${kept}.`];
  const isPolishing = state.round?.polishing !== undefined;
  const growth = isPolishing ? "" : growthOf(state, order);
  const gaps = isPolishing ? "" : gapNumbers(state, runOf(state, order));
  return [growth, ...free, ...layoutHints(spec), gaps].filter((part) => part !== "").join(" ");
}

/** Below that, what the session added is no reason to write less. */
const NOTICEABLE = 1.2;

/** A section that has twice its words has grown, whatever the rest did. */
const DOUBLED = 2;

/** How far the spec and the gaps' sections have grown: nobody who sees one gap feels it (SPEC 15.4). */
function growthOf({ spec, gaps }: State, order: PromptOrder): string {
  const [before, now] = [wordCount(spec.source), wordCount(spec.text)];
  const headings = gaps.pick(order.gaps).flatMap(({ places }) => places.map(({ heading }) => heading));
  const sections = [...new Set(headings)].flatMap((heading) => {
    const [had, has] = [wordsBelow(spec.source, heading), wordsBelow(spec.text, heading)];
    return had > 0 && has >= had * DOUBLED ? `"${visibleLine(heading)}" ${had} and ${has}` : [];
  });
  if (now < before * NOTICEABLE && sections.length === 0) return "";
  const counts = [`The spec had ${before} words at the beginning and has ${now} now`, ...sections].join(", ");
  return `${counts}: look first for words that yours can replace or make needless.`;
}

function wordsBelow(spec: Spec, heading: string): number {
  const texts = spec.map(viewOf).flatMap((view) =>
    sectionsIn(view)
      .filter(({ path }) => path.length > 1 && path.at(-1) === heading)
      .flatMap(({ line, endLine }) => view.lineTexts.slice(line - 1, endLine)),
  );
  return wordsIn(texts.join("\n"));
}

/** The numbers for a review come after those of all Engineer runs. */
export function reviewerNumbers(state: State, order: PromptOrder): string {
  let number = 1;
  const isUsed = (id: IssueId) => state.issues.has(id) || state.retired.issues.some((issue) => issue.id === id);
  while (isUsed(issueId(order.round, number))) number += 1;
  const gaps = gapNumbers(state, state.round?.slots.length ?? 0);
  return `New issues are numbered from ${issueId(order.round, number)}. ${gaps}`;
}

/** Which of the round's runs this is; a cluster is one run. */
function runOf(state: State, order: PromptOrder): number {
  const runs = (state.round?.slots ?? []).filter(({ gap, cluster = [gap] }) => cluster[0] === gap);
  return Math.max(
    0,
    runs.findIndex(({ gap, cluster = [gap] }) => cluster.some((member) => order.gaps.includes(member))),
  );
}

function gapNumbers(state: State, index: number): string {
  const known = [...state.gaps, ...state.retired.gaps];
  const highest = known.reduce((most, { id }) => Math.max(most, parseGapId(id)?.number ?? 0), 0);
  const first = highest + 1 + index * GAPS_PER_RUN;
  const last = first + GAPS_PER_RUN - 1;
  if (last > LAST_NUMBER) return "";
  const digits = (number: number) => String(number).padStart(3, "0");
  return `New gaps are numbered ${digits(first)} to ${digits(last)}, whatever their category.`;
}

/** The form of a new requirement in layouts that prescribe one. */
function layoutHints(spec: Spec): string[] {
  const text = spec.map((file) => file.text).join("\n");
  const hints: string[] = [];
  if (/^### Requirement: /m.test(text))
    hints.push(
      "A new requirement is a block `### Requirement: name` whose first line has SHALL or MUST, with at least one `#### Scenario: name` below it.",
    );
  if (/^#{2,5} Acceptance Criteria\b/m.test(text))
    hints.push(
      "A new acceptance criterion goes below the last of its requirement, with the next number; none is renumbered.",
    );
  return hints;
}
