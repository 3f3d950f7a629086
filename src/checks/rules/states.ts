import { lineSpan } from "../reading/span.ts";
import type { Spec } from "../reading/spec.ts";
import { findMachines, type StateMachine, stateKey } from "../reading/state-machines.ts";
import { found, type Rule, type RuleFinding, repeated } from "../rule.ts";

/** A finding in a state machine; `other` is a related line. */
type MachineFinding = readonly [line: number, subject: string, message: string, other?: number];

/** Runs a check on every table of transitions and Mermaid diagram (SPEC 16.2). */
function inMachines(judge: (machine: StateMachine) => Iterable<MachineFinding>) {
  return function* (spec: Spec): Generator<RuleFinding> {
    const { lines } = spec.markdown;
    for (const machine of findMachines(spec))
      for (const [line, subject, message, other] of judge(machine)) {
        const related = other === undefined ? [] : [lineSpan(lines, other)];
        yield { ...found(lineSpan(lines, line), subject, message, related), list: machine.title };
      }
  };
}

export const stateUnreachable: Rule = {
  id: "state-unreachable",
  type: "state-unreachable",
  severity: "MEDIUM",
  summary: "No transition leads to a state that is not an initial one.",
  fix: "Add a transition to it, mark it as an initial state, or remove it.",
  ask: ({ subject }) => `no transition leads to the state "${subject}". What leads to it?`,
  run: inMachines(function* ({ isWhole, initial, states, transitions }) {
    // If the document names no initial state, a state without an incoming transition is one.
    for (const [state, { name, line }] of isWhole && initial.size > 0 ? states : []) {
      const isEntered = transitions.some(({ from, to }) => stateKey(to) === state && stateKey(from) !== state);
      if (!isEntered && !initial.has(state)) yield [line, name, `No transition leads to state "${name}".`];
    }
  }),
};

export const stateNoExit: Rule = {
  id: "state-no-exit",
  type: "state-no-exit",
  severity: "MEDIUM",
  summary: "A state has no way out and is not marked as terminal.",
  fix: "Add a transition out of it, or mark it as terminal.",
  ask: ({ subject }) => `no transition leads out of the state "${subject}". What does, or is that state final?`,
  run: inMachines(function* ({ isWhole, states, declared, terminal, transitions }) {
    // If the document marks no terminal state, a state without a way out is one.
    for (const [state, { name, line }] of isWhole && terminal.size > 0 ? states : []) {
      const isLeft = transitions.some(({ from, to }) => stateKey(from) === state && stateKey(to) !== state);
      const isKnown = declared.size === 0 || declared.has(state); // otherwise reported as undefined
      const entry = transitions.find(({ to }) => stateKey(to) === state);
      // A state that nothing enters is reported as unreachable.
      if (isLeft || entry === undefined || !isKnown || terminal.has(state)) continue;
      const reported = declared.get(state)?.alone === true ? line : entry.line;
      yield [reported, name, `State "${name}" has no way out and is not marked as terminal.`];
    }
  }),
};

export const stateNondeterministic: Rule = {
  id: "state-nondeterministic",
  type: "state-nondeterministic",
  severity: "HIGH",
  summary: "One trigger leads from one state to two targets without a guard.",
  fix: "Add guards that exclude each other, or remove one of the transitions.",
  ask: ({ subject, lines: [here, there = "another line"] }) =>
    `${here} and ${there} lead from "${subject}" to different states. Which one should change?`,
  run: inMachines(function* ({ transitions }) {
    const alike = repeated(transitions, ({ from, trigger, guard, drawing }) =>
      [drawing, stateKey(from), trigger, guard].join("\n"),
    );
    for (const [{ from, to, trigger, line }, other] of alike) {
      if (trigger === "" || stateKey(other.to) === stateKey(to)) continue;
      const message = `In state "${from}", "${trigger}" leads to "${to}" here but to "${other.to}" elsewhere.`;
      yield [line, `${from}: ${trigger}`, message, other.line];
    }
  }),
};

export const stateUndefined: Rule = {
  id: "state-undefined",
  type: "state-undefined",
  severity: "HIGH",
  summary: "A transition uses a state that is not defined.",
  fix: "Add it to the list of states, or use the state that was meant.",
  answer: { replaces: true },
  ask: ({ subject }) => `"${subject}" is used here, but it is not one of the states. Which state is meant?`,
  run: inMachines(function* ({ states, declared, isWhole }) {
    const [missing, ...others] = [...states].filter(([state]) => !declared.has(state));
    // If several are missing, the list is about something else.
    if (missing === undefined || others.length > 0 || !isWhole || declared.size < 2) return;
    const [, { name, line }] = missing;
    yield [line, name, `State "${name}" is not defined in this document.`];
  }),
};
