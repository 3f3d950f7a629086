import type { Conflict } from "../../model/disagreement.ts";
import { compareIssueIds } from "../../model/ids.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { compareSeverity } from "../../model/severity.ts";
import { makeQuestion, option, withQuestion } from "../make-question.ts";
import type { State } from "../state.ts";
import { conflictOptions, type DecidedOption } from "./conflict-options.ts";

/** The option that leaves MEDIUM and LOW conflicts as known limitations (SPEC 10.4). */
export const LIMITATION = "limitation";

/** Open conflicts in the order of SPEC 10.4: by severity, then the older round, then the number. */
export function conflictQueue(state: State): Conflict[] {
  return state.conflicts
    .filter((conflict) => conflict.state === "open")
    .sort((a, b) => compareSeverity(a.severity, b.severity) || a.round - b.round || compareIssueIds(a.issue, b.issue));
}

/** The question about a conflict: one for itself, and one for all of MEDIUM (SPEC 10.4). */
export function conflictQuestion(state: State, conflict: Conflict, ahead = 0): Question {
  return conflict.severity === "MEDIUM"
    ? togetherQuestion(state, mediumConflicts(state), ahead)
    : singleQuestion(state, conflict, ahead);
}

/** The questions that open conflicts need, worst first. */
export function conflictQuestions(state: State, queue = conflictQueue(state)): Question[] {
  const first = queue.filter(({ severity }, index) => {
    return severity !== "MEDIUM" || queue.findIndex((other) => other.severity === "MEDIUM") === index;
  });
  return first.map((conflict, ahead) => conflictQuestion(state, conflict, ahead));
}

function mediumConflicts(state: State): Conflict[] {
  return conflictQueue(state).filter(({ severity }) => severity === "MEDIUM");
}

function singleQuestion(state: State, conflict: Conflict, ahead: number): Question {
  const options = conflictOptions(state, conflict);
  return makeQuestion(
    state,
    {
      kind: "conflict",
      header: "Conflict",
      text: withQuestion(subject(state, conflict), "Which position should the spec take?"),
      evidence: conflictEvidence(state, conflict, options),
      options: [
        ...options.map((one) => letterOption(conflict, one)),
        ...(conflict.severity === "LOW" ? [limitationOption()] : []),
      ],
      fields: [
        { id: "rationale", label: "Why", required: false },
        { id: "constraints", label: "Constraints on how it is done", required: false },
        { id: "decision", label: "D: your own decision", required: false, long: true },
      ],
      about: [conflict.issue, conflict.gap, conflict.severity],
      // The person decides a serious conflict unless their answers file says so in full (SPEC 14).
      personOnly: conflict.severity === "CRITICAL" || conflict.severity === "HIGH",
    },
    ahead,
  );
}

function letterOption(conflict: Conflict, { letter, name, text, tradeOff, recommended }: DecidedOption) {
  const follows =
    letter === "B" ? "The issue is waived." : `The Engineer must do this before ${conflict.gap} is accepted.`;
  return option(letter, `${letter}: ${name}`, text || "In your words.", `${follows} Trade-off: ${tradeOff}`, {
    ...(recommended ? { recommended } : {}),
    ...(letter === "D" ? { requires: ["decision"] } : {}),
  });
}

function limitationOption() {
  const effect = "The finished spec names it as a known limitation; it is not asked again.";
  return option(LIMITATION, "Leave it undecided", "Nothing is demanded of the Engineer.", effect);
}

/** A field for each conflict: a letter, or the person's own words. */
function togetherQuestion(state: State, conflicts: readonly Conflict[], ahead: number): Question {
  const offered = conflicts.map((conflict) => ({ conflict, options: conflictOptions(state, conflict) }));
  const ids = conflicts.map(({ issue }) => issue);
  return makeQuestion(
    state,
    {
      kind: "conflict",
      header: "Conflicts",
      text: `Which position should the spec take in ${ids.length === 1 ? "this MEDIUM conflict" : `each of these ${ids.length} MEDIUM conflicts`}? ${ids.join(", ")}`,
      evidence: offered.flatMap(({ conflict, options }) => togetherEvidence(state, conflict, options)),
      options: [
        option("decide", "Decide each", "By its letter, or in your own words.", "A, C and your own words bind.", {
          requires: ids,
        }),
        limitationOption(),
      ],
      fields: [
        ...offered.map(({ conflict, options }) => fieldFor(state, conflict, options)),
        { id: "rationale", label: "Why", required: false },
      ],
      about: [...ids, "MEDIUM"],
    },
    ahead,
  );
}

function fieldFor(state: State, conflict: Conflict, options: readonly DecidedOption[]) {
  const letters = options.map(({ letter }) => letter).filter((letter) => letter !== "D");
  const label = `${conflict.issue} (${state.issues.get(conflict.issue)?.title ?? ""}): ${letters.join(", ")}, or your own words`;
  return { id: conflict.issue, label, required: false, letters };
}

/** One piece for each conflict, so that what belongs together stands together. */
function togetherEvidence(state: State, conflict: Conflict, options: readonly DecidedOption[]): Evidence[] {
  const parts = conflictEvidence(state, conflict, options).map(({ title, body }) => `**${title}**\n\n${body}`);
  return [{ title: subject(state, conflict), body: parts.join("\n\n"), ...whereOf(state, conflict) }];
}

function subject(state: State, { issue, severity, gap }: Conflict): string {
  return `${issue} (${severity}) on ${gap}: ${state.issues.get(issue)?.title ?? ""}`;
}

function whereOf(state: State, conflict: Conflict): Pick<Evidence, "where"> {
  const issue = state.issues.get(conflict.issue);
  return issue ? { where: `${issue.document}:${issue.line}` } : {};
}

/** All that it takes to judge the conflict, in words that need no terminal (SPEC 10.3). */
export function conflictEvidence(
  state: State,
  conflict: Conflict,
  options: readonly DecidedOption[] = conflictOptions(state, conflict),
): Evidence[] {
  const issue = state.issues.get(conflict.issue);
  const evidence: Evidence[] = [];
  if (issue) evidence.push({ title: "The issue", body: issue.text, ...whereOf(state, conflict) });
  const add = (title: string, body: string | undefined) => {
    if (body !== undefined && body.trim() !== "") evidence.push({ title, body });
  };
  add("Impact if ignored", conflict.reviewerImpact);
  add("The Engineer's rationale", conflict.engineerRationale);
  for (const { letter, name, text, tradeOff } of options) {
    if (letter !== "D") evidence.push({ title: `${letter}: ${name}`, body: `${text}\n\nTrade-off: ${tradeOff}` });
  }
  if (conflict.kind === "implicit") {
    const by = conflict.heuristics.length === 0 ? "" : ` (${conflict.heuristics.join(", ")})`;
    evidence.push({
      title: "Inferred",
      body: `Nobody states this conflict: it was inferred${by} and made one by you.`,
    });
  }
  if (conflict.severity === "CRITICAL") {
    evidence.push({ title: "Recommended", body: "A, unless the Engineer's rationale meets the concern." });
  }
  return evidence;
}
