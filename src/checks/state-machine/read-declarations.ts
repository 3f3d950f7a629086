import type { Table } from "../../documents/markdown/block.ts";
import type { Section, Unit } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { statesListedIn } from "./read-table.ts";
import { type DeclaredState, type Drawing, stateKey } from "./state-machine.ts";

/** What tables and prose say about the states of a drawing. */
export interface Declarations {
  readonly declared: readonly DeclaredState[];
  readonly initial: readonly string[];
  readonly terminal: readonly string[];
}

export function readDeclarations(spec: Spec, drawing: Drawing, used: ReadonlySet<string>): Declarations {
  const near = nearSections(spec, drawing.section);
  const units = near.flatMap((section) => section.units);
  const lists = [
    ...near.flatMap((section) => section.tables.map(statesListedIn)),
    ...near.map((section) => section.units.flatMap(listedState)).filter((list) => list.length >= 3),
    ...units.map(namedStates).filter((list) => list.length >= 3),
  ];
  const declared = lists.find((list) => isOfMachine(list, used)) ?? [];
  const names = new Set([...used, ...declared.map(({ name }) => stateKey(name))]);
  const roles: Roles = { names, initial: [], terminal: [] };
  for (const unit of units) readRoles(unit, roles);
  for (const table of near.flatMap((section) => section.tables))
    if (statesListedIn(table).length > 0) readRemarks(table, roles);
  return { declared, initial: roles.initial, terminal: roles.terminal };
}

interface Roles {
  readonly names: ReadonlySet<string>;
  readonly initial: string[];
  readonly terminal: string[];
}

/** The section of the drawing, those around it under one heading, and those that are named after states. */
function nearSections(spec: Spec, section: Section): Section[] {
  let top = section;
  while (top.parent !== undefined && top.parent.node.level >= 2) top = top.parent;
  const { line, endLine } = top.node;
  return spec.sections.filter(
    ({ node, title }) =>
      (node.line >= line && node.line <= endLine) || /\b(?:states?|status(?:es)?|life-?cycle|phases?)\b/i.test(title),
  );
}

/** A list of states is one of this machine when at least half of the states that the machine uses stand in it. */
function isOfMachine(list: readonly DeclaredState[], used: ReadonlySet<string>): boolean {
  const known = list.filter(({ name }) => used.has(stateKey(name))).length;
  return known >= 2 && known * 2 >= used.size;
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
  if (kind === "heading" || kind === "cell") return [];
  const isList = (part: string): boolean => /\bstates?\b/i.test(part) && !/\b(?:terminal|final|initial)\b/i.test(part);
  const sentence = text.split(/(?<=\.)\s/).find(isList) ?? "";
  const codes = [...sentence.matchAll(/`([^`\n]{1,60})`/g)].map(([, name = ""]) => name);
  const list = /\bstates?\b[^A-Z]{0,20}\s([A-Z][\w-]*(?:,? (?:and |or )?[A-Z][\w-]*){2,20})/.exec(sentence)?.[1] ?? "";
  const names = codes.length > 0 ? codes : list.split(/,? (?:and |or )?/);
  return names.filter((name) => name !== "").map((name) => ({ name, line }));
}

const FINAL_COLUMN = /^(?:is )?(?:final|terminal|end(?: state)?)\??$/i;
const TICKED = /^(?:yes|y|true|x|✓|✔|✅)$/i;

/** What the row of a state says about it: "terminal", "(initial)", a "yes" below "Final". */
function readRemarks(table: Table, { names, initial, terminal }: Roles): void {
  const final = table.header.cells.findIndex((title) => FINAL_COLUMN.test(title.trim()));
  for (const { cells } of table.rows) {
    const rest = cells.join(" | ");
    const isTerminal = isTerminalRemark(rest) || TICKED.test(cells[final]?.trim() ?? "");
    if (!isTerminal && !/\binitial\b|\bstart state\b/i.test(rest)) continue;
    const key = stateKey(cells[0]?.replace(/\([^)]*\)/, "") ?? "");
    if (names.has(key)) (isTerminal ? terminal : initial).push(key);
  }
}

const TERMINAL =
  /\b(?:terminal|final|end states?|absorbing|never left|no way out|no exit|cannot be left|(?:is|are) not left|ends? (?:in|as|with))\b/i;
const INITIAL =
  /\b(?:initial|initially|starts? (?:in|at|as|with)|begins? (?:in|at|as|with)|start state|starting state|first state|is created (?:in|as))\b/i;

function isTerminalRemark(text: string): boolean {
  return TERMINAL.test(text) && !/\b(?:not|non)[- ](?:a |the )?(?:terminal|final)\b/i.test(text);
}

/** "X is initial; Y and Z are final" says two things. */
function readRoles({ kind, text }: Unit, { names, initial, terminal }: Roles): void {
  if (kind === "cell") return;
  for (const clause of text.split(/;|(?<=\.)\s|, (?:and|while|but) (?=the\b|it\b)/)) {
    if (isTerminalRemark(clause)) terminal.push(...mentioned(clause, names));
    else if (INITIAL.test(clause)) initial.push(...mentioned(clause, names));
  }
}

function mentioned(text: string, names: ReadonlySet<string>): string[] {
  const words = ` ${stateKey(text.replace(/[.,:;()]/g, " "))} `;
  return [...names].filter((name) => words.includes(` ${name} `));
}
