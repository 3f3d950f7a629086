import type { LeftOpenWord } from "../../documents/agent-document.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import { readQuotations } from "../../documents/form/read-quotations.ts";
import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { isGapId, isIssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";
import { moveIssue } from "../ledger-events.ts";
import { parkedGaps } from "../queries.ts";
import type { FinalReview, State } from "../state.ts";

/** Gaps that the final spec does not settle: open, parked, or closed by the User. */
export function gapsLeftAside(state: State): Gap[] {
  const parked = parkedGaps(state);
  return state.gaps.filter((gap) => isOpen(gap) || gap.state === "WONT_FIX" || parked.includes(gap));
}

/** Whether an id names something that the final spec does not settle, which the User is told of at the end. */
export function isLeftOpen(state: State, id: string): boolean {
  const issue = isIssueId(id) ? state.issues.get(id) : undefined;
  return issue === undefined ? gapsLeftAside(state).some((gap) => gap.id === id) : isUnsettled(issue);
}

/** What the final review says about points left open. */
export interface LeftOpenReading {
  readonly settled: FinalReview["settled"];
  /** Events for issues that the Reviewer now calls fixed (SPEC 3.6). */
  readonly verified: readonly SessionEvent[];
  readonly blocking: readonly { readonly gap: Gap; readonly why: string }[];
  /** Why some of the Reviewer's statements were ignored. */
  readonly notes: readonly string[];
}

export function readLeftOpenWords(state: State, words: readonly LeftOpenWord[]): LeftOpenReading {
  const read = words.map((word) => readWord(state, word));
  return {
    settled: read.flatMap(({ settled = [] }) => settled),
    verified: read.flatMap(({ verified = [] }) => verified),
    blocking: read.flatMap(({ blocking = [] }) => blocking),
    notes: read.flatMap(({ notes = [] }) => notes),
  };
}

function readWord(state: State, { id, status, why }: LeftOpenWord): Partial<LeftOpenReading> {
  const gap = isGapId(id) ? gapsLeftAside(state).find((left) => left.id === id) : undefined;
  const issue = isGapId(id) ? undefined : state.issues.get(id);
  const ignored = (reason: string) => ({ notes: [`${id} stays as it is: ${reason}`] });
  if (status === "OPEN") return {};
  if (gap === undefined && !isLesser(issue)) return ignored("it is not among what is left open");
  if (status === "BLOCKS") {
    const isBlocker = gap && isParkedByAgents(state, gap);
    return isBlocker ? { blocking: [{ gap, why }] } : ignored("only a gap that agents parked can block");
  }
  const quoted = readQuotations(why);
  const isGrounded = quoted.length > 0 && quoted.every((quotation) => occursIn(state.spec.text, quotation));
  if (!isGrounded) return ignored("the words that should settle it are not in the spec");
  if (gap) return { settled: [{ gap: gap.id, words: quoted }] };
  return { verified: moveIssue(issue, "VERIFIED", why, { notFixedInARow: 0, lastWord: why }) };
}

function isLesser(issue: Issue | undefined): boolean {
  return issue !== undefined && isUnsettled(issue) && issue.state !== "DISPUTED" && !isBlocking(issue.severity);
}

/** Gaps that the User parked cannot become blockers. */
function isParkedByAgents({ decisions }: State, { id, state }: Gap): boolean {
  const isUsers = decisions.some(({ type, gaps }) => (type === "parked" || type === "scope") && gaps.includes(id));
  return state === "PARKED" && !isUsers;
}
