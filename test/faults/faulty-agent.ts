import type { Agent } from "../../src/ports/agent.ts";
import type { Faults } from "./faults.ts";

/** An agent with a point on both sides of the start of every run, and one where its outcome is there but not yet told. */
export function faultyAgent(agent: Agent, faults: Faults): Agent {
  return {
    name: agent.name,
    paid: agent.paid,
    async *run(task, signal) {
      faults.reach("before", "agent-start", task.id);
      const run = agent.run(task, signal);
      let step = await run.next();
      faults.reach("after", "agent-start", task.id);
      while (!step.done) {
        yield step.value;
        step = await run.next();
      }
      faults.reach("before", "agent-end", task.id);
      return step.value;
    },
  };
}
