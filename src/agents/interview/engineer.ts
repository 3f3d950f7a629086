import type { LineEdit } from "../../documents/values.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import type { Decision } from "../../model/decision.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { answersOn, openAnswer } from "./answers-so-far.ts";
import type { Choice, Inquiry } from "./inquiry.ts";
import { isSameLabel, questionDocument } from "./question-document.ts";
import { resolutionDocument } from "./resolution-document.ts";
import { makeSubject } from "./subject.ts";
import { inquire } from "./topics/registry.ts";

/** The Engineer of the interview (SPEC 16.4): asks one precise question, then writes the answer into the spec. */
export function engineer(task: AgentTask, brief: TaskBrief): string {
  const [id] = task.label.gaps;
  const gap = brief.gaps.find((one) => one.id === id);
  if (gap === undefined) throw new InternalError("a run of the interview's Engineer is about no gap");
  const subject = makeSubject(brief, gap);
  const inquiry = inquire(subject);
  const answer = openAnswer(brief, gap.id);
  const issues = brief.issues.filter((issue) => issue.gap === gap.id);
  if (answer === undefined) return questionDocument(gap, inquiry, answersOn(brief, gap.id).at(-1), issues);
  const choice = chosen(inquiry, answer);
  return resolutionDocument({ subject, inquiry, answer, edits: edits(inquiry, answer, choice), issues });
}

function chosen({ choices }: Inquiry, { option }: Decision): Choice | undefined {
  return option === undefined ? undefined : choices.find(({ label }) => isSameLabel(label, option));
}

function edits(inquiry: Inquiry, answer: Decision, choice: Choice | undefined): readonly LineEdit[] {
  return choice === undefined ? inquiry.free(answer.decision) : choice.write();
}
