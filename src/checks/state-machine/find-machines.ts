import { plainText } from "../../documents/markdown/inline.ts";
import { findMarkers } from "../../documents/spec/marker.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Section, Unit } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { type Drawing, drawingsIn, stateNames, statesListedIn } from "./read-drawing.ts";
import { type DeclaredState, type StateMachine, stateKey, type Transition } from "./state-machine.ts";

/** Every state machine that the document draws: diagrams and tables that share a state draw one. */
export const findMachines = rememberFor((spec: Spec): readonly StateMachine[] => {
  const drawings = spec.stated.filter(({ role }) => role !== "example").flatMap(drawingsIn);
  let machines: Drawing[][] = [];
  for (const drawing of drawings) {
    const names = namesIn(drawing.transitions);
    const same = machines.filter((others) =>
      others.some(({ transitions }) => [...namesIn(transitions)].some((name) => names.has(name))),
    );
    machines = [...machines.filter((each) => !same.includes(each)), [...same.flat(), drawing]];
  }
  // "any" of another table may mean these states, too.
  const arePlain = drawings.every(({ isPlain }) => isPlain);
  return machines.map((each) => buildMachine(spec, each, arePlain));
});

function namesIn(transitions: readonly Transition[]): Set<string> {
  return new Set(transitions.flatMap(({ from, to }) => [stateKey(from), stateKey(to)]));
}

function buildMachine(spec: Spec, drawings: readonly Drawing[], arePlain: boolean): StateMachine {
  const arrows = drawings.flatMap((drawing) => drawing.transitions);
  const isOdd = oddTargets(arrows);
  const transitions = arrows.filter(({ to }) => !isOdd(to));
  const near = sectionsNear(spec, drawings);
  const declared = new Map(declaredIn(near, namesIn(transitions)).map((state) => [stateKey(state.name), state]));
  const states = new Map<string, DeclaredState>();
  for (const { from, to, line } of transitions)
    for (const name of [from, to]) if (!states.has(stateKey(name))) states.set(stateKey(name), { name, line });
  for (const [key, state] of declared) if (state.alone === true || !states.has(key)) states.set(key, state);
  const names = new Set(states.keys());
  const remarks = near.flatMap((section) => remarksIn(section, names));
  const said = (form: RegExp) => remarks.filter((remark) => form.test(remark.said));
  const isWhole = arePlain && transitions.length === arrows.length && !isDrawnElsewhere(spec, drawings, names);
  return {
    title: drawings[0]?.section.title ?? "",
    ...{ isWhole, transitions, states, declared },
    initial: new Set([...drawings.flatMap((each) => each.initial), ...said(INITIAL).flatMap((each) => each.states)]),
    terminal: new Set([...drawings.flatMap((each) => each.terminal), ...said(TERMINAL).flatMap((each) => each.states)]),
    ended: new Map(said(ENDED).flatMap((each) => each.states.map((state) => [state, each.line] as const))),
  };
}

/** Those under one heading with a drawing, and those named after states. */
function sectionsNear({ sections }: Spec, drawings: readonly Drawing[]): Section[] {
  const chapterOf = (section: Section): Section =>
    section.parent === undefined || section.parent.node.level < 2 ? section : chapterOf(section.parent);
  const chapters = drawings.map(({ section }) => chapterOf(section).node);
  return sections.filter(
    ({ node: { line }, title }) =>
      chapters.some((chapter) => line >= chapter.line && line <= chapter.endLine) ||
      /\b(?:states?|status(?:es)?|life-?cycle|phases?)\b/i.test(title),
  );
}

/** A list of states is this machine's where at least half of the states that the machine uses stand in it. */
function declaredIn(near: readonly Section[], used: ReadonlySet<string>): readonly DeclaredState[] {
  const lists = near.flatMap(({ tables, units }) => [
    ...tables.map(statesListedIn),
    units.flatMap(listedState),
    ...units.map(namedStates),
  ]);
  const isOfMachine = (list: readonly DeclaredState[]) => {
    const known = list.filter(({ name }) => used.has(stateKey(name))).length;
    return known >= 2 && known * 2 >= used.size;
  };
  return lists.find(isOfMachine) ?? [];
}

