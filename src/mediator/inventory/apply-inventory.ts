import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import type { Answered } from "../answers/apply-answer.ts";
import { decide } from "../answers/decide.ts";
import { applyEvents } from "../evolve/evolve.ts";
import { changeByUser } from "../gap-events.ts";
import type { State } from "../state.ts";
import { inventoryQuestion } from "./inventory-question.ts";

const DROPPED = "dropped from the inventory";

export const INVENTORY_CHANGES = ["drop", "add", "severity", "order"] as const;
export type InventoryChange = (typeof INVENTORY_CHANGES)[number];

/** Every change shows the inventory again; only taking it as it is opens round 1 (SPEC 16.1). */
export function applyInventory(state: State, answered: Answered, now: string): SessionEvent[] {
  const change = INVENTORY_CHANGES.find((one) => one === answered.choice);
  if (change) return changed(state, now, changeInventory(state, change, answered.field(change), now));
  if (answered.choice === "pause") return [{ type: "paused", reason: "before the inventory was approved" }];
  return [{ type: "inventory_approved" }];
}

export interface ChangedInventory {
  readonly events: readonly SessionEvent[];
  /** Words of the answer that name nothing. */
  readonly unknown: readonly string[];
}

/** What a person's words do to the inventory. */
export function changeInventory(state: State, change: InventoryChange, text: string, now: string): ChangedInventory {
  switch (change) {
    case "drop":
      return drop(state, text, now);
    case "add":
      return add(state, text);
    case "severity":
      return severities(state, text, now);
    case "order":
      return order(state, text);
  }
}

function changed(state: State, now: string, { events, unknown }: ChangedInventory): SessionEvent[] {
  const problem = unknown.length === 0 ? "" : `Not understood: ${unknown.join(", ").slice(0, 300)}.`;
  const question = inventoryQuestion(applyEvents(state, events, now), problem);
  return [...events, { type: "question_asked", question }];
}

function drop(state: State, text: string, now: string): ChangedInventory {
  const { gaps, unknown } = namedGaps(state, text);
  if (gaps.length === 0) return { events: [], unknown };
  const title = `Dropped: ${gaps.join(", ")}`;
  const decision = decide(state, now, { type: "dropped", title, gaps, decision: DROPPED });
  return { events: [decision, ...gaps.map((gap) => changeByUser(gap, "WONT_FIX", DROPPED))], unknown };
}

function order(state: State, text: string): ChangedInventory {
  const { gaps, unknown } = namedGaps(state, text);
  return { events: gaps.length === 0 ? [] : [{ type: "gaps_ordered", gaps }], unknown };
}

function severities(state: State, text: string, now: string): ChangedInventory {
  const unknown: string[] = [];
  const set = text
    .split(/[,;\n]/)
    .filter((part) => part.trim() !== "")
    .flatMap((part) => {
      const [name = "", word = ""] = part.trim().split(/[\s=:]+/);
      const severity = SEVERITIES.find((one) => one === word.toUpperCase());
      const gap = openGap(state, name);
      if (gap !== undefined && severity !== undefined) return [{ gap, severity }];
      unknown.push(part.trim());
      return [];
    });
  if (set.length === 0) return { events: [], unknown };
  const why = "set in the inventory";
  const gaps = set.map(({ gap }) => gap);
  const words = set.map(({ gap, severity }) => `${gap} is ${severity}`).join(", ");
  const title = `Severity of ${gaps.join(", ")}`;
  const decision = decide(state, now, { type: "severity", title, gaps, decision: words, rationale: why });
  const changes = set.map((one): SessionEvent => ({ type: "gap_severity_set", ...one, by: "user", why }));
  return { events: [decision, ...changes], unknown };
}

const LONGEST = 200;

function add(state: State, text: string): ChangedInventory {
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  const lines = text.split("\n").map((line) => line.replace(/^\s*[-*+]\s+/, "").trim());
  const events = lines
    .filter((line) => line !== "")
    .map((line): SessionEvent => ({ type: "gap_added", gap: newGap(line, mint.next("USER")) }));
  return { events, unknown: [] };
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

function namedGaps(state: State, text: string): { gaps: GapId[]; unknown: string[] } {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ""))];
  const gaps = words.flatMap((word) => openGap(state, word) ?? []);
  return { gaps, unknown: words.filter((word) => openGap(state, word) === undefined) };
}

function openGap(state: State, word: string): GapId | undefined {
  const id = word
    .toUpperCase()
    .replace(/[A-Z]$/, (letter) => (/\d[A-Z]$/.test(word.toUpperCase()) ? letter.toLowerCase() : letter));
  return isGapId(id) && state.gaps.get(id)?.state === "OPEN" ? id : undefined;
}
