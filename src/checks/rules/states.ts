import { found, type Rule, type RuleFinding, repeated } from "../rule.ts";
import { lineSpan } from "../spec/span.ts";
import { findMachines } from "../state-machine/find-machines.ts";
import { buildGraph, reachable, type StateMachine, stateKey } from "../state-machine/state-machine.ts";

/** A finding on one line of a machine, and on the other one that it is about. */
type MachineFinding = Pick<RuleFinding, "subject" | "message" | "fix"> & { readonly lines: readonly number[] };

type StateRule = Pick<Rule, "severity" | "summary" | "ask"> & {
  readonly id: "state-unreachable" | "state-no-exit" | "state-nondeterministic" | "state-undefined";
  judge(machine: StateMachine): Iterable<MachineFinding>;
};

/** Tables of transitions and Mermaid diagrams (SPEC 16.2). */
function stateRule({ id, judge, ...said }: StateRule): Rule {
  return {
    id,
    type: id,
    fix: "Draw what is meant.",
    ...said,
    *run(spec) {
      for (const machine of findMachines(spec))
        for (const { lines, subject, message, fix = "" } of judge(machine)) {
          const [at, ...related] = lines.map((line) => lineSpan(spec.markdown.lines, line));
          if (at !== undefined) yield { ...found(at, subject, message, related), fix, list: machine.title };
        }
    },
  };
}

export const stateUnreachable = stateRule({
  id: "state-unreachable",
  severity: "MEDIUM",
  summary: "No transition leads into a state that is not the initial one.",
  ask: ({ subject }) => `no transition leads to the state "${subject}". What leads to it?`,
  *judge(machine) {
    if (!machine.isWhole) return;
    const { next, previous } = buildGraph(machine.transitions);
    const reached = reachable(next, machine.initial);
    for (const [state, { name, line }] of machine.states) {
      if (reached.has(state)) continue;
      const after = reachable(next, [state]);
      // What can only be reached from a lost state follows from that finding; of a circle the first is told.
      const before = [...(previous.get(state) ?? [])].filter((other) => !reached.has(other) && !after.has(other));
      if (before.length > 0) continue;
      for (const follower of after) reached.add(follower);
      const fix = `Write the transition that enters "${name}", name it as an initial state, or remove it.`;
      yield { lines: [line], subject: name, message: `No transition leads into the state "${name}".`, fix };
    }
  },
});

export const stateNoExit = stateRule({
  id: "state-no-exit",
  severity: "MEDIUM",
  summary: "A state has no way out, and is not among those that the document calls terminal.",
  ask: ({ subject }) => `no transition leads out of the state "${subject}". What does, or is that state final?`,
  *judge(machine) {
    const { states, declared, terminal, transitions } = machine;
    // Where the document marks no end, a state that nothing leaves is one.
    if (!machine.isWhole || terminal.size === 0) return;
    const { next, previous } = buildGraph(machine.transitions);
    for (const [state, { name, line }] of states) {
      const isLeft = [...(next.get(state) ?? [])].some((target) => target !== state);
      const isKnown = declared.size === 0 || declared.has(state); // an undefined one is reported as such
      // A state that nothing enters is reported as unreachable.
      if (isLeft || !previous.has(state) || !isKnown || terminal.has(state)) continue;
      const entry = transitions.find(({ to }) => stateKey(to) === state)?.line ?? line;
      yield {
        lines: [declared.get(state)?.alone === true ? line : entry],
        subject: name,
        message: `The state "${name}" is entered and never left, and nothing says that it is terminal.`,
        fix: `Write what leads out of "${name}", also when something fails, or name it among the terminal states.`,
      };
    }
  },
});

export const stateNondeterministic = stateRule({
  id: "state-nondeterministic",
  severity: "HIGH",
  summary: "One trigger leads from one state to two targets without a guard.",
  *judge({ transitions }) {
    const alike = repeated(transitions, ({ from, trigger, guard, drawing }) =>
      [drawing, stateKey(from), trigger, guard].join("\n"),
    );
    for (const [{ from, to, trigger, line }, other] of alike) {
      if (trigger === "" || stateKey(other.to) === stateKey(to)) continue;
      yield {
        lines: [line, other.line],
        subject: `${from}: ${trigger}`,
        message: `In "${from}" the trigger "${trigger}" leads to "${to}" here and to "${other.to}" elsewhere.`,
        fix: "Give each of the two a guard that excludes the other, or remove one.",
      };
    }
  },
});

export const stateUndefined = stateRule({
  id: "state-undefined",
  severity: "HIGH",
  summary: "A transition names a state that the document does not define.",
  ask: ({ subject }) => `"${subject}" is used here, but it is not one of the states. Which state is meant?`,
  *judge({ states, transitions, declared, isWhole }) {
    const missing = [...states].filter(([state]) => !declared.has(state));
    // Where several are missing, the list is of something else.
    for (const [state, { name }] of !isWhole || declared.size < 2 || missing.length > 1 ? [] : missing) {
      const use = transitions.find(({ from, to }) => [from, to].some((each) => stateKey(each) === state));
      yield {
        lines: [use?.line ?? 1],
        subject: name,
        message: `The state "${name}" is used here and is not among the states of the document.`,
        fix: `Add "${name}" to the list of states with its meaning, or use the state that is meant.`,
      };
    }
  },
});
