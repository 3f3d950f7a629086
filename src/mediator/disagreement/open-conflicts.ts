import type { DisagreementDigest, EngineerDigest } from "../../model/digest.ts";
import type { Conflict, Heuristic } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareIssueIds } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { compareSeverity } from "../../model/severity.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** A valid DISAGREE makes a conflict (SPEC 8, 10.1). */
export function openConflicts(state: State, { disagreements }: EngineerDigest, round: number): SessionEvent[] {
  return disagreements.flatMap((block) => {
    const issue = state.issues.get(block.issue);
    const { rationale, alternative } = block;
    const engineer = {
      engineerPosition: positionOf(block),
      ...(rationale === "" ? {} : { engineerRationale: rationale }),
      ...(alternative === undefined ? {} : { engineerAlternative: alternative }),
    };
    const facts = { round, kind: "explicit", heuristics: [], ...engineer } as const;
    return issue ? opened(issue, facts, "the Engineer disagrees") : [];
  });
}

/** An implicit conflict, with the heuristics and the note that it was inferred (SPEC 10.1). */
export function openConverted(state: State, issue: Issue, heuristics: readonly Heuristic[]): SessionEvent[] {
  const engineerPosition = answerTo(state, issue);
  const facts = { round: currentRound(state), kind: "implicit", heuristics, engineerPosition } as const;
  return opened(issue, facts, "made a conflict by the person");
}

type Stated = Omit<Conflict, "issue" | "gap" | "severity" | "reviewerPosition" | "reviewerImpact" | "state">;

/** What the Reviewer wants is the suggestion, else the whole issue, verbatim (SPEC 10.2). */
function opened(issue: Issue, facts: Stated, why: string): SessionEvent[] {
  const { id, gap, severity, suggestion, text, impact } = issue;
  if (issueTransitionProblem(issue, "DISPUTED") !== undefined) return [];
  const reviewer = {
    reviewerPosition: suggestion ?? text,
    ...(impact === undefined ? {} : { reviewerImpact: impact }),
  };
  return [
    { type: "conflict_opened", conflict: { issue: id, gap, severity, ...reviewer, ...facts, state: "open" } },
    { type: "issue_changed", issue: id, to: "DISPUTED", why },
  ];
}

/** An open conflict that no longer is one: the Reviewer gave in, or the document was taken back. */
export function dropConflict(conflict: Conflict): SessionEvent {
  return { type: "conflict_closed", issue: conflict.issue, state: "dropped" };
}

export function openConflictOn(state: State, issue: Issue["id"]): Conflict | undefined {
  return state.conflicts.find((conflict) => conflict.issue === issue && conflict.state === "open");
}

/** Open conflicts in the order of SPEC 10.4: by severity, then the older round, then the number. */
export function conflictQueue(state: State): Conflict[] {
  return state.conflicts
    .filter((conflict) => conflict.state === "open")
    .sort((a, b) => compareSeverity(a.severity, b.severity) || a.round - b.round || compareIssueIds(a.issue, b.issue));
}

/** The Engineer's position, verbatim; only where it said nothing does it say so (SPEC 10.2). */
export function engineerWords(conflict: Conflict): string {
  return conflict.engineerPosition === "" ? "The Engineer did not address it." : conflict.engineerPosition;
}

/** Both, as a decision records them (SPEC 10.5). */
export function positions(conflict: Conflict): { readonly reviewer: string; readonly engineer: string } {
  return { reviewer: conflict.reviewerPosition, engineer: engineerWords(conflict) };
}

/** The word DISAGREE alone is no position: the older form has its words elsewhere (SPEC 8). */
function positionOf({ position, rationale, alternative, request }: DisagreementDigest): string {
  const said = [position, rationale, alternative ?? "", request ?? ""].map((text) => text.trim());
  return said.find((text) => text !== "" && !/^\W*disagree\W*$/i.test(text)) ?? position;
}

/** The answer in this round's document, verbatim; empty where there is none. */
function answerTo({ round }: State, issue: Issue): string {
  const answers = round?.engineerDocument?.digest.responses.filter((response) => response.issue === issue.id) ?? [];
  return answers.map(({ text }) => text.trim()).join("\n\n");
}
