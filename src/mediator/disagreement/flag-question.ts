import type { Flag, FlagEvidence } from "../../model/disagreement.ts";
import type { Question } from "../../model/question.ts";
import { makeQuestion, option, withQuestion } from "../make-question.ts";
import type { State } from "../state.ts";
import { patternOf } from "./flag-thresholds.ts";

/** An issue that a document had to answer and did not: the facts, and what the person can do (SPEC 9). */
export function flagQuestion(state: State, flag: Flag, ahead = 0): Question {
  const issue = state.issues.get(flag.issue);
  const isConfirmed = flag.outcome === "confirmed";
  const reviewed = state.round?.reviewerDocument !== undefined;
  const asking = reviewed
    ? `${flag.gap} is revised, and the next prompt names it.`
    : "One more run that names it, before the review.";
  return makeQuestion(
    state,
    {
      kind: "flag",
      header: "Unanswered",
      text: withQuestion(
        `${flag.issue} (${flag.severity}) on ${flag.gap} is not answered${isConfirmed ? ", and the Reviewer says that it is not fixed" : ""}: ${issue?.title ?? ""}`,
        "How do you want to go on?",
      ),
      evidence: [
        ...(issue ? [{ title: "The issue", body: issue.text, where: `${issue.document}:${issue.line}` }] : []),
        {
          title: `What the document does about it (${flag.heuristics.join(", ")}, confidence ${flag.confidence})`,
          body: flag.evidence.map(factText).join("\n"),
        },
        ...(isConfirmed && issue?.lastWord ? [{ title: "The Reviewer", body: issue.lastWord }] : []),
        ...patternEvidence(state, flag),
      ],
      options: [
        option("ask", "Ask the Engineer to answer it", "By its id.", asking),
        option("conflict", "Make it a conflict", "Both positions are put to you.", "You decide between them."),
        option("waive", "Waive it", "The issue need not be met.", "It is recorded with your reason.", {
          requires: ["reason"],
        }),
        option("explain", "Explain to the Engineer", "Your words go into the prompt.", asking, {
          requires: ["explanation"],
        }),
        option(
          "false-positive",
          "It is answered",
          "The flag is wrong.",
          reviewed
            ? "It counts against the heuristics that raised it; what the Reviewer called NOT_FIXED stays so."
            : "It counts against the heuristics that raised it; the review has the last word on the issue.",
        ),
      ],
      fields: [
        { id: "reason", label: "Why it need not be met", required: false },
        { id: "explanation", label: "What the Engineer should know", required: false, long: true },
      ],
      about: [flag.id, flag.issue, flag.gap, flag.severity],
    },
    ahead,
  );
}

/** Every fact in a line, its words quoted below it. */
function factText({ what, where, line, words }: FlagEvidence): string {
  const place = line === undefined ? where : `${where}:${line}`;
  const quoted = words === undefined ? "" : `\n  > ${words.replaceAll("\n", "\n  > ")}`;
  return `- ${what} (${place})${quoted}`;
}

function patternEvidence(state: State, flag: Flag): Question["evidence"] {
  const pattern = patternOf(state, flag);
  if (!pattern) return [];
  const body = `The same concern went unanswered in rounds ${pattern.rounds.join(", ")} (${pattern.issues.join(", ")}).`;
  return [{ title: "Systematic", body }];
}
