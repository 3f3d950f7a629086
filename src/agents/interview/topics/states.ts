import { type StateMachine, stateKey, type Transition } from "../../../checks/state-machine/state-machine.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import {
  addState,
  addTransition,
  changeTrigger,
  declareTerminal,
  machineAt,
  removeLine,
  removeState,
  renameState,
} from "../text/machine-edits.ts";
import { readArrow, saysTerminal } from "../text/read-arrow.ts";
import { rawTrigger, resumption, waits } from "./resumption.ts";

/** What is wrong with a state machine: how is it meant? */
export function askStates(subject: Subject): Inquiry | undefined {
  const { finding } = subject;
  const machine = machineAt(subject);
  const name = /"([^"]{1,120})"/.exec(finding?.message ?? "")?.[1];
  if (finding === undefined || machine === undefined || name === undefined) return undefined;
  switch (finding.type) {
    case "state-unreachable":
      return askUnreachable(subject, machine, name);
    case "state-no-exit":
      return askNoExit(subject, machine, name);
    case "state-undefined":
      return askUndefined(subject, machine, name);
    case "state-nondeterministic":
      return askNondeterministic(subject, machine);
    default:
      return undefined;
  }
}

function first(choices: readonly Choice[]): Choice[] {
  return choices.map((choice, index) => (index === 0 ? { ...choice, recommended: true } : choice));
}

function findsName(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "i").test(text);
}

function namesOf(machine: StateMachine): string[] {
  return [...machine.states.values()].map(({ name }) => name);
}

function askUnreachable(subject: Subject, machine: StateMachine, name: string): Inquiry {
  const leaves = machine.transitions.some(({ from }) => stateKey(from) === stateKey(name));
  const isNamed = subject.spec.units.filter(({ text }) => findsName(text, name)).length > 1;
  const choices: Choice[] =
    leaves || removeState(subject, machine, name).length === 0
      ? []
      : [
          {
            label: `${name} is no state of this version`,
            why: isNamed ? "it is taken out of the list" : "it is taken out of the list; nothing else speaks of it",
            ...(isNamed ? {} : { recommended: true }),
            write: () => removeState(subject, machine, name),
          },
        ];
  return {
    question: `No transition leads into the state ${name}. From which state, and on what, is it entered?`,
    choices,
    wanted: "a state and a trigger, as in: Idle, Esc is pressed",
    free: (answer) => {
      const arrow = readArrow(answer, machine, name);
      return arrow === undefined
        ? []
        : addTransition(subject, machine, { from: arrow.state, to: name, trigger: arrow.trigger });
    },
  };
}

/** Names that say that nothing comes after them. */
const ENDS =
  /(?:done|finished|completed?|closed|cancell?ed|rejected|refused|failed|expired|archived|deleted|approved|paid|delivered|resolved|published|aborted|declined|accepted|succeeded|voided|refunded|stored|(?:^|[^a-z])end(?:ed)?)$/i;

function askNoExit(subject: Subject, machine: StateMachine, name: string): Inquiry {
  const terminal: Choice = {
    label: `${name} is a terminal state`,
    why: "nothing comes after it",
    write: () => declareTerminal(subject, machine, name),
  };
  const resume = resumption(subject, machine, name);
  const back = resume === undefined ? wayBack(machine, name) : undefined;
  const again: Choice[] =
    back === undefined
      ? []
      : [
          {
            label: `${back.trigger === "" ? "On" : back.trigger} to ${back.to}`,
            why: `as from ${back.from}: it is tried again`,
            write: () => addTransition(subject, machine, { from: name, to: back.to, trigger: back.raw }),
          },
        ];
  const isEnd = !waits(name) && ENDS.test(name);
  return {
    question: `The state ${name} is entered and never left. What leads out of it, and where to?`,
    choices:
      resume === undefined
        ? [{ ...terminal, ...(isEnd ? { recommended: true } : {}) }, ...again]
        : [{ ...resume, recommended: true }, terminal],
    wanted: "a trigger and a state, as in: Esc is pressed, to Idle",
    free: (answer) => {
      if (saysTerminal(answer, machine, name)) return declareTerminal(subject, machine, name);
      const arrow = readArrow(answer, machine, name);
      if (arrow === undefined) return [];
      return addTransition(subject, machine, { from: name, to: arrow.state, trigger: arrow.trigger });
    },
  };

  /** What led to the state before this one, tried again: from Offline as from Idle, on `r` to Fetching. */
  function wayBack(
    one: StateMachine,
    state: string,
  ): { from: string; to: string; trigger: string; raw: string } | undefined {
    const into = one.transitions.find(({ to }) => stateKey(to) === stateKey(state));
    const before =
      into &&
      one.transitions.find(
        ({ from, to }) => stateKey(to) === stateKey(into.from) && stateKey(from) !== stateKey(state),
      );
    if (before === undefined) return undefined;
    const raw = rawTrigger(subject, before);
    return { from: before.from, to: before.to, trigger: raw, raw };
  }
}

