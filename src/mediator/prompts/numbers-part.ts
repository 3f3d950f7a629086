import type { Change, Spec, SpecFile } from "../../model/change.ts";
import { type GapId, issueId, parseGapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";
import { idRange, layoutHints, nextIds } from "./next-ids.ts";
import type { PromptOrder } from "./prompt-order.ts";

/** Numbers of new gaps for each run of a round. */
const GAPS_PER_RUN = 10;
const LAST_NUMBER = 999;

/** Which ids the Engineer takes for what is new: runs of one round get disjoint ranges (SPEC 3.1, 15.4). */
export function engineerNumbers(state: State, order: PromptOrder, spec: Spec): string {
  const run = runOf(state, order);
  const ids = nextIds([...spec, ...pendingTexts(state)]).map((series) => idRange(series, run));
  const hasOwn = order.gaps.some((gap) => nextIds(ownTexts(state, gap)).length > 0);
  const kept = hasOwn ? "; those of your last version stay yours" : "";
  const free =
    ids.length === 0 ? [] : [`Should what you add need an id of its own, these are free: ${ids.join(", ")}${kept}.`];
  const gaps = state.round?.polishing ? "" : gapNumbers(state, run.index);
  return [...free, ...layoutHints(spec), gaps].filter((part) => part !== "").join(" ");
}

function ownTexts(state: State, gap: GapId): Spec {
  return (state.proposals.get(gap)?.changes ?? []).map(newText);
}

const PENDING: ReadonlySet<string> = new Set(["PROPOSED", "NEEDS_REVISION", "IN_PROGRESS"]);

/** What proposals would add: the ids there are taken, though they are not in the spec yet. The same for every run of a round. */
function pendingTexts(state: State): Spec {
  return [...state.proposals]
    .filter(({ id }) => PENDING.has(state.gaps.get(id)?.state ?? ""))
    .flatMap(({ changes }) => changes.map(newText));
}

const newText = rememberFor((change: Change): SpecFile => ({ path: "", text: change.new }));

/** The Reviewer comes after all of them. */
export function reviewerNumbers(state: State, order: PromptOrder): string {
  let number = 1;
  while (state.issues.has(issueId(order.round, number))) number += 1;
  const gaps = gapNumbers(state, state.round?.slots.length ?? 0);
  return `New issues are numbered from ${issueId(order.round, number)}. ${gaps}`;
}

/** A cluster is one run. */
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
  return `New gaps take the numbers ${digits(first)} to ${digits(last)}, whatever their category.`;
}

const highestNumber = rememberFor((gaps: State["gaps"]["chunks"][number]) =>
  gaps.reduce((highest, { id }) => Math.max(highest, parseGapId(id)?.number ?? 0), 0),
);
