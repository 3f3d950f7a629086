import { describe, expect, it } from "vitest";
import type { EngineerDocument } from "../agent-document.ts";
import { readForm } from "./read-form.ts";

function read(text: string): EngineerDocument {
  const { document } = readForm(text, "engineer");
  if (document.role !== "engineer") throw new Error("not an Engineer's document");
  return document;
}

const HEAD = "## Gap Resolution: GAP-CACHE-004 Expiry\n\n**Confidence:** MEDIUM\n\n### Proposed Solution\n\nShort.\n\n";

const CHANGES = `### Spec Changes

**Change 1: replace** in "5.2 Expiry"

\`\`\`old
An entry expires after a while.
\`\`\`

\`\`\`new
An entry expires 15 minutes after its last write.
\`\`\`

**Change 2: add at the end** of "Edge Cases"

~~~new
- A write during removal wins.
~~~

**Change 3: add after** in "Limits"

\`\`\`\`old
\`\`\`json
{}
\`\`\`
\`\`\`\`

\`\`\`new
  | Entry size | 64 kB |
\`\`\`

**Change 4: remove** in "Open Questions"

\`\`\`old
- How long does an entry live?

\`\`\`
`;

const REST = `
### Examples

- Read at 10:15: a miss.
- Read at 10:14: served.

### Trade-offs

- Stale for 15 minutes.

### New Gaps Introduced

- **GAP-CACHE-009** (HIGH): Who may clear the cache is not said.
  - **Parent:** GAP-CACHE-004
  - **Place:** "An administrator clears it."
  - **Why:** Two roles are called so.
  - **Depends on:** GAP-CACHE-002, GAP-CACHE-003
`;

describe("the Engineer's form", () => {
  const document = read(HEAD + CHANGES + REST);
  const [resolution] = document.resolutions;

  it("is read whole, without a repair", () => {
    expect(readForm(HEAD + CHANGES + REST, "engineer")).toMatchObject({ repairs: [], text: HEAD + CHANGES + REST });
    expect(document.unread).toEqual([]);
    expect(resolution).toMatchObject({
      gap: "GAP-CACHE-004",
      title: "Expiry",
      confidence: "MEDIUM",
      examples: 2,
      line: 1,
    });
    expect(resolution?.sections.map(({ part }) => part)).toEqual([
      "solution",
      "changes",
      "examples",
      "trade-offs",
      "new-gaps",
    ]);
  });

  it("has its changes verbatim", () => {
    expect(
      resolution?.changes.map(({ number, kind, place, old, new: added }) => [number, kind, place, old, added]),
    ).toEqual([
      [
        1,
        "replace",
        "5.2 Expiry",
        "An entry expires after a while.",
        "An entry expires 15 minutes after its last write.",
      ],
      [2, "add-at-end", "Edge Cases", "", "- A write during removal wins."],
      [3, "add-after", "Limits", "```json\n{}\n```", "  | Entry size | 64 kB |"],
      [4, "remove", "Open Questions", "- How long does an entry live?\n", ""],
    ]);
  });

  it("has its new gaps with parent, place, reason and dependencies", () => {
    expect(document.newGaps).toMatchObject([
      {
        id: "GAP-CACHE-009",
        severity: "HIGH",
        title: "Who may clear the cache is not said.",
        parent: "GAP-CACHE-004",
        place: '"An administrator clears it."',
        why: "Two roles are called so.",
        dependsOn: ["GAP-CACHE-002", "GAP-CACHE-003"],
      },
    ]);
  });

  it.each([
    ['**Change 1: add** at the end of "Edge Cases"', '**Change 1: add at the end** of "Edge Cases"'],
    ["Change 1 - add at the end of “Edge Cases”", '**Change 1: add at the end** of "Edge Cases"'],
    ["**Change: add at the end** of section Limits", '**Change 1: add at the end** of "Limits"'],
  ])("writes %j as %j", (line, canonical) => {
    const { document: found, text } = readForm(`${HEAD}### Changes\n\n${line}\n\n\`\`\`new\nx\n\`\`\`\n`, "engineer");
    expect(found.unread).toEqual([]);
    expect(text).toContain(`### Spec Changes\n\n${canonical}\n`);
  });

  it("says that no change is needed, with the words that settle it", () => {
    const words = 'No change needed: "An entry lives 15 minutes" says it.\n\nThe premise is wrong.';
    expect(read(`${HEAD}### Spec Changes\n\n${words}\n`)).toMatchObject({
      unread: [],
      resolutions: [{ changes: [], noChange: { quotation: "An entry lives 15 minutes", text: words } }],
    });
  });

  it("says that the gap is resolved", () => {
    expect(read(`${HEAD}GAP-CACHE-004 is now fully resolved.`).resolutions[0]?.claimsResolved).toBe(false);
    expect(read(`${HEAD}GAP-CACHE-004 is now resolved.`).resolutions[0]?.claimsResolved).toBe(true);
  });
});

