import type { Rule, RuleFinding } from "../rule.ts";
import { findMachines, isWildcard } from "../state-machine/find-machines.ts";
import { type StateMachine, stateKey } from "../state-machine/state-machine.ts";

/** A transition uses a state that the list of states does not have (SPEC 16.2). */
export const stateUndefined: Rule = {
  id: "state-undefined",
  type: "state-undefined",
  severity: "HIGH",
  summary: "A transition names a state that the document does not define.",
  onByDefault: true,
  run: (spec) => findMachines(spec).flatMap(checkMachine),
};

function checkMachine(machine: StateMachine): RuleFinding[] {
  if (machine.declared.size === 0) return [];
  const reported = new Set<string>();
  const found: RuleFinding[] = [];
  for (const { from, to, line } of machine.transitions) {
    for (const name of [from, to]) {
      const key = stateKey(name);
      if (isWildcard(name) || machine.declared.has(key) || reported.has(key) || isPart(machine, key)) continue;
      reported.add(key);
      found.push({
        line,
        endLine: line,
        message: `The state "${name}" is used here and is not among the states of the document.`,
        fix: `Add "${name}" to the list of states with its meaning, or use the state that is meant.`,
      });
    }
  }
  return found;
}

/** A state inside a declared composite state is declared with it. */
function isPart(machine: StateMachine, key: string): boolean {
  const parent = machine.parents.get(key);
  return parent !== undefined && machine.declared.has(parent);
}