/** "- `created`: the request is stored", "- **Idle** - nothing runs". */
function listedState({ kind, text, line }: Unit): DeclaredState[] {
  const [, code, bold, plain] =
    /^(?:`([^`\n]{1,60})`|\*\*([^*\n]{1,60}?):?\*\*|([\w-]{1,40})(?=\s*:))/.exec(text) ?? [];
  const name = code ?? bold ?? plain;
  return kind !== "item" || name === undefined ? [] : [{ name, line, alone: true }];
}

/** "The states are `idle`, `busy` and `done`."; "has the states Idle, Busy and Done". */
function namedStates({ kind, text, line }: Unit): DeclaredState[] {
  const isList = (part: string): boolean => /\bstates?\b/i.test(part) && !/\b(?:terminal|final|initial)\b/i.test(part);
  const sentence = kind === "heading" || kind === "cell" ? undefined : text.split(/(?<=\.)\s/).find(isList);
  const codes = Array.from((sentence ?? "").matchAll(/`([^`\n]{1,60})`/g), ([, name = ""]) => name);
  const list = /\bstates?\b[^A-Z]{0,20}\s([A-Z][\w-]*(?:,? (?:and |or )?[A-Z][\w-]*){2,20})/.exec(sentence ?? "")?.[1];
  const names = codes.length > 0 ? codes : (list?.split(/,? (?:and |or )?/) ?? []);
  return names.length < 3 ? [] : names.map((name) => ({ name, line }));
}

const TERMINAL =
  /(?<!\b(?:not|non)[- ](?:a |the )?)\b(?:terminal|final|end states?|absorbing|never left|no way out|no exit|cannot be left|(?:is|are) not left|ends? (?:in|as|with))\b/i;
const INITIAL =
  /^(?!.*\b(?:terminal|final)\b).*\b(?:initial|initially|(?:starts?|begins?) (?:in|at|as|with)|start(?:ing)? state|first state|is created (?:in|as))\b/is;
/** Nothing but that: "final unless it is reopened" has an exception. */
const ENDED =
  /^(?!.*\b(?:not|unless|except|until|but|only|if|when)\b)\W*(?:(?:the )?(?:terminal|final|end) states?(?: are| is|:)|.*\b(?:is|are) (?:an? |the )?(?:terminal|final)(?: states?)?\W*$)/is;
const TICK = /^\s*(?:yes|y|true|x|✓|✔|✅)\s*$/i;

/** What a sentence, or a row of a list of states, says of some of them. */
function remarksIn({ units, tables }: Section, names: ReadonlySet<string>) {
  const sentences = units
    .filter(({ kind }) => kind !== "cell")
    .flatMap(({ text, line }) =>
      text.split(/;|(?<=\.)\s|, (?:and|while|but) (?=the\b|it\b)/).map((said) => ({ about: said, said, line })),
    );
  const rows = tables
    .filter((table) => statesListedIn(table).length > 0)
    .flatMap(({ header, rows }) =>
      rows.map(({ cells, line }) => {
        // A "yes" says what the head of its column says.
        const said = cells.map((cell, index) => (TICK.test(cell) ? header.cells[index] : cell)).join(" ");
        return { about: (cells[0] ?? "").replace(/\([^)]*\)/, ""), said, line };
      }),
    );
  return [...sentences, ...rows]
    .filter(({ said }) => TERMINAL.test(said) || INITIAL.test(said))
    .map(({ about, ...remark }) => ({ ...remark, states: mentionedIn(about, names) }));
}

function mentionedIn(text: string, names: ReadonlySet<string>): string[] {
  const words = ` ${stateKey(text.replace(/[.,:;()]/g, " "))} `;
  return [...names].filter((name) => words.includes(` ${name} `));
}

const ARROW = /[-─=][>▶►]|[→▼↓]/;

/** Arrows between two of its states that are not read: in a text, in another diagram, in a table of states by states. */
function isDrawnElsewhere({ sections }: Spec, drawings: readonly Drawing[], names: ReadonlySet<string>): boolean {
  const isOther = ({ line }: { readonly line: number }) =>
    !drawings.some((drawing) => line >= drawing.line && line <= drawing.endLine);
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
function oddTargets(arrows: readonly Transition[]): (name: string) => boolean {
  const names = arrows.map(({ from }) => from);
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
