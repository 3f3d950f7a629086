import { replay, replaySteps } from "../documents/changes/replay.ts";
import { joinFiles } from "../documents/layouts/join-files.ts";
import { buildPrompt, promptNeeds } from "../mediator/build-prompt.ts";
import type { RunName, RunOrder } from "../mediator/effect.ts";
import { blankForm } from "../mediator/prompts/blank-form.ts";
import type { BuiltPrompt, PromptKit } from "../mediator/prompts/prompt-kit.ts";
import { unsettledIssues } from "../mediator/queries.ts";
import { attemptsAt } from "../mediator/rollback/request-rollback.ts";
import { attemptPath, documentPath, specFilePath } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { shownSpec } from "../mediator/working-spec/candidate.ts";
import { defined } from "../model/defined.ts";
import type { GapId } from "../model/ids.ts";
import { rememberFor } from "../model/remember-for.ts";
import type { Agent, AgentTask, TaskBrief, TaskDocument } from "../ports/agent.ts";
import type { Files } from "../ports/files.ts";

/** The largest answer that is accepted: many times what any model writes. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

export interface TaskFacts {
  readonly state: State;
  readonly kit: PromptKit;
  readonly codebase?: string;
  /** Where the agent may write its document: an absolute path in the run's scratch folder. */
  readonly documentPath: string;
}

export function agentTask(
  { state, kit, codebase, documentPath }: TaskFacts,
  order: RunName,
  agent: Agent,
  { preface, prompt, reads, notice, earlier }: Omit<PreparedPrompt, "example">,
): AgentTask {
  const { id, role, round, gaps, attempt } = order;
  const isOfRound = role === "engineer" || role === "reviewer";
  const rerun = attemptsAt(state, round);
  return {
    id,
    role: role === "engineer" ? "engineer" : "reviewer",
    label: { round, gaps, attempt, ...(isOfRound ? {} : { purpose: role }), ...(rerun === 0 ? {} : { rerun }) },
    preface,
    prompt,
    documentPath,
    documents: reads,
    budget: { seconds: state.config.budgets.secondsPerRun, outputBytes: OUTPUT_BYTES },
    template: blankForm(state, kit, order),
    ...defined({ codebase, notice, earlier, brief: agent.readsBrief ? taskBrief(state, order) : undefined }),
  };
}

/** The facts as of the state that ordered the run, for agents that read facts instead of a prompt (SPEC 15.1, 16.4). */
function taskBrief(state: State, order: Pick<RunOrder, "role" | "gaps">): TaskBrief {
  return {
    source: joinFiles(state.spec.first),
    versions: versionsOf(state.spec),
    ...defined({ edits: state.spec.edits, written: state.spec.read && joinFiles(state.spec.read) }),
    draft: joinFiles(shownSpec(state, order)),
    gaps: [...state.gaps],
    issues: order.gaps.flatMap((gap) => unsettledIssues(state, gap)),
    decisions: state.decisions,
    changes: [...state.proposals].map(({ id, round, changes }) => ({ gap: id, round, changes })),
    checks: state.config.checks,
  };
}

/** The author's newest text, then the text after each accepted set of changes, in order. */
const versionsOf = rememberFor(({ source, batches }: State["spec"]): readonly string[] => {
  const after = replaySteps(source, batches).flatMap(({ before }, index) => {
    const batch = batches[index] ?? { round: 0, sets: [] };
    return batch.sets.map((_, at) => replay(before, [{ ...batch, sets: batch.sets.slice(0, at + 1) }]).spec);
  });
  return [source, ...after].map(joinFiles);
});

/** The facts about a gap for asking the User about it, when no run is ordered. */
export function currentBrief(state: State, gap: GapId): TaskBrief {
  return taskBrief(state, { role: "engineer", gaps: [gap] });
}

/** A run's prompt, and the session's files that its role may read in addition (SPEC 2). */
interface PreparedPrompt extends BuiltPrompt {
  readonly reads: readonly TaskDocument[];
  /** The document of the failed attempt before this one, so that a person can continue from it. */
  readonly earlier?: string;
}

export async function preparePrompt(
  { files, kit }: { readonly files: Files; readonly kit: PromptKit },
  state: State,
  order: RunOrder,
): Promise<PreparedPrompt> {
  // relative, because the agent works in its scratch folder
  const promptOrder = { ...order, documentPath: documentPath(".") };
  const texts = new Map<string, string>();
  for (const path of promptNeeds(state, promptOrder)) {
    const text = await files.readText(path);
    if (text !== undefined) texts.set(path, text);
  }
  const before = order.failure === undefined ? undefined : attemptPath({ ...order, attempt: order.attempt - 1 });
  const read = before === undefined ? undefined : await files.readText(before);
  const earlier = read === undefined || read.trim() === "" ? {} : { earlier: read };
  return {
    ...buildPrompt(state, promptOrder, { kit, files: texts, ...earlier }),
    reads: [...specDocuments(state), ...[...texts].map(([path, text]) => ({ path, text }))],
    ...earlier,
  };
}

/** For agents that take facts, and for runs whose prompt was sent by another process. */
export function withoutPrompt(state: State): PreparedPrompt {
  return { preface: "", prompt: "", reads: specDocuments(state) };
}

function specDocuments({ spec: { text } }: State): TaskDocument[] {
  return text.map((file) => ({ path: specFilePath("spec", text, file), text: file.text }));
}
