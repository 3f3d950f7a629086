import { InternalError } from "../../errors/whetstone-error.ts";
import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { isProblem } from "../../model/gap-selection.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { changesInventory, type InventoryChoice, readInventoryChoice } from "../../model/inventory-choice.ts";
import type { Severity } from "../../model/severity.ts";
import { collect } from "../collect.ts";
import { decide } from "../decide.ts";
import { applyEvents } from "../evolve/evolve.ts";
import { changeByUser, gapNames } from "../gap-events.ts";
import type { Answered } from "../make-question.ts";
import { mergeGaps } from "../merge-gaps.ts";
import type { State } from "../state.ts";
import { inventoryQuestion } from "./inventory-question.ts";

/** All fields are carried out; then round 1 opens, the session pauses, or the inventory is shown again (SPEC 16.1). */
export function applyInventory(state: State, { question, answer, choice }: Answered, now: string): SessionEvent[] {
  const read = readInventoryChoice(question.gaps ?? [], answer.fields);
  if (isProblem(read)) throw new InternalError(`an answer that was taken does not fit: ${read.problem}`);
  const events = inventoryEvents(state, read, now);
  if (choice === "accept") return [...events, { type: "inventory_approved" }];
  if (choice === "pause") return [...events, { type: "paused", reason: "before the inventory was approved" }];
  return [...events, { type: "question_asked", question: inventoryQuestion(applyEvents(state, events, now)) }];
}

/** What a person's choice does to the gaps, to their order and to the scope. */
export function inventoryEvents(state: State, choice: InventoryChoice, now: string): SessionEvent[] {
  if (!changesInventory(choice, state.session.scope)) return [];
  const { reason, severities, order, add, scope } = choice;
  // A command may have come between the answer and this.
  const isThere = (id: GapId) => {
    const gap = state.gaps.get(id);
    return gap !== undefined && isOpen(gap);
  };
  const duplicates = choice.duplicates.filter(({ gap, of }) => isThere(gap) && isThere(of));
  return collect(
    state,
    now,
    (current) => weigh(current, severities, now),
    (current) => leave(current, choice.drop.filter(isThere), { to: "WONT_FIX", word: "dropped", reason }, now),
    (current) => leave(current, choice.park.filter(isThere), { to: "PARKED", word: "parked", reason }, now),
    (current) => mergeGaps(current, duplicates, reason, now),
    () => (order.length === 0 ? [] : [{ type: "gaps_ordered", gaps: order }]),
    (current) => addGaps(current, add),
    (current) => (scope === "" || scope === current.session.scope ? [] : setScope(current, scope, now)),
  );
}

interface Leaving {
  readonly to: "WONT_FIX" | "PARKED";
  readonly word: string;
  readonly reason: string;
}

function leave(state: State, gaps: readonly GapId[], { to, word, reason }: Leaving, now: string): SessionEvent[] {
  if (gaps.length === 0) return [];
  const decision = `${word} from the inventory`;
  const why = reason === "" ? {} : { rationale: reason };
  return [
    decide(state, now, { type: word, title: `${gapNames(gaps)}: ${word}`, gaps, decision, ...why }),
    ...gaps.map((gap) => changeByUser(gap, to, reason === "" ? decision : reason)),
  ];
}

function weigh(state: State, set: InventoryChoice["severities"], now: string): SessionEvent[] {
  if (set.length === 0) return [];
  const why = "set in the inventory";
  const gaps = set.map(({ gap }) => gap);
  const decision = gapNames(set.map(({ gap, severity }) => `${gap} is ${severity}`));
  return [
    decide(state, now, { type: "severity", title: `Severity of ${gapNames(gaps)}`, gaps, decision, rationale: why }),
    ...set.map((one): SessionEvent => ({ type: "gap_severity_set", ...one, by: "user", why })),
  ];
}

function setScope(state: State, scope: string, now: string): SessionEvent[] {
  return [
    decide(state, now, { type: "scope", title: "What the session is about", decision: scope }),
    { type: "scope_set", scope },
  ];
}

const LONGEST = 200;

function addGaps(state: State, lines: readonly string[]): SessionEvent[] {
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  return lines.map((line): SessionEvent => ({ type: "gap_added", gap: newGap(line, mint.next("USER")) }));
}

/** `HIGH: what happens to a file that is too large`. */
function newGap(line: string, id: GapId): Gap {
  const [, word, rest] = /^[[(]?(CRITICAL|HIGH|MEDIUM|LOW)\b[\])]?[\s:,–—-]*(.+)$/i.exec(line) ?? [];
  const text = rest ?? line;
  const severity = (word?.toUpperCase() as Severity | undefined) ?? "MEDIUM";
  return {
    id,
    title: text.slice(0, LONGEST),
    text,
    severity,
    severityBy: "user",
    state: "OPEN",
    origin: "user",
    round: 0,
    changedInRound: 0,
    places: [],
    dependsOn: [],
    parts: [],
    flags: [],
  };
}
