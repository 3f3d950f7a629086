import type { Fence, Lines, Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { findMarkers } from "../../documents/stated/marker.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Section, Spec, Unit } from "./spec.ts";

/** One arrow of a state machine. */
interface Transition {
  readonly from: string;
  readonly to: string;
  /** In lower case with single spaces; empty if there is none. */
  readonly trigger: string;
  /** The condition, or the text of all other columns. */
  readonly guard: string;
  readonly line: number;
  /** The first line of its table or diagram. */
  readonly drawing: number;
}

/** A state and the line that names it. */
interface DeclaredState {
  readonly name: string;
  readonly line: number;
  /** It has its own row or item: findings about it are reported there. */
  readonly alone?: boolean;
}

/** A state machine of a diagram or table, with what the prose says about it. States are identified by `stateKey`. */
export interface StateMachine {
  /** The title of its section. */
  readonly title: string;
  readonly transitions: readonly Transition[];
  /** All its arrows are in this drawing, so that a missing one is missing in the document. */
  readonly isWhole: boolean;
  /** Every state with its first spelling. */
  readonly states: ReadonlyMap<string, DeclaredState>;
  /** Empty if the document lists the states nowhere: then none is undefined. */
  readonly declared: ReadonlyMap<string, DeclaredState>;
  readonly initial: ReadonlySet<string>;
  readonly terminal: ReadonlySet<string>;
}

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
  const near = sectionsNear(spec, section);
  const declared = new Map(declaredIn(near, states).map((state) => [stateKey(state.name), state]));
  for (const [key, state] of declared) if (state.alone === true || !states.has(key)) states.set(key, state);
  const names = new Set(states.keys());
  const remarks = near.flatMap((nearby) => remarksIn(nearby, names));
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

/** The sections of the same chapter, and those with states in their title. */
function sectionsNear({ sections }: Spec, drawn: Section): Section[] {
  const chapterOf = (section: Section): Section =>
    section.parent === undefined || section.parent.node.level < 2 ? section : chapterOf(section.parent);
  const chapter = chapterOf(drawn).node;
  const isIn = ({ line }: Section["node"]) => line >= chapter.line && line <= chapter.endLine;
  const isNamed = (title: string) => /\b(?:states?|status(?:es)?|life-?cycle|phases?)\b/i.test(title);
  return sections.filter(({ node, title }) => isIn(node) || isNamed(title));
}

/** The first list that has at least half of the states that the machine uses. */
function declaredIn(near: readonly Section[], used: ReadonlyMap<string, unknown>): readonly DeclaredState[] {
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

/** The content of one diagram or table; initial and terminal states by their keys. */
interface Drawing extends Lines {
  readonly section: Section;
  /** Every arrow leads from one named state to another: no "any", no "same", no event beside the name. */
  readonly isPlain: boolean;
  readonly transitions: readonly Transition[];
  readonly initial: readonly string[];
  readonly terminal: readonly string[];
}

function drawingsIn(section: Section): Drawing[] {
  const diagrams = section.fences.filter(({ lang }) => lang === "mermaid").map((fence) => readMermaid(fence, section));
  const tables = section.tables.map((table) => readTable(table, section));
  return [...diagrams, ...tables].flatMap((drawing) => drawing ?? []);
}

const FROM =
  /^(?:from|current|source|before|(?:from ?|current |source |old |present |start |previous |in )state|state before)$/i;
const TO =
  /^(?:to|next|target|destination|after|goes to|(?:to ?|next |target |new |destination |end |result(?:ing)? )state|state after)$/i;
const TRIGGER = /^(?:trigger|event|on|when|input|action|cause|transition|signal|message|command|key)/i;
const STATE = /^(?:states?|status|phase|mode)(?: name)?$/i;
/** Needed to tell states from journeys and mappings, which also have From and To. */
const ABOUT_STATES = /\b(?:stat(?:e|us)|life-?cycle|transition|phase)/i;

/** Reads a From/To/Trigger table; `undefined` for any other table. */
function readTable({ header, rows, line: drawing, endLine }: Table, section: Section): Drawing | undefined {
  const titles = header.cells.map(plainText);
  const column = (title: RegExp) => titles.findIndex((cell) => title.test(cell));
  const [to, trigger] = [column(TO), column(TRIGGER)];
  const from = column(FROM) < 0 ? titles.findIndex((cell, index) => index !== to && STATE.test(cell)) : column(FROM);
  const isAboutStates = trigger >= 0 || ABOUT_STATES.test(`${titles[from]} ${section.title}`);
  if (from < 0 || to < 0 || from === to || !isAboutStates) return undefined;
  const isOdd = oddTargets(rows.flatMap(({ cells }) => stateNames(cells[from] ?? "")));
  const read = rows.map(({ cells, line }) => {
    const [sources, [target = "", ...others]] = [stateNames(cells[from] ?? ""), stateNames(cells[to] ?? "")];
    const guard = stateKey(cells.filter((_, index) => ![from, to, trigger].includes(index)).join(" "));
    const said = { trigger: stateKey(cells[trigger] ?? ""), guard, line, drawing };
    const isPlain = others.length === 0 && [...sources, target].every(isStateName) && !isOdd(target);
    return { isPlain, arrows: sources.map((source) => ({ from: source, to: target, ...said })) };
  });
  const isPlain = read.every((row) => row.isPlain);
  const transitions = read.flatMap((row) => (row.isPlain ? row.arrows : []));
  return { section, line: drawing, endLine, isPlain, transitions, initial: [], terminal: [] };
}

const NO_NAME =
  /^(?:(?:any|all|every|each|other)\b|(?:n|none|same|unchanged|no change|stays|itself|self|no-?op|ignored)$)/i;

/** Whether a text can be the name of a state: up to four words, not "any" or "same". */
function isStateName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+){0,3}$/u.test(name) && !NO_NAME.test(name);
}

