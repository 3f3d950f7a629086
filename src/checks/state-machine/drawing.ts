import type { Fence, Lines, Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { findMarkers } from "../../documents/stated/marker.ts";
import type { Section } from "../reading/section.ts";
import { type DeclaredState, stateKey, type Transition } from "./state-machine.ts";

/** The content of one diagram or table; initial and terminal states by their keys. */
export interface Drawing extends Lines {
  readonly section: Section;
  /** Every arrow leads from one named state to another: no "any", no "same", no event beside the name. */
  readonly isPlain: boolean;
  readonly transitions: readonly Transition[];
  readonly initial: readonly string[];
  readonly terminal: readonly string[];
}

export function drawingsIn(section: Section): Drawing[] {
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
export function stateNames(cell: string): string[] {
  return plainText(cell)
    .split(/,|\/|\bor\b|\|/)
    .map((name) => name.trim());
}

/** The states of a table that lists them, one per row; none for any other table. */
export function statesListedIn({ header, rows }: Table): DeclaredState[] {
  const [first = "", ...others] = header.cells.map(plainText);
  const isList =
    (STATE.test(first) || /^name$/i.test(first)) && !others.some((cell) => TO.test(cell) || FROM.test(cell));
  return (isList ? rows : [])
    .map(({ cells, line }) => ({ name: plainText(cells[0] ?? "").replace(/\s*\([^)]*\)$/, ""), line, alone: true }))
    .filter(({ name }) => name !== "");
}

/** `paid --> frozen: fraud` */
const ARROW = /^\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")(?:<<\w+>>)?\s*-->\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")\s*(?::\s*(.*))?$/;

const NOTE = /^\s*note\s+(?:left|right)\s+of\s+[^:\n]+\n[\s\S]*?^\s*end note\s*$/gm;

/** Reads a Mermaid `stateDiagram` or `stateDiagram-v2`; `undefined` for other diagrams and nested states. */
function readMermaid({ text, line: drawing, endLine }: Fence, section: Section): Drawing | undefined {
  const lines = text.replace(NOTE, (note) => note.replace(/[^\n]/g, "")).split("\n");
  const head = lines.findIndex((line) => /^\s*stateDiagram(?:-v2)?\s*$/.test(line));
  if (head < 0 || lines.some((line) => line.trimEnd().endsWith("{"))) return undefined;
  const arrows = lines.flatMap((words, index) => {
    const arrow = index <= head ? null : ARROW.exec(words.replace(/%%.*$/, "").replace(/\s+/g, " "));
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
