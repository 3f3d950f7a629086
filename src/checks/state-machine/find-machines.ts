import { plainText } from "../../documents/markdown/inline.ts";
import { findMarkers } from "../../documents/spec/marker.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Section } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { buildGraph } from "./graph.ts";
import { mentionedIn, readDeclarations } from "./read-declarations.ts";
import { readMermaid } from "./read-mermaid.ts";
import { readTransitionTable, stateNames } from "./read-table.ts";
import { type DeclaredState, type Drawing, type StateMachine, stateKey } from "./state-machine.ts";

/** Every state machine that the document draws: diagrams and tables that share a state draw one. */
export const findMachines = rememberFor((spec: Spec): readonly StateMachine[] => {
  const drawings = spec.stated.filter(({ role }) => role !== "example").flatMap(drawingsIn);
  let machines: Drawing[][] = [];
  for (const drawing of drawings) {
    const names = namesIn([drawing]);
    const isShared = (others: Drawing[]) => [...namesIn(others)].some((name) => names.has(name));
    const same = machines.filter(isShared);
    machines = [...machines.filter((each) => !same.includes(each)), [...same.flat(), drawing]];
  }
  // "any" of another table may mean these states, too.
  const arePlain = drawings.every(({ isPlain }) => isPlain);
  return machines.map((each) => buildMachine(spec, each, arePlain));
});

function namesIn(drawings: readonly Drawing[]): Set<string> {
  const arrows = drawings.flatMap(({ transitions }) => transitions);
  return new Set(arrows.flatMap(({ from, to }) => [stateKey(from), stateKey(to)]));
}

function drawingsIn(section: Section): Drawing[] {
  const diagrams = section.fences.filter(({ lang }) => lang === "mermaid").map((fence) => readMermaid(fence, section));
  const tables = section.tables.map((table) => readTransitionTable(table, section));
  return [...diagrams, ...tables].flatMap((drawing) => drawing ?? []);
}

function buildMachine(spec: Spec, drawings: readonly Drawing[], arePlain: boolean): StateMachine {
  const drawn = drawings.flatMap(({ declared }) => declared);
  const arrows = drawings.flatMap(({ transitions }) => transitions);
  const isOdd = oddTargets(arrows, drawn);
  const inDrawings = drawings.map((each) => each.transitions.filter(({ to }) => !isOdd(to)));
  const transitions = inDrawings.flat();
  const states = new Map<string, DeclaredState>();
  for (const { from, to, line } of transitions)
    for (const name of [from, to]) if (!states.has(stateKey(name))) states.set(stateKey(name), { name, line });
  const sections = drawings.map(({ section }) => section);
  const said = readDeclarations(spec, sections, new Set(states.keys()));
  const declared = new Map([...said.declared, ...drawn].map((state) => [stateKey(state.name), state]));
  for (const [key, state] of declared) if (state.alone === true || !states.has(key)) states.set(key, state);
  const initial = new Set([...drawings.flatMap((each) => each.initial), ...said.initial]);
  const { next, previous } = buildGraph({ transitions });
  const [first = ""] = next.keys();
  if (initial.size === 0) initial.add([...next.keys()].find((state) => !previous.has(state)) ?? first);
  const isWhole =
    arePlain && transitions.length === arrows.length && !isDrawnElsewhere(spec, drawings, new Set(states.keys()));
  const terminal = new Set([...drawings.flatMap((each) => each.terminal), ...said.terminal]);
  return { title: sections[0]?.title ?? "", inDrawings, isWhole, transitions, states, declared, initial, terminal };
}

const ARROW = /[-─=][>▶►]|[→▼↓]/;

/** Arrows between two of its states that are not read: in a text, in another diagram, in a table of states by states. */
function isDrawnElsewhere({ sections }: Spec, drawings: readonly Drawing[], names: ReadonlySet<string>): boolean {
  const isOther = ({ line }: { readonly line: number }) =>
    !drawings.some(({ lines: [first, last] }) => line >= first && line <= last);
  const isDrawing = ({ text }: { readonly text: string }) => ARROW.test(text) && mentionedIn(text, names).length > 1;
  const isState = (cell: string) => stateNames(plainText(cell)).some((name) => names.has(stateKey(name)));
  return sections.some(
    ({ fences, units, tables }) =>
      [...fences, ...units].some((each) => isOther(each) && isDrawing(each)) ||
      tables
        .filter(isOther)
        .some(({ rows }) => rows.some(({ cells: [first = "", ...cells] }) => isState(first) && cells.some(isState))),
  );
}

/** A target that nothing leaves and that is not written like a state that something leaves: "no-op" beside `IDLE_OPEN`; or a marker. */
function oddTargets(arrows: Drawing["transitions"], declared: readonly DeclaredState[]): (name: string) => boolean {
  const names = [...arrows.map(({ from }) => from), ...declared.map(({ name }) => name)];
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
