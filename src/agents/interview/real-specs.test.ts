import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { EngineerDocument } from "../../documents/agent-document.ts";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { passageQuestion, readAsked } from "../../mediator/questions/passage-question.ts";
import type { State } from "../../mediator/state.ts";
import { answerProblem } from "../../model/answer-problem.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import { passageAnswers } from "../../model/passage-answer.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { engineer } from "./engineer.ts";

const FOLDER = "../shared/specs/docs";
const names = existsSync(FOLDER) ? readdirSync(FOLDER) : [];

/** What people type: short phrases, sentences, yes, numbers, what to do, several sentences. */
const SAID = [
  "30 days",
  "The system shows the reason and keeps the draft.",
  "yes",
  "5",
  "not needed, remove it",
  'Only the owner may do that. Everybody else sees "not allowed" (403).\nThe attempt is logged.',
  "leave it",
  "n/a",
  "tbd",
  "| a | b |",
];

function document(brief: TaskBrief, gap: Gap): EngineerDocument {
  const text = engineer({ label: { gaps: [gap.id] } } as unknown as AgentTask, brief);
  const read = readForm(text, "engineer").document;
  expect(read.unread, text).toEqual([]);
  return read as EngineerDocument;
}

function questionOn(brief: TaskBrief, gap: Gap): Question {
  const [blocked] = document(brief, gap).blocked;
  const asked = readAsked(blocked?.reason ?? "");
  if (asked === undefined) throw new Error(`${gap.id} is not asked about`);
  const spec = { first: [], source: [] };
  const session = { specPath: "spec.md" };
  const state = { gaps: new Map([[gap.id, gap]]), session, spec, questionCount: 0, records: [] };
  return passageQuestion(state as unknown as State, gap.id, asked);
}

function answersTo({ id, options }: Question): Answer[] {
  const written = options.filter(({ requires }) => requires !== undefined).map((option) => option.id);
  const typed = written.flatMap((option) =>
    SAID.map((text): Answer => ({ question: id, options: [option], fields: { [option]: text }, via: "command" })),
  );
  return [...typed, { question: id, options: ["keep"], fields: {}, via: "command" }];
}

/** What the spec reads with an answer; `undefined` where it stays as it was. */
function textWith(brief: TaskBrief, gap: Gap, question: Question, answer: Answer): string | undefined {
  const passages = passageAnswers(question, answer);
  if (passages === "later") return undefined;
  const decision = { id: "DECISION-R1-001", round: 1, gaps: [gap.id], passages } as unknown as Decision;
  const { resolutions, blocked } = document({ ...brief, decisions: [decision] }, gap);
  const [resolution] = resolutions;
  if (blocked.length > 0 || resolution === undefined || resolution.noChange !== undefined) return undefined;
  const applied = applyChanges([{ path: "spec.md", text: brief.source }], resolution.changes);
  if (!applied.ok) throw new Error(applied.problems.map(({ message }) => message).join("\n"));
  return applied.spec[0]?.text;
}

/** Lines of the source outside the passages that are gone: the author's words are lost with them. */
function lost(source: string, now: string, question: Question): string[] {
  const passages = question.evidence.flatMap(({ body }) => body.split("\n").map((line) => line.trim()));
  const kept = new Set(now.split(/\r\n|\r|\n/).map((line) => line.trim()));
  return source
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => !kept.has(line) && !passages.includes(line));
}

describe.skipIf(names.length === 0)("the interview on real specs (needs ../shared/specs)", () => {
  it.each(names)("%s: every answer applies, loses nothing, and brings no word of its own", (name) => {
    const source = readFileSync(`${FOLDER}/${name}`, "utf8");
    const gaps = findGaps(source, {});
    const brief: TaskBrief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
    for (const gap of gaps.slice(0, 12)) {
      const question = questionOn(brief, gap);
      for (const answer of answersTo(question)) {
        if (answerProblem(question, answer) !== undefined) continue;
        const now = textWith(brief, gap, question, answer);
        if (now === undefined) continue;
        expect(lost(source, now, question)).toEqual([]);
        const allowed = `${source} ${Object.values(answer.fields).join(" ")}`;
        const words = now.split(/\r\n|\r|\n/).flatMap((line) => line.match(/\p{L}{2,}/gu) ?? []);
        expect(words.filter((word) => !allowed.includes(word))).toEqual([]);
      }
    }
  });
});
