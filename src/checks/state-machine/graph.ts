import { type StateMachine, stateKey } from "./state-machine.ts";

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The arrows between states by key. */
export function buildGraph({ transitions }: Pick<StateMachine, "transitions">): {
  readonly next: Arrows;
  readonly previous: Arrows;
} {
  const next = new Map<string, Set<string>>();
  const previous = new Map<string, Set<string>>();
  for (const arrow of transitions) {
    const [from, to] = [stateKey(arrow.from), stateKey(arrow.to)];
    next.set(from, (next.get(from) ?? new Set()).add(to));
    previous.set(to, (previous.get(to) ?? new Set()).add(from));
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
