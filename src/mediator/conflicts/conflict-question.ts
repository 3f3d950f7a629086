import { readOptionLetter } from "../../model/answer-problem.ts";
import type { Decision } from "../../model/decision.ts";
import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question, QuestionField, QuestionOption } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { conflictQueue, openConflictOn, positions } from "../disagreement/open-conflicts.ts";
import { settleBound } from "../disagreement/settle-gaps.ts";
import { collect } from "../evolve/evolve.ts";
import { decide, moveIssue } from "../ledger-events.ts";
import { type Answered, appendQuestion, field, makeQuestion, option } from "../make-question.ts";
import type { State } from "../state.ts";
import { conflictEvidence, conflictOptions, type DecidedOption, evidenceInOne, OWN_WORDS } from "./conflict-options.ts";

/** One conflict for each question that is needed, worst first: all MEDIUM conflicts share a question (SPEC 10.4). */
export function conflictsToAsk(queue: readonly Conflict[]): Conflict[] {
  const medium = queue.find(isMedium);
  return queue.filter((conflict) => !isMedium(conflict) || conflict === medium);
}

/** The question about a conflict; a MEDIUM one is asked together with all other MEDIUM conflicts (SPEC 10.4). */
export function conflictQuestion(state: State, conflict: Conflict): Question {
  return isMedium(conflict)
    ? togetherQuestion(state, conflictQueue(state).filter(isMedium))
    : singleQuestion(state, conflict);
}

function isMedium({ severity }: Conflict): boolean {
  return severity === "MEDIUM";
}

const ASKED = "Which position should the spec take, the Engineer's or the Reviewer's?";

function singleQuestion(state: State, conflict: Conflict): Question {
  return makeQuestion(state, {
    kind: "conflict",
    text: appendQuestion(titleOf(state, conflict), ASKED),
    evidence: conflictEvidence(state, conflict),
    options: [
      ...conflictOptions(state, conflict).map((offered) => letterOption(conflict, offered)),
      ...(conflict.severity === "LOW" ? [LEAVE] : []),
    ],
    fields: [
      field("rationale", "Why"),
      field("constraints", "Constraints on how to do it"),
      field("decision", "D: your own decision", { long: true }),
    ],
    about: [conflict.issue, conflict.gap, conflict.severity],
    // A policy may not decide a serious conflict (SPEC 14).
    personOnly: isBlocking(conflict.severity),
  });
}

function letterOption({ gap }: Conflict, { letter, name, text, tradeOff, recommended }: DecidedOption): QuestionOption {
  const follows = letter === "B" ? "The issue is waived." : `The Engineer must do this before ${gap} is accepted.`;
  return option(letter, name, text || OWN_WORDS, `${follows} Trade-off: ${tradeOff}`, {
    ...(recommended ? { recommended } : {}),
    ...(letter === "D" ? { requires: ["decision"] } : {}),
  });
}

/** MEDIUM and LOW conflicts may be left as known limitations (SPEC 10.4). */
const LISTED = "The finished spec lists it as a known limitation; you will not be asked again.";
const LEAVE = option("limitation", "Leave it undecided", "The Engineer does not have to act on it.", LISTED);

function togetherQuestion(state: State, conflicts: readonly Conflict[]): Question {
  const ids = conflicts.map(({ issue }) => issue);
  const these = ids.length === 1 ? "this MEDIUM conflict" : `each of these ${ids.length} MEDIUM conflicts`;
  const binding = "A, C and your own words bind the Engineer; B waives the issue.";
  return makeQuestion(state, {
    kind: "conflict",
    header: "Conflicts",
    text: `Which position should the spec take in ${these}?`,
    evidence: conflicts.map((conflict) => evidenceInOne(state, conflict)),
    options: [
      option("decide", "Decide each", "By its letter, or in your own words.", binding, { requires: ids }),
      LEAVE,
    ],
    fields: [...conflicts.map((conflict) => fieldFor(state, conflict)), field("rationale", "Why")],
    about: [...ids, "MEDIUM"],
  });
}

function fieldFor(state: State, conflict: Conflict): QuestionField {
  const letters = conflictOptions(state, conflict).flatMap(({ letter }) => (letter === "D" ? [] : [letter]));
  const title = titleOf(state, conflict);
  return field(conflict.issue, `${conflict.issue} (${title}): ${letters.join(", ")}, or your own words`, { letters });
}

function titleOf(state: State, { issue }: Conflict): string {
  return state.issues.get(issue)?.title ?? "";
}

/** Moot unless the same question, with the same conflicts and severities, would be asked now. */
export function isConflictMoot({ about }: Question, state: State): boolean {
  const isAsked = (conflict: Conflict) => conflictQuestion(state, conflict).about.join() === about.join();
  return !conflictsToAsk(conflictQueue(state)).some(isAsked);
}

