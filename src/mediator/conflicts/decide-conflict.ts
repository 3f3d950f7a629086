import type { Conflict, ConflictOption } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { collect } from "../collect.ts";
import { decide } from "../decide.ts";
import { engineerWords } from "../disagreement/open-conflicts.ts";
import { reopenBound, settleGap } from "../disagreement/settle-gap.ts";
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
  said: Said,
  now: string,
): SessionEvent[] {
  const decision = decide(state, now, {
    type: "conflict",
    title: `${conflict.issue} (${conflict.severity}, ${kindOf(conflict)}): ${state.issues.get(conflict.issue)?.title ?? ""}`,
    gaps: [conflict.gap],
    issues: [conflict.issue],
    option: `${letter}: ${nameOf(state, conflict, letter)}`,
    decision: text,
    ...(said.rationale === "" ? {} : { rationale: said.rationale }),
    ...(said.constraints === "" ? {} : { constraints: [said.constraints] }),
    ...consequences(conflict, letter),
    positions: { reviewer: conflict.reviewerPosition, engineer: engineerWords(conflict) },
    ...(said.by === undefined ? {} : { by: said.by }),
  });
  const closed: SessionEvent = {
    type: "conflict_closed",
    issue: conflict.issue,
    state: "decided",
    option: letter,
    rejected: rejected(conflict, letter),
    ...(decision.type === "decision_recorded" ? { decision: decision.decision.id } : {}),
  };
  return collect(
    state,
    now,
    () => [decision, closed],
    (current) => moveIssue(current, conflict, letter, text),
    (current) => settleGap(current, conflict.gap),
    (current) => reopenBound(current, conflict.gap),
  );
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

/**
 * What may not be proposed again (SPEC 10.5). With B the Engineer's position holds; with C its own alternative does.
 */
function rejected(conflict: Conflict, letter: ConflictOption): string {
  if (letter === "B") return "";
  const alternative = letter === "C" ? "" : (conflict.engineerAlternative ?? "");
  return [conflict.engineerPosition, alternative].join("\n").trim();
}
