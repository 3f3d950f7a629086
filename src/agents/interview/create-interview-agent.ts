import type { Agent, AgentTask, TaskBrief } from "../../ports/agent.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { failed, failure, returned } from "../outcomes.ts";
import { engineer } from "./engineer.ts";
import { reviewer } from "./reviewer.ts";

/** The built-in agent for both roles that needs no model and no key (SPEC 16.4): it asks, writes the answers, and checks them. */
export function createInterviewAgent(options: KindOptions): Agent {
  const agent: AgentKind = {
    name: "interview",
    paid: false,
    needsNoTokens: true,
    writesNoFile: true,
    readsBrief: true,
    run: work,
  };
  return guarded(agent, options);
}

async function* work(task: AgentTask): KindRun {
  if (task.brief === undefined) return failed(failure("crashed", "The interview was given no facts to work from."), {});
  const text = documentFor(task, task.brief);
  yield { type: "text", text };
  return returned(new TextEncoder().encode(text), task, {});
}

function documentFor(task: AgentTask, brief: TaskBrief): string {
  const { purpose } = task.label;
  if (purpose === "final-review") return FINAL_REVIEW;
  // The findings of the checks are already in the inventory.
  if (purpose === "survey") return "## Survey\n\n### Gaps\n\nNone.\n";
  if (purpose === "middle-ground") return "## Middle Ground\n\nNONE\n";
  return task.role === "engineer" ? engineer(task, brief) : reviewer(task, brief);
}

/** Without a model there is no final review (SPEC 12). */
const FINAL_REVIEW =
  "## Final Review\n\n### Checklist\n\n- Readiness: every change is the person's own\n\n### Blockers\n\nNone.\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";
