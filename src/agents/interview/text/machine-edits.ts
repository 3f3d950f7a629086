import { findMachines } from "../../../checks/state-machine/find-machines.ts";
import {
  normalTrigger,
  type StateMachine,
  stateKey,
  type Transition,
} from "../../../checks/state-machine/state-machine.ts";
import type { Table } from "../../../documents/markdown/block.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Subject } from "../subject.ts";
import { replaceStretch } from "./edit-unit.ts";
import { tableRow } from "./glossary.ts";
import { appendParagraph, insertBehindSentence, insertLines, listEnd, newItem } from "./insert.ts";
import { findWords, unitAt } from "./stretches.ts";

/** The state machine that the finding is about. */
export function machineAt(subject: Subject): StateMachine | undefined {
  const line = subject.finding?.line ?? 0;
  const machines = findMachines(subject.spec);
  const has = ({ transitions, states, declared }: StateMachine) =>
    transitions.some((one) => one.line === line) ||
    [...states.values(), ...declared.values()].some((state) => state.line === line);
  return machines.find(has) ?? machines[0];
}

export interface NewTransition {
  readonly from: string;
  readonly to: string;
  readonly trigger: string;
}

/** The transition in the form of the others: a row of the table, a line of the diagram. */
export function addTransition(subject: Subject, machine: StateMachine, transition: NewTransition): LineEdit[] {
  const last = machine.transitions.at(-1);
  if (last === undefined) return [];
  const table = tableAt(subject, last.line);
  if (table !== undefined) return [tableRow(subject, table, cells(table, last, transition))];
  const raw = subject.lines[last.line - 1] ?? "";
  const colon = /\s:\s/.test(raw) ? " : " : ": ";
  const label = transition.trigger === "" ? "" : `${colon}${transition.trigger}`;
  return [insertLines(subject, last.line, [`${indent(raw)}${transition.from} --> ${transition.to}${label}`])];
}

function indent(raw: string): string {
  return /^\s*/.exec(raw)?.[0] ?? "";
}

/** The columns are told by a row that is there. */
function cells(table: Table, like: Transition, { from, to, trigger }: NewTransition): string[] {
  const row = table.rows.find(({ line }) => line === like.line)?.cells ?? [];
  const fromAt = row.findIndex((cell) => stateKey(cell) === stateKey(like.from));
  const toAt = row.findIndex((cell, index) => index !== fromAt && stateKey(cell) === stateKey(like.to));
  const triggerAt = row.findIndex(
    (cell, index) => index !== fromAt && index !== toAt && normalTrigger(cell) === like.trigger,
  );
  return table.header.cells.map((_, index) => {
    if (index === fromAt) return styled(from, row[fromAt]);
    if (index === toAt) return styled(to, row[toAt]);
    return index === triggerAt ? trigger : "";
  });
}

function styled(name: string, like = ""): string {
  return /^`.*`$/.test(like) ? `\`${name}\`` : name;
}

/** Says that a state is an end: an arrow to the dot, or a sentence. */
export function declareTerminal(subject: Subject, machine: StateMachine, state: string): LineEdit[] {
  const last = machine.transitions.at(-1);
  if (last === undefined) return [];
  if (tableAt(subject, last.line) === undefined) {
    const raw = subject.lines[last.line - 1] ?? "";
    return [insertLines(subject, last.line, [`${indent(raw)}${state} --> [*]`])];
  }
  const sentence = `${state} is a terminal state.`;
  const section = subject.spec.sections.findLast(({ node }) => node.line <= last.line && last.line <= node.endLine);
  const remark = section?.units.find(
    (unit) => unit.kind === "paragraph" && /\b(?:initial|terminal|final)\b/i.test(unit.text),
  );
  if (remark !== undefined) {
    return [
      insertBehindSentence(
        subject,
        { unit: remark, from: Math.max(0, remark.text.length - 1), to: remark.text.length },
        sentence,
      ),
    ];
  }
  return section === undefined ? [] : [appendParagraph(subject, ownLines(subject, section.node), sentence)];
}

/** A section without the sections below it. */
function ownLines(
  subject: Subject,
  node: { readonly line: number; readonly endLine: number; readonly sections: readonly { readonly line: number }[] },
) {
  return { line: node.line, endLine: Math.min((node.sections[0]?.line ?? node.endLine + 1) - 1, subject.lines.length) };
}

