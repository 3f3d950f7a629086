import { occursIn } from "../../documents/changes/occurs.ts";
import { quotationsIn } from "../../documents/form/quotations.ts";
import type { LeftOpenWord } from "../../documents/values.ts";
import { newGap } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { gapIdMint } from "../../model/id-mint.ts";
import { isGapId, parseGapId } from "../../model/ids.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";
import { moveIssue } from "../ledger-events.ts";
import { currentRound, parkedGaps } from "../queries.ts";
import type { FinalReview, State } from "../state.ts";

/** Gaps that the spec would be handed over with: open, parked, or closed by the User. */
export function gapsLeftAside(state: State): Gap[] {
  const parked = parkedGaps(state);
  return state.gaps.filter((gap) => isOpen(gap) || gap.state === "WONT_FIX" || parked.includes(gap));
}

/** What the final review's words on what is left open come to; a row that says nothing sound is noted and ignored. */
export interface LeftOpenReading {
  readonly settled: FinalReview["settled"];
  /** Of issues, whose ledger has the Reviewer's word (SPEC 3.6). */
  readonly verified: readonly SessionEvent[];
  readonly blockers: readonly Gap[];
  readonly notes: readonly string[];
}

export function readLeftOpenWords(state: State, words: readonly LeftOpenWord[], mint: Mint): LeftOpenReading {
  const read = words.filter(({ status }) => status !== "OPEN").map((word) => readWord(state, word, mint));
  return {
    settled: read.flatMap(({ settled = [] }) => settled),
    verified: read.flatMap(({ verified = [] }) => verified),
    blockers: read.flatMap(({ blockers = [] }) => blockers),
    notes: read.flatMap(({ notes = [] }) => notes),
  };
}

type Mint = ReturnType<typeof gapIdMint>;

function readWord(state: State, { id, status, why }: LeftOpenWord, mint: Mint): Partial<LeftOpenReading> {
  const gap = isGapId(id) ? gapsLeftAside(state).find((left) => left.id === id) : undefined;
  const issue = isGapId(id) ? undefined : state.issues.get(id);
  if (status === "BLOCKS") {
    if (gap?.state !== "PARKED" || isUsers(state, gap)) return ignored(id, "only a gap that agents parked can block");
    return { blockers: [blockerOf(state, gap, why, mint)] };
  }
  const quoted = quotationsIn(why);
  const isGrounded = quoted.length > 0 && quoted.every((quotation) => occursIn(state.spec.text, quotation));
  if (!isGrounded) return ignored(id, "the words that should settle it are not in the spec");
  if (gap) return { settled: [{ gap: gap.id, words: quoted }] };
  const isLesser = issue && isUnsettled(issue) && issue.state !== "DISPUTED" && !isBlocking(issue.severity);
  if (!isLesser) return ignored(id, "it is not among what is left open");
  return { verified: moveIssue(issue, "VERIFIED", why, { notFixedInARow: 0, lastWord: why }) };
}

function ignored(id: string, why: string): Partial<LeftOpenReading> {
  return { notes: [`${id} stays as it is: ${why}`] };
}

/** What the User set aside is no blocker. */
function isUsers({ decisions }: State, { id }: Gap): boolean {
  return decisions.some(({ type, gaps }) => (type === "parked" || type === "scope") && gaps.includes(id));
}

/** Only the User opens a parked gap (SPEC 3.3): like any blocker it becomes a gap of its own, which counts instead. */
function blockerOf(state: State, gap: Gap, why: string, mint: Mint): Gap {
  const { id, title, text, severity, places, quotations } = gap;
  return newGap(currentRound(state), {
    id: mint.next(parseGapId(id)?.category ?? ""),
    title,
    text,
    severity: severity === "CRITICAL" ? severity : "HIGH",
    severityBy: "reviewer",
    origin: "final-review",
    places,
    takesUp: id,
    why: why.slice(0, 2_000),
    ...(quotations === undefined ? {} : { quotations }),
  });
}
