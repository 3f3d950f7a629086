import type { Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Section } from "../spec/section.ts";
import { type DeclaredState, type Drawing, emptyDrawing, normalTrigger } from "./state-machine.ts";

const FROM =
  /^(?:from|current|source|before|(?:from ?|current |source |old |present |start |previous |in )state|state before)$/i;
const TO =
  /^(?:to|next|target|destination|after|goes to|(?:to ?|next |target |new |destination |end |result(?:ing)? )state|state after)$/i;
const TRIGGER = /^(?:trigger|event|on|when|input|action|cause|transition|signal|message|command|key)/i;
const GUARD = /^(?:guard|condition|if\b|only if|precondition)/i;
const STATE = /^(?:states?|status|phase|mode)(?: name)?$/i;

/** Reads a From/To/Trigger table; undefined where the table is another one. */
export function readTransitionTable(table: Table, section: Section): Drawing | undefined {
  const { header, rows } = table;
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
  const drawing = emptyDrawing(section, table);
  for (const { cells, line } of rows) {
    const [sources, targets] = [stateNames(cells[from] ?? ""), stateNames(cells[to] ?? "")];
    const [target = "", ...others] = targets;
    if (others.length > 0 || ![...sources, target].every(isStateName)) drawing.isPlain = false;
    else
      for (const source of sources) {
        const said = { trigger: normalTrigger(cells[trigger] ?? ""), guard: normalTrigger(cells[guard] ?? "") };
        drawing.transitions.push({ from: source, to: target, ...said, line });
      }
  }
  return drawing;
}

/** Up to four words, and none of those that stand for a state without naming it. */
function isStateName(name: string): boolean {
  return (
    /^[\p{L}\p{N}][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+){0,3}$/u.test(name) &&
    !/^(?:(?:any|all|every|each|other)\b|(?:n|none|same|unchanged|no change|stays|itself|self|no-?op|ignored)$)/i.test(
      name,
    )
  );
}

/** One cell may name several states: "`a`, `b`" or "A / B". */
export function stateNames(cell: string): string[] {
  return plainText(cell)
    .split(/,|\/|\bor\b|\|/)
    .map((name) => name.trim());
}

/** The states of a table that lists them, one a row; nothing for another table. */
export function statesListedIn({ header, rows }: Table): DeclaredState[] {
  const [first = "", ...others] = header.cells.map(plainText);
  const isList =
    (STATE.test(first) || /^name$/i.test(first)) && !others.some((cell) => TO.test(cell) || FROM.test(cell));
  return (isList ? rows : [])
    .map(({ cells, line }) => ({ name: plainText(cells[0] ?? "").replace(/\s*\([^)]*\)$/, ""), line, alone: true }))
    .filter(({ name }) => name !== "");
}