/** Takes a line out of a table or a diagram; the line before it tells where. */
export function removeLine(subject: Subject, line: number): LineEdit[] {
  const before = [subject.lines[line - 2] ?? "", subject.lines[line - 1] ?? ""];
  return [{ before, after: before.slice(0, 1) }];
}

/** Gives a transition a guard, in the form of the others. */
export function changeTrigger(subject: Subject, { line, trigger }: Transition, to: string): LineEdit[] {
  const raw = subject.lines[line - 1] ?? "";
  const table = tableAt(subject, line);
  if (table === undefined) {
    const after = raw.replace(/(:\s*)(.*)$/, (_, colon: string, label: string) => `${colon}${label.trim()} [${to}]`);
    return after === raw ? [] : [{ before: [raw], after: [after] }];
  }
  const cell = table.rows.find((row) => row.line === line)?.cells.find((one) => normalTrigger(one) === trigger);
  const unit = subject.spec.units.find((one) => one.kind === "cell" && one.line === line && one.text === cell);
  return unit === undefined
    ? []
    : [replaceStretch(subject, { unit, from: unit.text.length, to: unit.text.length }, `, ${to}`)];
}

/** Adds a state to where the states are listed. */
export function addState(subject: Subject, machine: StateMachine, state: string): LineEdit[] {
  const listed = [...machine.declared.values()].at(-1);
  if (listed === undefined) return [];
  const table = tableAt(subject, listed.line);
  if (table !== undefined) {
    const like = table.rows.at(-1)?.cells[0];
    return [tableRow(subject, table, [styled(state, like)])];
  }
  const unit = unitAt(subject, listed.line);
  if (unit === undefined) return [];
  const end = unit.kind === "item" ? listEnd(subject, unit) : undefined;
  if (end !== undefined)
    return [
      newItem(
        subject,
        end,
        unit.text.startsWith("**") ? `**${state}**` : styled(state, unit.text.startsWith("`") ? "``" : ""),
      ),
    ];
  const last = findWords(subject, listed.name, listed.line);
  if (last === undefined) return [];
  const mark = unit.text[last.from - 1] === "`" ? "`" : "";
  const at = last.to + mark.length;
  return [replaceStretch(subject, { unit, from: at, to: at }, `, ${mark}${state}${mark}`)];
}

/** Takes a state out of where the states are listed. */
export function removeState(subject: Subject, machine: StateMachine, state: string): LineEdit[] {
  const listed = machine.declared.get(stateKey(state));
  if (listed === undefined) return [];
  if (listed.alone === true) return removeLine(subject, listed.line);
  const stretch = findWords(subject, listed.name, listed.line);
  if (stretch === undefined) return [];
  const { unit } = stretch;
  const before = /(?:,\s*(?:and\s+)?|\s+and\s+)[`*_]{0,2}$/.exec(unit.text.slice(0, stretch.from));
  const from = before === null ? stretch.from : before.index;
  const tail = /^[`*_]{0,2}/.exec(unit.text.slice(stretch.to))?.[0].length ?? 0;
  const comma = before === null ? (/^\s*,\s*/.exec(unit.text.slice(stretch.to + tail))?.[0].length ?? 0) : 0;
  return [replaceStretch(subject, { unit, from, to: stretch.to + tail + comma }, "")];
}

/** Writes a state's name as another one, where a transition uses it. */
export function renameState(subject: Subject, machine: StateMachine, from: string, to: string): LineEdit[] {
  const lines = [
    ...new Set(
      machine.transitions
        .filter((one) => [one.from, one.to].some((name) => stateKey(name) === stateKey(from)))
        .map(({ line }) => line),
    ),
  ];
  const word = new RegExp(`(?<![\\w-])${from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "g");
  return lines.map((line) => {
    const raw = subject.lines[line - 1] ?? "";
    return { before: [raw], after: [raw.replace(word, to)] };
  });
}

function tableAt({ spec }: Subject, line: number): Table | undefined {
  return spec.sections.flatMap(({ tables }) => tables).find((table) => table.line <= line && line <= table.endLine);
}
