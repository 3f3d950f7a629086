import { keywordsOf } from "../../documents/spec/keywords.ts";
import type { Gap } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";
import { gapTitle } from "./gap-part.ts";

/** The gaps that a prompt lists beside its task, and how many there are besides (SPEC 15.4). */
export interface KnownGaps {
  readonly shown: readonly Gap[];
  /** Closed and parked ones. */
  readonly others: number;
  /** Open ones for which there is no room. */
  readonly more: number;
}

const CLOSED: ReadonlySet<string> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED", "PARKED"]);
/** Their number grows with the session, and a prompt must not. */
const MOST_CLOSED = 12;
const MOST_PARKED = 24;
const LEAST_SHARED = 2;

/**
 * Open gaps all, or where they are too many those nearest to the task; closed, parked and dropped ones as far as they
 * share words or place with it, then other parked ones.
 */
export function knownGaps(state: State, task: readonly Gap[], tokens = Number.POSITIVE_INFINITY): KnownGaps {
  const own = new Set(task.map(({ id }) => id));
  const others = state.gaps.chunks.flatMap((chunk) => factsOf(chunk)).filter(({ gap }) => !own.has(gap.id));
  const open = others.filter(({ isClosed }) => !isClosed);
  const nearnessOf = nearnessTo(task);
  const near = others
    .filter(({ isClosed }) => isClosed)
    .map((facts) => ({ gap: facts.gap, nearness: nearnessOf(facts) }))
    .filter(({ nearness }) => nearness >= LEAST_SHARED)
    .sort((a, b) => b.nearness - a.nearness || b.gap.changedInRound - a.gap.changedInRound);
  const shown = near.slice(0, MOST_CLOSED).map(({ gap }) => gap);
  const parked = parkedGaps(state, own).filter((gap) => !shown.includes(gap));
  const listed = withinRoom(open, nearnessOf, tokens);
  return {
    shown: [...listed, ...shown, ...parked],
    others: others.length - open.length - shown.length - parked.length,
    more: open.length - listed.length,
  };
}

/** What is looked at of each gap in every prompt. */
interface GapFacts {
  readonly gap: Gap;
  readonly isClosed: boolean;
  readonly words: readonly string[];
  readonly subject: string;
  /** Of its line, in tokens. */
  readonly cost: number;
}

/** For a stretch of the table, most of which stays as it is from prompt to prompt. */
const factsOf = rememberFor((gaps: readonly Gap[]) => gaps.map(factsOfGap));

const factsOfGap = rememberFor((gap: Gap): GapFacts => {
  const words = [...keywordsOf(`${gap.title}\n${gap.text}`)];
  const cost = estimateTokens(gapLine(gap)) + 1;
  return { gap, isClosed: CLOSED.has(gap.state), words, subject: subjectOf(gap), cost };
});

/** In their order; the nearest, then the worst, where not all fit. */
function withinRoom(
  open: readonly GapFacts[],
  nearnessOf: (facts: GapFacts) => number,
  tokens: number,
): readonly Gap[] {
  if (open.reduce((sum, { cost }) => sum + cost, 0) <= tokens) return open.map(({ gap }) => gap);
  const ranks: GapFacts[][] = [];
  for (const facts of open) {
    const severity = SEVERITIES.length - SEVERITIES.indexOf(facts.gap.severity);
    const rank = nearnessOf(facts) * SEVERITIES.length + severity;
    ranks[rank] = ranks[rank] ?? [];
    ranks[rank].push(facts);
  }
  let left = tokens;
  const chosen = new Set<GapFacts>();
  for (const facts of ranks.reverse().flat()) {
    left -= facts.cost;
    if (left < 0) break;
    chosen.add(facts);
  }
  return open.filter((facts) => chosen.has(facts)).map(({ gap }) => gap);
}

/** Nobody can keep from declaring again what is not shown. */
function parkedGaps(state: State, own: ReadonlySet<GapId>): Gap[] {
  const parked: Gap[] = [];
  for (const gap of state.gaps) {
    if (gap.state === "PARKED" && !own.has(gap.id)) parked.push(gap);
    if (parked.length === MOST_PARKED) break;
  }
  return parked;
}

/** Accepted gaps that are most like these (SPEC 7, UNCERTAINTY). */
export function similarAccepted(state: State, task: readonly Gap[], most: number): Gap[] {
  return knownGaps(state, task)
    .shown.filter((gap) => gap.state === "ACCEPTED" || gap.state === "RESOLVED")
    .slice(0, most);
}

/** By shared words; a shared place, parent or reference weighs more than any number of them. */
function nearnessTo(task: readonly Gap[]): (facts: GapFacts) => number {
  const others = task.map((gap) => ({ gap, words: new Set(factsOfGap(gap).words), subject: subjectOf(gap) }));
  return ({ gap, words, subject }) =>
    others.reduce((nearest, other) => {
      const shared = words.reduce((sum, word) => (other.words.has(word) ? sum + 1 : sum), 0);
      const isSameSubject = subject === other.subject;
      return Math.max(nearest, shared + (isTied(gap, other.gap) ? 100 : 0) + (isSameSubject ? SAME_SUBJECT : 0));
    }, 0);
}

/** Who named them alike meant one subject: enough to be shown, less than many shared words. */
const SAME_SUBJECT = 2;

function subjectOf({ id }: Gap): string {
  return id.slice(0, id.lastIndexOf("-"));
}

function isTied(a: Gap, b: Gap): boolean {
  if (refersTo(a, b.id) || refersTo(b, a.id)) return true;
  return a.places.some((left) => b.places.some((right) => left.line <= right.endLine && right.line <= left.endLine));
}

function refersTo(gap: Gap, id: GapId): boolean {
  return gap.parent === id || gap.partOf === id || gap.dependsOn.includes(id) || gap.text.includes(id);
}

/** A line each, in the order of their ids: the same gap stands at the same place in every prompt. */
export function knownPart({ shown, others, more }: KnownGaps): string {
  const lines = gapLines(shown);
  if (more > 0) lines.push(`- and ${more} more open ${more === 1 ? "gap" : "gaps"} on other matters`);
  if (others > 0) lines.push(`- and ${others} closed or parked ${others === 1 ? "gap" : "gaps"} on other matters`);
  return lines.join("\n");
}

export function gapLines(gaps: readonly Gap[]): string[] {
  return gaps.toSorted((a, b) => compareGapIds(a.id, b.id)).map(gapLine);
}

/** `- GAP-PAY-003 (HIGH, OPEN, "Edge Cases"): title`. */
const gapLine = rememberFor((gap: Gap): string => {
  const place = gap.places[0]?.heading ?? gap.quotations?.[0];
  const where = place === undefined || place === "" ? "" : `, "${visibleLine(place)}"`;
  return `- ${gap.id} (${gap.severity}, ${gap.state}${where}): ${gapTitle(gap)}`;
});