function askUndefined(subject: Subject, machine: StateMachine, name: string): Inquiry {
  const near = [...machine.declared.values()].map((state) => state.name).find((known) => isNear(known, name));
  const exits = machine.transitions.some(({ from }) => stateKey(from) === stateKey(name));
  const add: Choice = exits
    ? {
        label: `${name} is a state of its own`,
        why: "it is added to the list",
        write: () => addState(subject, machine, name),
      }
    : {
        label: `${name} is a state of its own, and terminal`,
        why: "it is added to the list; nothing leads out of it",
        write: () => [...addState(subject, machine, name), ...declareTerminal(subject, machine, name)],
      };
  const rename: Choice[] =
    near === undefined
      ? []
      : [
          {
            label: `${near} is meant`,
            why: "the names are nearly the same",
            write: () => renameState(subject, machine, name, near),
          },
        ];
  return {
    question: `A transition uses the state ${name}, which is not among the states of the document. What is meant?`,
    choices: first([...rename, add]),
    wanted: "the state that is meant",
    free: (answer) => {
      const known = namesOf(machine).find((one) => stateKey(one) === stateKey(answer.replace(/[.;]$/, "")));
      return known === undefined ? add.write() : renameState(subject, machine, name, known);
    },
  };
}

function isNear(a: string, b: string): boolean {
  const [left, right] = [stateKey(a), stateKey(b)];
  if (left === right) return false;
  return left.startsWith(right) || right.startsWith(left) || distance(left, right) <= 2;
}

/** How many letters must change; bounded by the length of names. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 9;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[b.length] ?? 9;
}

function askNondeterministic(subject: Subject, machine: StateMachine): Inquiry | undefined {
  const line = subject.finding?.line ?? 0;
  const here = machine.transitions.find((one) => one.line === line);
  const there =
    here &&
    machine.transitions.find(
      (one) => one.line !== line && one.trigger === here.trigger && stateKey(one.from) === stateKey(here.from),
    );
  if (here === undefined || there === undefined) return undefined;
  const always = (kept: Transition, lost: Transition): Choice => ({
    label: `Always to ${kept.to}`,
    why: `the other transition, on ${subject.where(lost.line)}, goes`,
    write: () => removeLine(subject, lost.line),
  });
  // What would cut a state off is not meant; else nobody but the person can tell.
  const [cutsHere, cutsThere] = [strands(machine, here), strands(machine, there)];
  const choices =
    cutsHere && !cutsThere ? [always(here, there), always(there, here)] : [always(there, here), always(here, there)];
  return {
    question: `In ${here.from}, "${rawTrigger(subject, here)}" leads to ${there.to} on ${subject.where(there.line)} and to ${here.to} on ${subject.where(here.line)}. Which one is it?`,
    choices: cutsHere === cutsThere ? choices : first(choices),
    wanted: `what decides, as in: ${there.to} if …, ${here.to} otherwise`,
    free: (answer) =>
      guards(answer, there, here).flatMap(([transition, guard]) => changeTrigger(subject, transition, guard)),
  };
}

/** Whether nothing else leads where a transition leads. */
function strands(machine: StateMachine, { to, line }: Transition): boolean {
  const isEntered = machine.transitions.some((one) => one.line !== line && stateKey(one.to) === stateKey(to));
  return !isEntered && ![...machine.initial].some((name) => stateKey(name) === stateKey(to));
}

/** "Idle if all feeds failed, Offline otherwise": a condition for each. */
function guards(answer: string, first_: Transition, second: Transition): [Transition, string][] {
  const parts = answer.split(/\s*(?:[,;\n]|\band\b)\s*/).filter((part) => part !== "");
  const of = ({ to }: Transition) => parts.find((part) => stateKey(part).includes(stateKey(to)));
  const condition = (part: string | undefined) =>
    /\b(?:if|when|while|unless)\b\s*(.+)$/i.exec(part ?? "")?.[0]?.replace(/[.;]$/, "");
  const [a, b] = [condition(of(first_)), condition(of(second))];
  if (a === undefined && b === undefined)
    return [
      [first_, `if ${answer.trim().replace(/[.;]$/, "")}`],
      [second, "otherwise"],
    ];
  return [
    [first_, a ?? "otherwise"],
    [second, b ?? "otherwise"],
  ];
}
