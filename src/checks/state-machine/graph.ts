import { isWildcard, type StateMachine, stateKey } from "./state-machine.ts";

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The arrows between states by key, with "any" spread over all states. */
export function buildGraph({ transitions, states, terminal }: StateMachine): {
  readonly next: Arrows;
  readonly previous: Arrows;
} {
  const next = new Map<string, Set<string>>();
  const previous = new Map<string, Set<string>>();
  const link = (from: string, to: string): void => {
    next.set(from, (next.get(from) ?? new Set()).add(to));
    previous.set(to, (previous.get(to) ?? new Set()).add(from));
  };
  for (const { from, to } of transitions) {
    const target = stateKey(to);
    const isMeant = (state: string) =>
      state !== target && !terminal.has(state) && !from.toLowerCase().includes(` ${state}`);
    for (const source of isWildcard(from) ? [...states.keys()].filter(isMeant) : [stateKey(from)]) link(source, target);
  }
  return { next, previous };
}

/** Everything that can be reached from the states given, with themselves. */
export function reachable(next: Arrows, from: Iterable<string>): Set<string> {
  const seen = new Set(from);
  // A set is walked to its end, also over what is added on the way.
  for (const state of seen) for (const target of next.get(state) ?? []) seen.add(target);
  return seen;
}
