import type { Conflict, ConflictOption } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isIssueId } from "../../model/ids.ts";
import { readOptionLetter } from "../../model/option-letter.ts";
import { collect } from "../collect.ts";
import { decide } from "../decide.ts";
import { engineerWords, openConflictOn } from "../disagreement/open-conflicts.ts";
import { settleGap } from "../disagreement/settle-gap.ts";
import type { Answered } from "../make-question.ts";
import type { State } from "../state.ts";
import { conflictOptions } from "./conflict-options.ts";
import { LIMITATION } from "./conflict-question.ts";
import { decideConflict } from "./decide-conflict.ts";

/** The person's answer on one conflict, or on all of MEDIUM together (SPEC 10.4). */
export function applyConflict(state: State, answered: Answered, now: string): SessionEvent[] {
  const conflicts = answered.question.about
    .filter(isIssueId)
    .flatMap((issue) => openConflictOn(state, issue) ?? [])
    .map((conflict) => ({ conflict, chosen: chosenFor(conflict, answered) }));
  const acts = conflicts.map(({ conflict, chosen }) => (current: State) => {
    if (answered.choice === LIMITATION) return leave(current, conflict, now);
    return chosen === undefined ? [] : decided(current, conflict, chosen, answered, now);
  });
  return collect(state, now, ...acts);
}

interface Chosen {
  readonly letter: ConflictOption;
  /** The person's own: the decision for D, else why. */
  readonly words: string;
}

/** By the option of a question of its own, else by the field that bears the issue's id. */
function chosenFor(conflict: Conflict, { choice, field }: Answered): Chosen | undefined {
  if (isLetter(choice)) return { letter: choice, words: choice === "D" ? field("decision") : "" };
  const words = field(conflict.issue);
  if (choice !== "decide" || words === "") return undefined;
  return readOptionLetter(words) ?? { letter: "D", words };
}

function decided(state: State, conflict: Conflict, { letter, words }: Chosen, answered: Answered, now: string) {
  const text = conflictOptions(state, conflict).find((option) => option.letter === letter)?.text;
  const decision = letter === "D" ? words : text;
  if (decision === undefined || decision === "") return [];
  const why = [letter === "D" ? "" : words, answered.field("rationale")].filter((part) => part !== "").join("\n\n");
  const said = { rationale: why, constraints: answered.field("constraints") };
  return decideConflict(state, conflict, letter, decision, said, now);
}

/** LOW goes to the Engineer's position by itself once three LOW conflicts were decided that way (SPEC 10.4). */
export function decideLowConflict(state: State, conflict: Conflict, now: string): SessionEvent[] {
  const rationale = `three LOW conflicts were decided for the Engineer's position; \`whetstone flag reopen ${conflict.issue}\` undoes it`;
  const said = { rationale, constraints: "", by: "mediator" } as const;
  return decideConflict(state, conflict, "B", engineerWords(conflict), said, now);
}

/** Nobody decides it: the finished spec names it (SPEC 10.4, 10.6). */
function leave(state: State, conflict: Conflict, now: string): SessionEvent[] {
  const decision = decide(state, now, {
    type: "limitation",
    title: `${conflict.issue} (${conflict.severity}) is left undecided`,
    gaps: [conflict.gap],
    issues: [conflict.issue],
    decision: "It is a known limitation of the spec.",
    positions: { reviewer: conflict.reviewerPosition, engineer: engineerWords(conflict) },
    outcome: `${conflict.gap} may be accepted without it`,
  });
  return collect(
    state,
    now,
    () => [decision, { type: "conflict_closed", issue: conflict.issue, state: "left" }],
    (current) => settleGap(current, conflict.gap),
  );
}

function isLetter(choice: string): choice is ConflictOption {
  return choice === "A" || choice === "B" || choice === "C" || choice === "D";
}
