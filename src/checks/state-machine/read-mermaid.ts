import type { Fence } from "../../documents/markdown/block.ts";
import type { Section } from "../spec/section.ts";
import { type Drawing, emptyDrawing, normalTrigger, stateKey } from "./state-machine.ts";

const ARROW = /^\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")(?:<<\w+>>)?\s*-->\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")\s*(?::\s*(.*))?$/;
const STATE = /^\s*state\s+(?:"[^"]{1,120}"\s+as\s+)?([\w.-]+)\s*(?:<<\w+>>)?\s*$/;
const DESCRIBED = /^\s*([\w.-]+)\s*:\s*\S/;

/** Reads a Mermaid `stateDiagram` or `stateDiagram-v2`; undefined for another kind of diagram, and for one of states in states. */
export function readMermaid(fence: Fence, section: Section): Drawing | undefined {
  const lines = fence.text.split("\n");
  const head = lines.findIndex((line) => /^\s*stateDiagram(?:-v2)?\s*$/.test(line));
  if (head < 0 || lines.some((line) => line.trimEnd().endsWith("{"))) return undefined;
  const drawing = emptyDrawing(section, fence);
  let inNote = false;
  for (const [index, text] of lines.entries()) {
    const line = text.replace(/%%.*$/, "").replace(/\s+/g, " ");
    if (index <= head) continue;
    if (inNote) inNote = !/^\s*end note\s*$/.test(line);
    else if (/^\s*note\s+(?:left|right)\s+of\s+[^:]+$/.test(line)) inNote = true;
    else readLine(line, fence.line + 1 + index, drawing);
  }
  return { ...drawing, declared: listsStates(drawing) ? drawing.declared : [] };
}

/** A diagram lists its states where at least three lines do nothing but name one, and these are most of all. */
function listsStates({ declared, transitions }: Drawing): boolean {
  const listed = new Set(declared.map(({ name }) => stateKey(name)));
  const used = [...new Set(transitions.flatMap(({ from, to }) => [stateKey(from), stateKey(to)]))];
  return listed.size >= 3 && used.filter((key) => listed.has(key)).length * 3 >= used.length * 2;
}

function readLine(line: string, at: number, drawing: Drawing): void {
  const [isArrow, from = "", to = "", label = ""] = ARROW.exec(line) ?? [];
  if (isArrow !== undefined) {
    addArrow(from.replaceAll('"', ""), to.replaceAll('"', ""), label, at, drawing);
    return;
  }
  const [, name = DESCRIBED.exec(line)?.[1]] = STATE.exec(line) ?? [];
  if (name !== undefined) drawing.declared.push({ name, line: at });
}

function addArrow(from: string, to: string, label: string, line: number, drawing: Drawing): void {
  const [guard = "", trigger = ""] = [
    /\[([^\]]{1,200})\]/.exec(label)?.[1],
    label.replace(/\[[^\]]{1,200}\]|\s\/\s.*$/g, ""),
  ];
  if (from === "[*]") drawing.initial.push(stateKey(to));
  else if (to === "[*]") drawing.terminal.push(stateKey(from));
  else drawing.transitions.push({ from, to, trigger: normalTrigger(trigger), guard: normalTrigger(guard), line });
}
