import type { Fence } from "../../documents/markdown/block.ts";
import type { Section } from "../spec/section.ts";
import { type Drawing, emptyDrawing, normalTrigger, stateKey } from "./state-machine.ts";

const ARROW = /^\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")(?:<<\w+>>)?\s*-->\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")\s*(?::\s*(.*))?$/;
const STATE = /^\s*state\s+(?:"[^"]{1,120}"\s+as\s+)?([\w.-]+)\s*(?:<<\w+>>)?\s*(\{)?\s*$/;
const DESCRIBED = /^\s*([\w.-]+)\s*:\s*\S/;

interface Reading extends Drawing {
  /** The composite states that the line stands in. */
  readonly open: string[];
}

/** Reads a Mermaid `stateDiagram` or `stateDiagram-v2`; undefined for another kind of diagram. */
export function readMermaid(fence: Fence, section: Section): Drawing | undefined {
  const lines = fence.text.split("\n");
  const head = lines.findIndex((line) => /^\s*stateDiagram(?:-v2)?\s*$/.test(line));
  if (head < 0) return undefined;
  const reading: Reading = { ...emptyDrawing(section), open: [] };
  let inNote = false;
  for (const [index, text] of lines.entries()) {
    const line = text.replace(/%%.*$/, "").replace(/\s+/g, " ");
    if (index <= head) continue;
    if (inNote) inNote = !/^\s*end note\s*$/.test(line);
    else if (/^\s*note\s+(?:left|right)\s+of\s+[^:]+$/.test(line)) inNote = true;
    else if (/^\s*\}\s*$/.test(line)) reading.open.pop();
    else readLine(line, fence.line + 1 + index, reading);
  }
  return { ...reading, declared: listsStates(reading) ? reading.declared : [] };
}

/** A diagram lists its states where at least three lines do nothing but name one, and these are most of all. */
function listsStates({ declared, transitions }: Reading): boolean {
  const listed = new Set(declared.map(({ name }) => stateKey(name)));
  const used = [...new Set(transitions.flatMap(({ from, to }) => [stateKey(from), stateKey(to)]))];
  return listed.size >= 3 && used.filter((key) => listed.has(key)).length * 3 >= used.length * 2;
}

function readLine(line: string, at: number, reading: Reading): void {
  const [isArrow, from = "", to = "", label = ""] = ARROW.exec(line) ?? [];
  if (isArrow !== undefined) {
    addArrow(from.replaceAll('"', ""), to.replaceAll('"', ""), label, at, reading);
    return;
  }
  const [, name = DESCRIBED.exec(line)?.[1], opens] = STATE.exec(line) ?? [];
  if (name === undefined) return;
  reading.declared.push({ name, line: at });
  nest(name, reading);
  if (opens !== undefined) reading.open.push(stateKey(name));
}

function addArrow(from: string, to: string, label: string, line: number, reading: Reading): void {
  const scope = reading.open.at(-1);
  for (const name of [from, to]) if (name !== "[*]") nest(name, reading);
  const [guard = "", trigger = ""] = [
    /\[([^\]]{1,200})\]/.exec(label)?.[1],
    label.replace(/\[[^\]]{1,200}\]|\s\/\s.*$/g, ""),
  ];
  // Inside a composite state the dot is where the composite begins.
  if (from === "[*]" && scope === undefined) reading.initial.push(stateKey(to));
  else if (to === "[*]") reading.terminal.push(stateKey(from));
  else {
    const source = from === "[*]" ? (scope ?? "") : from;
    reading.transitions.push({ from: source, to, trigger: normalTrigger(trigger), guard: normalTrigger(guard), line });
  }
}

function nest(name: string, { open, parents }: Reading): void {
  const [scope, key] = [open.at(-1), stateKey(name)];
  if (scope !== undefined && scope !== key && !parents.has(key)) parents.set(key, scope);
}
