import type { Table } from "../../documents/markdown/block.ts";
import { HINT } from "../language/hints.ts";
import type { Section } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { lineOf, type Sentence, type Unit } from "../spec/unit.ts";
import type { Drawing } from "./drawing.ts";
import { statesListedIn } from "./read-table.ts";
import { type DeclaredState, stateKey } from "./state-machine.ts";

/** What tables and prose say about the states of a drawing. */
export interface Declarations {
  readonly declared: readonly DeclaredState[];
  readonly initial: readonly string[];
  readonly terminal: readonly string[];
}

export function readDeclarations(spec: Spec, drawing: Drawing, used: ReadonlySet<string>): Declarations {
  const near = nearSections(spec, drawing.section);
  const declared = declaredInTables(near, used) ?? declaredInLists(near, used) ?? declaredInProse(near, used) ?? [];
  const names = new Set([...used, ...declared.map((state) => stateKey(state.name))]);
  const initial: string[] = [];
  const terminal: string[] = [];
  for (const unit of near.flatMap((section) => section.units)) readRoles(unit, names, initial, terminal);
  for (const section of near) {
    for (const table of section.tables)
      if (statesListedIn(table).length > 0) readRemarks(table, names, initial, terminal);
  }
  return { declared, initial, terminal };
}

const FINAL_COLUMN = /^(?:is )?(?:final|terminal|end(?: state)?)\??$/i;
const TICKED = /^(?:yes|y|true|x|✓|✔|✅)$/i;

/** What the row of a state says about it: "terminal", "(initial)", a "yes" below "Final". */
function readRemarks(table: Table, names: ReadonlySet<string>, initial: string[], terminal: string[]): void {
  const final = table.header.cells.findIndex((title) => FINAL_COLUMN.test(title.trim()));
  for (const { cells } of table.rows) {
    const rest = cells.join(" | ");
    const isTerminal = isTerminalRemark(rest) || TICKED.test(cells[final]?.trim() ?? "");
    if (!isTerminal && !/\binitial\b|\bstart state\b/i.test(rest)) continue;
    const key = stateKey(cells[0]?.replace(/\([^)]*\)/, "") ?? "");
    if (names.has(key)) (isTerminal ? terminal : initial).push(key);
  }
}

/** How many sections named after states are looked at on each side, besides those around the drawing. */
const FAR_SECTIONS = 3;

/** The section of the drawing, those around it under one heading, and the next ones that are named after states. */
function nearSections(spec: Spec, section: Section): Section[] {
  let top = section;
  while (top.parent !== undefined && top.parent.node.level >= 2) top = top.parent;
  const start = spec.sections.indexOf(top);
  let end = start + 1;
  while (end < spec.sections.length && (spec.sections[end]?.node.line ?? 0) <= top.node.endLine) end++;
  return [...spec.sections.slice(start, end), ...titledAround(spec, top)];
}

/** Those named after states that stand nearest before and after. */
function titledAround(spec: Spec, { node }: Section): Section[] {
  const all = titledSections(spec);
  const after = all.findIndex((other) => other.node.line > node.endLine);
  const before = all.findLastIndex((other) => other.node.line < node.line);
  const next = after === -1 ? [] : all.slice(after, after + FAR_SECTIONS);
  return [...all.slice(Math.max(0, before + 1 - FAR_SECTIONS), before + 1), ...next];
}

const titled = new WeakMap<Spec, Section[]>();

function titledSections(spec: Spec): Section[] {
  const known =
    titled.get(spec) ??
    spec.sections.filter(({ title }) => /\b(?:states?|status(?:es)?|life-?cycle|phases?)\b/i.test(title));
  titled.set(spec, known);
  return known;
}

/** A list of states is one of this machine when at least half of the states that the machine uses stand in it. */
function matches(names: readonly string[], used: ReadonlySet<string>): boolean {
  const known = names.filter((name) => used.has(stateKey(name))).length;
  return known >= 2 && known * 2 >= used.size;
}

function declaredInTables(near: readonly Section[], used: ReadonlySet<string>): readonly DeclaredState[] | undefined {
  const lists = near.flatMap((section) => section.tables).map(statesListedIn);
  return lists.find((list) =>
    matches(
      list.map((state) => state.name),
      used,
    ),
  );
}

