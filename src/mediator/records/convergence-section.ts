import { inlineText } from "../../documents/rendering/inline-text.ts";
import { wordCount } from "../../documents/spec/word-count.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import { groupBy } from "../../model/group-by.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { divergenceWarnings } from "../queries.ts";
import {
  blocks,
  FULL_ROUNDS,
  percentage,
  roundLink,
  roundName,
  section,
  signed,
  sum,
  table,
  wholeNumber,
} from "../record-text.ts";
import type { State } from "../state.ts";

/** SPEC 17: the last ten rounds in full, so many before them in a line each, the rest by the hundred. */
const LINED_ROUNDS = 40;
const GROUP = 100;

/** The convergence table with a severity breakdown and the history of states (SPEC 17, SPEC 11). */
export function convergenceSection(state: State): string {
  const { records } = state;
  if (records.length === 0) return blocks("## Convergence", "No round is finished yet.");
  const full = records.slice(-FULL_ROUNDS);
  const lined = records.slice(-FULL_ROUNDS - LINED_ROUNDS, -FULL_ROUNDS);
  const rest = records.slice(0, Math.max(0, records.length - FULL_ROUNDS - LINED_ROUNDS));
  const grouped = [...groupBy(rest, ({ round }) => Math.floor((round - 1) / GROUP)).values()];
  return blocks(
    "## Convergence",
    table(FULL, full.map(fullRow)),
    LEGEND,
    section(
      "### Earlier rounds",
      table(`Rounds | ${MOVED} | State`, [...grouped.map(groupRow), ...lined.map(lineRow)]),
    ),
    `**States:** ${stateHistory([...lined, ...full])}`,
    growth(state),
    warnings(state),
  );
}

const MOVED = "#Resolved | #New | #Open after | #Net";
const FULL = `Round | #Open before | ${MOVED} | #Weighted | State | #Flat | Outcome | #Words`;
const LEGEND =
  "Resolved and new gaps are broken down as CRITICAL/HIGH/MEDIUM/LOW; words are those of the working spec.";

/** `1 200 words at the beginning, 1 900 now (x 1.6)` (SPEC 17). */
function growth({ spec, records }: State): string {
  const before = wordCount(spec.source);
  const now = records.at(-1)?.specWords ?? before;
  return `**Growth:** ${wholeNumber(before)} words of the author's, ${wholeNumber(now)} in the working spec (x ${(now / Math.max(1, before)).toFixed(1)}).`;
}

function fullRow(record: RoundRecord) {
  const { openAtStart, openAtEnd, flatCount, outcome, specWords } = record;
  const moved = [openAtStart, breakdown(record.resolved), breakdown(record.created), openAtEnd];
  const nets = [signed(record.net), signed(record.weightedNet)];
  return [roundLink(record.round), ...moved, ...nets, stateOf(record), flatCount, outcome, specWords];
}

function breakdown(counts: RoundRecord["resolved"]): string {
  const all = sum(counts);
  return all === 0 ? "0" : `${all} (${SEVERITIES.map((severity) => counts[severity]).join("/")})`;
}

/** A stall passes through STALLED at once (SPEC 11). */
function stateOf({ state, cause }: RoundRecord): string {
  if (cause === "stall") return "STALLED, DIVERGENCE_WARNING";
  return cause === undefined ? state : `${state} (${CAUSES[cause]})`;
}

const CAUSES = { "new-critical": "new CRITICAL", weight: "weighted net", growth: "growth" } as const;

function lineRow(record: RoundRecord) {
  const { round, resolved, created, openAtEnd, net } = record;
  return [roundLink(round), sum(resolved), sum(created), openAtEnd, signed(net), stateOf(record)];
}

function groupRow(records: readonly RoundRecord[]) {
  const total = (of: (record: RoundRecord) => number) => records.reduce((all, record) => all + of(record), 0);
  const [first, last] = [records[0], records.at(-1)];
  const warned = total(({ state }) => Number(state === "DIVERGENCE_WARNING"));
  return [
    `${roundName(first?.round ?? 0)} to ${roundName(last?.round ?? 0)}`,
    total(({ resolved }) => sum(resolved)),
    total(({ created }) => sum(created)),
    last?.openAtEnd ?? 0,
    signed(total(({ net }) => net)),
    warned === 0 ? "" : `${warned} warnings`,
  ];
}

/** `CONVERGING ×5, FLAT, CONVERGING`. */
function stateHistory(records: readonly RoundRecord[]): string {
  const runs: { name: string; count: number }[] = [];
  for (const record of records) {
    const name = stateOf(record);
    const last = runs.at(-1);
    if (last?.name === name) last.count++;
    else runs.push({ name, count: 1 });
  }
  return runs.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`)).join(" -> ");
}

/** How often a warning was a false alarm is shown (SPEC 11). */
function warnings(state: State): string {
  const { warnings: given, acceptedComplexity } = divergenceWarnings(state);
  if (given === 0) return "No divergence warning was given.";
  const rate = `Divergence warnings: ${given}, of which ${acceptedComplexity} (${percentage(acceptedComplexity, given)}) were answered with "accept the complexity".`;
  const answered = state.convergence.choices.slice(-FULL_ROUNDS);
  const choices = answered.map(({ round, choice }) => `round ${round}: ${inlineText(choice, 60)}`);
  return choices.length === 0 ? rate : `${rate} Last answers: ${choices.join("; ")}.`;
}
