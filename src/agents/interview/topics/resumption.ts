import { type StateMachine, stateKey, type Transition } from "../../../checks/state-machine/state-machine.ts";
import type { Choice } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { addTransition } from "../text/machine-edits.ts";

const WAITS =
  /(?:incomplete|suspend|paus|wait|block|pending|hold|held|offline|interrupt|disconnect|stall|frozen|dormant|sleep|snooz)/i;
/** Whether a state is named for waiting: it is no end. */
export function waits(name: string): boolean {
  return WAITS.test(name);
}

/** What undoes a trigger: "connection breaks", "connection is back". */
const UNDOES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:breaks?|drops?|goes down|is (?:lost|gone|down|broken))\b.*$/i, "is back"],
  [/\b(?:fails?|times? out)\b.*$/i, "works again"],
  [/\b(?:error|failure|outage)\b.*$/i, "is back"],
  [/\b(?:is |are )?held back\b/i, "released"],
  [/\bputs? (it|them) on hold\b/i, "releases $1"],
  [/\bis missing\b.*$/i, "arrives"],
  [/\b(pause|suspend)s\b/i, "resumes"],
  [/\b(?:is )?(?:paused|suspended|blocked)\b/i, "is resumed"],
];

/** A state that is named for waiting is left to where it was entered from. */
export function resumption(subject: Subject, machine: StateMachine, name: string): Choice | undefined {
  const into = machine.transitions.find(({ to }) => stateKey(to) === stateKey(name));
  if (into === undefined || !waits(name)) return undefined;
  const raw = rawTrigger(subject, into);
  const undone = UNDOES.find(([pattern]) => pattern.test(raw));
  if (undone === undefined) return undefined;
  const trigger = raw.replace(...undone);
  return {
    label: `${trigger}, to ${into.from}`,
    why: "it is entered from there, and its name says that it waits",
    write: () => addTransition(subject, machine, { from: name, to: into.from, trigger }),
  };
}

/** The trigger as it is written. */
export function rawTrigger({ spec, lines }: Subject, { line, trigger }: Transition): string {
  const row = spec.sections
    .flatMap(({ tables }) => tables)
    .flatMap(({ rows }) => rows)
    .find((one) => one.line === line);
  const cell = row?.cells.find(
    (one) =>
      one
        .replace(/[`*_"“”]/g, "")
        .replace(/\s+/g, " ")
        .trim()
        .toLowerCase() === trigger,
  );
  return cell ?? /:\s*(.*)$/.exec(lines[line - 1] ?? "")?.[1]?.trim() ?? trigger;
}
