import { engineer, type Turn } from "../../acceptance/support/desk.ts";
import { proposal } from "../../acceptance/support/documents.ts";

/** A spec of short sections, each with a sentence that leaves one thing open. */

const ROOMS = {
  "GAP-DOOR-001": ["Doors", "HIGH", "How long a door stays open is not said."],
  "GAP-LIGHT-001": ["Lights", "HIGH", "How bright a light is cannot be told."],
  "GAP-HEAT-001": ["Heating", "HIGH", "How warm a room gets is not said."],
  "GAP-WATER-001": ["Water", "HIGH", "How much water flows is not said."],
  "GAP-ALARM-001": ["Alarms", "HIGH", "How loud an alarm rings is not said."],
  "GAP-PAINT-001": ["Paint", "LOW", "Which colour a wall has is not said."],
  "GAP-CLEAN-001": ["Cleaning", "MEDIUM", "How often a room is cleaned is not said."],
  "GAP-GATE-001": ["Gates", "HIGH", "When a gate opens, who may open it and what happens at night are not said."],
  "GAP-ROOF-001": ["Roofs", "HIGH", "How steep a roof is cannot be told."],
  "GAP-YARD-001": ["Yards", "HIGH", "How wide a yard is cannot be told."],
  "GAP-HALL-001": ["Halls", "HIGH", "How high a hall is cannot be told."],
  "GAP-FENCE-001": ["Fences", "HIGH", "How long a fence is cannot be told."],
} as const;

export type Room = keyof typeof ROOMS;

export const DOOR = "GAP-DOOR-001";
export const LIGHT = "GAP-LIGHT-001";
export const HEAT = "GAP-HEAT-001";
export const WATER = "GAP-WATER-001";
export const ALARM = "GAP-ALARM-001";
export const PAINT = "GAP-PAINT-001";
export const CLEAN = "GAP-CLEAN-001";
export const GATE = "GAP-GATE-001";
export const ROOF = "GAP-ROOF-001";
export const YARD = "GAP-YARD-001";
export const HALL = "GAP-HALL-001";
export const FENCE = "GAP-FENCE-001";

export const heading = (gap: Room) => ROOMS[gap][0];
export const title = (gap: Room) => ROOMS[gap][2];
/** The sentence of the source that a resolution replaces. */
export const openSentence = (gap: Room) => `${ROOMS[gap][0]} follow the house rule.`;
export const settled = (gap: Room, value = 5) => `${ROOMS[gap][0]} follow rule number ${value}.`;

export type Severities = Partial<Record<Room, string>>;

export function house(gaps: readonly Room[], severities: Severities = {}): string {
  const sections = gaps.map((gap) => `## ${heading(gap)}\n\n${openSentence(gap)}`);
  const items = gaps.map((gap) => `- ${gap} (${severities[gap] ?? ROOMS[gap][1]}): ${title(gap)}`);
  return ["# House", "The house has rooms.", ...sections, "## Open Questions", `${items.join("\n")}\n`].join("\n\n");
}

/** A resolution in the asked form, with two examples and weighed trade-offs. */
export const settles = (gap: Room, value = 5, more: readonly string[] = []) =>
  proposal({
    gap,
    changes: [{ kind: "replace", in: heading(gap), old: openSentence(gap), new: settled(gap, value) }],
    more,
  }).replace(
    "- A parcel that came on 1 March is treated by the rule as it reads now.",
    `- On 1 March the rule has the value ${value}.\n- On 2 March, a holiday, it has the value ${value} too.`,
  );

export const settledIn = (round: number, gap: Room, value?: number): Turn => engineer(round, gap, settles(gap, value));

export const withoutTradeOffs = (document: string) => document.replace(/### Trade-offs\n\n.*\n\n/, "");

/** The same resolution with other words for what holds and why. */
export const explains = (gap: Room, solution: string, value?: number) =>
  settles(gap, value).replace(
    /(### Proposed Solution\n\n)[\s\S]*?(?=\n\n### )/,
    (_, heading: string) => `${heading}${solution}`,
  );
