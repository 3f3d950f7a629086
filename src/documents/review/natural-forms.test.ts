import { describe, expect, it } from "vitest";
import { readDocument } from "../read-document.ts";
import { repairDocument } from "../repair/repair-document.ts";
import type { ReviewerDocument } from "../values.ts";

function asReview(document: ReturnType<typeof readDocument>): ReviewerDocument {
  if (document.role !== "reviewer") throw new Error("not a review");
  return document;
}

const read = (text: string) => asReview(readDocument(text, "reviewer", { round: 2 }));
const rechecks = (document: ReviewerDocument) =>
  document.rechecks.map((one) => `${one.issue ?? one.label} ${one.status}`);
const issues = (document: ReviewerDocument) =>
  document.issues.map((one) => `${one.kind === "raised" ? "" : `${one.kind} `}${one.severity} ${one.title}`);

/** Ways to say what became of earlier issues, with what is meant. */
const FATES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "ticks under a heading that says nothing",
    "## Off the list\n\n- [x] F-01, the gate is shut\n- [ ] F-02, nothing. It swings as before\n- [x] F-03\n",
    ["F-01 RESOLVED", "F-02 NOT_FIXED", "F-03 RESOLVED"],
  ],
  [
    "a box that is not ticked for another reason",
    "## Earlier findings\n\n- [x] F-01\n- [ ] F-02 — gap not in this round\n- [ ] F-03 — does not matter, drop it\n",
    ["F-01 RESOLVED", "F-02 UNCLEAR", "F-03 WITHDRAWN"],
  ],
  [
    "paragraphs that begin with a name and a status",
    "# On the gate\n\nPoint A: settled. It is shut.\n\nPoint B: open. It swings.\n\nPoint C: settled.\n",
    ["Point A RESOLVED", "Point B NOT_FIXED", "Point C RESOLVED"],
  ],
  [
    "a paragraph that says it of several",
    "## Review: GAP-GATE-001\n\nEarlier: ISSUE-R1-001 fixed (a bolt). ISSUE-R1-002 not fixed: it\nswings. ISSUE-R1-003 and ISSUE-R1-004 still open.\n",
    ["ISSUE-R1-001 RESOLVED", "ISSUE-R1-002 NOT_FIXED", "ISSUE-R1-003 NOT_FIXED", "ISSUE-R1-004 NOT_FIXED"],
  ],
  [
    "signs before the names, line by line",
    "### Verification of prior issues\n\n✅ ISSUE-R1-001: shut\n❌ ISSUE-R1-002: no change\n⏸️ ISSUE-R1-003: deferred\n",
    ["ISSUE-R1-001 RESOLVED", "ISSUE-R1-002 NOT_FIXED", "ISSUE-R1-003 UNCLEAR"],
  ],
  [
    "ranges and lists of ids",
    "## Recheck\n\n- ISSUE-R1-001, ISSUE-R1-002: resolved\n- ISSUE-R1-003 to ISSUE-R1-005: resolved\n- ISSUE-R1-006: **not** resolved\n",
    ["001", "002", "003", "004", "005"].map((number) => `ISSUE-R1-${number} RESOLVED`).concat("ISSUE-R1-006 NOT_FIXED"),
  ],
  [
    "a status after the title in brackets",
    "## Follow-up on round 1\n\n- **ISSUE-R1-001 (the bolt)** — ✅ Fixed. Good.\n- **ISSUE-R1-002 (the hinge)** — ⚠️ Partially addressed.\n",
    ["ISSUE-R1-001 RESOLVED", "ISSUE-R1-002 NOT_FIXED"],
  ],
  [
    "all of them in one sentence",
    "## Review: GAP-GATE-001\n\nAll issues of round 1 (ISSUE-R1-001, ISSUE-R1-002) have been resolved.\n",
    ["ISSUE-R1-001 RESOLVED", "ISSUE-R1-002 RESOLVED"],
  ],
  [
    "a table by titles",
    "## Previous issues\n\n| Issue | Status |\n| --- | --- |\n| No bolt | ✅ Resolved |\n| Loose hinge | ❌ Not resolved |\n",
    ["No bolt RESOLVED", "Loose hinge NOT_FIXED"],
  ],
  [
    "a list by titles",
    "## Resolution of previous feedback\n\n1. ~~No bolt~~ → Resolved\n2. Loose hinge → Still open\n3. **No paint**: I take it back\n4. Squeaks ❌ (still)\n",
    ["No bolt RESOLVED", "Loose hinge NOT_FIXED", "No paint WITHDRAWN", "Squeaks NOT_FIXED"],
  ],
  [
    "yes and no in a table",
    "## Regression check of round 1 issues\n\n| Issue | Verified? | Evidence |\n| --- | --- | --- |\n| C1 | Yes | part 2 |\n| H1 | No | same |\n",
    ["C1 RESOLVED", "H1 NOT_FIXED"],
  ],
  [
    "headings that say what became of those below",
    "## ✅ Resolved\n\n- ISSUE-R1-001\n\n## ⚠️ Partially resolved\n\n- ISSUE-R1-002: one of two\n\n## ❌ Unresolved\n\n- ISSUE-R1-003\n",
    ["ISSUE-R1-001 RESOLVED", "ISSUE-R1-002 NOT_FIXED", "ISSUE-R1-003 NOT_FIXED"],
  ],
  [
    "a bold name in a list before them",
    "## GAP-GATE-001\n\n- **Verdict**: Request changes\n- **Previous issues**: ISSUE-R1-001 resolved, ISSUE-R1-002 not resolved\n",
    ["ISSUE-R1-001 RESOLVED", "ISSUE-R1-002 NOT_FIXED"],
  ],
  [
    "comments of last time, in a table whose column is called otherwise",
    "## Comments of last time\n\n| Comment | How it looks |\n| --- | --- |\n| No bolt | done, a big one |\n| Loose hinge | not done; third round |\n",
    ["No bolt RESOLVED", "Loose hinge NOT_FIXED"],
  ],
  [
    "words that lead to the name",
    "## Review: GAP-GATE-001\n\n**Regarding ISSUE-R1-001**: Addressed. It is shut.\n\n**Regarding ISSUE-R1-002**: Not addressed.\n",
    ["ISSUE-R1-001 RESOLVED", "ISSUE-R1-002 NOT_FIXED"],
  ],
  [
    "one tick for several names",
    "## Status of the round 1 points\n\n- [x] **C1** (the gate): solved\n- [x] **M1**, **M2**: fine.\n- [ ] **L1**, **L2**: as they were\n",
    ["C1 RESOLVED", "M1 RESOLVED", "M2 RESOLVED", "L1 NOT_FIXED", "L2 NOT_FIXED"],
  ],
  [
    "a part that is done",
    "## Recheck\n\n- ISSUE-R1-001: closed for the gate. The door is not finished, see below.\n- ISSUE-R1-002: fixed except for the hinge\n",
    ["ISSUE-R1-001 NOT_FIXED", "ISSUE-R1-002 NOT_FIXED"],
  ],
  [
    "new ones among them",
    "## Tracker\n\n| ID | Title | Severity | Status |\n| --- | --- | --- | --- |\n| ISSUE-R1-001 | Bolt | HIGH | RESOLVED |\n| ISSUE-R2-001 | Paint | LOW | NEW |\n",
    ["ISSUE-R1-001 RESOLVED"],
  ],
];

