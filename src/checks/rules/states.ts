import { found, type Rule, repeated } from "../rule.ts";
import { lineSpan } from "../spec/span.ts";
import { findMachines } from "../state-machine/find-machines.ts";
import { type StateMachine, stateKey } from "../state-machine/state-machine.ts";

/** A finding on one line of a machine, and on the other one that it is about. */
interface MachineFinding {
  readonly lines: readonly number[];
  readonly subject: string;
  readonly message: string;
  readonly fix: string;
}

/** Tables of transitions and Mermaid diagrams (SPEC 16.2). */
function stateRule(rule: Omit<Rule, "run" | "fix">, judge: (machine: StateMachine) => Iterable<MachineFinding>): Rule {
  return {
    ...rule,
    fix: "Correct the transitions.",
    *run(spec) {
      for (const machine of findMachines(spec))
        for (const { lines, subject, message, fix } of judge(machine)) {
          const [at, ...related] = lines.map((line) => lineSpan(spec.markdown.lines, line));
          if (at !== undefined) yield { ...found(at, subject, message, related), fix, list: machine.title };
        }
    },
  };
}

export const stateUnreachable = stateRule(
  {
    id: "state-unreachable",
    type: "state-unreachable",
    severity: "MEDIUM",
    summary: "No transition leads to a state that is not an initial one.",
    ask: ({ subject }) => `no transition leads to the state "${subject}". What leads to it?`,
  },
  function* ({ isWhole, initial, states, transitions }) {
    // Where the document names no start, a state that nothing leads to is one.
    for (const [state, { name, line }] of isWhole && initial.size > 0 ? states : []) {
      const isEntered = transitions.some(({ from, to }) => stateKey(to) === state && stateKey(from) !== state);
      if (isEntered || initial.has(state)) continue;
      const fix = `Add a transition to "${name}", mark it as an initial state, or remove it.`;
      yield { lines: [line], subject: name, message: `No transition leads to state "${name}".`, fix };
    }
  },
);

export const stateNoExit = stateRule(
  {
    id: "state-no-exit",
    type: "state-no-exit",
    severity: "MEDIUM",
    summary: "A state has no way out and is not marked as terminal.",
    ask: ({ subject }) => `no transition leads out of the state "${subject}". What does, or is that state final?`,
  },
  function* ({ isWhole, states, declared, terminal, transitions }) {
    // Where the document marks no end, a state that nothing leaves is one.
    for (const [state, { name, line }] of isWhole && terminal.size > 0 ? states : []) {
      const isLeft = transitions.some(({ from, to }) => stateKey(from) === state && stateKey(to) !== state);
      const isKnown = declared.size === 0 || declared.has(state); // an undefined one is reported as such
      const entry = transitions.find(({ to }) => stateKey(to) === state);
      // A state that nothing enters is reported as unreachable.
      if (isLeft || entry === undefined || !isKnown || terminal.has(state)) continue;
      yield {
        lines: [declared.get(state)?.alone === true ? line : entry.line],
        subject: name,
        message: `State "${name}" has no way out and is not marked as terminal.`,
        fix: `Add a transition out of "${name}", or mark it as terminal.`,
      };
    }
  },
);

export const stateTerminal = stateRule(
  {
    id: "state-terminal",
    type: "contradiction",
    severity: "MEDIUM",
    summary: "A transition leads out of a terminal state.",
    ask: ({ subject }) => `"${subject}" is marked as terminal, but a transition leads out of it. Which one is right?`,
  },
  function* ({ transitions, ended }) {
    for (const [state, said] of ended) {
      const exit = transitions.find(({ from, to }) => stateKey(from) === state && stateKey(to) !== state);
      if (exit === undefined) continue;
      yield {
        lines: [exit.line, said],
        subject: exit.from,
        message: `State "${exit.from}" is marked as terminal but leads to "${exit.to}".`,
        fix: "Remove the transition, or do not mark the state as terminal.",
      };
    }
  },
);

export const stateNondeterministic = stateRule(
  {
    id: "state-nondeterministic",
    type: "state-nondeterministic",
    severity: "HIGH",
    summary: "One trigger leads from one state to two targets without a guard.",
  },
  function* ({ transitions }) {
    const alike = repeated(transitions, ({ from, trigger, guard, drawing }) =>
      [drawing, stateKey(from), trigger, guard].join("\n"),
    );
    for (const [{ from, to, trigger, line }, other] of alike) {
      if (trigger === "" || stateKey(other.to) === stateKey(to)) continue;
      yield {
        lines: [line, other.line],
        subject: `${from}: ${trigger}`,
        message: `In state "${from}", "${trigger}" leads to "${to}" here but to "${other.to}" elsewhere.`,
        fix: "Add guards that exclude each other, or remove one of the transitions.",
      };
    }
  },
);

export const stateUndefined = stateRule(
  {
    id: "state-undefined",
    type: "state-undefined",
    severity: "HIGH",
    summary: "A transition uses a state that is not defined.",
    ask: ({ subject }) => `"${subject}" is used here, but it is not one of the states. Which state is meant?`,
  },
  function* ({ states, declared, isWhole }) {
    const [missing, ...others] = [...states].filter(([state]) => !declared.has(state));
    // Where several are missing, the list is of something else.
    if (missing === undefined || others.length > 0 || !isWhole || declared.size < 2) return;
    const [, { name, line }] = missing;
    yield {
      lines: [line],
      subject: name,
      message: `State "${name}" is not defined in this document.`,
      fix: `Add "${name}" to the list of states, or use the state that was meant.`,
    };
  },
);
