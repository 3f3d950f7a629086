import type { Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Section } from "../spec/section.ts";
import { type DeclaredState, type Drawing, normalTrigger, stateKey, type Transition } from "./state-machine.ts";

const FROM =
  /^(?:from|from ?state|current|current state|source|source state|old state|state before|present state|start state|before|previous state|in state)$/i;
const TO =
  /^(?:to|to ?state|next|next state|target|target state|new state|destination|destination state|state after|end state|after|resulting state|result state|goes to)$/i;
/** A cell of the header that could be the one for the target. */
const MAY_LEAD = /\b(?:to(?:state)?|next|target|new|destination|after|end|result|resulting|goes)\b/i;
const TRIGGER =
  /^(?:trigger|triggers|triggered by|event|events|on|on event|when|input|action|cause|transition|signal|message|command|key|happens when)\b/i;
const GUARD = /^(?:guard|guards|condition|conditions|if|only if|precondition)\b/i;
const STATE = /^(?:states?|status|phase|mode)$/i;
const MACHINE_TITLE = /\b(?:states?|status(?:es)?|life-?cycle|transitions?|state machine|phases?|workflow|modes?)\b/i;

/** Reads a From/To/Trigger table; undefined where the table is another one. */
export function readTransitionTable(table: Table, section: Section): Drawing | undefined {
  if (!table.header.cells.some((cell) => MAY_LEAD.test(cell))) return undefined;
  const header = table.header.cells.map((cell) => plainText(cell));
  const to = header.findIndex((cell) => TO.test(cell));
  let from = header.findIndex((cell) => FROM.test(cell));
  if (from < 0 && to >= 0) from = header.findIndex((cell, index) => index !== to && STATE.test(cell));
  const trigger = header.findIndex((cell) => TRIGGER.test(cell));
  const guard = header.findIndex((cell) => GUARD.test(cell));
  if (from < 0 || to < 0 || from === to) return undefined;
  if (trigger < 0 && guard < 0 && !MACHINE_TITLE.test(section.title) && !/state/i.test(header[from] ?? ""))
    return undefined;
  const rows = table.rows.flatMap((row) => readRow(row.cells, row.line, { from, to, trigger, guard }));
  return {
    section,
    transitions: rows.filter((row) => row.from !== "" && row.to !== ""),
    declared: [],
    initial: rows.filter((row) => row.from === "").map((row) => stateKey(row.to)),
    terminal: rows.filter((row) => row.to === "" && row.from !== "").map((row) => stateKey(row.from)),
    parents: new Map(),
  };
}

interface Columns {
  readonly from: number;
  readonly to: number;
  readonly trigger: number;
  readonly guard: number;
}

const NOTHING = /^(?:|-|—|–|n\/a|none|\(none\)|\[\*\]|\(start\)|\(end\)|\(initial\)|start|∅|•|●)$/i;
const SAME = /^(?:same|unchanged|no change|\(no change\)|stays|\(same\)|itself|self)$/i;

function readRow(cells: readonly string[], line: number, columns: Columns): Transition[] {
  const trigger = normalTrigger(cells[columns.trigger] ?? "");
  const guard = normalTrigger(cells[columns.guard] ?? "");
  const sources = stateNames(cells[columns.from] ?? "");
  const targets = stateNames(cells[columns.to] ?? "");
  return sources.flatMap((from) =>
    targets.map((to) => ({ from, to: SAME.test(to) ? from : to, trigger, guard, line })),
  );
}

/** One cell may name several states: "`a`, `b`" or "A / B". An empty name is the dot before the first state. */
function stateNames(cell: string): string[] {
  const codes = [...cell.matchAll(/`([^`\n]{1,80})`/g)].map((match) => match[1] ?? "");
  const names =
    codes.length > 0
      ? codes
      : plainText(cell)
          .replace(/\s*\([^)]*\)\s*$/, (aside) => (NOTHING.test(aside.trim()) ? aside : ""))
          .split(/\s*(?:,|\/|\bor\b|\band\b|\|)\s*/);
  return names.map((name) => name.trim()).map((name) => (NOTHING.test(name) ? "" : name));
}

/** The states of a table that lists them, one a row; nothing for another table. */
export function statesListedIn(table: Table): readonly DeclaredState[] {
  const header = table.header.cells.map((cell) => plainText(cell));
  if (
    !/^(?:states?|status|state name|phase|mode|name)$/i.test(header[0] ?? "") ||
    header.some((cell) => TO.test(cell) || FROM.test(cell))
  )
    return [];
  return table.rows
    .map((row) => ({ name: stateNames(row.cells[0] ?? "")[0] ?? "", line: row.line, alone: true }))
    .filter((state) => state.name !== "");
}