describe("words on earlier issues", () => {
  it.each(FATES)("are heard: %s", (_, text, meant) => {
    const document = read(text);
    expect(rechecks(document)).toEqual(meant);
    expect(document.issues.filter((one) => one.id === undefined)).toEqual([]);
  });

  it.each(FATES)("stay the same when the review is repaired: %s", (_, text) => {
    const once = repairDocument(`# Review of GAP-GATE-001\n\n${text}`, "reviewer", { round: 2 });
    expect(rechecks(asReview(once.document)).sort()).toEqual(rechecks(read(text)).sort());
    expect(repairDocument(once.text, "reviewer", { round: 2 }).repairs).toEqual([]);
  });

  it.each([
    [
      "raised with a title about a state",
      "## Issues\n\n- H1: The gate is still open at night\n- H2: The bolt is missing\n",
    ],
    [
      "raised with boxes to tick",
      "### Must fix\n\n- [ ] **F-01** The gate swings\n- [ ] **F-02** The bolt is missing\n",
    ],
    [
      "named in a closing word",
      "### High Priority\n\n- **ISSUE-R2-001**: No bolt\n\n## Verdict\n\nISSUE-R2-001 is still open.\n",
    ],
  ])("are not made of issues that are %s", (_, text) => {
    expect(rechecks(read(text))).toEqual([]);
    expect(read(text).issues.length).toBeGreaterThan(0);
  });
});

