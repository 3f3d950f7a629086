import { rememberFor } from "../../model/remember-for.ts";
import type { Section } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { readDeclarations } from "./read-declarations.ts";
import { readMermaid } from "./read-mermaid.ts";
import { readTransitionTable } from "./read-table.ts";
import {
  type DeclaredState,
  type Drawing,
  isWildcard,
  type StateMachine,
  stateKey,
  type Transition,
} from "./state-machine.ts";

/** Every state machine that the document draws, as a diagram or as a table. */
export const findMachines = rememberFor((spec: Spec): readonly StateMachine[] => {
  const sections = spec.stated.filter(({ role }) => role !== "example");
  return mergeTables(sections.flatMap(drawingsIn)).map((drawing) => buildMachine(spec, drawing));
});

function drawingsIn(section: Section): Drawing[] {
  const diagrams = section.fences.filter(({ lang }) => lang === "mermaid");
  const drawings = [
    ...diagrams.map((fence) => readMermaid(fence, section)),
    ...section.tables.map((table) => readTransitionTable(table, section)),
  ];
  return drawings.filter((drawing) => drawing !== undefined).filter(({ transitions }) => transitions.length > 0);
}

/** Tables of one section that share a state continue each other. */
function mergeTables(drawings: readonly Drawing[]): Drawing[] {
  const merged: Drawing[] = [];
  for (const drawing of drawings) {
    const index = merged.findIndex((other) => other.section === drawing.section && sharesState(other, drawing));
    const other = merged[index];
    if (other === undefined || isSameDrawing(other, drawing)) merged.push(drawing);
    else merged[index] = join(other, drawing);
  }
  return merged;
}

function sharesState(a: Drawing, b: Drawing): boolean {
  const states = new Set(a.transitions.flatMap(({ from, to }) => [stateKey(from), stateKey(to)]));
  return b.transitions.some(({ from, to }) => states.has(stateKey(from)) || states.has(stateKey(to)));
}

/** A diagram and a table that draw the same arrows twice, in other words: each is judged by itself. */
function isSameDrawing(a: Drawing, b: Drawing): boolean {
  const key = ({ from, to }: Transition) => `${stateKey(from)} ${stateKey(to)}`;
  const arrows = new Set(a.transitions.map(key));
  return b.transitions.filter((arrow) => arrows.has(key(arrow))).length * 2 >= b.transitions.length;
}

function join(a: Drawing, b: Drawing): Drawing {
  return {
    ...a,
    transitions: [...a.transitions, ...b.transitions],
    declared: [...a.declared, ...b.declared],
    initial: [...a.initial, ...b.initial],
    terminal: [...a.terminal, ...b.terminal],
    parents: new Map([...a.parents, ...b.parents]),
  };
}

function buildMachine(spec: Spec, drawing: Drawing): StateMachine {
  const states = new Map<string, DeclaredState>();
  for (const { from, to, line } of drawing.transitions) {
    for (const name of [from, to])
      if (!states.has(stateKey(name)) && !isWildcard(name)) states.set(stateKey(name), { name, line });
  }
  const said = readDeclarations(spec, drawing, new Set(states.keys()));
  const declared = new Map([...said.declared, ...drawing.declared].map((state) => [stateKey(state.name), state]));
  for (const [key, state] of declared) if (state.alone === true || !states.has(key)) states.set(key, state);
  const initial = new Set([...drawing.initial, ...said.initial]);
  const first = drawing.transitions[0];
  if (initial.size === 0 && first !== undefined) initial.add(stateKey(first.from));
  const terminal = new Set([...drawing.terminal, ...said.terminal]);
  return { transitions: drawing.transitions, states, declared, initial, terminal, parents: drawing.parents };
}