function declaredInLists(near: readonly Section[], used: ReadonlySet<string>): readonly DeclaredState[] | undefined {
  for (const section of near) {
    const items = section.units.filter((unit) => unit.kind === "item").flatMap(listedState);
    if (
      items.length >= 3 &&
      matches(
        items.map((state) => state.name),
        used,
      )
    )
      return items;
  }
  return undefined;
}

/** "- `created`: the request is stored", "- **Idle** - nothing runs". */
function listedState(unit: Unit): DeclaredState[] {
  const name = /^(?:`([^`\n]{1,60})`|\*\*([^*\n]{1,60}?):?\*\*|([\w-]{1,40})(?=\s*:))/.exec(unit.text);
  const found = name?.[1] ?? name?.[2] ?? name?.[3];
  return found === undefined ? [] : [{ name: found, line: unit.line, alone: true }];
}

function declaredInProse(near: readonly Section[], used: ReadonlySet<string>): readonly DeclaredState[] | undefined {
  for (const unit of near.flatMap((section) => section.units)) {
    if (unit.kind === "heading" || unit.kind === "cell" || (unit.hints & HINT.state) === 0) continue;
    for (const sentence of unit.sentences) {
      if (sentence.tokens.some((token) => /^(?:terminal|final|initial)$/.test(token.lower))) continue;
      const names = namesIn(sentence, used);
      if (
        names.length >= 3 &&
        matches(
          names.map((state) => state.name),
          used,
        )
      )
        return names;
    }
  }
  return undefined;
}

/** The names in a sentence: its code spans where it has some, else the words written like the states of the machine. */
function namesIn(sentence: Sentence, used: ReadonlySet<string>): DeclaredState[] {
  const { unit, tokens } = sentence;
  const codes = tokens.filter((token) => token.kind === "code");
  const chosen =
    codes.length > 0
      ? codes
      : tokens.filter(
          (token) => token.kind === "word" && (used.has(stateKey(token.text)) || isNameLike(sentence, token.text)),
        );
  return chosen.map((token) => ({
    name: unit.text.slice(token.at, token.at + token.text.length).replaceAll("`", ""),
    line: lineOf(unit, token),
  }));
}

function isNameLike({ tokens }: Sentence, text: string): boolean {
  return text.length > 2 && (text === text.toUpperCase() || (/^[A-Z][a-z]/.test(text) && tokens[0]?.text !== text));
}

const TERMINAL =
  /\b(?:terminal|final|end state|end states|absorbing|never left|no way out|no exit|cannot be left|is not left|are not left|ends? (?:in|as|with))\b/i;

function isTerminalRemark(text: string): boolean {
  return TERMINAL.test(text) && !/\b(?:not|non)[- ](?:a |the )?(?:terminal|final)\b/i.test(text);
}

const INITIAL =
  /\b(?:initial|initially|starts? (?:in|at|as|with)|begins? (?:in|at|as|with)|start state|starting state|first state|created in|enters? first|is created (?:in|as))\b/i;

function readRoles(unit: Unit, names: ReadonlySet<string>, initial: string[], terminal: string[]): void {
  if (unit.kind === "cell" || (unit.hints & HINT.stateRole) === 0) return;
  for (const sentence of unit.sentences) {
    let before = "";
    for (const clause of clausesOf(sentence)) {
      // "It ends in A or B; these two are final."
      const text = /^\s*(?:these|those|they|both|all)\b/i.test(clause) ? `${before} ${clause}` : clause;
      if (isTerminalRemark(text)) terminal.push(...mentioned(text, names));
      else if (INITIAL.test(text)) initial.push(...mentioned(text, names));
      before = clause;
    }
  }
}

/** The raw text between semicolons: "X is initial; Y and Z are final" says two things. */
function clausesOf({ unit, tokens }: Sentence): string[] {
  const first = tokens[0];
  const last = tokens[tokens.length - 1];
  if (first === undefined || last === undefined) return [];
  return unit.text.slice(first.at, last.at + last.text.length).split(/;|, (?:and|while|but) (?=the\b|it\b)/);
}

function mentioned(text: string, names: ReadonlySet<string>): string[] {
  const words = ` ${stateKey(text.replace(/[.,:;()]/g, " "))} `;
  return [...names].filter((name) => words.includes(` ${name} `));
}
