import { occursIn } from "../../documents/changes/occurs.ts";
import { keywordsOf } from "../../documents/stated/keywords.ts";
import type { Spec } from "../../model/change.ts";
import { type Gap, sharePlace } from "../../model/gap.ts";
import { compareGapIds } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { compareSeverity } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { refersTo } from "../round/choose-gaps.ts";
import type { State } from "../state.ts";
import { gapTitle } from "./gap-part.ts";
import { placesIn } from "./spec-sections.ts";

const CLOSED: ReadonlySet<string> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED", "PARKED"]);
/** The prompt must not grow with the number of gaps. */
const MOST_OPEN = 200;
const MOST_CLOSED = 12;
const MOST_PARKED = 24;
const LEAST_SHARED = 2;

/** The gaps that a prompt lists beside those of its task (SPEC 15.4): open ones, worst first; closed and parked ones near it; further parked ones, so that agents do not declare them again. */
export function knownGaps(state: State, task: readonly Gap[]) {
  const beside = state.gaps.filter(({ id }) => !task.some((gap) => gap.id === id));
  const open = beside.filter(({ state: now }) => !CLOSED.has(now));
  const closed = beside.filter(({ state: now }) => CLOSED.has(now));
  const nearnessOf = nearnessTo(task);
  const least = closed.length > MOST_CLOSED ? LEAST_SHARED : 0;
  const near = closed
    .map((gap) => ({ gap, nearness: nearnessOf(gap) }))
    .filter(({ nearness }) => nearness >= least)
    .sort((a, b) => b.nearness - a.nearness || b.gap.changedInRound - a.gap.changedInRound)
    .slice(0, MOST_CLOSED)
    .map(({ gap }) => gap);
  const parked = closed.filter((gap) => gap.state === "PARKED" && !near.includes(gap)).slice(0, MOST_PARKED);
  const listed = open.sort((a, b) => compareSeverity(a.severity, b.severity)).slice(0, MOST_OPEN);
  return {
    shown: [...listed, ...near, ...parked],
    /** The numbers of closed and parked gaps, and of open ones, that are not listed. */
    others: closed.length - near.length - parked.length,
    more: open.length - listed.length,
  };
}

/** Counts shared words; a shared place, parent or reference counts more than any number of them. */
function nearnessTo(task: readonly Gap[]): (gap: Gap) => number {
  const others = task.map((gap) => ({ gap, words: new Set(wordsOf(gap)), subject: categoryOf(gap) }));
  return (gap) => {
    const nearness = others.map((other) => {
      const shared = wordsOf(gap).filter((word) => other.words.has(word)).length;
      const subject = categoryOf(gap) === other.subject ? SAME_SUBJECT : 0;
      return shared + subject + (isTied(gap, other.gap) || sharePlace(gap, other.gap) ? 100 : 0);
    });
    return Math.max(0, ...nearness);
  };
}

/** Gaps of one category have a common subject: enough to be shown, but less than many shared words. */
const SAME_SUBJECT = 2;

function categoryOf({ id }: Gap): string {
  return id.slice(0, id.lastIndexOf("-"));
}

/** Whether one gap is a part, the parent, a duplicate or a dependency of the other, or names it. */
export function isTied(a: Gap | undefined, b: Gap): boolean {
  if (a === undefined) return false;
  const belongsTo = (gap: Gap, other: Gap) =>
    gap.partOf === other.id || gap.duplicateOf === other.id || refersTo(gap, other);
  return belongsTo(a, b) || belongsTo(b, a);
}

const wordsOf = rememberFor((gap: Gap) => [...keywordsOf(`${gap.title}\n${gap.text}`)]);

/** A line each, in the order of their ids, so that prompts differ little. */
export function knownPart({ shown, others, more }: ReturnType<typeof knownGaps>, spec: Spec): string {
  const rest = (count: number, what: string) =>
    count > 0 ? [`- and ${plural(count, `${what} gap`)} on other matters`] : [];
  return [...gapLines(shown, spec), ...rest(more, "more open"), ...rest(others, "closed or parked")].join("\n");
}

export function gapLines(gaps: readonly Gap[], spec: Spec): string[] {
  return gaps.toSorted((a, b) => compareGapIds(a.id, b.id)).map((gap) => gapLine(gap, placeIn(spec, gap)));
}

/** `- GAP-PAY-003 (HIGH, OPEN, "Edge Cases"): title`. */
function gapLine(gap: Gap, place: string): string {
  const where = place === "" ? "" : `, "${visibleLine(place)}"`;
  return `- ${gap.id} (${gap.severity}, ${gap.state}${where}): ${gapTitle(gap)}`;
}

/** A heading or quotation of the gap that the spec still has; else `""`. */
function placeIn(spec: Spec, { places, quotations = [] }: Gap): string {
  const heading = places.find((place) => placesIn(spec).has(place.heading))?.heading;
  return heading ?? quotations.find((words) => occursIn(spec, words)) ?? "";
}
