import type { Rule, RuleFinding } from "../rule.ts";
import { findMachines } from "../state-machine/find-machines.ts";
import { buildGraph } from "../state-machine/graph.ts";
import { type StateMachine, stateKey } from "../state-machine/state-machine.ts";

/** A state that nothing leads out of, and that is not said to be an end (SPEC 16.2). */
export const stateNoExit: Rule = {
  id: "state-no-exit",
  type: "state-no-exit",
  severity: "HIGH",
  summary: "A state that is not terminal has no way out.",
  onByDefault: true,
  run: (spec) => findMachines(spec).flatMap(checkMachine),
};

/** Where a document declares no terminal state at all, a name like these is taken as one. */
const SOUNDS_FINAL =
  /\b(?:done|closed?|complete[d]?|finish(?:ed)?|fail(?:ed|ure)?|succe(?:ss|eded)|cancell?ed|aborted|deleted|removed|archived|expired|rejected|refunded|voided|terminated|stopped|end(?:ed)?|exit(?:ed)?|dead|delivered|published|resolved|destroyed|revoked|merged|released|settled|error|lost|won|accepted|declined|denied|withdrawn|final)\b/;

function checkMachine(machine: StateMachine): RuleFinding[] {
  const graph = buildGraph(machine);
  const found: RuleFinding[] = [];
  for (const [state, { name, line }] of machine.states) {
    const exits = [...(graph.next.get(state) ?? [])].filter((target) => target !== state);
    const isUsed = (graph.previous.get(state)?.size ?? 0) > 0; // a state that nothing enters is reported as unreachable
    if (exits.length > 0 || !isUsed || machine.terminal.has(state) || !isKnown(machine, state)) continue;
    if (machine.terminal.size === 0 && SOUNDS_FINAL.test(state)) continue;
    if (hasChildren(machine, state)) continue;
    const place = machine.declared.get(state)?.alone === true ? line : (entryLine(machine, state) ?? line);
    found.push({
      line: place,
      endLine: place,
      message: `The state "${name}" is entered and never left, and nothing says that it is terminal.`,
      fix: `Write what leads out of "${name}", also when something fails, or name it among the terminal states.`,
    });
  }
  return found;
}

/** An undefined state is reported as such. */
function isKnown(machine: StateMachine, state: string): boolean {
  return machine.declared.size === 0 || machine.declared.has(state);
}

function hasChildren(machine: StateMachine, state: string): boolean {
  return [...machine.parents.values()].includes(state);
}

function entryLine(machine: StateMachine, state: string): number | undefined {
  return machine.transitions.find((transition) => stateKey(transition.to) === state)?.line;
}
