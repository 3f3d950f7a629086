import type { Rule, RuleFinding } from "../rule.ts";
import { lineSpan } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { findMachines } from "../state-machine/find-machines.ts";
import { buildGraph, type Graph, reachable } from "../state-machine/graph.ts";
import { isWildcard, type StateMachine, stateKey, type Transition } from "../state-machine/state-machine.ts";

/** A finding on one line of a machine. */
interface MachineFinding extends Pick<RuleFinding, "subject" | "message" | "fix"> {
  readonly line: number;
  readonly other?: number;
}

type StateType = "state-unreachable" | "state-no-exit" | "state-nondeterministic" | "state-undefined";

/** Tables of transitions and Mermaid diagrams (SPEC 16.2). */
function stateRule(id: StateType, summary: string, judge: (machine: StateMachine) => MachineFinding[]): Rule {
  return {
    id,
    type: id,
    severity: "HIGH",
    summary,
    run: (spec) =>
      findMachines(spec)
        .flatMap(judge)
        .map((found) => placed(found, spec)),
  };
}

function placed({ line, other, ...said }: MachineFinding, { markdown }: Spec): RuleFinding {
  const at = lineSpan(markdown.lines, line);
  return { at, ...said, ...(other === undefined ? {} : { related: [lineSpan(markdown.lines, other)] }) };
}

export const stateUnreachable = stateRule(
  "state-unreachable",
  "No transition leads into a state that is not the initial one.",
  (machine) => {
    const graph = buildGraph(machine);
    const reached = reachable(graph, machine.initial);
    const lost = new Set([...machine.states.keys()].filter((state) => !reached.has(state)));
    return [...lost].flatMap((state) => {
      if (!lost.has(state) || !isRoot(state, lost, graph)) return [];
      // What can only be reached from here follows from this finding.
      for (const follower of reachable(graph, [state])) lost.delete(follower);
      const { name, line } = machine.states.get(state) ?? { name: state, line: 1 };
      return {
        line,
        subject: name,
        message: `No transition leads into the state "${name}".`,
        fix: `Write the transition that enters "${name}", name it as an initial state, or remove it.`,
      };
    });
  },
);

/** No other lost state leads to it, except in a circle of which it is the first. */
function isRoot(state: string, lost: ReadonlySet<string>, graph: Graph): boolean {
  const before = [...(graph.previous.get(state) ?? [])].filter((other) => other !== state && lost.has(other));
  if (before.length === 0) return true;
  const after = reachable(graph, [state]);
  return before.every((other) => after.has(other));
}

/** Where a document declares no terminal state at all, a name like these is taken as one. */
const SOUNDS_FINAL =
  /\b(?:done|closed?|complete[d]?|finish(?:ed)?|fail(?:ed|ure)?|succe(?:ss|eded)|cancell?ed|aborted|deleted|removed|archived|expired|rejected|refunded|voided|terminated|stopped|end(?:ed)?|exit(?:ed)?|dead|delivered|published|resolved|destroyed|revoked|merged|released|settled|error|lost|won|accepted|declined|denied|withdrawn|final)\b/;

export const stateNoExit = stateRule("state-no-exit", "A state that is not terminal has no way out.", (machine) => {
  const graph = buildGraph(machine);
  const parents = new Set(machine.parents.values());
  return [...machine.states].flatMap(([state, { name, line }]) => {
    const exits = [...(graph.next.get(state) ?? [])].filter((target) => target !== state);
    const isUsed = (graph.previous.get(state)?.size ?? 0) > 0; // a state that nothing enters is reported as unreachable
    const isKnown = machine.declared.size === 0 || machine.declared.has(state); // an undefined one is reported as such
    if (exits.length > 0 || !isUsed || !isKnown || machine.terminal.has(state) || parents.has(state)) return [];
    if (machine.terminal.size === 0 && SOUNDS_FINAL.test(state)) return [];
    const entry = machine.transitions.find(({ to }) => stateKey(to) === state)?.line ?? line;
    return {
      line: machine.declared.get(state)?.alone === true ? line : entry,
      subject: name,
      message: `The state "${name}" is entered and never left, and nothing says that it is terminal.`,
      fix: `Write what leads out of "${name}", also when something fails, or name it among the terminal states.`,
    };
  });
});

export const stateNondeterministic = stateRule(
  "state-nondeterministic",
  "One trigger leads from one state to two targets without a guard.",
  (machine) => {
    const first = new Map<string, Transition>();
    return machine.transitions.flatMap((transition) => {
      const { from, to, trigger, guard, line } = transition;
      const key = `${stateKey(from)}\n${trigger}\n${guard}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, transition);
      if (trigger === "" || other === undefined || stateKey(other.to) === stateKey(to)) return [];
      return {
        line,
        other: other.line,
        subject: `${from}: ${trigger}`,
        message: `In "${from}" the trigger "${trigger}" leads to "${to}" here and to "${other.to}" elsewhere.`,
        fix: "Give each of the two a guard that excludes the other, or remove one.",
      };
    });
  },
);

export const stateUndefined = stateRule(
  "state-undefined",
  "A transition names a state that the document does not define.",
  (machine) => {
    if (machine.declared.size === 0) return [];
    const reported = new Set<string>();
    return machine.transitions.flatMap(({ from, to, line }) =>
      [from, to].flatMap((name) => {
        const key = stateKey(name);
        const isPart = machine.declared.has(machine.parents.get(key) ?? "");
        if (isWildcard(name) || machine.declared.has(key) || reported.has(key) || isPart) return [];
        reported.add(key);
        return {
          line,
          subject: name,
          message: `The state "${name}" is used here and is not among the states of the document.`,
          fix: `Add "${name}" to the list of states with its meaning, or use the state that is meant.`,
        };
      }),
    );
  },
);
