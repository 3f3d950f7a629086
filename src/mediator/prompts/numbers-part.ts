import { givenIds } from "../../documents/changes/given-ids.ts";
import { wordCount } from "../../documents/spec/word-count.ts";
import type { Change, Spec, SpecFile } from "../../model/change.ts";
import { groupBy } from "../../model/group-by.ts";
import { issueId, parseGapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";
import type { PromptOrder } from "./prompt-order.ts";

/** How many numbers for new gaps each run of a round gets; further ones are renumbered if they collide (SPEC 3.1). */
const GAPS_PER_RUN = 4;
const LAST_NUMBER = 999;

/** The ids that the Engineer may use for what is new: runs of one round get disjoint ranges (SPEC 3.1, 15.4). */
export function engineerNumbers(state: State, order: PromptOrder, spec: Spec, settled: readonly Change[] = []): string {
  const run = runOf(state, order);
  const series = nextIds([...spec, ...pendingTexts(state)]);
  // Ids in the settled changes of the cluster are no longer free for this run.
  const taken = new Set(
    settled
      .map(newText)
      .flatMap(givenIds)
      .map(({ prefix, digits }) => `${prefix}${digits}`),
  );
  const ids = series.map((row) => idRange(row, run, taken));
  const lastIds = state.proposals.pick(order.gaps).flatMap(({ changes }) => changes.map(newText).flatMap(givenIds));
  const hasLastIds = lastIds.some(({ prefix }) => series.some((row) => row.prefix === prefix));
  const kept = hasLastIds ? "; those of your last version stay yours" : "";
  const free =
    ids.length === 0
      ? []
      : [`Should what you add need an id of its own, these are free, the first one first: ${ids.join("; ")}${kept}.`];
  const gaps = state.round?.polishing ? "" : gapNumbers(state, run.index);
  return [growthOf(state), ...free, ...layoutHints(spec), gaps].filter((part) => part !== "").join(" ");
}

/** Below that, what the session added is no reason to write less. */
const NOTICEABLE = 1.2;

/** How far the spec has grown: nobody who sees one gap feels it (SPEC 15.4). */
function growthOf({ spec }: State): string {
  const [before, now] = [wordCount(spec.source), wordCount(spec.text)];
  if (now < before * NOTICEABLE) return "";
  return `The spec had ${before} words at the beginning and has ${now} now: look first for words that yours can replace or make needless.`;
}

const PENDING: ReadonlySet<string> = new Set(["PROPOSED", "NEEDS_REVISION", "IN_PROGRESS"]);

/** What pending proposals would add: the ids in it are taken, although they are not in the spec yet. */
function pendingTexts(state: State): Spec {
  return [...state.proposals]
    .filter(({ id }) => PENDING.has(state.gaps.get(id)?.state ?? ""))
    .flatMap(({ changes }) => changes.map(newText));
}

const newText = rememberFor((change: Change): SpecFile => ({ path: "", text: change.new }));

/** The numbers for a review come after those of all Engineer runs. */
export function reviewerNumbers(state: State, order: PromptOrder): string {
  let number = 1;
  while (state.issues.has(issueId(order.round, number))) number += 1;
  const gaps = gapNumbers(state, state.round?.slots.length ?? 0);
  return `New issues are numbered from ${issueId(order.round, number)}. ${gaps}`;
}

/** Which of the round's runs this is, and how many there are; a cluster is one run. */
function runOf(state: State, order: PromptOrder): { readonly index: number; readonly of: number } {
  const runs = (state.round?.slots ?? []).filter(({ gap, cluster = [gap] }) => cluster[0] === gap);
  const index = runs.findIndex(({ gap, cluster = [gap] }) => cluster.some((member) => order.gaps.includes(member)));
  return { index: Math.max(0, index), of: runs.length };
}

function gapNumbers(state: State, index: number): string {
  const highest = Math.max(0, ...state.gaps.chunks.map(highestNumber));
  const first = highest + 1 + index * GAPS_PER_RUN;
  const last = first + GAPS_PER_RUN - 1;
  if (last > LAST_NUMBER) return "";
  const digits = (number: number) => String(number).padStart(3, "0");
  return `New gaps are numbered ${digits(first)} to ${digits(last)}, whatever their category.`;
}

const highestNumber = rememberFor((gaps: State["gaps"]["chunks"][number]) =>
  gaps.reduce((highest, { id }) => Math.max(highest, parseGapId(id)?.number ?? 0), 0),
);

/** A series of ids that a spec numbers its requirements with: `FR-016` is followed by `FR-017`. */
interface IdSeries {
  /** `FR-`, `Requirement `. */
  readonly prefix: string;
  readonly next: number;
  /** The least number of digits. */
  readonly width: number;
}

const USUAL = /^(?:FR|NFR|SC|US|REQ|AC)-$/;
const MOST_SERIES = 6;

/** The id series of a spec, in the order of their first ids (SPEC 15.4). */
function nextIds(spec: Spec): IdSeries[] {
  return [...groupBy(spec.flatMap(givenIds), ({ prefix }) => prefix)]
    .map(([prefix, ids]) => ({ prefix, ids, numbers: new Set(ids.map(({ digits }) => Number(digits))) }))
    .filter(({ prefix, numbers }) => USUAL.test(prefix) || isSeries(numbers))
    .map(({ prefix, ids, numbers }) => {
      return { prefix, next: Math.max(...numbers) + 1, width: Math.min(...ids.map(({ digits }) => digits.length)) };
    })
    .slice(0, MOST_SERIES);
}

/** A series has several numbers and few holes; `KEP-1664` and `KEP-3705` name documents and are none. */
function isSeries(numbers: ReadonlySet<number>): boolean {
  return numbers.size > 1 && Math.max(...numbers) <= 20 + 4 * numbers.size;
}

/** How many ids each run gets if there are several. */
const IDS_PER_RUN = 3;

/** `FR-017, FR-019, FR-021` for the first of two runs, so that few numbers stay unused; `FR-017 and up` for one. */
function idRange(
  { prefix, next, width }: IdSeries,
  run: { readonly index: number; readonly of: number },
  taken: ReadonlySet<string>,
): string {
  const step = Math.max(1, run.of);
  const ids = Array.from({ length: IDS_PER_RUN + taken.size }, (_, turn) => next + run.index + turn * step)
    .map((number) => `${prefix}${String(number).padStart(width, "0")}`)
    .filter((id) => !taken.has(id));
  return step === 1 ? `${ids[0]} and up` : ids.slice(0, IDS_PER_RUN).join(", ");
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
