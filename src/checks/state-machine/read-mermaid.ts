import type { Fence } from "../../documents/markdown/block.ts";
import type { Section } from "../spec/section.ts";
import { type DeclaredState, type Drawing, normalTrigger, stateKey, type Transition } from "./state-machine.ts";

const ARROW = /^\s*(\[\*\]|[\w.-]+(?:<<\w+>>)?|"[^"]{1,80}")\s*-->\s*(\[\*\]|[\w.-]+|"[^"]{1,80}")\s*(?::\s*(.*))?$/;
const ALIAS = /^\s*state\s+"([^"]{1,120})"\s+as\s+([\w.-]+)\s*(\{)?\s*$/;
const DESCRIBED = /^\s*([\w.-]+)\s*:\s*\S/;
const STATE = /^\s*state\s+([\w.-]+)\s*(?:<<(\w+)>>)?\s*(\{)?\s*$/;

interface Reading extends Drawing {
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
  const none = { transitions: [], declared: [], initial: [], terminal: [], open: [] };
  const reading: Reading = { section, ...none, parents: new Map(), pseudo: new Set() };
  let inNote = false;
  for (let index = head + 1; index < lines.length; index++) {
    const line = (lines[index] ?? "").replace(/%%.*$/, "");
    if (inNote) inNote = !/^\s*end note\s*$/.test(line);
    else if (/^\s*note\s+(?:left|right)\s+of\s+[^:]+$/.test(line)) inNote = true;
    else readLine(line, fence.line + 1 + index, reading);
  }
  return { ...reading, transitions: withoutPseudo(reading), declared: listsStates(reading) ? reading.declared : [] };
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
  // Inside a composite state the dot is where the composite begins.
  if (from === "[*]" && scope === undefined) reading.initial.push(stateKey(to));
  else if (from === "[*]") reading.transitions.push({ from: scope ?? "", to: bare(to), trigger: "", guard: "", line });
  else if (to === "[*]") reading.terminal.push(stateKey(from));
  else {
    const guard = normalTrigger(/\[([^\]]{1,200})\]/.exec(label)?.[1] ?? "");
    const trigger = normalTrigger(label.replace(/\[[^\]]{1,200}\]/, "").replace(/\s\/\s.*$/, ""));
    reading.transitions.push({ from: bare(from), to: bare(to), trigger, guard, line });
  }
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
function withoutPseudo({ pseudo, transitions }: Reading): Transition[] {
  return transitions
    .filter(({ from }) => !pseudo.has(stateKey(from)))
    .flatMap((transition) => {
      if (!pseudo.has(stateKey(transition.to))) return transition;
      const onward = transitions.filter(({ from }) => stateKey(from) === stateKey(transition.to));
      return onward
        .filter(({ to }) => !pseudo.has(stateKey(to)))
        .map(({ to, trigger, guard, line }) => {
          return { ...transition, to, guard: `${transition.guard} ${trigger} ${guard} ${line}` };
        });
    });
}
