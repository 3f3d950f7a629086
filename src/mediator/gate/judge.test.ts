import { describe, expect, it } from "vitest";
import {
  makeDisagreement,
  makeEngineerDocument,
  makeReadChange,
  makeReadIssue,
  makeResolution,
  makeReviewerDocument,
} from "../../../test/support/make-document.ts";
import type { AgentDocument, ReadChange, ReadResponse } from "../../documents/agent-document.ts";
import type { GateResult, WarningType } from "../../model/gate-result.ts";
import type { Issue } from "../../model/issue.ts";
import { Table } from "../../model/table.ts";
import type { GateContext } from "./gate-context.ts";
import { admit, executionError, judge } from "./judge.ts";

type Known = Omit<Partial<GateContext>, "issues"> & {
  readonly issues?: readonly (Pick<Issue, "id" | "text"> & Partial<Issue>)[];
};

function judged(document: AgentDocument, { issues, ...context }: Known = {}, text = ""): GateResult {
  return judge(document, text, {
    role: document.role,
    round: 2,
    ...context,
    ...(issues && { issues: Table.of(issues) }),
  });
}

function warnings(result: GateResult, type: WarningType): readonly string[] {
  return result.warnings.filter((warning) => warning.type === type).map((warning) => warning.message);
}

const engineer = makeEngineerDocument({ resolutions: [makeResolution()] });
const gaps = ["GAP-FLOW-001"] as const;
const issues = [{ id: "ISSUE-R1-001", text: "The retry has **no limit**.\nIt may run forever." }] as const;

describe("SPEC 5, a document that passes", () => {
  it("addresses its gaps, sorted, and has no failure", () => {
    const document = makeEngineerDocument({
      resolutions: [makeResolution({ gap: "GAP-FLOW-010" }), makeResolution({ gap: "GAP-FLOW-002" })],
    });
    const result = judged(document);
    expect(result).toEqual({
      success: true,
      retriable: false,
      message: "Addresses GAP-FLOW-002, GAP-FLOW-010.",
      warnings: [],
      gapsAddressed: ["GAP-FLOW-002", "GAP-FLOW-010"],
    });
  });

  it("needs no inventory, issues or assignment to be judged", () => {
    const document = makeEngineerDocument({ ...engineer, references: [{ gap: "GAP-ELSE-001", line: 3 }] });
    expect(judged(document).success).toBe(true);
  });
});

