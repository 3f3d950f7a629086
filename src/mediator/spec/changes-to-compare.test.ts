import { expect, it } from "vitest";
import type { Change } from "../../model/change.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { State } from "../state.ts";
import { changesToCompare } from "./changes-to-compare.ts";

const change = (fields: Partial<Change>): Change => ({
  number: 1,
  kind: "replace",
  place: "Limits",
  old: "",
  new: "",
  ...fields,
});

function listed(text: string, changes: readonly Change[], contextTokens = 24_000) {
  const file = [{ path: "a.md", text }];
  const batches = [{ round: 1, sets: [{ changes }] }];
  const spec = { first: file, source: file, text: file, batches, overlaps: [], settled: [] } satisfies State["spec"];
  return changesToCompare({ spec, config: { ...DEFAULT_CONFIG, contextTokens } });
}

it("shows the sentences that a change is about, with their place", () => {
  const old = "Names are short. It ends after a while. Nobody is told.";
  const now = old.replace("a while", "30 seconds");
  expect(listed(`${now}\n`, [change({ old, new: now })]).shown).toEqual(['in "Limits": It ends after 30 seconds.']);
});

it("leaves out what a later change took away again, and names no passage twice", () => {
  const [first, last] = [change({ new: "It ends after 20 s." }), change({ new: "It ends after 30 s." })];
  const partly = change({ place: "", new: "- Blue.\n- It ends after 20 s." });
  expect(listed("It ends after 30 s.\n\n- Blue.\n", [first, partly, last, last]).shown).toEqual([
    "- Blue.",
    'in "Limits": It ends after 30 s.',
  ]);
});

it("shows the newest where there is no room for all, and says how many are left out", () => {
  const rules = Array.from({ length: 40 }, (_, index) => `Rule ${index} of the wall holds in every case and always.`);
  const { shown, left } = listed(
    rules.join("\n"),
    rules.map((rule) => change({ new: rule })),
    1_000,
  );
  expect(shown.at(-1)).toContain("Rule 39 ");
  expect(left).toBe(40 - shown.length);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.length).toBeLessThan(20);
});
