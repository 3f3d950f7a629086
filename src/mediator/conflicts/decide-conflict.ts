import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { decide } from "../decide.ts";
import { positions } from "../disagreement/open-conflicts.ts";
import { settleBound } from "../disagreement/settle-gap.ts";
import type { State } from "../state.ts";
import type { DecidedOption } from "./conflict-options.ts";

interface Said {
  readonly rationale: string;
  readonly constraints: string;
  readonly by?: "mediator";
}

/** A conflict is decided: it is recorded, and the issue and its gap move; nothing without words (SPEC 3.6, 10.5). */
export function decideConflict(
  state: State,
  conflict: Conflict,
  { letter, name, text }: DecidedOption,
  { rationale, constraints, ...by }: Said,
  now: string,
): SessionEvent[] {
  if (text === "") return [];
  const { issue: id, gap, severity, kind, heuristics } = conflict;
  const issue = state.issues.get(id);
  const waives = letter === "B";
  const inferred = heuristics.length === 0 ? "converted" : `converted, inferred by ${heuristics.join(", ")}`;
  const recorded = decide(state, now, {
    type: "conflict",
    title: `${id} (${severity}, ${kind === "explicit" ? kind : inferred}): ${issue?.title ?? ""}`,
    gaps: [gap],
    issues: [id],
    option: `${letter}: ${name}`,
    decision: text,
    rationale,
    ...(constraints === "" ? {} : { constraints: [constraints] }),
    action: waives ? "Keep your position; the issue is waived." : `Carry it out in the spec, and answer ${id} by id.`,
    outcome: waives
      ? `${gap} may be accepted without it`
      : `${gap} is not accepted before the Reviewer calls ${id} RESOLVED`,
    positions: positions(conflict),
    ...by,
  });
  const decision = recorded.decision.id;
  const rejected = rejectedBy(conflict, letter);
  // Options A, C and D: OPEN, with the decided text as what must be done; B: WAIVED (SPEC 3.6).
  const to = waives ? ("WAIVED" as const) : ("OPEN" as const);
  const moves = issue !== undefined && issueTransitionProblem(issue, to) === undefined;
  const why = `decided: option ${letter}`;
  return settleBound(state, gap, now, [
    recorded,
    { type: "conflict_closed", issue: id, state: "decided", option: letter, rejected, decision },
    ...(moves ? [{ type: "issue_changed" as const, issue: id, to, why, ...(waives ? {} : { decided: text }) }] : []),
  ] satisfies SessionEvent[]);
}

/** What may not be proposed again (SPEC 10.5). With B the Engineer's position holds; with C its own alternative does. */
function rejectedBy({ engineerPosition, engineerAlternative = "" }: Conflict, letter: DecidedOption["letter"]): string {
  if (letter === "B") return "";
  return [engineerPosition, letter === "C" ? "" : engineerAlternative].join("\n").trim();
}