describe("SPEC 5, tier 1", () => {
  it("FILE_MISSING names the path", () => {
    const { result } = admit(undefined, { role: "engineer", round: 2, path: "round_002/engineer.md" });
    expect(result).toMatchObject({ success: false, failureType: "FILE_MISSING", retriable: true });
    expect(result.message).toContain("round_002/engineer.md");
  });

  it.each([makeEngineerDocument({ empty: true }), makeReviewerDocument({ empty: true })])(
    "EMPTY_OUTPUT tells the $role the least that is expected",
    (document) => {
      const result = judged(document);
      expect(result.failureType).toBe("EMPTY_OUTPUT");
      expect(result.message).toContain(document.role === "engineer" ? "## Gap Resolution" : "## Review");
    },
  );

  it("no resolution heading is WRONG_FORMAT", () => {
    const result = judged(makeEngineerDocument());
    expect(result).toMatchObject({ failureType: "WRONG_FORMAT", offending: ["## Gap Resolution: GAP-…"] });
  });

  it("a resolution without confidence is WRONG_FORMAT, and the message says which and where", () => {
    const { confidence: _, ...without } = makeResolution({ gap: "GAP-FLOW-003", line: 40 });
    const result = judged(makeEngineerDocument({ resolutions: [makeResolution(), without] }));
    expect(result.failureType).toBe("WRONG_FORMAT");
    expect(result.message).toContain("GAP-FLOW-003 (line 40)");
    expect(result.message).not.toContain("GAP-FLOW-001");
  });

  it.each(["BLOCKED_NEEDS_INPUT", "UNCERTAINTY"] as const)("%s counts as addressed, without confidence", (kind) => {
    const { confidence: _, ...without } = makeResolution({ chars: 20, sections: [], examples: 0 });
    const blocked = [{ kind, gap: "GAP-FLOW-001", reason: "which limit?", line: 2, endLine: 2 }] as const;
    const result = judged(makeEngineerDocument({ resolutions: [without], blocked }), { gaps });
    expect(result).toMatchObject({ success: true, gapsAddressed: ["GAP-FLOW-001"], warnings: [] });
    expect(judged(makeEngineerDocument({ blocked }), { gaps }).success).toBe(true);
  });

  it("a review without its heading is WRONG_FORMAT", () => {
    const result = judged(makeReviewerDocument({ reviewed: [] }));
    expect(result).toMatchObject({ failureType: "WRONG_FORMAT", offending: ["## Review: GAP-…"] });
  });

  it("a review with neither a severity section nor NO_ISSUES_FOUND is WRONG_FORMAT", () => {
    const bare = makeReviewerDocument({ severitySections: 0 });
    expect(judged(bare).message).toContain("NO_ISSUES_FOUND");
    expect(judged({ ...bare, noIssuesFound: [{ text: "NO_ISSUES_FOUND", line: 3, endLine: 3 }] }).success).toBe(true);
  });

  it("says all that the form lacks at once", () => {
    const result = judged(makeReviewerDocument({ reviewed: [], severitySections: 0 }));
    expect(result.offending).toEqual([
      "## Review: GAP-…",
      "### Critical Issues",
      "### High Priority",
      "### Medium Priority",
      "### Low Priority",
    ]);
  });
});

