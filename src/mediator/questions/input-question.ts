import type { Decision } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { BlockedDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { holdsBack } from "../../model/issue-state.ts";
import { isPassageQuestion, passageAnswers } from "../../model/passage-answer.ts";
import type { Evidence, Question, QuestionOption } from "../../model/question.ts";
import { applyEvents } from "../evolve/evolve.ts";
import { changeByUser, decide, decideGaps, inputEvents } from "../ledger-events.ts";
import { type Answered, askEach, field, makeQuestion, option, withdraw } from "../make-question.ts";
import { unsettledIssues } from "../queries.ts";
import { areIndependent, assignableGaps, inWorkOrder, takeInstead } from "../round/choose-gaps.ts";
import type { OpenRound, State } from "../state.ts";
import { gapEvidence, passageQuestion, readAsked } from "./passage-question.ts";

type Input = Pick<BlockedDigest, "reason" | "choices">;

/** The questions that a blocked gap waits for; all of them if each was answered and the Engineer asks again. */
export function inputsOf(state: State, id: GapId): readonly Input[] {
  const inputs = state.gaps.get(id)?.state === "BLOCKED" ? allInputs(state, id) : [];
  const open = unanswered(state, id, inputs);
  return open.length === 0 ? inputs : open;
}

function allInputs(state: State, id: GapId): readonly Input[] {
  const { blocker } = state.gaps.get(id) ?? {};
  return blocker?.type === "USER_INPUT" ? [blocker, ...(blocker.more ?? [])] : [];
}

/** The unanswered ones of several questions; a single question counts as answered by the latest answer. */
function unanswered(state: State, id: GapId, inputs: readonly Input[]): readonly Input[] {
  if (inputs.length < 2) return [];
  return inputs.filter((input) => answersTo(state, id, [input]).length === 0);
}

/** Decisions that answer one of these inputs; a decision keeps the text of its questions, one per line. */
export function answersTo({ decisions, gaps }: State, id: GapId, inputs: readonly Input[]): readonly Decision[] {
  const texts = inputs.map((input) => `\n${textOf(gaps.get(id), input)}\n`);
  return decisions
    .filter(({ type, gaps }) => type !== "deferral" && gaps.includes(id))
    .filter(({ question }) => texts.some((text) => `\n${question}\n`.includes(text)));
}

function textOf(gap: Gap | undefined, { reason, choices = [] }: Input): string {
  return choices.length > 0 ? reason : `The Engineer needs input on ${gap?.id} (${gap?.title}): ${reason}`;
}

/** Every open gap waits for input: all of it is asked for together (SPEC 7). */
export function inputQuestions(state: State) {
  const waiting = inWorkOrder(state, [...state.gaps]).flatMap(({ id }) =>
    inputsOf(state, id).map((wanted) => ({ id, wanted })),
  );
  return askEach(state, waiting, (current, { id, wanted }) => inputQuestion(current, id, wanted));
}

/** Asks for what only the User knows (SPEC 7). `all`: every question the Engineer has about the gap. */
export function inputQuestion(state: State, gap: GapId, input: Input, all = allInputs(state, gap)): Question {
  const { reason, choices = [] } = input;
  const asked = readAsked(reason);
  if (asked !== undefined) return passageQuestion(state, gap, asked);
  const offers = choices.length > 0;
  const at = all.indexOf(input);
  const [label, description] = offers
    ? ["Another answer", "In your own words."]
    : ["Answer it", "The Engineer must follow your answer."];
  // A policy's answer that the Engineer asks about again did not help: the next time the gap is left open.
  const isNew = !answersTo(state, gap, [input]).some(({ type }) => type === "assumption");
  const defer = "It is listed as a known limitation; you can take it up later.";
  return makeQuestion(state, {
    kind: "input",
    text: textOf(state.gaps.get(gap), input),
    evidence: inputEvidence(state, gap, at, all.length),
    options: [
      // A policy may take the answer that the Engineer recommends (SPEC 14, 16.4).
      ...choices.map(({ label, text: description, recommended }, index) =>
        option(
          `choice-${index + 1}`,
          label,
          description,
          WRITTEN,
          defined({ recommended: isNew ? recommended : undefined }),
        ),
      ),
      option("give", label, description, WRITTEN, "input"),
      ...(at > 0 ? [COVERED] : []),
      option("defer", "Leave it undecided", defer, `${gap} is deferred.`),
      ...(state.round ? otherWays(state, state.round) : []),
    ],
    fields: [field("input", "Your answer", { long: true })],
    about: [gap],
  });
}

const WRITTEN = "The Engineer writes it into the spec.";
const SAID_BEFORE = "What you answered to an earlier question about this gap.";
const COVERED = option("covered", "My earlier answer covers this", SAID_BEFORE, "It answers both questions.");

/**
 * The issues that hold the gap back or else its own text, which only the first of several questions shows. Several
 * questions may be about several issues, and nothing says which: each shows all that are open.
 */
function inputEvidence(state: State, id: GapId, at: number, of: number): Evidence[] {
  const issues = unsettledIssues(state, id).filter((issue) => of > 1 || holdsBack(issue));
  const why = issues.map((issue) => `${issue.id} (${issue.severity}): ${issue.title}`).join("\n");
  const text = at > 0 || why !== "" ? why : undefined;
  const count = of > 1 ? `, question ${at + 1} of ${of} about it` : "";
  return gapEvidence(state, [id], text).map((shown) => ({ ...shown, title: `${shown.title}${count}` }));
}

function otherWays(state: State, { slots }: OpenRound): QuestionOption[] {
  const others = assignableGaps(state).some(({ id }) => !slots.some(({ gap }) => gap === id));
  const waits = "This one waits until nothing else is left.";
  const reviewed = "What you answered so far is reviewed; this question comes back.";
  const other = option("other", "Ask about another gap first", waits, "Another gap takes its place in this round.");
  const end = option("end", "End the round here", reviewed, "The round ends with what it has.");
  return others ? [other, end] : [end];
}

/** Applies the answer (SPEC 7): give the input, defer the gap, take another gap, or continue without it. */
export function applyInput(state: State, answered: Answered): SessionEvent[] {
  const [gap] = answered.gaps;
  if (gap === undefined) return [];
  if (isPassageQuestion(answered.question)) return applyPassages(state, gap, answered);
  if (answered.choice === "covered") return giveInput(state, gap, ...widenDecision(state, gap, answered.question));
  const input = givenInput(answered);
  if (input !== undefined) return giveInput(state, gap, inputDecision(state, gap, input, answered));
  const others = state.questions.filter(
    ({ id, kind, about }) => id !== answered.question.id && kind === "input" && about.includes(gap),
  );
  const withdrawn = others.map((other) => withdraw(other, `${gap} is waiting`));
  if (answered.choice === "defer")
    return [...withdrawn, ...putOff(state, [gap], "deferred when asked for input", answered)];
  return [...withdrawn, ...(answered.choice === "other" && state.round ? takeAnother(state, state.round) : [])];
}

function giveInput(state: State, id: GapId, ...decision: readonly SessionEvent[]): SessionEvent[] {
  const left = unanswered(applyEvents(state, decision), id, allInputs(state, id));
  return left.length > 0 ? [...decision] : inputEvents(state, id, ...decision);
}

/** Extends an earlier decision to this question: the last in the User's own words, which may say more than asked. */
function widenDecision(state: State, gap: GapId, { text }: Question): SessionEvent[] {
  const given = answersTo(state, gap, allInputs(state, gap));
  const made = given.findLast(({ option }) => option === undefined) ?? given.at(-1);
  return made ? [{ type: "decision_widened", decision: made.id, question: text }] : [];
}

function givenInput({ choice, question, field }: Answered): string | undefined {
  if (choice === "give") return field("input");
  const chosen = offeredAnswers(question).find(({ id }) => id === choice);
  return chosen && wholeAnswer(chosen);
}

function offeredAnswers({ options }: Question): QuestionOption[] {
  return options.filter(({ id }) => id.startsWith("choice-"));
}

/** The label alone may mean little without the other options. */
function wholeAnswer({ label, description }: QuestionOption): string {
  return [label, description].filter(Boolean).join(": ");
}

/** What a policy chose for the User is an assumption until they confirm it (SPEC 16.4). */
function inputDecision(state: State, gap: GapId, decision: string, answered: Answered): SessionEvent {
  const assumed = answered.answer.via === "policy";
  const alternatives = offeredAnswers(answered.question)
    .filter(({ id }) => id !== answered.choice)
    .map(wholeAnswer);
  return decide(state, {
    type: assumed ? "assumption" : "input",
    title: `${assumed ? "Assumption" : "Input"} on ${gap}`,
    gaps: [gap],
    decision,
    ...(answered.choice === "give" ? {} : { option: decision }),
    ...(alternatives.length === 0 ? {} : { alternatives }),
    question: answered.question.text,
    by: assumed ? "mediator" : "user",
  });
}

/** Records what the User did to the passage, for the interview to write; a deferred gap stays open (SPEC 16.4). */
function applyPassages(state: State, gap: GapId, answered: Answered): SessionEvent[] {
  const { question, answer, choice } = answered;
  // The question comes back later; the round continues with what was answered.
  if (choice === "end") return [];
  const passages = passageAnswers(question, answer);
  if (passages === "later") return putOff(state, [gap], "deferred when asked", answered);
  const [first] = passages;
  const decision = decide(state, {
    type: "input",
    title: state.gaps.get(gap)?.title ?? gap,
    gaps: [gap],
    decision: passages.map(({ kind, passage, text }) => text || `${RECORDED_AS[kind]} ${passage}`.trim()).join("\n\n"),
    option: question.options.find(({ id }) => id === choice)?.label ?? first?.kind ?? "",
    question: question.text,
    passages,
  });
  // The User answers a question that they had deferred.
  const isDeferred = state.gaps.get(gap)?.state === "USER_DEFERRED";
  const back = isDeferred ? [changeByUser(gap, "OPEN", "answered after all")] : [];
  return inputEvents(state, gap, decision, ...back);
}

const RECORDED_AS = { edit: "", add: "", keep: "Kept as is:", strike: "Struck:" } as const;

/** Defers the gaps: they are known limitations until the User takes them up again. */
export function putOff(state: State, gaps: readonly GapId[], why: string, { answer }: Answered): SessionEvent[] {
  // A gap may be deferred already, if the User went back to its question.
  const others = gaps.filter((gap) => state.gaps.get(gap)?.state !== "USER_DEFERRED");
  if (others.length === 0) return [];
  const title = `Deferred: ${others.join(", ")}`;
  const by = answer.via === "policy" ? "mediator" : "user";
  const decision = { type: "deferral", title, gaps: others, decision: why, by } as const;
  return decideGaps(state, decision, "USER_DEFERRED", why);
}

/** Takes the most urgent gap that is not in the round and does not depend on its other gaps (SPEC 4.1). */
function takeAnother(state: State, { slots }: OpenRound): SessionEvent[] {
  const beside = slots.flatMap(({ dropped, gap }) => (dropped ? [] : (state.gaps.get(gap) ?? [])));
  const fits = (gap: Gap) =>
    !slots.some((slot) => slot.gap === gap.id) && beside.every((other) => areIndependent(state, gap, other));
  const another = assignableGaps(state).find(fits);
  return another ? takeInstead([another.id]) : [];
}
