import { isWildcard, type StateMachine, stateKey } from "./state-machine.ts";

/** The arrows between states by key, with "any" spread over all states and composite states entered and left. */
export interface Graph {
  readonly next: ReadonlyMap<string, ReadonlySet<string>>;
  readonly previous: ReadonlyMap<string, ReadonlySet<string>>;
}

export function buildGraph(machine: StateMachine): Graph {
  const next = new Map<string, Set<string>>();
  const previous = new Map<string, Set<string>>();
  const link = (from: string, to: string): void => {
    next.set(from, (next.get(from) ?? new Set()).add(to));
    previous.set(to, (previous.get(to) ?? new Set()).add(from));
  };
  for (const transition of machine.transitions) {
    const to = stateKey(transition.to);
    for (const from of sources(machine, transition.from, to)) link(from, to);
  }
  for (const [child, parent] of machine.parents) {
    // What leaves a composite state leaves every state in it; what is in it can be reached from it.
    for (const target of next.get(parent) ?? []) if (machine.parents.get(target) !== parent) link(child, target);
    if (!hasEntry(machine, parent)) link(parent, child);
  }
  return { next, previous };
}

function sources(machine: StateMachine, from: string, to: string): string[] {
  if (!isWildcard(from)) return [stateKey(from)];
  const except = from.toLowerCase();
  return [...machine.states.keys()].filter(
    (state) => state !== to && !machine.terminal.has(state) && !except.includes(` ${state}`),
  );
}

function hasEntry(machine: StateMachine, parent: string): boolean {
  return machine.transitions.some(
    ({ from, to }) => stateKey(from) === parent && machine.parents.get(stateKey(to)) === parent,
  );
}

/** Everything that can be reached from the states given, with themselves. */
export function reachable(graph: Graph, from: Iterable<string>): Set<string> {
  const seen = new Set(from);
  // A set is walked to its end, also over what is added on the way.
  for (const state of seen) for (const target of graph.next.get(state) ?? []) seen.add(target);
  return seen;
}
