import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import {
  DECISIONS,
  engineerOrder,
  failed,
  GAP,
  GAPS,
  makeDecision,
  material,
  reviewerOrder,
  reviewState,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { FAILURE_TYPES, type FailureType, type GateResult } from "../../model/gate-result.ts";
import { gapId } from "../../model/ids.ts";
import { Table } from "../../model/table.ts";
import { buildPrompt } from "../build-prompt.ts";
import type { BuiltPrompt, PromptOrder } from "../prompts/prompt-kit.ts";

const GIVEN = material();
const REVIEWED = material();

function engineer(failure: FailureType, gate: Partial<GateResult> = {}, facts: Partial<PromptOrder> = {}): BuiltPrompt {
  return buildPrompt(sampleState(), engineerOrder({ attempt: 2, failure: failed(failure, gate), ...facts }), GIVEN);
}

function reviewer(failure: FailureType, gate: Partial<GateResult> = {}): BuiltPrompt {
  return buildPrompt(reviewState(), reviewerOrder({ attempt: 2, failure: failed(failure, gate) }), REVIEWED);
}

/** Notice and example: what stands between the decisions and the task. */
function inserted({ prompt }: BuiltPrompt): string {
  return prompt.slice(prompt.indexOf("# Retry, "), prompt.indexOf("# Task:")).trim();
}

describe("a retry prompt (SPEC 6)", () => {
  it.each(FAILURE_TYPES)(
    "for %s is the first prompt with the notice, and an example if there is one, before the task",
    (failure) => {
      for (const [first, retry] of [
        [buildPrompt(sampleState(), engineerOrder(), GIVEN), engineer(failure)],
        [buildPrompt(reviewState(), reviewerOrder(), REVIEWED), reviewer(failure)],
      ] as const) {
        expect(retry.preface).toBe(first.preface);
        expect(inserted(retry)).toMatch(new RegExp(`^# Retry, attempt 1 of 2: ${failure}\n`));
        expect(retry.prompt.replace(`${inserted(retry)}\n\n`, "")).toBe(first.prompt);
        const example = inserted(retry).indexOf("Example, from ");
        expect(example > 0).toBe(retry.example !== undefined);
        expect(retry.notice).toBe(
          inserted(retry)
            .slice(0, example > 0 ? example : undefined)
            .trimEnd(),
        );
      }
    },
  );

  const inWords = FAILURE_TYPES.filter((failure) => failure !== "FILE_MISSING");
  it.each(inWords)("for %s says what failed in the gate's words, and shows its details verbatim", (failure) => {
    const { notice } = engineer(failure, { details: ["Line 7:\n- a ``` fence"] });
    expect(notice).toContain(`What ${failure} says, line 7.`);
    expect(notice).toContain("````\nLine 7:\n- a ``` fence\n````");
  });

  it.each(FAILURE_TYPES)("for %s keeps its example within the budget", (failure) => {
    for (const prompt of [engineer(failure), reviewer(failure)]) {
      const example = inserted(prompt).slice(inserted(prompt).indexOf("Example, from "));
      if (prompt.example !== undefined) expect(estimateTokens(example)).toBeLessThanOrEqual(2000);
    }
  });

  it("counts the retries, and a further one that the User granted", () => {
    expect(engineer("EMPTY_OUTPUT", {}, { attempt: 3 }).notice).toMatch(/^# Retry, attempt 2 of 2:/);
    expect(engineer("EMPTY_OUTPUT", {}, { attempt: 4 }).notice).toMatch(/^# Retry, attempt 3 of 3:/);
  });
});

describe("the notice (SPEC 6)", () => {
  it("FILE_MISSING: the exact path, and no example", () => {
    const prompt = engineer("FILE_MISSING", {}, { documentPath: "/scratch/R4/document.md" });
    expect(prompt.notice).toContain(
      "exactly this path, where it must exist when you are done:\n\n`/scratch/R4/document.md`",
    );
    expect(prompt.example).toBeUndefined();
  });

  it("EMPTY_OUTPUT: the least that is expected", () => {
    const { notice } = engineer("EMPTY_OUTPUT");
    for (const words of [
      "for each gap 200 characters",
      "concrete examples",
      "**Confidence:** LOW",
      "say what is missing",
    ]) {
      expect(notice).toContain(words);
    }
    expect(reviewer("EMPTY_OUTPUT").notice).toContain("NO_ISSUES_FOUND:");
  });

  it("WRONG_FORMAT: the headings of the role, and those that were missing", () => {
    const { notice } = engineer("WRONG_FORMAT", { offending: ["**Confidence:** below GAP-SYNC-001"] });
    for (const words of [
      "## Gap Resolution: GAP-…",
      "### Trade-offs",
      "Missing: **Confidence:** below GAP-SYNC-001.",
    ]) {
      expect(notice).toContain(words);
    }
    const review = reviewer("WRONG_FORMAT").notice;
    for (const words of ["## Review: GAP-…", "### Critical Issues", "NO_ISSUES_FOUND"]) expect(review).toContain(words);
  });

  it("NO_GAPS_ADDRESSED: the assigned gaps with their texts, and the heading to begin with", () => {
    const { notice } = engineer("NO_GAPS_ADDRESSED");
    expect(notice).toContain("- GAP-SYNC-001: How the server decides between two changes of one note");
    expect(notice).toContain("Begin with the heading `## Gap Resolution: GAP-SYNC-001`.");
    expect(reviewer("NO_GAPS_ADDRESSED").notice).toContain("Begin with the heading `## Review: GAP-SYNC-001`.");
  });

  it("INCONSISTENT_REFS: the invalid ids, the valid list, where to declare a new gap", () => {
    const { notice } = engineer("INCONSISTENT_REFS", { offending: ["GAP-NONE-001", "GAP-NONE-002"] });
    expect(notice).toContain("Not known: GAP-NONE-001, GAP-NONE-002.");
    expect(notice).toContain("These gaps exist: GAP-SEARCH-001, GAP-SYNC-001, GAP-SYNC-002.");
    expect(notice).toContain("declared under `### New Gaps Introduced`");
    expect(reviewer("INCONSISTENT_REFS").notice).toContain("declared under `### New Gaps` ");
  });

  it("INCONSISTENT_REFS: of a thousand gaps lists that of the task first, and says how many there are besides", () => {
    const many = Array.from({ length: 999 }, (_, at) => makeGap({ id: gapId("ZOO", at + 1) }));
    const state = sampleState({ gaps: Table.of([...many, ...GAPS]) });
    const order = engineerOrder({ attempt: 2, failure: failed("INCONSISTENT_REFS") });
    const { notice } = buildPrompt(state, order, GIVEN);
    expect(notice).toContain("GAP-SYNC-001, GAP-ZOO-001");
    expect(notice).toContain(" and 922 others.");
  });

  it("INVALID_DISAGREE_REF: the offending ids and the open issues", () => {
    const { notice } = engineer("INVALID_DISAGREE_REF", { offending: ["ISSUE-R9-001"] });
    expect(notice).toContain("Not known: ISSUE-R9-001.");
    expect(notice).toContain("Open issues: ISSUE-R3-001, ISSUE-R3-002, ISSUE-R3-003.");
  });

  it.each(["INVALID_DISAGREE_REF", "MALFORMED_DISAGREE"] as const)("%s: the form", (failure) => {
    const prompt = engineer(failure);
    for (const label of ["**Reviewer Concern:**", "**Engineer Position:**", "**Rationale:**"]) {
      expect(inserted(prompt)).toContain(label);
    }
    expect(prompt.example).toMatchObject({ tier: "template", origin: "the form of a disagreement" });
  });

  it("NO_CHANGE: the gate's words, and no example", () => {
    expect(engineer("NO_CHANGE").example).toBeUndefined();
  });

  it("CHANGE_DOES_NOT_APPLY: how to quote, and no example", () => {
    const prompt = engineer("CHANGE_DOES_NOT_APPLY", { details: ["Change 2 … nearest passage"] });
    expect(prompt.notice).toContain("Copy `old` letter for letter");
    expect(prompt.example).toBeUndefined();
  });

  it("CLAIM_WITHOUT_CHANGE: the form, and how to disagree", () => {
    const prompt = engineer("CLAIM_WITHOUT_CHANGE");
    expect(inserted(prompt)).toContain("**Changed in:** 1, 2");
    expect(inserted(prompt)).toContain("## DISAGREE: ISSUE-R0-000");
  });

  it("PARTIAL_REVIEW: the form of a word on earlier issues", () => {
    expect(inserted(reviewer("PARTIAL_REVIEW"))).toContain("| ISSUE-R0-002 | PARTLY |");
  });

  it("RE_ARGUED_CONFLICT: the decision that was argued again, and no other", () => {
    const { notice } = engineer("RE_ARGUED_CONFLICT", { offending: ["ISSUE-R3-002"] });
    expect(inserted(engineer("RE_ARGUED_CONFLICT"))).not.toContain("DISAGREE");
    expect(notice).toContain("A copy carries the name of the device that sent it.");
    expect(notice).not.toContain("Nothing that a person wrote may be lost.");
  });

  it("RE_ARGUED_CONFLICT: all decisions on the gap when the gate names none of their issues", () => {
    const decisions = [
      ...DECISIONS,
      makeDecision({ id: "DECISION-R3-002", gaps: [GAP], issues: [], decision: "Also this." }),
    ];
    const order = engineerOrder({ attempt: 2, failure: failed("RE_ARGUED_CONFLICT") });
    expect(buildPrompt(sampleState({ decisions }), order, GIVEN).notice).toContain("Also this.");
  });

  it("shows what was sent back where its words are the failure, within bounds", () => {
    const order = (failure: FailureType) => engineerOrder({ attempt: 2, failure: failed(failure) });
    const earlier = `## Gap Resolution: ${GAP}\n\n${"A long story.\n".repeat(5000)}`;
    const { prompt, notice } = buildPrompt(sampleState(), order("CHANGE_DOES_NOT_APPLY"), { ...GIVEN, earlier });
    expect(prompt).toContain(`Your last document; give it again whole, with what was wrong put right:`);
    expect(prompt).toContain("more lines]");
    expect(notice).not.toContain("A long story.");
    for (const failure of ["FILE_MISSING", "RE_ARGUED_CONFLICT"] as const)
      expect(buildPrompt(sampleState(), order(failure), { ...GIVEN, earlier }).prompt).not.toContain("A long story.");
  });

  it("neutralises what an agent smuggles into the gate's message", () => {
    const { notice } = engineer("WRONG_FORMAT", { message: "bad\u001b[2J", offending: ["x\u0007"] });
    expect(notice).not.toContain("\u001b");
    expect(notice).not.toContain("\u0007");
  });
});
