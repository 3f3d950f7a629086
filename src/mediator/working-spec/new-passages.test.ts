import { expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { State } from "../state.ts";
import { changesToCompare } from "./new-passages.ts";

function listed(before: string, now: string, contextTokens = 24_000) {
  const [source, text] = [before, now].map((each) => [{ path: "a.md", text: each }]);
  const spec = { first: [], source: source ?? [], text: text ?? [], batches: [], overlaps: [], settled: [] };
  return changesToCompare({ spec: spec satisfies State["spec"], config: { ...DEFAULT_CONFIG, contextTokens } });
}

it("shows the sentences that the author did not write, with their place, in the order of the spec", () => {
  const before = "# A\n\n## Limits\n\nNames are short. It ends after a while. Nobody is told.\n\n## Ends\n\n- Red.\n";
  const now = before.replace("a while", "30 seconds").replace("- Red.", "- Red.\n- Blue. And green.");
  expect(listed(before, now).shown).toEqual([
    'in "Limits": It ends after 30 seconds.',
    'in "Ends": - Blue. And green.',
  ]);
});

it("shows each sentence of a passage that later changes went into, and nothing of a passage that was only wrapped", () => {
  const before = "It ends after a while and somebody is told.\n";
  const now = "It ends after\na while and somebody is told. A raise opens vacancies. Lowering it cancels them.\n";
  expect(listed(before, now).shown).toEqual(["A raise opens vacancies. Lowering it cancels them."]);
});

it("shows a table row whole, and no heading, rule or head of a table", () => {
  const now = "## Values\n\n| A | B |\n|---|---|\n| Drift | 0.25 a day. Or less |\n\n---\n";
  expect(listed("", now).shown).toEqual(['in "Values": | Drift | 0.25 a day. Or less |']);
});

it("gives each item and row a number of its own, whole with its wrapped lines", () => {
  const now =
    "- **FR-002**: The app keeps\n  the balance. It charges one credit.\n- **FR-003**: A member gets it back.\n";
  expect(listed("", now).shown).toEqual([
    "- **FR-002**: The app keeps the balance. It charges one credit.",
    "- **FR-003**: A member gets it back.",
  ]);
});

it("says how many are left out where there is no room for all", () => {
  const rules = Array.from({ length: 40 }, (_, index) => `Rule ${index} ${"of the wall holds always ".repeat(8)}.`);
  const { shown, left } = listed("", rules.join("\n\n"), 3_000);
  expect(shown[0]).toContain("Rule 0 ");
  expect(left).toBe(40 - shown.length);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.length).toBeLessThan(20);
});