describe("SPEC 5, tier 2", () => {
  it("NO_GAPS_ADDRESSED names the assigned gaps and what was resolved instead", () => {
    const document = makeEngineerDocument({ resolutions: [makeResolution({ gap: "GAP-API-009", line: 7 })] });
    const result = judged(document, { gaps });
    expect(result).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", retriable: true, offending: ["GAP-FLOW-001"] });
    expect(result.message).toContain("GAP-API-009 (line 7)");
    expect(result.message).toContain("## Gap Resolution: GAP-FLOW-001");
  });

  it("an UNCERTAINTY that does not name a gap is about the only one assigned", () => {
    const document = makeEngineerDocument({ blocked: [{ kind: "UNCERTAINTY", reason: "?", line: 1, endLine: 1 }] });
    expect(judged(document, { gaps }).gapsAddressed).toEqual(["GAP-FLOW-001"]);
    const two = [...gaps, "GAP-FLOW-002"] as const;
    expect(judged(document, { gaps: two }).failureType).toBe("NO_GAPS_ADDRESSED");
  });

  it("a review of something else is NO_GAPS_ADDRESSED", () => {
    const result = judged(makeReviewerDocument(), { gaps: ["GAP-API-001", "GAP-API-002"] });
    expect(result.failureType).toBe("NO_GAPS_ADDRESSED");
    expect(result.message).toContain("GAP-FLOW-001 (line 1)");
  });

  it("an issue on a proposal shows that it was reviewed", () => {
    const document = makeReviewerDocument({ reviewed: [], issues: [makeReadIssue()] });
    expect(judged(document, { gaps: ["GAP-FLOW-001", "GAP-FLOW-002"] }).gapsAddressed).toEqual(["GAP-FLOW-001"]);
  });

  it("INCONSISTENT_REFS names each unknown gap once, with its first line", () => {
    const references = [
      { gap: "GAP-NOPE-002", line: 30 },
      { gap: "GAP-NOPE-001", line: 12 },
      { gap: "GAP-NOPE-001", line: 5 },
      { gap: "GAP-API-001", line: 6 },
    ] as const;
    const document = makeEngineerDocument({ ...engineer, references });
    const result = judged(document, { inventory: new Set(["GAP-FLOW-001", "GAP-API-001"] as const) });
    expect(result.failureType).toBe("INCONSISTENT_REFS");
    expect(result.message).toContain("GAP-NOPE-001 (line 5), GAP-NOPE-002 (line 30)");
    expect(result.offending).toEqual(["GAP-NOPE-001", "GAP-NOPE-002"]);
  });

  it("a gap that this document declares is no wrong reference (SPEC 19.9)", () => {
    const document = makeEngineerDocument({
      ...engineer,
      references: [{ gap: "GAP-NEW-001", line: 9 }],
      newGaps: [{ id: "GAP-NEW-001", title: "New", text: "New", dependsOn: [], line: 17, endLine: 17 }],
    });
    expect(judged(document, { inventory: new Set(["GAP-FLOW-001"] as const) }).success).toBe(true);
  });

  it("an answer to an unknown issue, or the word that it is not fixed, is a wrong reference too", () => {
    const inventory = new Set(["GAP-FLOW-001"] as const);
    const response = { issue: "ISSUE-R1-009", text: "Done.", changedIn: [1], line: 22, endLine: 24 } as const;
    const answering = makeEngineerDocument({ ...engineer, responses: [response] });
    expect(judged(answering, { inventory, issues })).toMatchObject({
      failureType: "INCONSISTENT_REFS",
      offending: ["ISSUE-R1-009"],
    });
    const word = (status: "RESOLVED" | "NOT_FIXED") => {
      const recheck = { issue: "ISSUE-R1-009", status, why: "", quotations: [], line: 3, endLine: 3 } as const;
      return judged(makeReviewerDocument({ rechecks: [recheck] }), { inventory, issues }).failureType;
    };
    expect(word("NOT_FIXED")).toBe("INCONSISTENT_REFS");
    expect(word("RESOLVED")).toBeUndefined();
  });

  it("a resolution of an unknown gap is a wrong reference too", () => {
    expect(judged(engineer, { inventory: new Set() }).failureType).toBe("INCONSISTENT_REFS");
  });

  it("INVALID_DISAGREE_REF: the issue is not known", () => {
    const document = makeEngineerDocument({
      ...engineer,
      disagreements: [makeDisagreement({ issue: "ISSUE-R9-009", line: 21 })],
    });
    const result = judged(document, { issues });
    expect(result.failureType).toBe("INVALID_DISAGREE_REF");
    expect(result.message).toContain("ISSUE-R9-009 (line 21)");
    expect(result.message).toContain("ISSUE-R1-001");
    expect(judged(document).success).toBe(true);
  });

  it.each(["concern", "rationale"] as const)("MALFORMED_DISAGREE: no %s", (part) => {
    const document = makeEngineerDocument({ ...engineer, disagreements: [makeDisagreement({ [part]: "  " })] });
    const result = judged(document, { issues });
    expect(result.failureType).toBe("MALFORMED_DISAGREE");
    expect(result.message).toContain(part === "concern" ? "Reviewer Concern" : "Rationale");
  });

  it("RE_ARGUED_CONFLICT names the decision", () => {
    const document = makeEngineerDocument({ ...engineer, disagreements: [makeDisagreement()] });
    const decided = [{ issue: "ISSUE-R1-001", decision: "DECISION-R1-002", rejected: "" }] as const;
    const result = judged(document, { issues, decided });
    expect(result.failureType).toBe("RE_ARGUED_CONFLICT");
    expect(result.message).toContain("DECISION-R1-002");
  });

  it("the first failure in the order of SPEC 5 counts", () => {
    const document = makeEngineerDocument({
      resolutions: [makeResolution({ gap: "GAP-NOPE-001" })],
      disagreements: [makeDisagreement({ issue: "ISSUE-R9-009", concern: "" })],
    });
    const inventory = new Set(["GAP-FLOW-001"] as const);
    expect(judged(document, { gaps, inventory, issues }).failureType).toBe("NO_GAPS_ADDRESSED");
    expect(judged(document, { inventory, issues }).failureType).toBe("INCONSISTENT_REFS");
    expect(judged(document, { issues }).failureType).toBe("INVALID_DISAGREE_REF");
    expect(judged(document).failureType).toBe("MALFORMED_DISAGREE");
  });
});

