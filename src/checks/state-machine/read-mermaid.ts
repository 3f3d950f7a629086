import type { Fence } from "../../documents/markdown/block.ts";
import type { Section } from "../spec/section.ts";
import type { Drawing } from "./drawing.ts";
import { type DeclaredState, normalTrigger, stateKey, type Transition } from "./state-machine.ts";

const ARROW = /^\s*(\[\*\]|[\w.-]+(?:<<\w+>>)?|"[^"]{1,80}")\s*-->\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")\s*(?::\s*(.*))?$/;
const ALIAS = /^\s*state\s+"([^"]{1,120})"\s+as\s+([\w.-]+)\s*(\{)?\s*$/;
const DESCRIBED = /^\s*([\w.-]+)\s*:\s*\S/;
const STATE = /^\s*state\s+([\w.-]+)\s*(?:<<(\w+)>>)?\s*(\{)?\s*$/;

interface Reading {
  readonly transitions: Transition[];
  readonly declared: DeclaredState[];
  readonly initial: string[];
  readonly terminal: string[];
  readonly parents: Map<string, string>;
  readonly pseudo: Set<string>;
  readonly open: string[];
}

/** Reads a Mermaid `stateDiagram` or `stateDiagram-v2`; undefined for another kind of diagram. */
export function readMermaid(fence: Fence, section: Section): Drawing | undefined {
  const lines = fence.text.split("\n");
  const head = lines.findIndex((line) => /^\s*stateDiagram(?:-v2)?\s*$/.test(line));
  if (head < 0) return undefined;
  const reading: Reading = {
    transitions: [],
    declared: [],
    initial: [],
    terminal: [],
    parents: new Map(),
    pseudo: new Set(),
    open: [],
  };
  let inNote = false;
  for (let index = head + 1; index < lines.length; index++) {
    const line = (lines[index] ?? "").replace(/%%.*$/, "");
    if (inNote) inNote = !/^\s*end note\s*$/.test(line);
    else if (/^\s*note\s+(?:left|right)\s+of\s+[^:]+$/.test(line)) inNote = true;
    else readLine(line, fence.line + 1 + index, reading);
  }
  const drawing = withoutPseudo(reading);
  const declared = listsStates(reading) ? reading.declared : [];
  return { section, line: fence.line, endLine: fence.endLine, ...drawing, declared };
}

/** From so many lines on that do nothing but name a state, and for this share of the states, a diagram lists its states. */
const LISTED = 3;
const SHARE = 2 / 3;

function listsStates({ declared, transitions }: Reading): boolean {
  const listed = new Set(declared.map(({ name }) => stateKey(name)));
  const used = new Set(transitions.flatMap(({ from, to }) => [stateKey(from), stateKey(to)]));
  const known = [...used].filter((key) => listed.has(key)).length;
  return listed.size >= LISTED && known >= SHARE * used.size;
}

function readLine(line: string, at: number, reading: Reading): void {
  if (/^\s*\}\s*$/.test(line)) {
    reading.open.pop();
    return;
  }
  const arrow = ARROW.exec(line);
  if (arrow?.[1] !== undefined && arrow[2] !== undefined) {
    addArrow(arrow[1], arrow[2], arrow[3] ?? "", at, reading);
    return;
  }
  const alias = ALIAS.exec(line);
  const state = alias === null ? STATE.exec(line) : null;
  const name = alias?.[2] ?? state?.[1] ?? DESCRIBED.exec(line)?.[1];
  if (name === undefined) return;
  if (state?.[2] === undefined) reading.declared.push({ name, line: at });
  nest(name, reading);
  if (state?.[2] !== undefined) reading.pseudo.add(stateKey(name));
  if ((alias?.[3] ?? state?.[3]) !== undefined) reading.open.push(stateKey(name));
}

function addArrow(from: string, to: string, label: string, line: number, reading: Reading): void {
  const scope = reading.open[reading.open.length - 1];
  for (const name of [from, to]) if (name !== "[*]") nest(name, reading);
  if (from === "[*]") {
    // Inside a composite state the dot is where the composite begins.
    if (scope === undefined) reading.initial.push(stateKey(to));
    else reading.transitions.push({ from: scope, to: bare(to), trigger: "", guard: "", line });
    return;
  }
  if (to === "[*]") {
    reading.terminal.push(stateKey(from));
    return;
  }
  const guard = /\[([^\]]{1,200})\]/.exec(label)?.[1] ?? "";
  const trigger = label.replace(/\[[^\]]{1,200}\]/, "").replace(/\s\/\s.*$/, "");
  reading.transitions.push({
    from: bare(from),
    to: bare(to),
    trigger: normalTrigger(trigger),
    guard: normalTrigger(guard),
    line,
  });
}

function bare(name: string): string {
  return name.replace(/<<\w+>>$/, "").replace(/^"|"$/g, "");
}

function nest(name: string, reading: Reading): void {
  const scope = reading.open[reading.open.length - 1];
  const key = stateKey(bare(name));
  if (scope !== undefined && scope !== key && !reading.parents.has(key)) reading.parents.set(key, scope);
}

/** A choice, fork or join is no state: what enters it goes on to each of its targets. */
function withoutPseudo(reading: Reading): Omit<Drawing, "section" | "line" | "endLine"> {
  const { pseudo, transitions, ...rest } = reading;
  if (pseudo.size === 0) return { ...rest, transitions };
  const joined: Transition[] = [];
  for (const transition of transitions) {
    if (pseudo.has(stateKey(transition.from))) continue;
    if (!pseudo.has(stateKey(transition.to))) joined.push(transition);
    else {
      for (const onward of transitions.filter((other) => stateKey(other.from) === stateKey(transition.to))) {
        const guard = `${transition.guard} ${onward.trigger} ${onward.guard} ${onward.line}`;
        if (!pseudo.has(stateKey(onward.to))) joined.push({ ...transition, to: onward.to, guard });
      }
    }
  }
  return { ...rest, transitions: joined };
}
