import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import { currentRound, liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { gapsLeft } from "./complete.ts";

/** Nothing serious is left and MEDIUM issues are open: one round for them, all in one run, is offered once (SPEC 12). */
export function polishQuestion(state: State): Question | undefined {
  const issues = polishableIssues(state);
  if (state.polished || issues.length === 0 || gapsLeft(state).some(({ severity }) => isBlocking(severity))) return;
  const listed = issues.map(({ id, gap, title }) => `- ${id} (${gap}): ${title}`).join("\n");
  const runs = "One Engineer run, one review; what passes goes in.";
  return makeQuestion(state, {
    kind: "polish",
    header: "Polish",
    text: `${issues.length === 1 ? "One MEDIUM issue is" : `${issues.length} MEDIUM issues are`} open on gaps that are done. Have the Engineer settle them in one more round?`,
    evidence: [{ title: "The issues", body: listed }],
    options: [
      option("polish", "One round for them", runs, "A last round opens.", { recommended: true }),
      option("skip", "Leave them", "They are listed below the spec.", "The session ends without it."),
    ],
  });
}

export function applyPolish(state: State, { choice }: Answered): SessionEvent[] {
  const issues = polishableIssues(state);
  if (choice !== "polish" || issues.length === 0) return [{ type: "polishing_skipped" }];
  const assigned = [...new Set(issues.map(({ gap }) => gap))].sort(compareGapIds);
  const clusters = assigned.length > 1 ? { clusters: [assigned] } : {};
  const polishing = issues.map(({ id }) => id);
  return [{ type: "round_opened", round: currentRound(state) + 1, assigned, ...clusters, carriedOver: [], polishing }];
}

/** Of gaps that are done: what is open on the others is worked on with them. */
function polishableIssues(state: State): Issue[] {
  return liveIssues(state).filter(
    (issue) =>
      issue.severity === "MEDIUM" &&
      isUnsettled(issue) &&
      issue.state !== "DISPUTED" &&
      ["ACCEPTED", "RESOLVED"].includes(state.gaps.get(issue.gap)?.state ?? ""),
  );
}