const spec = [{ path: "spec.md", text: "## Retry limits\n\nA failed run is repeated until it passes.\n" }];
const approved = makeReviewerDocument({ verdicts: [{ gap: "GAP-FLOW-001", value: "APPROVED", line: 9 }] });

describe("SPEC 5, changes and answers", () => {
  const changing = (...changes: readonly Partial<ReadChange>[]) =>
    makeEngineerDocument({
      resolutions: [makeResolution({ changes: changes.map((change) => makeReadChange(change)) })],
    });

  it("NO_CHANGE: a resolution changes something, or quotes the words that settle its gap", () => {
    expect(judged(changing(), { spec }).failureType).toBe("NO_CHANGE");
    const settled = (quotation: string) =>
      makeEngineerDocument({
        resolutions: [makeResolution({ changes: [], noChange: { quotation, text: "", line: 8, endLine: 8 } })],
      });
    expect(judged(settled("repeated until it passes"), { spec }).success).toBe(true);
    expect(judged(settled("repeated three times"), { spec }).failureType).toBe("NO_CHANGE");
    const change = makeReadChange({ kind: "replace", old: "until it passes", new: "three times" });
    const [other] = settled("repeated three times").resolutions;
    const both = makeEngineerDocument({
      resolutions: [makeResolution({ gap: "GAP-FLOW-002", changes: [change] }), ...(other ? [other] : [])],
    });
    expect(judged(both, { spec }).success).toBe(true);
  });

  it("CHANGE_DOES_NOT_APPLY shows the nearest passage, and all that is wrong at once", () => {
    const wrong = { kind: "replace", old: "A failed run is repeated until it ends.", new: "Never." } as const;
    const result = judged(changing({ ...wrong, number: 1 }, { kind: "add-at-end", place: "Nowhere", number: 2 }), {
      spec,
    });
    expect(result).toMatchObject({ failureType: "CHANGE_DOES_NOT_APPLY", retriable: true, offending: ["1", "2"] });
    expect(result.details?.join("\n")).toContain("A failed run is repeated until it passes.");
  });

  it.each<[string, Partial<ReadResponse>, boolean]>([
    ["changes that exist", { changedIn: [1] }, true],
    ["a change that does not exist", { changedIn: [2] }, false],
    ["words that occur", { alreadyIn: "until it passes" }, true],
    ["words that do not occur", { alreadyIn: "three times" }, false],
    ["both", { changedIn: [1], alreadyIn: "until it passes" }, false],
    ["neither", {}, false],
  ])("CLAIM_WITHOUT_CHANGE: an answer that names %s", (_, facts, passes) => {
    const response = { issue: "ISSUE-R1-001", text: "Done.", changedIn: [], line: 22, endLine: 24, ...facts } as const;
    const document = makeEngineerDocument({ ...engineer, responses: [response] });
    const result = judged(document, { spec, issues });
    expect(result.failureType).toBe(passes ? undefined : "CLAIM_WITHOUT_CHANGE");
    if (passes) return;
    expect(result.message).toContain("## DISAGREE: ISSUE-R1-001");
    const again = judged(document, { spec, issues, retried: ["CLAIM_WITHOUT_CHANGE"] });
    expect(warnings(again, "CLAIM_WITHOUT_CHANGE")).toEqual([expect.stringContaining("ISSUE-R1-001")]);
  });

  it("CLAIM_WITHOUT_CHANGE: words that the document's own changes bring are there, too", () => {
    const change = { kind: "replace", old: "until it passes", new: "five times at most" } as const;
    const response = { issue: "ISSUE-R1-001", text: "Done.", changedIn: [], line: 22, endLine: 24 } as const;
    const document = { ...changing(change), responses: [{ ...response, alreadyIn: "five times at most" }] };
    expect(judged(document, { spec, issues }).success).toBe(true);
  });

  it("CLAIM_WITHOUT_CHANGE: an answer names nothing where the words that its issue quotes were taken back", () => {
    const response = { issue: "ISSUE-R1-001", text: "Struck.", changedIn: [], line: 22, endLine: 24 } as const;
    const document = makeEngineerDocument({ ...engineer, responses: [response] });
    const previous = spec.map((file) => ({ ...file, text: `${file.text}\nThree times at most.\n` }));
    const failure = (quotation: string, last = previous) =>
      judged(document, { spec, issues: [{ ...issues[0], quotations: [quotation] }], previous: last }).failureType;
    expect(failure("Three times at most.")).toBeUndefined();
    expect(failure("until it passes")).toBe("CLAIM_WITHOUT_CHANGE");
    expect(failure("Three times at most.", [...spec])).toBe("CLAIM_WITHOUT_CHANGE");
    // The change that brought the words is restated with others, so that the answer can name it.
    const brought = { kind: "add-after", old: "until it passes", new: "Three times at most." } as const;
    const restated = { ...changing({ ...brought, new: "Twice at most." }), responses: [response] };
    const context = { spec, issues: [{ ...issues[0], quotations: [brought.new] }], previous };
    const last = [{ ...brought, number: 1, place: "", line: 1 }];
    expect(judged(restated, { ...context, previousChanges: last }).failureType).toBe("CLAIM_WITHOUT_CHANGE");
  });

  it("a lesser issue is answered with why nothing is to change, a serious one is not", () => {
    const text = "No change needed: nobody would notice.";
    const response = { issue: "ISSUE-R1-001", text, changedIn: [], line: 22, endLine: 24 } as const;
    const document = makeEngineerDocument({ ...engineer, responses: [response] });
    const failure = (severity: "MEDIUM" | "HIGH") =>
      judged(document, { spec, issues: [{ ...issues[0], severity }] }).failureType;
    expect(failure("MEDIUM")).toBeUndefined();
    expect(failure("HIGH")).toBe("CLAIM_WITHOUT_CHANGE");
  });

  it("a polishing round takes answers without a resolution, and changes without further sections (SPEC 12)", () => {
    const text = "No change needed: nobody would notice.";
    const response = { issue: "ISSUE-R1-001", text, changedIn: [], line: 22, endLine: 24 } as const;
    const known = [{ ...issues[0], gap: "GAP-FLOW-001", severity: "MEDIUM" }] as const;
    const answers = makeEngineerDocument({ responses: [response] });
    const context = { spec, issues: known, gaps } as const;
    expect(judged(answers, { ...context, polishing: true })).toMatchObject({
      success: true,
      gapsAddressed: ["GAP-FLOW-001"],
    });
    expect(judged(answers, context).failureType).toBe("WRONG_FORMAT");
    const short = makeEngineerDocument({ resolutions: [makeResolution({ sections: [], examples: 0, chars: 20 })] });
    expect(judged(short, { polishing: true }).warnings).toEqual([]);
    expect(judged(short).warnings.map(({ type }) => type)).toEqual(["THIN_CONTENT", "INCOMPLETE_STRUCTURE"]);
  });

  it("UNANCHORED_ISSUE: the words by which an issue is called RESOLVED occur in the text, or in the issue", () => {
    const recheck = { issue: "ISSUE-R1-001", status: "RESOLVED", why: "", line: 5, endLine: 5 } as const;
    const said = (words: string) => {
      const document = makeReviewerDocument({ ...approved, rechecks: [{ ...recheck, quotations: [words] }] });
      return warnings(judged(document, { spec, issues }), "UNANCHORED_ISSUE");
    };
    expect(said("until it passes")).toEqual([]);
    expect(said("no limit")).toEqual([]);
    expect(said("five times at most")).toEqual([expect.stringContaining("ISSUE-R1-001 is called RESOLVED")]);
  });

  it("UNGROUNDED: a serious issue quotes words of the text under review; sent back once", () => {
    const document = makeReviewerDocument({
      ...approved,
      issues: [makeReadIssue({ quotations: ["repeated until it passes", "three times at most"] })],
    });
    const result = judged(document, { spec });
    expect(result).toMatchObject({ failureType: "UNGROUNDED", offending: ["ISSUE-R2-001"] });
    expect(result.details?.[0]).toContain("three times at most");
    expect(judged(document, { spec, retried: ["UNGROUNDED"] }).success).toBe(true);
  });

  it("UNGROUNDED names an issue without an id by its title, not by its number in a list", () => {
    const { id: _, ...nameless } = makeReadIssue({ quotations: ["no such words"], title: "Who clears it", label: "3" });
    const result = judged(makeReviewerDocument({ ...approved, issues: [nameless] }), { spec });
    expect(result).toMatchObject({ failureType: "UNGROUNDED", offending: ['"Who clears it"'] });
  });

  it("PARTIAL_REVIEW: every proposal has a verdict, every serious issue a word", () => {
    const both = { gaps: ["GAP-FLOW-001", "GAP-FLOW-002"], issuesToRecheck: ["ISSUE-R1-001"] } as const;
    expect(judged(approved, both)).toMatchObject({
      failureType: "PARTIAL_REVIEW",
      offending: ["GAP-FLOW-002", "ISSUE-R1-001"],
    });
    const word = { issue: "ISSUE-R1-001", status: "PARTLY", why: "half", quotations: [], line: 3, endLine: 3 } as const;
    const whole = makeReviewerDocument({
      rechecks: [word],
      verdicts: both.gaps.map((gap) => ({ gap, value: "APPROVED", line: 9 })),
    });
    expect(judged(whole, both).success).toBe(true);
  });

  it("PARTIAL_REVIEW: that nothing new was found says nothing of the earlier issues", () => {
    const noIssuesFound = [{ line: 3, endLine: 4, text: "the whole spec", gap: "GAP-FLOW-001" as const }];
    const document = makeReviewerDocument({ ...approved, noIssuesFound, severitySections: 0 });
    expect(judged(document, { issuesToRecheck: ["ISSUE-R1-001"] })).toMatchObject({
      failureType: "PARTIAL_REVIEW",
      offending: ["ISSUE-R1-001"],
    });
  });

  it("unread content is WRONG_FORMAT, with its lines", () => {
    const unread = [{ line: 12, endLine: 13, text: "Three problems remain.", expected: "issues" }];
    const result = judged(makeReviewerDocument({ ...approved, unread }));
    expect(result).toMatchObject({ failureType: "WRONG_FORMAT", offending: ["issues"] });
    expect(result.details).toEqual(["Line 12:\nThree problems remain."]);
  });
});

