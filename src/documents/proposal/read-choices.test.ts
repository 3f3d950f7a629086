import { describe, expect, test } from "vitest";
import { renderProposal } from "../canonical/render-proposal.ts";
import { readDocument } from "../read-document.ts";
import type { EngineerDocument } from "../values.ts";

function blocked(text: string) {
  const document = readDocument(text, "engineer") as EngineerDocument;
  return document.blocked;
}

const LIST = "- (recommended) 15 minutes: as long as a session lasts\n- 1 hour — longer\n- **never**\n";
const CHOICES = [
  { label: "15 minutes", text: "as long as a session lasts", recommended: true },
  { label: "1 hour", text: "longer" },
  { label: "never", text: "" },
];

describe("choices behind BLOCKED_NEEDS_INPUT (SPEC 7, 16.4)", () => {
  test.each([
    ["a heading", `## BLOCKED_NEEDS_INPUT: GAP-TIME-001\n\nHow long?\n\nChoices:\n\n${LIST}`],
    ["a paragraph", `BLOCKED_NEEDS_INPUT: GAP-TIME-001 How long?\n\n**Choices:**\n\n${LIST}`],
    ["a paragraph that announces them itself", `BLOCKED_NEEDS_INPUT: GAP-TIME-001 How long?\nOptions:\n\n${LIST}`],
  ])("are read below %s", (_, text) => {
    expect(blocked(text)).toMatchObject([{ gap: "GAP-TIME-001", reason: "How long?", choices: CHOICES }]);
  });

  test("a list of what is asked for offers nothing", () => {
    const [one] = blocked("BLOCKED_NEEDS_INPUT: GAP-TIME-001 I need to know:\n\n- the time\n- the unit\n");
    expect(one?.choices).toBeUndefined();
  });

  test("the first recommendation counts, and there are at most nine", () => {
    const list = Array.from({ length: 20 }, (_, index) => `- (recommended) ${index}: words`).join("\n");
    const [one] = blocked(`## BLOCKED_NEEDS_INPUT: GAP-TIME-001\n\nHow long?\n\nChoices:\n\n${list}\n`);
    expect(one?.choices).toHaveLength(9);
    expect(one?.choices?.filter((choice) => choice.recommended)).toEqual([
      { label: "0", text: "words", recommended: true },
    ]);
  });

  test("come through the canonical form", () => {
    const text = `## BLOCKED_NEEDS_INPUT: GAP-TIME-001\n\nHow long?\n\nChoices:\n\n${LIST}`;
    const again = renderProposal(readDocument(text, "engineer") as EngineerDocument);
    expect(blocked(again)).toMatchObject([{ reason: "How long?", choices: CHOICES }]);
  });
});
