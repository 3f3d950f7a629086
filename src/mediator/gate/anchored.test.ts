import { describe, expect, it } from "vitest";
import { makeReadIssue } from "../../testing/make-document.ts";
import { anchoring } from "./anchored.ts";

const REVIEWED = `## Gap Resolution: GAP-FLOW-001
**Confidence:** HIGH

### Transitions
| From | To | Trigger |
| --- | --- | --- |
| PAUSED | OPEN | the person resumes |

### Trade-offs
A failed run is repeated until it passes, and \`retry_count\` is never reset.
`;

describe("SPEC 3.6, an issue that is anchored in the reviewed document", () => {
  const isAnchored = anchoring(REVIEWED);

  it.each([
    "Transitions table, second row",
    "Trade-offs section",
    'The words "repeated until it passes"',
    "lines 5-7",
    "Row PAUSED",
    "the state of retry_count",
    "End of GAP-FLOW-001",
  ])("by its location: %s", (location) => {
    expect(isAnchored(makeReadIssue({ location, text: "Too long." }))).toBe(true);
  });

  it.each([
    "It says “repeated until it passes”, which has no end.",
    "Nothing resets `retry_count`.",
    "> A failed run is repeated until it passes\n\nwhich has no end.",
    "This row is odd:\n```\n| PAUSED | OPEN | the person resumes |\n```",
    "See line 9.",
  ])("by what it quotes: %s", (text) => {
    expect(isAnchored(makeReadIssue({ text }))).toBe(true);
  });

  it.each([
    { text: "The proposal is too long and hard to follow." },
    { location: "Caching section", text: "Nothing says when the cache is emptied." },
    { location: "line 4000", text: "Wrong." },
    { text: 'It says "the cache is emptied at night".' },
    { text: 'The word "run" is unclear.' },
  ])("not by %j", (facts) => {
    expect(isAnchored(makeReadIssue(facts))).toBe(false);
  });
});