describe("answers to issues", () => {
  it("name changes or the words that say it already", () => {
    const text = `## Response to ISSUE-R2-001\n\nDone.\n\n**Changed in:** 2, 4-5\n\n### Response to [ISSUE-R2-002]\n\n**Already in:** "the write wins" (5.2)\n`;
    expect(read(HEAD + text)).toMatchObject({
      unread: [],
      responses: [
        { issue: "ISSUE-R2-001", changedIn: [2, 4, 5], gap: "GAP-CACHE-004" },
        { issue: "ISSUE-R2-002", changedIn: [], alreadyIn: "the write wins" },
      ],
    });
  });

  it("stand in a table", () => {
    const text = `## Responses\n\n| Issue | What was done | Changed in |\n| --- | --- | --- |\n| ISSUE-R2-001 | A limit | Change 2 |\n| ISSUE-R2-002 | Said | "the write wins" |\n`;
    expect(read(HEAD + text)).toMatchObject({
      unread: [],
      responses: [{ changedIn: [2] }, { changedIn: [], alreadyIn: "the write wins" }],
    });
  });

  it("may be a DISAGREE", () => {
    const text = `## DISAGREE: ISSUE-R5-003\n\n**Reviewer Concern:** "no limit"\n**Engineer Position:** None is needed.\n**Rationale:** The caller has one.\n\nAnd says so.\n\n**Alternative Approach:** Five.\n`;
    expect(read(HEAD + text).disagreements).toMatchObject([
      {
        issue: "ISSUE-R5-003",
        concern: '"no limit"',
        position: "None is needed.",
        rationale: "The caller has one.\n\nAnd says so.",
        alternative: "Five.",
      },
    ]);
  });

  it("may be a DISAGREE in the older form, its own words the position", () => {
    const text =
      "## Response to ISSUE-R5-003\n\n**Position:** DISAGREE\n\n**Alternative View:** Five.\n\n**Rationale:** x\n";
    expect(read(`${HEAD}${text.replace("DISAGREE\n", "DISAGREE. The caller has a limit.\n")}`)).toMatchObject({
      responses: [],
      disagreements: [{ position: "The caller has a limit.", alternative: "Five.", rationale: "x" }],
    });
    expect(read(HEAD + text).disagreements[0]).not.toHaveProperty("position");
  });
});

describe("what the Engineer cannot do", () => {
  it.each([
    [
      "on its line",
      "BLOCKED_NEEDS_INPUT: GAP-PAY-001 How long?\n\n- 15 minutes: as a session\n- (recommended) one hour\n",
    ],
    [
      "below it",
      "BLOCKED_NEEDS_INPUT: GAP-PAY-001\n\nHow long?\n\n- 15 minutes: as a session\n- (recommended) one hour\n",
    ],
    [
      "below a heading",
      "## BLOCKED_NEEDS_INPUT: GAP-PAY-001\n\nHow long?\n\nChoices:\n\n- 15 minutes: as a session\n- (recommended) one hour\n",
    ],
  ])("is asked, with the question %s", (_, text) => {
    expect(read(text)).toMatchObject({
      unread: [],
      blocked: [
        {
          kind: "BLOCKED_NEEDS_INPUT",
          gap: "GAP-PAY-001",
          reason: "How long?",
          choices: [
            { label: "15 minutes", text: "as a session" },
            { label: "one hour", text: "", recommended: true },
          ],
        },
      ],
    });
  });

  it("asks several questions about a gap, with a blank line between them", () => {
    const [first, second] = ["How long?\n- an hour\n- a day", "Who pays?\n- the sender\n- the shop"];
    const asks = (between: string) =>
      read(`BLOCKED_NEEDS_INPUT: GAP-PAY-001\n${first}${between}BLOCKED_NEEDS_INPUT: GAP-PAY-001\n${second}\n`);
    expect(asks("\n\n")).toMatchObject({ unread: [], blocked: [{ reason: "How long?" }, { reason: "Who pays?" }] });
    expect(asks("\n").unread).toMatchObject([{ expected: expect.stringContaining("a blank line") }]);
  });

  it("offers each answer whole, however long: everyone later sees only the chosen one", () => {
    const long = `the client cancels ${"until the hour before, ".repeat(20)}and only an admin deletes the record`;
    const { blocked } = read(`BLOCKED_NEEDS_INPUT: GAP-PAY-001 Who?\n\n- ${long}\n- nobody: ${long}\n`);
    expect(blocked[0]?.choices).toEqual([
      { label: long, text: "" },
      { label: "nobody", text: long },
    ]);
  });

  it("is uncertain or out of scope", () => {
    expect(
      read(`${HEAD}UNCERTAINTY: the limit is not known\n\nOUT_OF_SCOPE: GAP-PAY-001 Payments are not built.\n`),
    ).toMatchObject({
      blocked: [{ kind: "UNCERTAINTY", gap: "GAP-CACHE-004", reason: "the limit is not known" }],
      outOfScope: [{ gap: "GAP-PAY-001", reason: "Payments are not built." }],
    });
  });
});

