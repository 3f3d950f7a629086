import type { Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Section } from "../spec/section.ts";
import { type DeclaredState, type Drawing, emptyDrawing, normalTrigger, stateKey } from "./state-machine.ts";

const FROM =
  /^(?:from|current|source|before|(?:from ?|current |source |old |present |start |previous |in )state|state before)$/i;
const TO =
  /^(?:to|next|target|destination|after|goes to|(?:to ?|next |target |new |destination |end |result(?:ing)? )state|state after)$/i;
const TRIGGER = /^(?:trigger|event|on|when|input|action|cause|transition|signal|message|command|key)/i;
const GUARD = /^(?:guard|condition|if\b|only if|precondition)/i;
const STATE = /^(?:states?|status|phase|mode)(?: name)?$/i;

/** Reads a From/To/Trigger table; undefined where the table is another one. */
export function readTransitionTable({ header, rows }: Table, section: Section): Drawing | undefined {
  const titles = header.cells.map(plainText);
  const column = (title: RegExp) => titles.findIndex((cell) => title.test(cell));
  const [to, trigger, guard] = [column(TO), column(TRIGGER), column(GUARD)];
  const from = column(FROM) < 0 ? titles.findIndex((cell, index) => index !== to && STATE.test(cell)) : column(FROM);
  // Journeys and mappings go from somewhere to somewhere, too.
  const isOfStates =
    trigger >= 0 ||
    guard >= 0 ||
    /\b(?:stat(?:e|us)|life-?cycle|transition|phase)/i.test(`${titles[from]} ${section.title}`);
  if (from < 0 || to < 0 || from === to || !isOfStates) return undefined;
  const drawing = emptyDrawing(section);
  for (const { cells, line } of rows)
    for (const source of stateNames(cells[from] ?? ""))
      for (const target of stateNames(cells[to] ?? "")) {
        if (source === "") drawing.initial.push(stateKey(target));
        else if (target === "") drawing.terminal.push(stateKey(source));
        else {
          const said = { trigger: normalTrigger(cells[trigger] ?? ""), guard: normalTrigger(cells[guard] ?? "") };
          drawing.transitions.push({ from: source, to: SAME.test(target) ? source : target, ...said, line });
        }
      }
  return drawing;
}

const NOTHING = /^(?:|-|—|–|n\/a|\(?(?:none|start|end|initial)\)?|\[\*\]|∅|•|●)$/i;
const SAME = /^\(?(?:same|unchanged|no change|stays|itself|self|no-?op|ignored)\)?$/i;

/** One cell may name several states: "`a`, `b`" or "A / B". An empty name is the dot before the first state. */
function stateNames(cell: string): string[] {
  const codes = Array.from(cell.matchAll(/`([^`\n]{1,80})`/g), ([, name = ""]) => name);
  const aside = /\s*\([^)]*\)\s*$/;
  const plain = plainText(cell);
  const names =
    codes.length > 0
      ? codes
      : (NOTHING.test(plain) ? plain : plain.replace(aside, "")).split(/\s*(?:,|\/|\bor\b|\band\b|\|)\s*/);
  return names.map((name) => (NOTHING.test(name.trim()) ? "" : name.trim()));
}

/** The states of a table that lists them, one a row; nothing for another table. */
export function statesListedIn({ header, rows }: Table): DeclaredState[] {
  const [first = "", ...others] = header.cells.map(plainText);
  const isList =
    (STATE.test(first) || /^name$/i.test(first)) && !others.some((cell) => TO.test(cell) || FROM.test(cell));
  return (isList ? rows : [])
    .map(({ cells, line }) => ({ name: stateNames(cells[0] ?? "")[0] ?? "", line, alone: true }))
    .filter(({ name }) => name !== "");
}
