import { plainText } from "../../documents/markdown/inline.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Section, Unit } from "../reading/section.ts";
import type { Spec } from "../reading/spec.ts";
import { type Drawing, drawingsIn, stateNames, statesListedIn } from "./drawing.ts";
import { type DeclaredState, type StateMachine, stateKey } from "./state-machine.ts";

/** Every state machine of the document, one per diagram or table. */
export const findMachines = rememberFor((spec: Spec): readonly StateMachine[] => {
  const drawings = spec.stated.filter(({ role }) => role !== "example").flatMap(drawingsIn);
  // "any" in another table may include these states.
  const arePlain = drawings.every(({ isPlain }) => isPlain);
  return drawings.map((drawing) => buildMachine(spec, drawing, arePlain));
});

function buildMachine(spec: Spec, drawing: Drawing, arePlain: boolean): StateMachine {
  const { transitions, section } = drawing;
  const states = new Map<string, DeclaredState>();
  for (const { from, to, line } of transitions)
    for (const name of [from, to]) if (!states.has(stateKey(name))) states.set(stateKey(name), { name, line });
  const declared = new Map(declaredIn(spec.sections, states).map((state) => [stateKey(state.name), state]));
  for (const [key, state] of declared) if (state.alone === true || !states.has(key)) states.set(key, state);
  const names = new Set(states.keys());
  const remarks = spec.sections.flatMap((each) => remarksIn(each, names));
  const statesCalled = (form: RegExp) =>
    remarks.filter((remark) => form.test(remark.text)).flatMap((remark) => remark.states);
  return {
    title: section.title,
    isWhole: arePlain && !isDrawnElsewhere(spec, drawing, names),
    ...{ transitions, states, declared },
    initial: new Set([...drawing.initial, ...statesCalled(INITIAL)]),
    terminal: new Set([...drawing.terminal, ...statesCalled(TERMINAL)]),
  };
}

/** The first list that has at least half of the states that the machine uses. */
function declaredIn(sections: readonly Section[], used: ReadonlyMap<string, unknown>): readonly DeclaredState[] {
  const lists = sections.flatMap(({ tables, units }) => [...tables.map(statesListedIn), ...units.map(namedStates)]);
  const isOfMachine = (list: readonly DeclaredState[]) => {
    const known = list.filter(({ name }) => used.has(stateKey(name))).length;
    return known >= 2 && known * 2 >= used.size;
  };
  return lists.find(isOfMachine) ?? [];
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

const TERMINAL = /(?<!\b(?:no|not|non)[- ](?:a |the )?)\b(?:terminal|final|end states?)\b/i;
const INITIAL =
  /^(?!.*\b(?:terminal|final)\b).*\b(?:initial(?:ly)?|(?:starts?|begins?) (?:in|at|as|with)|start(?:ing)? state)\b/is;
const TICK = /^\s*(?:yes|y|true|x|✓|✔|✅)\s*$/i;

/** Sentences and rows that call states initial or terminal. */
function remarksIn({ units, tables }: Section, names: ReadonlySet<string>) {
  const sentences = units
    .filter(({ kind }) => kind !== "cell")
    .flatMap(({ text }) =>
      text
        .split(/;|(?<=\.)\s|, (?:and|while|but) (?=the\b|it\b)/)
        .map((sentence) => ({ about: sentence, text: sentence })),
    );
  const rows = tables
    .filter((table) => statesListedIn(table).length > 0)
    .flatMap(({ header, rows }) =>
      rows.map(({ cells }) => {
        // A "yes" stands for the header of its column.
        const text = cells.map((cell, index) => (TICK.test(cell) ? header.cells[index] : cell)).join(" ");
        return { about: (cells[0] ?? "").replace(/\([^)]*\)/, ""), text };
      }),
    );
  return [...sentences, ...rows]
    .filter(({ text }) => TERMINAL.test(text) || INITIAL.test(text))
    .map(({ about, text }) => ({ text, states: mentionedIn(about, names) }));
}

function mentionedIn(text: string, names: ReadonlySet<string>): string[] {
  const words = ` ${stateKey(text.replace(/[.,:;()]/g, " "))} `;
  return [...names].filter((name) => words.includes(` ${name} `));
}

const ARROW = /[-─=][>▶►]|[→▼↓]/;

/** Whether a text, or another diagram or table, has arrows between its states that it lacks. */
function isDrawnElsewhere({ sections }: Spec, drawing: Drawing, names: ReadonlySet<string>): boolean {
  const isOther = ({ line }: { readonly line: number }) => line < drawing.line || line > drawing.endLine;
  const isDrawing = ({ text }: { readonly text: string }) => ARROW.test(text) && mentionedIn(text, names).length > 1;
  // "paid | is paid" explains a state and is no arrow.
  const statesIn = (cells: readonly string[]) =>
    new Set(
      cells.map(
        (cell) =>
          stateNames(plainText(cell))
            .map(stateKey)
            .find((name) => names.has(name)) ?? "",
      ),
    );
  return sections.some(
    ({ fences, units, tables }) =>
      [...fences, ...units].some((part) => isOther(part) && isDrawing(part)) ||
      tables.some(
        (table) => isOther(table) && table.rows.some(({ cells }) => [...statesIn(cells)].filter(Boolean).length > 1),
      ),
  );
}