describe("SPEC 5, warnings hold nothing up", () => {
  it("PARTIAL_REVIEW, once sent back, names what is still not covered", () => {
    const result = judged(approved, {
      gaps: ["GAP-FLOW-001", "GAP-FLOW-002"],
      issuesToRecheck: ["ISSUE-R1-001"],
      retried: ["PARTIAL_REVIEW"],
    });
    expect(result.success).toBe(true);
    expect(warnings(result, "PARTIAL_REVIEW")).toEqual([expect.stringMatching(/GAP-FLOW-002.*ISSUE-R1-001/)]);
  });

  it("OVERGROWN above the budget of a gap, beside what it replaces", () => {
    const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
    const change = makeReadChange({ kind: "replace", old: words(10), new: words(161) });
    const document = makeEngineerDocument({ resolutions: [makeResolution({ changes: [change] })] });
    expect(warnings(judged(document, { maxWordsPerGap: 150 }), "OVERGROWN")).toEqual([
      expect.stringContaining("adds 151 words to the spec, 1 over the budget."),
    ]);
    expect(warnings(judged(document, { maxWordsPerGap: 151 }), "OVERGROWN")).toEqual([]);
  });

  it("THIN_CONTENT below 200 characters, or what is set", () => {
    const document = makeEngineerDocument({ resolutions: [makeResolution({ chars: 199 })] });
    expect(warnings(judged(document), "THIN_CONTENT")).toHaveLength(1);
    expect(warnings(judged(document, { minSectionChars: 199 }), "THIN_CONTENT")).toEqual([]);
  });

  it("INCOMPLETE_STRUCTURE lists the sections that are missing", () => {
    const bare = makeEngineerDocument({ resolutions: [makeResolution({ sections: [], examples: 0, line: 8 })] });
    expect(judged(bare).warnings).toEqual([
      {
        type: "INCOMPLETE_STRUCTURE",
        message: "The resolution of GAP-FLOW-001 has no section Trade-offs, Examples, New Gaps Introduced.",
        line: 8,
      },
    ]);
  });

  it("UNASSIGNED_RESOLUTION sets aside what was not asked for", () => {
    const document = makeEngineerDocument({ resolutions: [makeResolution(), makeResolution({ gap: "GAP-API-001" })] });
    const result = judged(document, { gaps });
    expect(result.gapsAddressed).toEqual(["GAP-FLOW-001"]);
    expect(warnings(result, "UNASSIGNED_RESOLUTION")).toEqual([expect.stringContaining("GAP-API-001")]);
  });

  it("QUOTE_MISMATCH when the quoted concern is not in the issue", () => {
    const quoting = (concern: string) =>
      warnings(
        judged(makeEngineerDocument({ ...engineer, disagreements: [makeDisagreement({ concern })] }), { issues }),
        "QUOTE_MISMATCH",
      );
    expect(quoting('> "the RETRY\n> has no   limit"')).toEqual([]);
    expect(quoting("The cache is never emptied.")).toEqual([expect.stringContaining("ISSUE-R1-001")]);
  });

  const text =
    "**Critical**: The retry loop has no upper bound, so a run that always fails `never ends` and pays each time.";
  const mismatches = (concern: string) => {
    const document = makeEngineerDocument({ ...engineer, disagreements: [makeDisagreement({ concern })] });
    return warnings(judged(document, { issues: [{ id: "ISSUE-R1-001", text }] }), "QUOTE_MISMATCH").length;
  };

  it.each([
    "The retry loop has no upper bound",
    '"the RETRY loop\n has  no upper bound"',
    "> The retry loop has no upper bound,\n> so a run that always fails never ends",
    "“The retry loop has no upper bound … and pays each time.”",
    'The Reviewer says "has no upper bound" and "pays each time".',
    "The retry loop has *no* upper bound.",
  ])("no QUOTE_MISMATCH for words of the issue (SPEC 8): %j", (concern) => {
    expect(mismatches(concern)).toBe(0);
  });

  it.each([
    "The retry loop has an upper bound",
    "pays each time … The retry loop",
    'The Reviewer says "has no upper bound" and "is too slow".',
    "...",
  ])("QUOTE_MISMATCH for other words (SPEC 8): %j", (concern) => {
    expect(mismatches(concern)).toBe(1);
  });

  it("VERDICT_MISMATCH when a CRITICAL or HIGH issue is approved over (SPEC 3.6)", () => {
    const approving = (severity: "HIGH" | "MEDIUM") =>
      makeReviewerDocument({
        issues: [makeReadIssue({ severity })],
        verdicts: [{ gap: "GAP-FLOW-001", value: "APPROVED_WITH_NOTES", line: 30 }],
      });
    expect(warnings(judged(approving("HIGH")), "VERDICT_MISMATCH")).toEqual([expect.stringContaining("ISSUE-R2-001")]);
    expect(warnings(judged(approving("MEDIUM")), "VERDICT_MISMATCH")).toEqual([]);
  });

  it("a withdrawn issue is no verdict mismatch, nor one on another gap than the one approved", () => {
    const verdicts = [{ gap: "GAP-FLOW-001", value: "APPROVED", line: 9 }] as const;
    const elsewhere = makeReviewerDocument({ issues: [makeReadIssue({ gap: "GAP-API-001" })], verdicts });
    const withdrawn = makeReviewerDocument({ issues: [makeReadIssue({ kind: "withdrawn" })], verdicts });
    expect(judged(elsewhere).warnings).toEqual([]);
    expect(judged(withdrawn).warnings).toEqual([]);
  });

  it("UNANCHORED_ISSUE when a lesser issue quotes nothing of the text under review", () => {
    const about = (quotations: readonly string[]) =>
      warnings(
        judged(makeReviewerDocument({ issues: [makeReadIssue({ severity: "MEDIUM", quotations })] }), { spec }),
        "UNANCHORED_ISSUE",
      );
    expect(about(["repeated until it passes"])).toEqual([]);
    expect(about(["the cache is emptied"])).toHaveLength(1);
    expect(about([])).toHaveLength(1);
  });

  it("CITATION_MISSING for cited places that do not exist (SPEC 15.5)", () => {
    const citations = [
      { file: "src/a.ts", line: 3, endLine: 3, at: 10 },
      { file: "src/b.ts", line: 9, endLine: 9, at: 12 },
    ];
    const document = makeEngineerDocument({ ...engineer, citations });
    const result = judged(document, { citationExists: (citation) => citation.file === "src/a.ts" });
    expect(result.warnings).toEqual([
      { type: "CITATION_MISSING", message: "src/b.ts:9 is cited and does not exist.", line: 12 },
    ]);
  });
});