const RAISED: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "a severity behind the title",
    "### Findings\n\n1. **No bolt** — *Severity: High*\n   It swings.\n",
    ["HIGH No bolt"],
  ],
  [
    "a severity in italics",
    "## GAP-GATE-001\n\n- *Major:* The gate swings all night\n",
    ["HIGH The gate swings all night"],
  ],
  [
    "signs and whether it blocks",
    "Some things:\n\n- 🔴 **Blocking:** The gate swings at night\n- 🟡 **Non-blocking:** The paint could be green\n",
    ["HIGH The gate swings at night", "MEDIUM The paint could be green"],
  ],
  [
    "bullets that are no markdown",
    "**Critical Issues**\n\n• CRIT-1 – The gate swings. All night.\n",
    ["CRITICAL The gate swings"],
  ],
  [
    "one that would be nice, named like the others",
    "## Must fix\n\n- **F-01** The gate swings\n\n## Nice to have\n\n- **F-02** Green paint\n- A bench\n",
    ["HIGH The gate swings", "LOW Green paint", "observation LOW A bench"],
  ],
  [
    "a bold word for each part, without a title",
    "### High\n\n**Problem:** The gate swings.\n**Location:** Text\n\n**Problem:** The bolt is missing.\n**Location:** Text\n",
    ["HIGH The gate swings", "HIGH The bolt is missing"],
  ],
  [
    "a severity between commas behind the id",
    "### Remaining\n\n- **ISSUE-R2-001, high, GAP-GATE-001.** The gate swings.\n",
    ["HIGH The gate swings"],
  ],
  [
    "severities below a heading of comments, and the series of their names",
    "## Comments\n\n### Should fix\n\n**M1 - The gate swings** *(GAP-GATE-001)*\n\nAt night.\n\n### Nice to have\n\n**L1** - Green paint would last. It is dear.\n",
    ["MEDIUM The gate swings", "LOW Green paint would last"],
  ],
  [
    "a weight on each comment",
    "## Comments\n\n**Comment 1 (major): The gate swings**\nAt night.\n\n**Comment 2 (minor): Paint**\nGreen.\n\n**Comment 3: A bench?**\nPerhaps.\n",
    ["HIGH The gate swings", "LOW Paint", "observation LOW A bench?"],
  ],
  ["a number of severity", "# Review\n\n### SEV-2: The gate swings\n\nAt night.\n", ["HIGH The gate swings"]],
  [
    "a weight behind the title",
    "## Open points\n\n(a) **The gate** [blocker]: it swings all night.\n\n(b) **Paint** [minor]: green or blue?\n",
    ["HIGH The gate", "LOW Paint"],
  ],
  [
    "code marks and brackets",
    "**Issues:**\n\n1. `[BLOCKER]` The gate swings\n2. `[INFO]` Green paint\n",
    ["HIGH The gate swings", "LOW Green paint"],
  ],
  [
    "an inner list below a bold name",
    "## GAP-GATE-001\n\n- **New issues**:\n  - **HIGH** – the gate swings\n  - **LOW** – green paint\n",
    ["HIGH the gate swings", "LOW green paint"],
  ],
  [
    "a title on a line of its own",
    "### High\n\n- **F-01** The gate swings\n  It has no bolt, and so it opens at night.\n",
    ["HIGH The gate swings"],
  ],
];

