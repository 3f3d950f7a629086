import type { BlockedDigest } from "../../model/digest.ts";
import type { Gap, InputChoice } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "../../model/question.ts";
import { assignableGaps, independentGaps } from "../round/choose-gaps.ts";
import type { OpenRound, Run, State } from "../state.ts";
import { readAsked } from "./asked-passages.ts";
import { makeQuestion, option, withQuestion } from "./make-question.ts";
import { passageQuestion, whereOf } from "./passage-question.ts";

/** The Engineer cannot go on without something that only the person knows (SPEC 7). */
export function inputQuestion(
  state: State,
  gap: GapId,
  { reason, choices = [] }: Pick<BlockedDigest, "reason" | "choices">,
  ahead = 0,
): Question {
  const asked = readAsked(reason);
  if (asked !== undefined) return passageQuestion(state, gap, asked, ahead);
  const draft = {
    kind: "input" as const,
    header: "Input",
    text:
      choices.length > 0
        ? reason
        : `The Engineer needs input on ${gap} (${state.gaps.get(gap)?.title ?? ""}): ${reason}`,
    evidence: gapEvidence(state, [gap]),
    options: [
      ...choices.map((choice, index) => choiceOption(gap, choice, index)),
      giveOption(choices.length > 0),
      option(
        "defer",
        "Leave it undecided",
        "It is listed as a known limitation; you may take it up again.",
        `${gap} is deferred.`,
      ),
      ...otherWays(state),
    ],
    fields: [{ id: "input", label: "Your answer", required: false, long: true }],
    about: [gap],
  };
  return makeQuestion(state, draft, ahead);
}

/** Only those that change something: between rounds there is none to end, and without another gap none goes first. */
function otherWays(state: State): QuestionOption[] {
  const { round } = state;
  if (!round) return [];
  const others = assignableGaps(state).some((gap) => !round.slots.some((slot) => slot.gap === gap.id));
  const other = option(
    "other",
    "Ask about another gap first",
    "This one waits until nothing else is left.",
    "Another gap takes its place in this round.",
  );
  const end = option(
    "end",
    "End the round here",
    "What is answered so far is reviewed; this one is asked again.",
    "The round ends with what there is.",
  );
  return others ? [other, end] : [end];
}

/** An answer that the Engineer offers; what it recommends a policy may take (SPEC 14, 16.4). */
function choiceOption(gap: GapId, { label, text, recommended }: InputChoice, index: number): QuestionOption {
  const effect = `${gap} is resolved with: ${label}.`;
  return option(`choice-${index + 1}`, label, text, effect, recommended === true ? { recommended } : {});
}

function giveOption(besides: boolean): QuestionOption {
  const label = besides ? "Another answer" : "Give the input";
  const description = besides ? "In your own words." : "Your words go into the prompt as binding.";
  return option("give", label, description, "The Engineer works on it again.", { requires: ["input"] });
}

/** Retries exhausted: the five ways on (SPEC 7). */
export function roleFailedQuestion(
  state: State,
  round: OpenRound,
  role: "engineer" | "reviewer",
  gaps: readonly GapId[],
): Question {
  const name = role === "engineer" ? "Engineer" : "Reviewer";
  const skipped =
    role === "engineer"
      ? "The gaps go back; only earlier unreviewed proposals are reviewed."
      : "The proposals stay unreviewed and are reviewed first in the next round.";
  const fields: QuestionField[] = [{ id: "context", label: "Context for the prompt", required: false, long: true }];
  const options = [
    option("skip", `Skip the ${name} this round`, skipped, `The round goes on without the ${name}.`),
    option("context", "Give context", "Your words go into the prompt.", "One more attempt with them.", {
      requires: ["context"],
    }),
    option("pause", "Pause", "Nothing is lost; `whetstone resume` goes on here.", "The session pauses."),
  ];
  if (role === "engineer") {
    const simplest = simplestGap(gaps.flatMap((id) => state.gaps.get(id) ?? []));
    const others = assignableGaps(state).filter((gap) => !round.slots.some((slot) => slot.gap === gap.id));
    if (others.length > 0) {
      const named = others.slice(0, MOST_NAMED).map(({ id }) => id);
      const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
      const words = `The failed gaps go back; those that you name are tried in this round. There are: ${named.join(", ")}${more}.`;
      options.splice(
        1,
        0,
        option("reassign", "Work on other gaps", words, "You choose the gaps.", { requires: ["gaps"] }),
      );
      fields.push(othersField(state, others));
    }
    if (simplest && gaps.length > 1) {
      const why = `${simplest.id}: fewest dependencies, lowest severity, shortest text.`;
      options.splice(-1, 0, option("narrow", "Narrow to one gap", why, `One more attempt, at ${simplest.id} alone.`));
    }
  }
  options.splice(-1, 0, UNDO_ROUND);
  return makeQuestion(state, {
    kind: "role-failed",
    header: name,
    text: `Round ${round.number}: no attempt of the ${name} passed the gate (${gaps.join(", ")}). How do you want to go on?`,
    evidence: attemptEvidence(round, role),
    options,
    fields,
    about: [role, ...gaps],
  });
}

