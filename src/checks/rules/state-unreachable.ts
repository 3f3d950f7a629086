import type { Rule, RuleFinding } from "../rule.ts";
import { findMachines } from "../state-machine/find-machines.ts";
import { buildGraph, type Graph, reachable } from "../state-machine/graph.ts";
import type { StateMachine } from "../state-machine/state-machine.ts";

/** A state that nothing leads to (SPEC 16.2). */
export const stateUnreachable: Rule = {
  id: "state-unreachable",
  type: "state-unreachable",
  severity: "HIGH",
  summary: "No transition leads into a state that is not the initial one.",
  onByDefault: true,
  run: (spec) => findMachines(spec).flatMap(checkMachine),
};

function checkMachine(machine: StateMachine): RuleFinding[] {
  const graph = buildGraph(machine);
  const reached = reachable(graph, machine.initial);
  const lost = new Set([...machine.states.keys()].filter((state) => !reached.has(state)));
  const found: RuleFinding[] = [];
  for (const state of lost) {
    if (!isRoot(state, lost, graph)) continue;
    const { name, line } = machine.states.get(state) ?? { name: state, line: 1 };
    found.push({
      line,
      endLine: line,
      message: `No transition leads into the state "${name}".`,
      fix: `Write the transition that enters "${name}", name it as an initial state, or remove it.`,
    });
    // What can only be reached from here follows from this finding.
    for (const follower of reachable(graph, [state])) lost.delete(follower);
  }
  return found;
}

/** No other lost state leads to it, except in a circle of which it is the first. */
function isRoot(state: string, lost: ReadonlySet<string>, graph: Graph): boolean {
  const before = [...(graph.previous.get(state) ?? [])].filter((other) => other !== state && lost.has(other));
  if (before.length === 0) return true;
  const after = reachable(graph, [state]);
  return before.every((other) => after.has(other));
}
