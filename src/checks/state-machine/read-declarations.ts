import type { Section, Unit } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { statesListedIn } from "./read-table.ts";
import { type DeclaredState, type Drawing, stateKey } from "./state-machine.ts";

/** What tables and prose say about the states of a drawing: the section's, those under one heading with it, and those named after states. */
export function readDeclarations(
  { sections }: Spec,
  drawn: readonly Section[],
  used: ReadonlySet<string>,
): Pick<Drawing, "declared" | "initial" | "terminal"> {
  const tops = drawn.map(chapterOf);
  const isNear = ({ node: { line }, title }: Section) =>
    tops.some(({ node }) => line >= node.line && line <= node.endLine) ||
    /\b(?:states?|status(?:es)?|life-?cycle|phases?)\b/i.test(title);
  const near = sections.filter(isNear);
  const lists = near.flatMap(({ tables, units }) => [
    ...tables.map(statesListedIn),
    units.flatMap(listedState),
    ...units.map(namedStates),
  ]);
  const declared = lists.find((list) => isOfMachine(list, used)) ?? [];
  const names = new Set([...used, ...declared.map(({ name }) => stateKey(name))]);
  const remarks = near.flatMap(({ tables, units }) => [
    ...units
      .filter(({ kind }) => kind !== "cell")
      .flatMap(({ text }) => text.split(/;|(?<=\.)\s|, (?:and|while|but) (?=the\b|it\b)/)),
    ...tables
      .filter((table) => statesListedIn(table).length > 0)
      .flatMap(({ header, rows }) => rows.map(({ cells }) => rowRemark(header.cells, cells))),
  ]);
  const terminal = remarks.filter((words) => TERMINAL.test(words) && !NOT_TERMINAL.test(words));
  const initial = remarks.filter((words) => INITIAL.test(words) && !terminal.includes(words));
  const mentioned = (words: string) => mentionedIn(words, names);
  return { declared, initial: initial.flatMap(mentioned), terminal: terminal.flatMap(mentioned) };
}

function chapterOf(section: Section): Section {
  return section.parent === undefined || section.parent.node.level < 2 ? section : chapterOf(section.parent);
}

/** A list of states is this machine's where at least half of the states that the machine uses stand in it. */
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
  const isList = (part: string): boolean => /\bstates?\b/i.test(part) && !/\b(?:terminal|final|initial)\b/i.test(part);
  const sentence = kind === "heading" || kind === "cell" ? undefined : text.split(/(?<=\.)\s/).find(isList);
  const codes = Array.from((sentence ?? "").matchAll(/`([^`\n]{1,60})`/g), ([, name = ""]) => name);
  const list = /\bstates?\b[^A-Z]{0,20}\s([A-Z][\w-]*(?:,? (?:and |or )?[A-Z][\w-]*){2,20})/.exec(sentence ?? "")?.[1];
  const names = codes.length > 0 ? codes : (list?.split(/,? (?:and |or )?/) ?? []);
  return names.length < 3 ? [] : names.map((name) => ({ name, line }));
}

const TERMINAL =
  /\b(?:terminal|final|end states?|absorbing|never left|no way out|no exit|cannot be left|(?:is|are) not left|ends? (?:in|as|with))\b/i;
const NOT_TERMINAL = /\b(?:not|non)[- ](?:a |the )?(?:terminal|final)\b/i;
const INITIAL =
  /\b(?:initial|initially|(?:starts?|begins?) (?:in|at|as|with)|start(?:ing)? state|first state|is created (?:in|as))\b/i;

/** The state of a row, and what the row says of it: "terminal", "(initial)", a "yes" below "Final". */
function rowRemark(header: readonly string[], [state = "", ...cells]: readonly string[]): string {
  const isTicked = cells.some(
    (cell, index) => /^(?:yes|y|true|x|✓|✔|✅)$/i.test(cell.trim()) && TERMINAL.test(header[index + 1] ?? ""),
  );
  const said = `${state} ${cells.join(" ")}`;
  const remark = isTicked || (TERMINAL.test(said) && !NOT_TERMINAL.test(said)) ? "terminal" : INITIAL.exec(said)?.[0];
  return `${state.replace(/\([^)]*\)/, "")}: ${remark ?? ""}`;
}

export function mentionedIn(text: string, names: ReadonlySet<string>): string[] {
  const words = ` ${stateKey(text.replace(/[.,:;()]/g, " "))} `;
  return [...names].filter((name) => words.includes(` ${name} `));
}
