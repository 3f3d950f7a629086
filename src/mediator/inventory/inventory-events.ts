import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { changesInventory, type InventoryChoice } from "../../model/inventory-choice.ts";
import { newGap } from "../../model/new-gap.ts";
import { isSeverity } from "../../model/severity.ts";
import { collect } from "../collect.ts";
import { decide, decideGaps } from "../decide.ts";
import { gapNames } from "../gap-events.ts";
import { mergeGaps } from "../merge-gaps.ts";
import type { State } from "../state.ts";

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
    (current) => setSeverities(current, severities, now),
    (current) => leave(current, choice.drop.filter(isThere), "WONT_FIX", reason, now),
    (current) => leave(current, choice.park.filter(isThere), "PARKED", reason, now),
    (current) => mergeGaps(current, duplicates, reason, now),
    () => (order.length === 0 ? [] : [{ type: "gaps_ordered", gaps: order }]),
    (current) => addGaps(current, add),
    (current) => (scope === "" || scope === current.session.scope ? [] : setScope(current, scope, now)),
  );
}

/** One decision for all of them. */
function leave(
  state: State,
  gaps: readonly GapId[],
  to: "WONT_FIX" | "PARKED",
  reason: string,
  now: string,
): SessionEvent[] {
  const type = to === "PARKED" ? "parked" : "dropped";
  const decision = `${type} from the inventory`;
  const draft = { type, title: `${gapNames(gaps)}: ${type}`, gaps, decision, rationale: reason };
  return decideGaps(state, now, draft, to, reason || decision);
}

function setSeverities(state: State, set: InventoryChoice["severities"], now: string): SessionEvent[] {
  if (set.length === 0) return [];
  const why = "set in the inventory";
  const gaps = set.map(({ gap }) => gap);
  const decision = gapNames(set.map(({ gap, severity }) => `${gap} is ${severity}`));
  return [
    decide(state, now, {
      type: "severity",
      title: `Severity of ${gapNames(gaps)}`,
      gaps,
      decision,
      rationale: why,
      severities: set,
    }),
    ...set.map((given): SessionEvent => ({ type: "gap_severity_set", ...given, by: "user", why })),
  ];
}

function setScope(state: State, scope: string, now: string): SessionEvent[] {
  return [
    decide(state, now, { type: "scope", title: "What the session is about", decision: scope }),
    { type: "scope_set", scope },
  ];
}

const LONGEST_TITLE = 200;

/** `HIGH: what happens to a file that is too large`. */
function addGaps(state: State, lines: readonly string[]): SessionEvent[] {
  const mint = gapIdMint([...state.gaps].map(({ id }) => id));
  return lines.map((line): SessionEvent => {
    const [, word = "", rest] = /^[[(]?(CRITICAL|HIGH|MEDIUM|LOW)\b[\])]?[\s:,–—-]*(.+)$/i.exec(line) ?? [];
    const text = rest ?? line;
    const given = word.toUpperCase();
    const facts = { severityBy: "user", origin: "user", severity: isSeverity(given) ? given : "MEDIUM" } as const;
    const gap = newGap(0, { id: mint.next("USER"), title: text.slice(0, LONGEST_TITLE), text, ...facts });
    return { type: "gap_added", gap };
  });
}