const MOST_NAMED = 20;

function othersField(state: State, others: readonly Gap[]): QuestionField {
  const ids = others.map(({ id }) => id);
  const initial = independentGaps(state, state.config.parallelGaps, [], ({ id }) => ids.includes(id)).join(", ");
  return { id: "gaps", label: "Gaps to work on instead", required: false, initial, ids };
}

/** A gate failure that the person answers with a rollback (SPEC 13.5). */
const UNDO_ROUND = option(
  "rollback",
  "Undo the round",
  "It is archived and analysed, and you choose how it runs again.",
  "The session goes back to the end of the round before.",
);

/** Neither role gave anything (SPEC 7). */
export function bothFailedQuestion(state: State, round: OpenRound): Question {
  const gaps = round.slots.map((slot) => slot.gap);
  return makeQuestion(state, {
    kind: "both-failed",
    header: "Both failed",
    text: `Round ${round.number}: neither the Engineer nor the Reviewer gave a valid document. How do you want to go on?`,
    evidence: [...attemptEvidence(round, "engineer"), ...attemptEvidence(round, "reviewer")],
    options: [
      option(
        "condense",
        "Retry with a condensed prompt",
        "Only the gap and its place in the source.",
        "One more attempt each.",
      ),
      option("wont-fix", "Close the gaps", gaps.join(", "), "They become WONT_FIX, with your reason.", {
        requires: ["reason"],
      }),
      option("defer", "Defer the gaps", gaps.join(", "), "They become USER_DEFERRED."),
      option(
        "write",
        "Write the proposal yourself",
        `A document on ${gaps[0]} in the Engineer's form.`,
        "It passes the same gate.",
        {
          requires: ["document"],
        },
      ),
      UNDO_ROUND,
      option(
        "abandon",
        "Abandon the session",
        "Nothing is written; the session folder stays.",
        "The session ends as ABANDONED.",
      ),
    ],
    fields: [
      { id: "reason", label: "Why they are closed", required: false },
      { id: "document", label: "The proposal", required: false, long: true, initial: proposalTemplate(gaps[0]) },
    ],
    about: gaps,
  });
}

/** The agent itself cannot work, and no other prompt would help (SPEC 5, EXECUTION_ERROR). */
export function agentFailureQuestion(state: State, run: Run): Question {
  return makeQuestion(state, {
    kind: "agent-failure",
    header: "Agent",
    text: withQuestion(
      `${run.agent} could not run for the ${run.role}: ${run.end?.gate.message ?? "no reason given"}`,
      "Try again?",
    ),
    options: [
      option("retry", "Try again", "After you have fixed the problem.", "The same prompt is sent once more."),
      option("pause", "Pause", "Nothing is lost; `whetstone resume` goes on here.", "The session pauses."),
    ],
    about: [run.role, run.id],
  });
}

/** Fewest dependencies, lowest severity weight, shortest text (SPEC 7). */
export function simplestGap(gaps: readonly Gap[]): Gap | undefined {
  const weight = { CRITICAL: 3, HIGH: 2, MEDIUM: 1, LOW: 0 };
  return [...gaps].sort(
    (a, b) =>
      a.dependsOn.length - b.dependsOn.length ||
      weight[a.severity] - weight[b.severity] ||
      a.text.length - b.text.length,
  )[0];
}

/** Each attempt in a line (SPEC 7). */
function attemptEvidence(round: OpenRound, role: "engineer" | "reviewer"): Evidence[] {
  const runs = round.runs.filter((run) => run.role === role && run.end && !run.end.gate.success);
  if (runs.length === 0) return [];
  const lines = runs
    .toSorted((a, b) => a.gaps.join().localeCompare(b.gaps.join()) || a.attempt - b.attempt)
    .map(({ gaps, attempt, end }) => {
      return `- ${gaps.join(", ")}, attempt ${attempt}: ${end?.gate.failureType ?? ""}: ${end?.gate.message ?? ""}`;
    });
  return [{ title: `The ${role}'s attempts`, body: lines.join("\n") }];
}

export function gapEvidence(state: State, gaps: readonly GapId[]): Evidence[] {
  return gaps.flatMap((id) => {
    const gap = state.gaps.get(id);
    if (!gap) return [];
    const [place] = gap.places;
    const where = place === undefined ? {} : { where: whereOf(state, place) };
    return [{ title: `${id} (${gap.severity})`, body: gap.text, ...where }];
  });
}

function proposalTemplate(gap: GapId | undefined): string {
  return `## Gap Resolution: ${gap ?? ""}\n\n**Confidence:** MEDIUM\n\n### Proposed Solution\n\n### Spec Changes\n\n### Examples\n\n### Trade-offs\n\n### New Gaps Introduced\n\nNone.\n`;
}
