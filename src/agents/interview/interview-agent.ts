import type { Agent, AgentOutcome, AgentProgress, AgentTask, TaskBrief } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { guarded } from "../guarded.ts";
import { aborted, failed, failure, startWatch } from "../outcomes.ts";
import { type Environment, secretsOf } from "../secrets.ts";
import { engineer } from "./engineer.ts";
import { reviewer } from "./reviewer.ts";

export interface InterviewOptions {
  readonly clock: Clock;
  readonly environment: Environment;
}

/** The built-in pair that needs no model and no key (SPEC 16.4): it asks, writes what is answered, and checks it. */
export function createInterviewAgent({ clock, environment }: InterviewOptions): Agent {
  const agent: Agent = {
    name: "interview",
    paid: false,
    needsNoTokens: true,
    writesNoFile: true,
    readsBrief: true,
    run: (task, signal) => work(task, signal, clock),
  };
  return guarded(agent, secretsOf(environment), clock);
}

async function* work(
  task: AgentTask,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  const usage = startWatch(clock);
  yield { type: "started" };
  if (task.brief === undefined)
    return failed(failure("crashed", "The interview was given no facts to work from."), usage());
  const text = documentFor(task, task.brief);
  if (signal.aborted) return aborted(usage());
  yield { type: "text", text };
  return { type: "document", bytes: new TextEncoder().encode(text), usage: usage() };
}

function documentFor(task: AgentTask, brief: TaskBrief): string {
  const { purpose } = task.label;
  if (purpose === "final-review") return FINAL_REVIEW;
  // What the checks find stands in the inventory already.
  if (purpose === "survey") return "## Survey\n\n### Gaps\n\nNone.\n";
  if (purpose === "middle-ground") return "## Middle Ground\n\nNONE\n";
  return task.role === "engineer" ? engineer(task, brief) : reviewer(task, brief);
}

/** There is none without a model (SPEC 12): what the checks find is asked about when it comes up. */
const FINAL_REVIEW =
  "## Final Review\n\n### Checklist\n\n- Readiness: every change is the person's own\n\n### Blockers\n\nNone.\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";
