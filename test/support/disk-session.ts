import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFiles } from "../../src/engine/node-files.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import type { QuestionKind } from "../../src/model/question-kinds.ts";
import type { Severity } from "../../src/model/severity.ts";
import type { AgentTask } from "../../src/ports/agent.ts";
import { type ScriptedAgent, type ScriptedAnswer, scriptedAgent } from "../../src/testing/scripted-agent.ts";
import { type TestSession, type TestSessionOptions, testSession } from "../../src/testing/test-session.ts";
import { proposalDocument, reviewDocument } from "./canonical-documents.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** What a person answers, by the kind of the question: one for good, or of several the next one each time. */
export type Replies = { readonly [Kind in QuestionKind]?: Reply | readonly Reply[] };
type Reply = string | (Pick<Answer, "options"> & Partial<Answer>);

export interface DiskSession extends TestSession {
  readonly engineer: ScriptedAgent;
  readonly reviewer: ScriptedAgent;
  /** A file of the session. */
  read(path: string): string;
  /** The finished spec; throws where none was written. */
  spec(): string;
}

type Script = (task: AgentTask) => ScriptedAnswer;

export interface DiskSessionOptions extends Pick<TestSessionOptions, "config" | "observe"> {
  readonly source: string;
  readonly engineer?: Script;
  readonly reviewer?: Script;
  readonly replies?: Replies;
}

/** A session of the library whose folder and spec stand on disk, with scripted agents and a scripted person. */
export function diskSession({ engineer, reviewer, replies = {}, ...options }: DiskSessionOptions): DiskSession {
  const folder = temporaryFolder();
  const agents = { engineer: scriptedAgent(engineer ?? proposes), reviewer: scriptedAgent(reviewer ?? approves) };
  const place = "sessions/spec";
  const session = testSession({
    ...options,
    ...agents,
    files: nodeFiles(join(folder, place), { scratch: ".tmp" }),
    specFolder: nodeFiles(folder),
    answer: answering(replies),
  });
  return {
    ...session,
    ...agents,
    read: (path) => readFileSync(join(folder, place, path), "utf8"),
    spec: () => readFileSync(join(folder, "spec_v1.0.md"), "utf8"),
  };
}

const READY =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

/** The issues that a prompt is about; those of its example are of no round. */
function issuesIn(prompt: string): string[] {
  return [...new Set(prompt.match(/\bISSUE-R[1-9]\d*-\d{3}\b/g))];
}

/** Resolves its gap, and answers every issue that the prompt names. */
export function proposes({ label, prompt }: AgentTask): string {
  const responses = issuesIn(prompt).map((issue) => ({
    issue,
    text: `The bound is named now: 50 ms, from round ${label.round}.`,
  }));
  const gap = label.gaps[0] as GapId;
  // Another text in each round: an issue on one that an earlier review saw would be late (SPEC 3.6).
  const text = `The service settles ${gap} within ${50 + label.round} ms and answers with status 200.`;
  return proposalDocument({ gap, text, responses });
}

export const approves = holdsBack(() => false);

/** Raises an issue, HIGH if nothing else is said, on each gap that it is to hold back, in every round; what it raised before is met. */
export function holdsBack(
  held: (gap: GapId, round: number) => boolean,
  severityOn: (gap: GapId) => Severity = () => "HIGH",
): (task: AgentTask) => string {
  return ({ label, prompt }) => {
    const { round, gaps, purpose } = label;
    if (purpose !== undefined) return READY;
    const rechecks = issuesIn(prompt).map((issue) => ({
      issue,
      status: "RESOLVED" as const,
      why: "the bound is named",
    }));
    const reviews = gaps.map((gap, index) => {
      const earlier = index === 0 ? { rechecks } : {};
      if (!held(gap, round)) return { gap, verdict: "APPROVED", ...earlier };
      const id = `ISSUE-R${round}-${String(index + 1).padStart(3, "0")}`;
      const location = `settles ${gap} within ${50 + round} ms`;
      const issue = {
        severity: severityOn(gap),
        id,
        location,
        title: `No bound is given for ${gap} in round ${round}`,
      };
      return { gap, verdict: "NEEDS_REVISION", issues: [issue], ...earlier };
    });
    return reviewDocument({ reviews });
  };
}

/** A question that no reply is meant for waits. The exact words and the reasons that a gate wants are given. */
function answering(replies: Replies): NonNullable<TestSessionOptions["answer"]> {
  const used = new Map<QuestionKind, number>();
  return (question) => {
    const given = replies[question.kind];
    const turn = used.get(question.kind) ?? 0;
    const reply = Array.isArray(given) ? (given as readonly Reply[])[turn] : (given as Reply | undefined);
    used.set(question.kind, turn + 1);
    if (reply === undefined) return undefined;
    return typeof reply === "string" ? { options: [reply], fields: wanted(question, reply) } : reply;
  };
}

function wanted(question: Question, chosen: string): Record<string, string> {
  const needed = question.options.find(({ id }) => id === chosen)?.requires ?? [];
  const fields = question.fields.filter(({ id }) => needed.includes(id));
  return Object.fromEntries(
    fields.map(({ id, exactText, initial }) => [id, exactText ?? initial ?? `because of ${id}`]),
  );
}
