import { expect, it } from "vitest";
import { engineerOrder, GAP, material, sampleState } from "../../../test/support/sample-session.ts";
import { buildPrompt } from "../build-prompt.ts";

it("tells what a gap of a cluster has that needs no change, wherever it stands among them", () => {
  const { prompt } = buildPrompt(sampleState(), engineerOrder({ gaps: ["GAP-SYNC-002", GAP] }), material());
  expect(prompt).toContain("under the first of them that needs it");
  expect(prompt).toContain("a gap that needs no change at all the words of the spec that settle it");
});
