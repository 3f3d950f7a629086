import type { Decision } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { DisagreementDigest, EngineerDigest } from "../../model/digest.ts";
import type { Conflict, Heuristic } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareIssueIds, type IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { compareSeverity } from "../../model/severity.ts";
import { moveIssue } from "../ledger-events.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** Opens a conflict for each valid DISAGREE (SPEC 8, 10.1). */
export function openConflicts(state: State, { disagreements }: EngineerDigest, round: number): SessionEvent[] {
  return disagreements.flatMap((block) => {
    const issue = state.issues.get(block.issue);
    const engineerRationale = block.rationale === "" ? undefined : block.rationale;
    const more = defined({ engineerRationale, engineerAlternative: block.alternative });
    const facts = { round, kind: "explicit", heuristics: [], engineerPosition: positionOf(block), ...more } as const;
    return issue ? opened(issue, facts, "the Engineer disagrees") : [];
  });
}

/** Opens an implicit conflict, which the User made of a flag or a note; it keeps the flag's heuristics (SPEC 10.1). */
export function openConverted(state: State, issue: Issue, heuristics: readonly Heuristic[]): SessionEvent[] {
  // The answer in this round's document, verbatim; empty if there is none.
  const responses = state.round?.engineerDocument?.digest.responses ?? [];
  const answers = responses.filter((response) => response.issue === issue.id);
  const engineerPosition = answers.map(({ text }) => text.trim()).join("\n\n");
  const facts = { round: currentRound(state), kind: "implicit", heuristics, engineerPosition } as const;
  return opened(issue, facts, "turned into a conflict by the User");
}

/** Opens a conflict again that a rollback undid, so that its decision can be applied again (SPEC 13.3). */
export function openAgain(state: State, id: IssueId, { positions: then }: Decision, why: string): SessionEvent[] {
  const issue = state.issues.get(id);
  if (issue === undefined || openConflictOn(state, id)) return [];
  const engineerPosition = then?.engineer ?? "";
  return opened(issue, { round: currentRound(state), kind: "explicit", heuristics: [], engineerPosition }, why);
}

type Stated = Omit<Conflict, "issue" | "gap" | "severity" | "reviewerPosition" | "reviewerImpact" | "state">;

/** The Reviewer's position is the issue's suggestion, else its whole text, verbatim (SPEC 10.2). */
function opened(issue: Issue, facts: Stated, why: string): SessionEvent[] {
  const { id, gap, severity, suggestion, text, impact: reviewerImpact } = issue;
  const reviewer = { reviewerPosition: suggestion ?? text, ...defined({ reviewerImpact }) };
  const conflict: Conflict = { issue: id, gap, severity, ...reviewer, ...facts, state: "open" };
  const disputed = moveIssue(issue, "DISPUTED", why);
  return disputed.length === 0 ? [] : [{ type: "conflict_opened", conflict }, ...disputed];
}

export function openConflictOn({ conflicts }: State, id: IssueId): Conflict | undefined {
  return conflicts.find(({ issue, state }) => issue === id && state === "open");
}

/** Closes a conflict without a decision: the Reviewer gave in, or the document was sent back. */
export function dropConflict({ issue }: Pick<Conflict, "issue">, why: string): SessionEvent {
  return { type: "conflict_closed", issue, state: "dropped", why };
}

export function dropConflictOn(state: State, issue: IssueId, why: string): SessionEvent[] {
  return openConflictOn(state, issue) ? [dropConflict({ issue }, why)] : [];
}

/** Open conflicts in the order of SPEC 10.4: by severity, then the older round, then the number. */
export function conflictQueue(state: State): Conflict[] {
  return state.conflicts
    .filter((conflict) => conflict.state === "open")
    .sort((a, b) => compareSeverity(a.severity, b.severity) || a.round - b.round || compareIssueIds(a.issue, b.issue));
}

/** The Engineer's position, verbatim, or the statement that there is none (SPEC 10.2). */
export function engineerWords(conflict: Conflict): string {
  return conflict.engineerPosition === "" ? "The Engineer did not address it." : conflict.engineerPosition;
}

/** Both positions, as a decision records them (SPEC 10.5). */
export function positions(conflict: Conflict): { readonly reviewer: string; readonly engineer: string } {
  return { reviewer: conflict.reviewerPosition, engineer: engineerWords(conflict) };
}

/** An older form has only the word DISAGREE as position, and the words in another field (SPEC 8). */
function positionOf({ position, rationale, alternative, request }: DisagreementDigest): string {
  const texts = [position, rationale, alternative ?? "", request ?? ""].map((text) => text.trim());
  return texts.find((text) => text !== "" && !/^\W*disagree\W*$/i.test(text)) ?? position;
}