/** Applies the answer about one conflict, or about all MEDIUM conflicts together (SPEC 10.4). */
export function applyConflict(state: State, answered: Answered): SessionEvent[] {
  const conflicts = answered.issues.flatMap((issue) => openConflictOn(state, issue) ?? []);
  const acts = conflicts.map((conflict) => (current: State) => {
    if (answered.choice === LEAVE.id) return leave(current, conflict);
    const { letter, words = "" } = chosenFor(conflict, answered) ?? {};
    const offered = conflictOptions(current, conflict).find((offer) => offer.letter === letter);
    if (!offered) return [];
    const why = [letter === "D" ? "" : words, answered.field("rationale")].filter((part) => part !== "").join("\n\n");
    const chosen = letter === "D" ? { ...offered, name: "the User's own words", text: words } : offered;
    const constraints = answered.field("constraints");
    const more = { rationale: why, ...(constraints === "" ? {} : { constraints: [constraints] }) };
    return decideConflict(current, conflict, chosen, more);
  });
  return collect(state, ...acts);
}

/** The chosen option; in a question about several conflicts, what is in the field with the issue's id. */
function chosenFor({ issue }: Conflict, { choice, field: given }: Answered): ReturnType<typeof readOptionLetter> {
  if (choice === "D") return { letter: choice, words: given("decision") };
  if (choice !== "decide") return readOptionLetter(choice);
  return readOptionLetter(given(issue)) ?? { letter: "D", words: given(issue) };
}

/** Decides a LOW conflict for the Engineer, once three LOW conflicts were decided that way (SPEC 10.4). */
export function decideLowConflict(state: State, conflict: Conflict): SessionEvent[] {
  const rationale = `three LOW conflicts were decided for the Engineer's position; \`whetstone flag reopen ${conflict.issue}\` undoes it`;
  const engineers = conflictOptions(state, conflict).filter(({ letter }) => letter === "B");
  const by = "mediator";
  return engineers.flatMap((chosen) => decideConflict(state, conflict, chosen, { rationale, by }));
}

/** The conflict stays undecided, and the finished spec lists it as a known limitation (SPEC 10.4, 10.6). */
function leave(state: State, conflict: Conflict): SessionEvent[] {
  const { issue, gap, severity } = conflict;
  const decision = decide(state, {
    type: "limitation",
    title: `${issue} (${severity}) is left undecided`,
    gaps: [gap],
    issues: [issue],
    decision: "It is a known limitation of the spec.",
    positions: positions(conflict),
    outcome: `${gap} may be accepted without it`,
  });
  return settleBound(state, gap, [decision, { type: "conflict_closed", issue, state: "left" }]);
}

/** Records the decision, and moves the issue and its gap (SPEC 3.6, 10.5). An option without text decides nothing. */
function decideConflict(
  state: State,
  conflict: Conflict,
  { letter, name, text }: DecidedOption,
  more: Partial<Pick<Decision, "rationale" | "constraints" | "by">>,
): SessionEvent[] {
  if (text === "") return [];
  const { issue: id, gap, severity, kind, heuristics } = conflict;
  const issue = state.issues.get(id);
  const waives = letter === "B";
  const inferred = heuristics.length === 0 ? "converted" : `converted, inferred by ${heuristics.join(", ")}`;
  // A and B are recorded as the positions.
  const middle = conflictOptions(state, conflict).filter((offer) => offer.letter === "C" && letter !== "C");
  const alternatives = middle.map((offer) => `C: ${offer.name}: ${offer.text}`);
  const recorded = decide(state, {
    type: "conflict",
    title: `${id} (${severity}, ${kind === "explicit" ? kind : inferred}): ${issue?.title ?? ""}`,
    gaps: [gap],
    issues: [id],
    option: `${letter}: ${name}`,
    letter,
    ...(alternatives.length === 0 ? {} : { alternatives }),
    decision: text,
    action: waives ? "Keep your position; the issue is waived." : `Carry it out in the spec, and answer ${id} by id.`,
    outcome: waives
      ? `${gap} may be accepted without it`
      : `${gap} is not accepted until the Reviewer calls ${id} RESOLVED`,
    positions: positions(conflict),
    ...more,
  });
  const decision = recorded.decision.id;
  // What the Engineer may not propose again (SPEC 10.5). B accepts its position, C its alternative.
  const { engineerPosition, engineerAlternative = "" } = conflict;
  const rejected = waives ? "" : [engineerPosition, letter === "C" ? "" : engineerAlternative].join("\n").trim();
  // A, C and D leave the issue OPEN, with the decided text as what must be done; B waives it (SPEC 3.6).
  const to = waives ? ("WAIVED" as const) : ("OPEN" as const);
  return settleBound(state, gap, [
    recorded,
    { type: "conflict_closed", issue: id, state: "decided", option: letter, rejected, decision },
    ...moveIssue(issue, to, `decided: option ${letter}`, waives ? {} : { decided: text }),
  ]);
}
