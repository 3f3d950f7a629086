import { describe, expect, it } from "vitest";
import { change, GAP, material, proposal, reviewerOrder, reviewState } from "../../../test/support/sample-session.ts";
import { buildPrompt } from "../build-prompt.ts";
import type { State } from "../state.ts";

const SETTLED = change({ new: "If two devices change one note, the server keeps the last change." });
const COUNTED = change({
  number: 2,
  kind: "add-after",
  place: "1.1 Search",
  old: "Results come quickly.",
  new: "At most 50 of them are shown.",
});

/** What changed, as the Reviewer is shown it, when an earlier version had these changes. */
function shown(now: readonly (typeof SETTLED)[], before: readonly (typeof SETTLED)[]): string {
  const facts = { id: GAP, path: "round_003/engineer.md", line: 1, endLine: 9, round: 3, changes: before };
  const state: State = reviewState();
  const revised = proposal({ id: GAP, round: 4, reviewed: false, changes: now, previous: facts });
  const { prompt } = buildPrompt({ ...state, proposals: state.proposals.set(revised) }, reviewerOrder(), material());
  return prompt.slice(prompt.indexOf("## What changed"), prompt.indexOf("## What the Engineer says"));
}

describe("what changed, from the second review on (SPEC 15.4)", () => {
  it("is what is new since then, and of the rest what that does not show", () => {
    const both = shown([SETTLED, COUNTED], [SETTLED]);
    const [since = "", whole = ""] = both.split("Against the spec without it, where that says more:");
    expect(since).toContain("Since your last review:");
    expect(since).toContain("Results come quickly. {+At most 50 of them are shown.+}");
    expect(whole).toContain("{+keeps the last change+}");
    expect(whole).not.toContain("At most 50");
  });

  it("is said once where all of it is new, or none of it", () => {
    expect(shown([SETTLED], [])).not.toContain("Against the spec without it");
    const same = shown([SETTLED], [SETTLED]);
    expect(same).toContain("Nothing since your last review.");
    expect(same.match(/keeps the last change/g)).toHaveLength(1);
  });
});
