import type { FindingType } from "../../../checks/finding.ts";
import type { Inquiry, Topic } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { askAssumption } from "./assumption.ts";
import { askContradiction } from "./contradiction.ts";
import { askDanglingRef } from "./dangling-ref.ts";
import { askDuplicate } from "./duplicate-definition.ts";
import { askEmptySection } from "./empty-section.ts";
import { askMissingNumber } from "./missing-number.ts";
import { askNoActor } from "./no-actor.ts";
import { askNoFailurePath } from "./no-failure-path.ts";
import { askOpenList } from "./open-list.ts";
import { askOpenPoint } from "./open-point.ts";
import { askStates } from "./states.ts";
import { askUndefinedTerm } from "./undefined-term.ts";
import { askVague } from "./vague.ts";

const TOPICS: Readonly<Record<FindingType, Topic>> = {
  vague: askVague,
  "missing-number": askMissingNumber,
  "undefined-term": askUndefinedTerm,
  "dangling-ref": askDanglingRef,
  "empty-section": askEmptySection,
  "no-failure-path": askNoFailurePath,
  contradiction: askContradiction,
  "open-list": askOpenList,
  "no-actor": askNoActor,
  "duplicate-definition": askDuplicate,
  "state-unreachable": askStates,
  "state-no-exit": askStates,
  "state-nondeterministic": askStates,
  "state-undefined": askStates,
  "explicit-marker": askOpenPoint,
};

/** The question for a gap: by what the checks say there, else by the author's own words. */
export function inquire(subject: Subject): Inquiry {
  const { finding, gap } = subject;
  const assumption = askAssumption(subject);
  if (assumption !== undefined) return assumption;
  const asked = finding === undefined || gap.origin === "source" ? undefined : TOPICS[finding.type](subject);
  if (asked !== undefined) return asked;
  return (gap.origin === "check" ? undefined : askOpenPoint(subject)) ?? plainInquiry(subject);
}

/** Nothing in the text gives a hold: the gap itself is the question. */
function plainInquiry({ gap }: Subject): Inquiry {
  return {
    question: `${gap.title} What holds?`,
    choices: [],
    wanted: "what the spec has to say about it, in a sentence",
    free: () => [],
  };
}
