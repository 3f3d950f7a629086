import type { GapId } from "../../model/ids.ts";
import { isNonAnswer } from "../../model/non-answer.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { broughtBy } from "./brought-lines.ts";
import { makeSubject } from "./subject.ts";
import { asSentence } from "./text/answers.ts";
import { inquire } from "./topics/registry.ts";

/** What an answer in the person's own words would make the spec say; empty where the gap is unknown. */
export function previewOf(brief: TaskBrief, id: GapId, answer: string): string[] {
  const gap = brief.gaps.find((one) => one.id === id);
  if (gap === undefined || isNonAnswer(answer)) return [];
  const subject = makeSubject(brief, gap);
  const edits = inquire(subject).free(answer);
  const lines = edits.length === 0 ? [asSentence(answer, subject)] : broughtBy(edits);
  return lines.map((line) => visibleLine(line, 400));
}
