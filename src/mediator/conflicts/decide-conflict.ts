import type { Conflict, ConflictOption } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { decide } from "../decide.ts";
import { positions } from "../disagreement/open-conflicts.ts";
import { settleBound } from "../disagreement/settle-gap.ts";
import type { State } from "../state.ts";
import { conflictOptions } from "./conflict-options.ts";

interface Said {
  readonly rationale: string;
  readonly constraints: string;
  readonly by?: "mediator";
}

/** A conflict is decided: it is recorded, and the issue and its gap move (SPEC 3.6, 10.5). */
export function decideConflict(
  state: State,
  conflict: Conflict,
  letter: ConflictOption,
  text: string,
  { rationale, constraints, ...by }: Said,
  now: string,
): SessionEvent[] {
  const { issue, gap, severity } = conflict;
  const recorded = decide(state, now, {
    type: "conflict",
    title: `${issue} (${severity}, ${kindOf(conflict)}): ${state.issues.get(issue)?.title ?? ""}`,
    gaps: [gap],
    issues: [issue],
    option: `${letter}: ${nameOf(state, conflict, letter)}`,
    decision: text,
    rationale,
    ...(constraints === "" ? {} : { constraints: [constraints] }),
    ...consequences(conflict, letter),
    positions: positions(conflict),
    ...by,
  });
  const closed: SessionEvent = {
    type: "conflict_closed",
    issue,
    state: "decided",
    option: letter,
    rejected: rejected(conflict, letter),
    decision: recorded.decision.id,
  };
  return settleBound(state, gap, now, [recorded, closed, ...moveIssue(state, conflict, letter, text)]);
}

function kindOf({ kind, heuristics }: Conflict): string {
  if (kind === "explicit") return kind;
  return heuristics.length === 0 ? "converted" : `converted, inferred by ${heuristics.join(", ")}`;
}

function nameOf(state: State, conflict: Conflict, letter: ConflictOption): string {
  if (letter === "D") return "the User's own words";
  return conflictOptions(state, conflict).find((option) => option.letter === letter)?.name ?? "";
}

function consequences({ issue, gap }: Conflict, letter: ConflictOption) {
  if (letter === "B") {
    return { action: "Keep your position; the issue is waived.", outcome: `${gap} may be accepted without it` };
  }
  return {
    action: `Carry it out in the spec, and answer ${issue} by id.`,
    outcome: `${gap} is not accepted before the Reviewer calls ${issue} RESOLVED`,
  };
}

/** Options A, C and D: OPEN, with the decided text as what must be done; B: WAIVED (SPEC 3.6). */
function moveIssue(state: State, conflict: Conflict, letter: ConflictOption, text: string): SessionEvent[] {
  const issue = state.issues.get(conflict.issue);
  const to = letter === "B" ? "WAIVED" : "OPEN";
  if (!issue || issueTransitionProblem(issue, to) !== undefined) return [];
  const why = `decided: option ${letter}`;
  return [{ type: "issue_changed", issue: issue.id, to, why, ...(letter === "B" ? {} : { decided: text }) }];
}

/** What may not be proposed again (SPEC 10.5). With B the Engineer's position holds; with C its own alternative does. */
function rejected(conflict: Conflict, letter: ConflictOption): string {
  if (letter === "B") return "";
  const alternative = letter === "C" ? "" : (conflict.engineerAlternative ?? "");
  return [conflict.engineerPosition, alternative].join("\n").trim();
}
