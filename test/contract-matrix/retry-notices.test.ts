import { describe, expect, it } from "vitest";
import { exampleOf, noticeOf, retryPart } from "./support/prompt-parts.ts";
import { section } from "./support/read-records.ts";
import { settled } from "./support/yard.ts";
import {
  CONF,
  FORM,
  faults,
  MIX,
  missing,
  NONE,
  ONE,
  PLAIN,
  REFS,
  retryOf,
  THIN,
  UNKNOWN,
  VOID,
} from "./support/yard-sessions.ts";

// How a failed document is tried again.

const retry = async (one: typeof FORM, attempt = 2) => retryOf(await faults(), 1, one, attempt);
const notice = async (one: typeof FORM, attempt = 2) => noticeOf(await retry(one, attempt));
const reviewNotice = async (attempt = 2) => noticeOf((await faults()).prompt(1, "reviewer", attempt));
const runs = async (one: typeof FORM, round = 1) =>
  (await faults())
    .calls()
    .filter((call) => call.role === "engineer" && call.round === round && call.gaps.includes(one.gap));
const missingNotice = async () => noticeOf((await missing()).desk.prompt(1, `engineer-${ONE.gap}`, 2));

describe("the gate", () => {
  it("a document that fails is used by nothing: spec, gap and review wait for a valid one", async () => {
    const desk = await faults();
    expect(desk.session("round_001/engineer.md")).not.toContain("GAP-FLOW-099");
    const review = desk.prompt(1, "reviewer");
    expect(review).not.toContain("I have thought about the yard");
    expect(review).toContain(settled(FORM));
  });
  it("a failure that a retry can mend starts one", async () => {
    expect(await runs(FORM)).toHaveLength(2);
  });
  it("there are two retries: three attempts in all", async () => {
    expect((await runs(MIX)).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });
  it("a retry's document is validated again", async () => {
    expect(noticeOf(await retry(MIX, 3))).toContain("NO_GAPS_ADDRESSED");
  });
  it("a content warning lets the document pass", async () => {
    expect(await runs(THIN)).toHaveLength(1);
    expect((await faults()).session("spec.md")).toContain(settled(THIN));
  });
  it("the warning is logged", async () => {
    expect((await faults()).log(1)).toMatch(/THIN_CONTENT.*GAP-THIN-001/);
  });
  it("the summary or log tells the warnings", async () => {
    expect((await faults()).log(1)).toMatch(/INCOMPLETE_STRUCTURE.*GAP-THIN-001.*Trade-offs/);
  });
  it("warnings of a valid document reach the round's log", async () => {
    expect(section((await faults()).log(1), "engineer.md")).toContain("THIN_CONTENT");
  });
});

describe("FILE_MISSING", () => {
  it("a document that is not where it must be is FILE_MISSING", async () => {
    expect((await missing()).run.stderr).toMatch(/R1-engineer-GAP-ONE-001-1: FILE_MISSING/);
  });
  it("the message of FILE_MISSING names the path", async () => {
    expect((await missing()).run.stderr).toMatch(/FILE_MISSING\..*\.md/);
  });
  it("the notice names the path that is read", async () => {
    const { desk, read } = await missing();
    expect(noticeOf(desk.prompt(1, `engineer-${ONE.gap}`, 2))).toContain(read);
  });
  it("it reminds the agent to write the document", async () => {
    expect(await missingNotice()).toMatch(/write the document to exactly this path/i);
  });
  it("it says that the last attempt left no document", async () => {
    expect(await missingNotice()).toMatch(/there is no document|no document was/i);
  });
});

describe("EMPTY_OUTPUT", () => {
  it("it says that the output was empty", async () => {
    expect(await notice(VOID)).toMatch(/EMPTY_OUTPUT[\s\S]*is empty/);
  });
  it("it asks for 200 characters for each gap", async () => {
    expect(await notice(VOID)).toMatch(/each gap 200 characters/);
  });
  it("it asks for concrete examples", async () => {
    expect(await notice(VOID)).toContain("concrete examples");
  });
  it("if unsure, LOW confidence and what is missing", async () => {
    expect(await notice(VOID)).toMatch(/unsure.*LOW.*what is missing/);
  });
});

describe("WRONG_FORMAT", () => {
  it("it says that the form was not kept", async () => {
    expect(await notice(FORM)).toMatch(/WRONG_FORMAT[\s\S]*was not taken/);
  });
  it("the Engineer is told the resolution heading", async () => {
    expect(await notice(FORM)).toContain("## Gap Resolution: GAP-");
  });
  it("the Engineer is told the confidence line", async () => {
    expect(await notice(FORM)).toMatch(/\*\*Confidence:\*\*.*HIGH.*MEDIUM.*LOW/);
  });
  it("the Engineer is told the sections", async () => {
    const sections = ["Proposed Solution", "Spec Changes", "Examples", "Trade-offs", "New Gaps Introduced"];
    for (const heading of sections) expect(await notice(FORM)).toContain(`### ${heading}`);
  });
  it("the Reviewer is told the Review heading", async () => {
    expect(await reviewNotice()).toContain("## Review: GAP-");
  });
  it("the Reviewer is told the severity sections", async () => {
    for (const heading of ["Critical Issues", "High Priority", "Medium Priority", "Low Priority"])
      expect(await reviewNotice()).toContain(`### ${heading}`);
  });
  it("the Reviewer is told of NO_ISSUES_FOUND", async () => {
    expect(await reviewNotice()).toMatch(/NO_ISSUES_FOUND.*checklist/);
  });
  it("each role is told its own form only", async () => {
    expect(await notice(FORM)).not.toContain("## Review:");
    expect(await reviewNotice()).not.toContain("## Gap Resolution");
  });
  it("it names what was missing", async () => {
    expect(await notice(FORM)).toMatch(/Missing: ## Gap Resolution/);
    expect(await notice(CONF)).toMatch(/Missing: .*Confidence/);
    expect(await reviewNotice(3)).toMatch(/Missing: (?!.*## Review).*### Critical Issues/);
  });
});

describe("NO_GAPS_ADDRESSED", () => {
  it("it says that no assigned gap was resolved", async () => {
    expect(await notice(NONE)).toMatch(/No assigned gap is resolved/);
  });
  it("it lists the assigned gaps with their texts", async () => {
    expect(await notice(NONE)).toMatch(/^- GAP-NONE-001: How long the crate is kept is not said/m);
  });
  it("it gives the heading to begin with", async () => {
    expect(await notice(NONE)).toContain("## Gap Resolution: GAP-NONE-001");
  });
  it("it demands gap ids", async () => {
    expect(await notice(NONE)).toMatch(/these gaps, and no others/);
  });
});

describe("INCONSISTENT_REFS", () => {
  it("it lists the invalid ids", async () => {
    expect(await notice(REFS)).toContain(`Not known: ${UNKNOWN.join(", ")}`);
  });
  it("it lists the valid gaps", async () => {
    for (const one of [CONF, FORM, MIX, NONE, PLAIN, REFS, THIN, VOID])
      expect(await notice(REFS)).toMatch(new RegExp(`These gaps exist: .*${one.gap}`));
  });
  it("it asks to use these alone", async () => {
    expect(await notice(REFS)).toMatch(/existing gaps only/);
  });
  it("it says where a new gap is declared", async () => {
    expect(await notice(REFS)).toContain("### New Gaps Introduced");
  });
  it("invalid ids and the valid list stand in the retry, which passes", async () => {
    expect(await notice(REFS)).toMatch(/GAP-FLOW-099[\s\S]*These gaps exist/);
    expect(await runs(REFS)).toHaveLength(2);
  });
  it("the log row names the invalid ids", async () => {
    expect((await faults()).session("status.md")).toMatch(
      /GAP-REFS-001 \| 1 \| INCONSISTENT_REFS.*GAP-FLOW-099.*GAP-FLOW-100/,
    );
  });
});

describe("retries", () => {
  it("THIN_CONTENT starts no retry", async () => {
    expect((await runs(THIN)).map(({ attempt }) => attempt)).toEqual([1]);
  });
  it("the notice counts attempt 1 of 2", async () => {
    expect(await notice(FORM)).toMatch(/attempt 1 of 2/);
  });
  it("the example stands under its source", async () => {
    expect(exampleOf(await retry(FORM))?.source).toMatch(/canonical/);
  });
  it("the notice comes before the original task", async () => {
    const prompt = await retry(FORM);
    expect(prompt.indexOf("# Retry")).toBeGreaterThan(0);
    expect(prompt.indexOf("# Retry")).toBeLessThan(prompt.indexOf("# Task: GAP-FORM-001"));
  });
  it("the example keeps to 2,000 tokens", async () => {
    for (const call of (await faults()).calls().filter(({ attempt }) => attempt > 1))
      expect(exampleOf(call.prompt)?.text.length ?? 0).toBeLessThanOrEqual(8000);
  });
  it("both tiers share the two retries", async () => {
    expect(noticeOf(await retry(MIX, 2))).toMatch(/attempt 1 of 2: WRONG_FORMAT/);
    expect(noticeOf(await retry(MIX, 3))).toMatch(/attempt 2 of 2: NO_GAPS_ADDRESSED/);
  });
  it("a retry after a content failure names what failed there", async () => {
    expect(noticeOf(await retry(MIX, 3))).toMatch(/resolves GAP-FORM-001.*instead/);
  });
  it("content is not judged while the structure fails", async () => {
    expect(noticeOf(await retry(MIX, 2))).not.toContain("NO_GAPS_ADDRESSED");
  });
});

describe("its examples", () => {
  it("a document that passes at once costs one run", async () => {
    expect(await runs(PLAIN)).toHaveLength(1);
    expect(retryPart((await runs(PLAIN))[0]?.prompt ?? "")).toBe("");
  });
  it("canonical example, second attempt passes", async () => {
    expect(exampleOf(await retry(FORM))?.source).toMatch(/canonical/);
    expect((await faults()).log(1)).toMatch(/R1-engineer-GAP-FORM-001-2` \|.*\| PASS \| valid/);
  });
  it("the Reviewer runs after the Engineer's document passed", async () => {
    const calls = (await faults()).calls().filter(({ round }) => round === 1);
    expect(calls.findIndex(({ role }) => role === "reviewer")).toBe(
      calls.filter(({ role }) => role === "engineer").length,
    );
  });
  it("the summary is written after both roles", async () => {
    expect(section((await faults()).summary(1), "Progress")).toMatch(/Engineer \|[\s\S]*Reviewer \|.*issues/);
  });
});

describe("the records", () => {
  it("every time is ISO 8601, UTC, to the second", async () => {
    const desk = await faults();
    for (const text of [desk.session("status.md"), desk.log(1), desk.session("journal.jsonl")]) {
      const times = text.match(/\b\d{4}-\d\d-\d\d[T ][\d:.]+\S*/g) ?? [];
      expect(times.length).toBeGreaterThan(0);
      for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    }
  });
  it("a failure and the retry that it starts stand in the record with role and time", async () => {
    const entry = section((await faults()).log(1), "`R1-engineer-GAP-FORM-001-1`");
    expect(entry).toMatch(/started \d{4}-/);
    expect(entry).toContain("failed:");
  });
  it("each round has its validation log", async () => {
    const desk = await faults();
    for (const round of [1, 2]) expect(desk.log(round)).toContain("## Attempts");
  });
  it("the details of a retry name the failure", async () => {
    expect(section((await faults()).log(1), "`R1-engineer-GAP-REFS-001-1`")).toContain("do not exist: GAP-FLOW-099");
  });
});