describe("issues", () => {
  it.each(RAISED)("are found by %s", (_, text, meant) => {
    expect(issues(read(text))).toEqual(meant);
  });
});

const VERDICTS: readonly (readonly [string, string])[] = [
  ["## Review: GAP-GATE-001 → REVISE\n\nText.", "NEEDS_REVISION"],
  ["## Review: GAP-GATE-001 → OK\n\nText.", "APPROVED"],
  ["## GAP-GATE-001 — ✅ Approved\n\nNo issues.\n\n## GAP-DOOR-001 — ❌ Needs revision\n\nText.", "NEEDS_REVISION"],
  ["# Review\n\n## Result\n\n**Sign-off: withheld** for GAP-GATE-001.", "NEEDS_REVISION"],
  ["# Review\n\n## Result\n\n**Sign-off: granted** for GAP-GATE-001.", "APPROVED"],
  ["# Review\n\n**Decision: accepted** (A, B) / **not accepted** (C)", "NEEDS_REVISION"],
  ["# Review\n\nText.\n\nSummary: one is new. All three gaps go back.", "NEEDS_REVISION"],
  ["# Review\n\n**Approval:** ❌ No", "NEEDS_REVISION"],
  ["# Review\n\n**TL;DR:** Not ready. Two blockers.", "NEEDS_REVISION"],
  ["# Review\n\n### Low\n\n- **L1**: Paint\n\n---\n\n**Status:** ❌ Not ready", "NEEDS_REVISION"],
  [
    "# Review\n\n## Resolved from last round\n\n- Bolt ✅\n\n---\n*Verdict: needs another iteration.*",
    "NEEDS_REVISION",
  ],
  ["# Review\n\n## Bottom line\n\nNot approved until C1 is fixed.", "NEEDS_REVISION"],
  ["# Review\n\n## Sign-off\n\nNot signed off. Two points are open.", "NEEDS_REVISION"],
  ["# Review\n\n### Closing remarks\n\nI'd be happy to approve once the first one is fixed.", "APPROVED_WITH_NOTES"],
  [
    "# Review\n\n## Recommendation\n\nI recommend **revising** GAP-GATE-001 and **accepting** GAP-DOOR-001.",
    "NEEDS_REVISION",
  ],
  [
    "# Review\n\n## Part 4: Decision\n\n- GAP-GATE-001: ✅ **ACCEPT** (with paint)\n- GAP-DOOR-001: ❌ **REVISE**",
    "NEEDS_REVISION",
  ],
  [
    "# Review\n\n## GAP-GATE-001\n\n✅ **Accepted.** Good.\n\n## GAP-DOOR-001\n\n❌ **Rejected.** It swings.",
    "NEEDS_REVISION",
  ],
  ["# Review\n\nText.\n\n**Round 2 decision: 🔁 REVISE**", "NEEDS_REVISION"],
  ["# Review\n\nI recommend nothing. The approval of the board is pending: soon.", "NONE"],
];

describe("a table of issues", () => {
  it("is not one that rates the proposal", () => {
    const text = "# Review\n\n| Aspect | Rating | Comment |\n| --- | --- | --- |\n| Clarity | High | good words |\n";
    expect(read(text).issues).toEqual([]);
  });

  it("keeps what every column says", () => {
    const [issue] = read(
      "## Findings\n\n| # | Finding | What I would do |\n| --- | --- | --- |\n| P2-1 | The gate swings | put a bolt on it |\n",
    ).issues;
    expect(issue?.text).toContain("put a bolt on it");
    expect(issue?.suggestion).toBe("put a bolt on it");
  });
});

describe("verdicts", () => {
  it.each(VERDICTS)("are found in %j", (text, value) => {
    expect(read(`${text}\n`).verdict.value).toBe(value);
  });
});
