import type { Rule, RuleFinding } from "../rule.ts";
import { findMachines } from "../state-machine/find-machines.ts";
import { type StateMachine, stateKey, type Transition } from "../state-machine/state-machine.ts";

/** One trigger in one state leads to two states, and no guard decides (SPEC 16.2). */
export const stateNondeterministic: Rule = {
  id: "state-nondeterministic",
  type: "state-nondeterministic",
  severity: "HIGH",
  summary: "One trigger leads from one state to two targets without a guard.",
  onByDefault: true,
  run: (spec) => findMachines(spec).flatMap(checkMachine),
};

function checkMachine(machine: StateMachine): RuleFinding[] {
  const first = new Map<string, Transition>();
  const found: RuleFinding[] = [];
  for (const transition of machine.transitions) {
    if (transition.trigger === "") continue;
    const key = `${stateKey(transition.from)}\n${transition.trigger}\n${transition.guard}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, transition);
    else if (stateKey(other.to) !== stateKey(transition.to)) found.push(report(transition, other));
  }
  return found;
}

function report({ from, to, trigger, line }: Transition, other: Transition): RuleFinding {
  return {
    line,
    endLine: line,
    message: `In "${from}" the trigger "${trigger}" leads to "${to}" here and to "${other.to}" on line ${other.line}.`,
    fix: "Give each of the two a guard that excludes the other, or remove one.",
  };
}
