import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { EVENTS } from "../model/events.ts";
import { conforms } from "./parse-step.ts";

const schema = z.object({
  id: z.custom<string>((value) => typeof value === "string" && value.startsWith("GAP-"), "not an id"),
  state: z.enum(["OPEN", "CLOSED"]),
  round: z.number(),
  by: z.union([z.number(), z.literal("auto")]),
  words: z.array(z.string()),
  flag: z.boolean().exactOptional(),
  blocker: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("GAP"), gaps: z.array(z.string()) }),
      z.object({ type: z.literal("INPUT"), reason: z.string() }),
    ])
    .exactOptional(),
  counts: z.record(z.string(), z.number()),
  pair: z.tuple([z.string(), z.number()]),
});

const RIGHT = {
  id: "GAP-FLOW-001",
  state: "OPEN",
  round: 3,
  by: "auto",
  words: ["a"],
  flag: true,
  blocker: { type: "INPUT", reason: "which?" },
  counts: { HIGH: 1 },
  pair: ["a", 1],
};

const odd = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, "GAP-X", "OPEN", "auto", [], {}, ["a"], [1], {
    type: "GAP",
    gaps: ["x"],
  }),
  fc.anything(),
);

describe("whether an event fits its schema", () => {
  it("is said as Zod says it, whatever a field holds or lacks", () => {
    const fits = conforms(schema);
    expect(fits(RIGHT)).toBe(true);
    const keys = fc.constantFrom(...Object.keys(RIGHT));
    fc.assert(
      fc.property(keys, odd, fc.boolean(), (key, value, isLeftOut) => {
        const { [key as keyof typeof RIGHT]: _, ...rest } = RIGHT;
        const changed = isLeftOut ? rest : { ...RIGHT, [key]: value };
        expect(fits(changed)).toBe(schema.safeParse(changed).success);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(odd, (value) => {
        expect(fits(value)).toBe(schema.safeParse(value).success);
      }),
    );
  });

  it("is told for every event of the journal", () => {
    for (const event of Object.values(EVENTS)) {
      const fits = conforms(event);
      for (const value of [{}, null, [], { gap: "GAP-FLOW-001", why: "x", round: 1 }]) {
        expect(fits(value)).toBe(event.safeParse(value).success);
      }
    }
  });
});