describe("SPEC 10.5, a rejected position", () => {
  const rejected =
    "Keep the retry limit at three attempts and drop the configuration key, because nobody asked for it.";
  const decided = [{ issue: "ISSUE-R1-001", decision: "DECISION-R1-001", gap: "GAP-FLOW-001", rejected }] as const;
  const proposing = (words: string, gap: "GAP-FLOW-001" | "GAP-API-001" = "GAP-FLOW-001") => {
    const text = `## Gap Resolution: ${gap}\n**Confidence:** HIGH\n\n${words}`;
    const document = makeEngineerDocument({ resolutions: [makeResolution({ gap, endLine: 10 })] });
    return warnings(judged(document, { decided }, text), "REPEATED_POSITION");
  };

  it("warns when it is proposed again, reworded lightly", () => {
    const again =
      "We keep a retry limit of three attempts, and we drop the configuration key since nobody has asked for it.";
    expect(proposing(again)).toEqual([expect.stringContaining("DECISION-R1-001")]);
  });

  it("does not warn about another proposal on the same subject", () => {
    const other =
      "The retry limit is read from the configuration key `max_retries`. It defaults to three attempts, and a person may raise it to ten.";
    expect(proposing(other)).toEqual([]);
  });

  it("does not warn about another gap, nor about a quotation", () => {
    expect(proposing(rejected, "GAP-API-001")).toEqual([]);
    expect(proposing(`> ${rejected}\n\nThat was decided against: the key stays.`)).toEqual([]);
  });

  it("warns of the Reviewer's rejected suggestion as well", () => {
    const text = `## Review: GAP-FLOW-001\n\n### High Priority\n- **ISSUE-R2-001**: ${rejected}`;
    const document = makeReviewerDocument({ issues: [makeReadIssue({ text: rejected })] });
    expect(warnings(judged(document, { decided }, text), "REPEATED_POSITION")).toHaveLength(1);
  });
});

describe("SPEC 5, EXECUTION_ERROR", () => {
  it("is no matter of the prompt, so it is not retried with another", () => {
    const result = executionError("claude: not found");
    expect(result).toMatchObject({ success: false, failureType: "EXECUTION_ERROR", retriable: false });
  });
});
