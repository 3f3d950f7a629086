import { findMarkers } from "../../documents/spec/marker.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Section } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { readDeclarations } from "./read-declarations.ts";
import { readMermaid } from "./read-mermaid.ts";
import { readTransitionTable } from "./read-table.ts";
import { type DeclaredState, type Drawing, isWildcard, type StateMachine, stateKey } from "./state-machine.ts";

/** Every state machine that the document draws, as a diagram or as a table. */
export const findMachines = rememberFor((spec: Spec): readonly StateMachine[] =>
  spec.stated
    .filter(({ role }) => role !== "example")
    .flatMap(drawingsIn)
    .map((drawing) => buildMachine(spec, drawing)),
);

/** A diagram each, and the tables of a section together: they continue each other. */
function drawingsIn(section: Section): Drawing[] {
  const diagrams = section.fences.filter(({ lang }) => lang === "mermaid").map((fence) => readMermaid(fence, section));
  const [first, ...others] = section.tables.flatMap((table) => readTransitionTable(table, section) ?? []);
  for (const { transitions, initial, terminal } of others) {
    first?.transitions.push(...transitions);
    first?.initial.push(...initial);
    first?.terminal.push(...terminal);
  }
  return [...diagrams, first].flatMap((drawing) => (drawing?.transitions.length ? drawing : []));
}

function buildMachine(spec: Spec, { transitions: arrows, section, ...drawn }: Drawing): StateMachine {
  const isOdd = oddTargets(arrows, drawn.declared);
  const transitions = arrows.filter(({ to }) => !isOdd(to));
  // What "restart" or "tbd" does to the state that it stands behind nobody knows.
  const left = arrows.filter(({ to }) => isOdd(to)).map(({ from }) => stateKey(from));
  const states = new Map<string, DeclaredState>();
  for (const { from, to, line } of transitions)
    for (const name of [from, to])
      if (!states.has(stateKey(name)) && !isWildcard(name)) states.set(stateKey(name), { name, line });
  const said = readDeclarations(spec, section, new Set(states.keys()));
  const declared = new Map([...said.declared, ...drawn.declared].map((state) => [stateKey(state.name), state]));
  for (const [key, state] of declared) if (state.alone === true || !states.has(key)) states.set(key, state);
  const initial = new Set([...drawn.initial, ...said.initial]);
  if (initial.size === 0) initial.add(stateKey(transitions[0]?.from ?? ""));
  return { transitions, states, declared, initial, terminal: new Set([...drawn.terminal, ...said.terminal, ...left]) };
}

/** A target that nothing leaves and that is not written like a state that something leaves: "no-op" beside `IDLE_OPEN`; or a marker. */
function oddTargets(arrows: Drawing["transitions"], declared: readonly DeclaredState[]): (name: string) => boolean {
  const names = [
    ...arrows.map(({ from }) => from).filter((name) => !isWildcard(name)),
    ...declared.map(({ name }) => name),
  ];
  const known = new Set(names.map(stateKey));
  const forms = new Set(names.map(formOf));
  const longest = Math.max(...names.map((name) => name.split(" ").length));
  return (name) =>
    findMarkers(name).length > 0 ||
    (!known.has(stateKey(name)) && (!forms.has(formOf(name)) || name.split(" ").length > longest + 1));
}

function formOf(name: string): string {
  return name === name.toUpperCase() ? "CAPITALS" : /^\p{Lu}/u.test(name) ? "Capital" : "small";
}