const FENCE = "```new\nx\n```\n";

describe("what cannot be read", () => {
  it("may name another issue in an answer, which is not answered there", () => {
    const text = "## Response to ISSUE-R2-001\n\nAll drafts are named now (ISSUE-R2-002).\n\n**Changed in:** 1\n";
    expect(read(HEAD + CHANGES + text).unread).toEqual([]);
  });

  it.each([
    ["a change without its fences", '### Spec Changes\n\n**Change 1: replace** in "x"\n', 11],
    ["a fence too few", `### Spec Changes\n\n**Change 1: replace** in "x"\n\n${FENCE}`, 11],
    [
      "a fence too many",
      `### Spec Changes\n\n**Change 1: add at the end** of "x"\n\n\`\`\`old\ny\n\`\`\`\n\n${FENCE}`,
      11,
    ],
    ["fences without a change", `### Spec Changes\n\n${FENCE}`, 11],
    ["a change in prose", "### Spec Changes\n\nReplace the first rule by another.\n", 11],
    [
      "a change in a list",
      `### Spec Changes\n\n- **Change 1: add at the end** of "x"\n\n  ${FENCE.replaceAll("\n", "\n  ")}`,
      11,
    ],
    ["a change outside its section", `### Trade-offs\n\n**Change 1: add at the end** of "x"\n\n${FENCE}`, 11],
    [
      "a fence that is not closed",
      '### Spec Changes\n\n**Change 1: remove** in "x"\n\n```old\nx\n\n### Examples\n',
      13,
    ],
    [
      "one number for two changes",
      `### Spec Changes\n\n**Change 1: add at the end**\n\n${FENCE}\n**Change 1: add at the end**\n\n${FENCE}`,
      17,
    ],
    [
      "changes beside none",
      `### Spec Changes\n\nNo change needed: "x"\n\n**Change 1: add at the end**\n\n${FENCE}`,
      11,
    ],
    ["no change without words of the spec", "### Spec Changes\n\nNo change needed.\n", 11],
    ["a section of another name", "#### Changes I Would Make\n\n1. Add a limit.\n", 9],
    ["a heading in the solution", "### Proposed Solution\n\nShort.\n\n#### Edits\n\n1. Add a limit.\n", 13],
    ["an unknown section", "### Spec Text\n\nThe rule.\n", 9],
    ["a second resolution of the gap", "## Gap Resolution: GAP-CACHE-004\n\nAgain.\n", 9],
    ["a resolution of two gaps", "## Gap Resolution: GAP-CACHE-005, GAP-CACHE-006\n\nBoth.\n", 9],
    ["a new gap in prose", "### New Gaps Introduced\n\nWho clears it is open.\n", 11],
    ["a new gap in another section", "### Trade-offs\n\n- **GAP-CACHE-009** (HIGH): Who clears it.\n", 11],
    ["an answer in prose", "### Notes\n\nISSUE-R2-001 is done.\n", 9],
    ["an answer within another", "## Response to ISSUE-R2-001\n\nAs ISSUE-R2-002: done.\n", 11],
    ["an answer to two issues", "## Response to ISSUE-R2-001, ISSUE-R2-002\n\nDone.\n", 9],
    ["an answer in its heading", "## Response to ISSUE-R2-001: done in 5.2\n\nDone.\n", 9],
    ["an answer twice", "## Response to ISSUE-R2-001\n\na\n\n## Response to ISSUE-R2-001\n\nb\n", 13],
    ["an answer without a word", "## Response to ISSUE-R2-001\n", 9],
    [
      "a document in a fence of a section",
      "### Trade-offs\n\n```markdown\n## Gap Resolution: GAP-CACHE-004\n```\n",
      11,
    ],
    ["a question without words", "BLOCKED_NEEDS_INPUT: GAP-PAY-001\n", 9],
    ["two confidences", "**Confidence:** LOW\n", 9],
    ["a confidence of two levels", "**Confidence:** MEDIUM-HIGH\n", 9],
    ["a confidence for each part", "**Confidence:** HIGH for the limit, LOW for the rest\n", 9],
    [
      "a question among the changes",
      `### Spec Changes\n\nUNCERTAINTY: GAP-CACHE-004 a guess\n\n**Change 1: add at the end**\n\n${FENCE}`,
      11,
    ],
    [
      "a change below a question",
      `BLOCKED_NEEDS_INPUT: GAP-CACHE-004 How long?\n\n**Change 1: add at the end**\n\n${FENCE}`,
      9,
    ],
    ["a list beside no change", '### Spec Changes\n\nNo change needed: "x."\n\n1. In "y" please remove it.\n', 13],
    [
      "a DISAGREE beside a change",
      "## DISAGREE: ISSUE-R2-001\n\n**Reviewer Concern:** x\n**Rationale:** y\n**Changed in:** 1\n",
      9,
    ],
    ["answers without a header", "## Responses\n\n| ISSUE-R2-001 | done | 1 |\n| --- | --- | --- |\n", 11],
    [
      "new gaps without a header",
      "### New Gaps Introduced\n\n| GAP-CACHE-009 | HIGH | Who |\n| --- | --- | --- |\n",
      11,
    ],
  ])("is unread: %s", (_, text, line) => {
    expect(read(HEAD + text).unread.map((unread) => unread.line)).toContain(line);
  });

  it.each([
    'No change needed: "the write wins" (5.2).',
    'No change needed: "the write wins" and "one entry" in section 5.2 say it.',
    'No change needed: "the write wins". It has held since round 2.',
    'No change needed: "The write wins." Change 1 brings it.',
  ])("is not what stands beside a quotation: %j", (words) => {
    expect(read(`${HEAD}### Spec Changes\n\n${words}\n`)).toMatchObject({
      unread: [],
      resolutions: [{ noChange: { quotation: expect.stringMatching(/^the write wins\.?$/i) } }],
    });
  });

  it.each(["Proposed Solution", "Examples", "Trade-offs"])("is never the free text of %s", (heading) => {
    const words = `ISSUE-R2-001 asks for it.\n\n- ISSUE-R2-002: see above\n\n\`\`\`text\n## Review: x\nlast = first + 15\n\`\`\`\n`;
    const document = read(`${HEAD}### ${heading}\n\n${words}\n### New Gaps Introduced\n\nNone.\n`);
    expect(document).toMatchObject({ unread: [], responses: [] });
  });

  it.each(["None.", "None. No new gaps.", "- None", "No new gaps are introduced."])("is no new gap: %j", (words) => {
    expect(read(`${HEAD}### New Gaps Introduced\n\n${words}\n`)).toMatchObject({ unread: [], newGaps: [] });
  });

  it.each([
    "None. But GAP-CACHE-009 is open.",
    "None. But who clears it is said nowhere.",
    "- None: who clears it (HIGH) is left",
    "- No new gaps. Two questions remain: who clears it; when.",
    "None: who clears it is said nowhere",
    "- None: who clears it is said nowhere",
  ])("may be a gap behind a none: %j", (words) => {
    expect(read(`${HEAD}### New Gaps Introduced\n\n${words}\n`)).toMatchObject({ unread: [{ line: 11 }], newGaps: [] });
  });

  it("is quoted, with what was expected", () => {
    expect(read(`${HEAD}### Spec Changes\n\nReplace the first rule.\n`).unread).toEqual([
      {
        line: 11,
        endLine: 11,
        text: "Replace the first rule.",
        expected: '`**Change n: replace** in "…"` and its fences `old` and `new`',
      },
    ]);
  });
});

describe("what the Engineer decided in a change", () => {
  const decidedIn = (below: string) => {
    const changes = CHANGES.replace("\n**Change 2", `\n${below}\n\n**Change 2`);
    const { resolutions, unread } = read(`${HEAD}${changes}${REST}`);
    return [resolutions[0]?.decided, unread];
  };

  it.each([
    ["one on each line", "**Decided:** 15 minutes\n**Decided:** a read never extends it"],
    ["in a list", "**Decided:**\n\n- 15 minutes\n- a read never extends it"],
  ])("is read %s", (_, below) => {
    const choices = ["15 minutes", "a read never extends it"];
    expect(decidedIn(below)).toEqual([choices.map((text) => ({ change: 1, text })), []]);
  });

  it("is nothing where it says so, and other words there are unread", () => {
    expect(decidedIn("**Decided:** None.")).toEqual([undefined, []]);
    expect(decidedIn("Decided by me.")).toEqual([undefined, [expect.objectContaining({ text: "Decided by me." })]]);
  });
});
