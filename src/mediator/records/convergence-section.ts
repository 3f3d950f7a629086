import { wordCount } from "../../documents/stated/word-count.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { divergenceWarnings } from "../queries.ts";
import {
  blocks,
  FULL_ROUNDS,
  percentage,
  roundLink,
  section,
  signed,
  sum,
  table,
  wholeNumber,
} from "../record-text.ts";
import type { State } from "../state.ts";

/** How many rounds before the last ten get one line each (SPEC 17). */
const LINED_ROUNDS = 40;

/** The convergence table, with counts by severity and the history of states (SPEC 17, SPEC 11). */
export function convergenceSection(state: State): string {
  const { records } = state;
  if (records.length === 0) return blocks("## Convergence", "No finished rounds yet.");
  const full = records.slice(-FULL_ROUNDS);
  const lined = records.slice(-FULL_ROUNDS - LINED_ROUNDS, -FULL_ROUNDS);
  const rest = records.length - full.length - lined.length;
  return blocks(
    "## Convergence",
    table(FULL, full.map(fullRow)),
    LEGEND,
    section("### Earlier rounds", table(`Round | #Resolved | #New | ${MOVED} | State`, lined.map(lineRow))),
    rest === 0 ? "" : `For the first ${rest} rounds, see the \`log.md\` of each.`,
    `**States:** ${full.map(stateOf).join(" -> ")}`,
    growth(state),
    warnings(state),
  );
}

const MOVED = "#Open after | #Net";
const FULL = `Round | #Open before | #Resolved | #New | Other | ${MOVED} | #Weighted | State | #Flat | Outcome | #Words`;
const LEGEND =
  "Open after = open before - resolved + new + other (reopened, deferred, parked, blocked). A gap counts as resolved only once; a deferred gap counts as half open, one that waits for the User as a quarter. A gap that comes between two rounds, from the final review or the User, is open before the later one and new in neither. Resolved and new gaps are broken down as CRITICAL/HIGH/MEDIUM/LOW; words are counted in the working spec.";

/** `1 200 words at the beginning, 1 900 now (x 1.6)` (SPEC 17). */
function growth({ spec, records }: State): string {
  const before = wordCount(spec.source);
  const now = records.at(-1)?.specWords ?? before;
  return `**Growth:** ${wholeNumber(before)} words in the source, ${wholeNumber(now)} in the working spec (x ${(now / Math.max(1, before)).toFixed(1)}).`;
}

function fullRow(record: RoundRecord) {
  const { openAtStart, openAtEnd, flatCount, outcome, specWords } = record;
  const moved = [openAtStart, breakdown(record.resolved), breakdown(record.created), otherMoves(record), openAtEnd];
  const nets = [signed(record.net), signed(record.weightedNet)];
  return [roundLink(record.round), ...moved, ...nets, stateOf(record), flatCount, outcome, specWords];
}

/** The net of gaps reopened, deferred, parked or blocked; with it the row adds up. */
export function otherMoves({ openAtStart, resolved, created, openAtEnd }: RoundRecord): string {
  const rest = openAtEnd - openAtStart + sum(resolved) - sum(created);
  return rest === 0 ? "" : signed(rest);
}

function breakdown(counts: RoundRecord["resolved"]): string {
  const all = sum(counts);
  return all === 0 ? "0" : `${all} (${SEVERITIES.map((severity) => counts[severity]).join("/")})`;
}

/** A stall is STALLED and at once a DIVERGENCE_WARNING (SPEC 11). */
function stateOf({ state, cause }: RoundRecord): string {
  if (cause === "stall") return "STALLED, DIVERGENCE_WARNING";
  return cause === undefined ? state : `${state} (${CAUSES[cause]})`;
}

const CAUSES = { "new-critical": "new CRITICAL", weight: "weighted net", growth: "growth" } as const;

function lineRow(record: RoundRecord) {
  const { round, resolved, created, openAtEnd, net } = record;
  return [roundLink(round), sum(resolved), sum(created), openAtEnd, signed(net), stateOf(record)];
}

/** Warnings so far, and how many of them were false alarms (SPEC 11). */
function warnings(state: State): string {
  const { warnings: given, acceptedComplexity } = divergenceWarnings(state);
  if (given === 0) return "No divergence warnings.";
  return `Divergence warnings: ${given}, of which ${acceptedComplexity} (${percentage(acceptedComplexity, given)}) were answered with "accept the complexity".`;
}