/** Tests for targets that are probably no state: a marker, or a dead end written differently, such as "no-op". */
function oddTargets(sources: readonly string[]): (name: string) => boolean {
  const [known, forms] = [new Set(sources.map(stateKey)), new Set(sources.map(formOf))];
  const longest = Math.max(...sources.map((name) => name.split(" ").length));
  return (name) =>
    findMarkers(name).length > 0 ||
    (!known.has(stateKey(name)) && (!forms.has(formOf(name)) || name.split(" ").length > longest + 1));
}

function formOf(name: string): string {
  return name === name.toUpperCase() ? "CAPITALS" : /^\p{Lu}/u.test(name) ? "Capital" : "small";
}

/** The states of a cell: "`a`, `b`" or "A / B" are two. */
function stateNames(cell: string): string[] {
  return plainText(cell)
    .split(/,|\/|\bor\b|\|/)
    .map((name) => name.trim());
}

/** The states of a table that lists them, one per row; none for any other table. */
function statesListedIn({ header, rows }: Table): DeclaredState[] {
  const [first = "", ...others] = header.cells.map(plainText);
  const isList =
    (STATE.test(first) || /^name$/i.test(first)) && !others.some((cell) => TO.test(cell) || FROM.test(cell));
  return (isList ? rows : [])
    .map(({ cells, line }) => ({ name: plainText(cells[0] ?? "").replace(/\s*\([^)]*\)$/, ""), line, alone: true }))
    .filter(({ name }) => name !== "");
}

/** `paid --> frozen: fraud` */
const MERMAID_ARROW =
  /^\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")(?:<<\w+>>)?\s*-->\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")\s*(?::\s*(.*))?$/;

const NOTE = /^\s*note\s+(?:left|right)\s+of\s+[^:\n]+\n[\s\S]*?^\s*end note\s*$/gm;

/** Reads a Mermaid `stateDiagram` or `stateDiagram-v2`; `undefined` for other diagrams and nested states. */
function readMermaid({ text, line: drawing, endLine }: Fence, section: Section): Drawing | undefined {
  const lines = text.replace(NOTE, (note) => note.replace(/[^\n]/g, "")).split("\n");
  const head = lines.findIndex((line) => /^\s*stateDiagram(?:-v2)?\s*$/.test(line));
  if (head < 0 || lines.some((line) => line.trimEnd().endsWith("{"))) return undefined;
  const arrows = lines.flatMap((words, index) => {
    const arrow = index <= head ? null : MERMAID_ARROW.exec(words.replace(/%%.*$/, "").replace(/\s+/g, " "));
    const [, from = "", to = "", label = ""] = arrow ?? [];
    const guard = stateKey(/\[([^\]]{1,200})\]/.exec(label)?.[1] ?? "");
    const trigger = stateKey(label.replace(/\[[^\]]{1,200}\]|\s\/\s.*$/g, ""));
    const said = { trigger, guard, line: drawing + 1 + index, drawing };
    return arrow === null ? [] : { from: from.replaceAll('"', ""), to: to.replaceAll('"', ""), ...said };
  });
  const transitions = arrows.filter(({ from, to }) => from !== "[*]" && to !== "[*]");
  const initial = arrows.filter(({ from }) => from === "[*]").map(({ to }) => stateKey(to));
  const terminal = arrows.filter(({ to }) => to === "[*]").map(({ from }) => stateKey(from));
  return { section, line: drawing, endLine, isPlain: true, transitions, initial, terminal };
}

/** A state or trigger without markup and in lower case, for comparison. */
export function stateKey(name: string): string {
  return name
    .replace(/[`*_"'“”\s-]+/g, " ")
    .replace(/[.;]+$/, "")
    .trim()
    .toLowerCase();
}
