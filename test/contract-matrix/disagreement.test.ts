import { describe, expect, it } from "vitest";
import { KEEP } from "../acceptance/support/depot.ts";
import { type AskedQuestion, shown } from "../acceptance/support/desk.ts";
import { ALTERNATIVE, FIRST, INTAKE_DAY, REFUSAL } from "../acceptance/support/one-gap.ts";
import { malformed, misquoted } from "./support/conflict-sessions.ts";
import { exampleOf, noticeOf } from "./support/prompt-parts.ts";
import { half, held, lowered, lowering, lowest, pattern, rate } from "./support/rate-sessions.ts";
import { rowsOf, section } from "./support/read-records.ts";

// How a disagreement is written, and how many are too many.

const option = (question: AskedQuestion | undefined, id: string) =>
  Object.values(question?.options.find((one) => one.id === id) ?? {}).join("\n");
const ratesOf = (status: string) => rowsOf(section(status, "Explicit disagreement"), "round", "disagreed", "rate");

describe("a DISAGREE block", () => {
  const question = async () => (await malformed()).question;

  it("a DISAGREE on a known issue is a conflict", async () => {
    expect(await question()).toMatchObject({ kind: "conflict", about: [FIRST, KEEP, "HIGH"] });
  });
  it("the heading DISAGREE with the issue's id is read", async () => {
    expect((await question())?.about).toContain(FIRST);
  });
  it("a DISAGREE is read at another heading level and with spaces", async () => {
    expect((await malformed()).desk.session("round_002/engineer.md")).toContain(`## DISAGREE: ${FIRST}`);
  });
  it("the Engineer's position is read", async () => {
    expect(option(await question(), "B")).toContain(REFUSAL.position);
  });
  it("the rationale is read", async () => {
    expect(shown((await question()) as AskedQuestion)).toContain(REFUSAL.rationale);
  });
  it("the alternative is optional", async () => {
    expect((await misquoted()).desk.session("round_002/engineer.md")).not.toContain("Alternative Approach");
    expect((await misquoted()).desk.summary(2)).toMatch(/ISSUE-R1-001 \|.*explicit/);
  });
  it("the alternative is read under its label, Alternative Approach (if any), too", async () => {
    const { question: asked } = await malformed();
    expect(option(asked, "C")).toContain(ALTERNATIVE);
    expect(asked?.evidence.find((one) => /rationale/.test(one.title))?.body).toBe(REFUSAL.rationale);
  });
  it("a quote over several lines of a block quote is compared without its marks", async () => {
    expect((await malformed()).desk.summary(2)).not.toContain("QUOTE_MISMATCH");
  });
  it("the request line is optional", async () => {
    expect((await misquoted()).desk.session("round_002/engineer.md")).not.toContain("**Request:**");
  });
  it("the request line is read and not taken for a part of the position", async () => {
    expect(shown((await question()) as AskedQuestion)).not.toContain("Escalate to user");
  });
  it("the Reviewer's concern is quoted in the conflict", async () => {
    expect(shown((await question()) as AskedQuestion)).toContain(INTAKE_DAY.title);
  });
  it("a quote that does not occur in the issue is noted", async () => {
    expect((await misquoted()).desk.summary(2)).toMatch(/NOTE-R2-\d+.*ISSUE-R1-001.*The parcel is too heavy/);
  });
});

describe("what the gate says to one", () => {
  const notice = async (attempt: number) => noticeOf((await malformed()).retry(attempt));

  it("a DISAGREE on an unknown issue is INVALID_DISAGREE_REF", async () => {
    expect(await notice(2)).toContain("INVALID_DISAGREE_REF");
  });
  it("its message names the id", async () => {
    expect((await malformed()).stderr).toMatch(/INVALID_DISAGREE_REF\. ISSUE-R1-009/);
  });
  it("the retry's notice names the id and the issues that are open", async () => {
    expect(await notice(2)).toMatch(/Not known: ISSUE-R1-009[\s\S]*Open issues: ISSUE-R1-001/);
  });
  it("a DISAGREE without the concern is MALFORMED_DISAGREE", async () => {
    expect(await notice(3)).toContain("MALFORMED_DISAGREE");
  });
  it("its message names the issue and the missing concern", async () => {
    expect((await malformed()).stderr).toMatch(/MALFORMED_DISAGREE\. ISSUE-R1-001.*lacks `\*\*Reviewer Concern:\*\*`/);
  });
  it("a DISAGREE without a rationale is MALFORMED_DISAGREE", async () => {
    expect(await notice(4)).toContain("MALFORMED_DISAGREE");
  });
  it("its message names the issue and the missing rationale", async () => {
    expect((await malformed()).stderr).toMatch(/MALFORMED_DISAGREE\. ISSUE-R1-001.*lacks `\*\*Rationale:\*\*`/);
  });
  it("the retry shows the form of a disagreement", async () => {
    const form = exampleOf((await malformed()).retry(3))?.text;
    for (const words of ["## DISAGREE: ISSUE-", "**Reviewer Concern:**", "**Engineer Position:**", "**Rationale:**"])
      expect(form).toContain(words);
  });
  it("a well-formed DISAGREE passes at once", async () => {
    const tried = (await misquoted()).desk.calls().filter(({ role, round }) => role === "engineer" && round === 2);
    expect(tried).toHaveLength(1);
  });
});

describe("the share of a round", () => {
  const question = async () => (await rate()).question as AskedQuestion;

  it("more than half of the CRITICAL and HIGH issues warns the person", async () => {
    expect((await rate()).asked.map(({ kind }) => kind)).toEqual(["disagree-rate"]);
    expect((await question()).about).toContain("WARN_USER");
  });
  it("exactly half does not warn", async () => {
    const { desk } = await half();
    expect(ratesOf(desk.session("status.md")).at(-1)).toMatchObject({ disagreed: "5", rate: "50 %" });
    expect((await half()).asked.map(({ kind }) => kind)).not.toContain("disagree-rate");
  });
  it("exactly five do not hold it", async () => {
    const { desk, asked } = await half();
    expect(asked.map(({ kind }) => kind)).toContain("conflict");
    expect(desk.calls().some(({ role, round }) => role === "reviewer" && round === 2)).toBe(true);
  });
  it("below the limits nothing is asked about the rate", async () => {
    expect((await half()).asked.map(({ kind }) => kind)).not.toContain("disagree-rate");
  });
  it("MEDIUM and LOW issues do not count in the share", async () => {
    expect((await question()).text).toContain("4 of 4");
  });
  it("the message tells the share in percent", async () => {
    expect((await question()).text).toContain("100 %");
  });
  it("it recommends to look at the review or to guide the Engineer", async () => {
    expect((await question()).options.map(({ id }) => id)).toEqual(expect.arrayContaining(["review", "revise"]));
  });
  it("it tells how many of how many", async () => {
    expect((await question()).text).toMatch(/4 of 4 CRITICAL and HIGH issues/);
  });
  it("it names the three possible causes", async () => {
    expect(shown(await question())).toMatch(/review is too prescriptive.*Engineer avoids work.*scope/);
  });
  it("it offers to go on to the conflicts", async () => {
    expect(option(await question(), "accept")).toMatch(/conflicts/);
  });
  it("it offers to ask the Engineer for a revision", async () => {
    expect(option(await question(), "revise")).toMatch(/Engineer/);
  });
  it("it offers to look at the review", async () => {
    expect(option(await question(), "review")).toMatch(/review/);
  });
  it("it offers to restate the scope", async () => {
    expect(option(await question(), "scope")).toMatch(/scope/);
  });
  it("the warning lists each issue with severity and title", async () => {
    const { issues } = await rate();
    for (const [index, severity] of ["HIGH", "HIGH", "HIGH", "CRITICAL"].entries())
      expect(shown(await question())).toContain(`${issues[index]?.id} (${severity}): ${issues[index]?.title}`);
  });
  it("issues of the earlier review are counted", async () => {
    expect((await question()).about).toContain("ISSUE-R1-004");
  });
  it("the rate is checked before the conflicts are asked", async () => {
    const { asked, after } = await rate();
    expect(asked.some(({ kind }) => kind === "conflict")).toBe(false);
    expect(after.some(({ kind }) => kind === "conflict")).toBe(true);
  });
  it("an issue that the person lowers below HIGH drops its conflict", async () => {
    const { desk, issues } = await rate();
    const conflicts = rowsOf(section(desk.summary(2), "Conflicts"), "issue", "state");
    for (const { id } of issues.slice(0, 2))
      expect(conflicts.find(({ issue }) => issue === id)?.state ?? "dropped").toMatch(/dropped|withdrawn/);
  });
  it("an answer that lowers nothing is refused, and nothing is recorded", async () => {
    const { refusal, untouched } = await rate();
    expect(refusal.code).toBe(2);
    expect(refusal.stderr).toContain("nonsense");
    expect(untouched).not.toMatch(/DECISION-R/);
  });
  it("the lowering and its reason are recorded", async () => {
    const decisions = (await rate()).desk.session("decisions.md");
    expect(decisions).toMatch(/ISSUE-R1-001 is LOW, ISSUE-R1-002 is LOW/);
    expect(decisions).toContain("The reviewer was too strict.");
  });
  it("the new rate is recorded and not warned about twice", async () => {
    const { desk, after } = await rate();
    expect(ratesOf(desk.session("status.md")).at(-1)).toMatchObject({ disagreed: "2", rate: "100 %" });
    expect(after.map(({ kind }) => kind)).not.toContain("disagree-rate");
  });
  it("the conflicts that are left are asked", async () => {
    const { after } = await rate();
    expect(after[0]?.about).toContain("ISSUE-R1-004");
  });
  it("conflicts are asked CRITICAL first, then HIGH", async () => {
    expect((await rate()).after[0]?.about).toEqual(["ISSUE-R1-004", KEEP, "CRITICAL"]);
  });
});

describe("a round that is held", () => {
  it.each([
    ["words that name no issue", "nonsense"],
    ["an unknown issue beside a known one", `${FIRST}=LOW, ISSUE-R9-001=LOW`],
    ["no severity", FIRST],
    ["a severity that is not lower", `${FIRST}=CRITICAL`],
  ])("lowering by %s is refused, and nothing is recorded", async (_, words) => {
    const { code, stderr, isUnchanged } = await lowering(words);
    expect(code, stderr).toBe(2);
    expect(isUnchanged).toBe(true);
  });
  it("decisions.md and traceability.md state the severity that a lowered issue then has", async () => {
    const desk = await lowered();
    expect(desk.session("decisions.md")).toContain(`${FIRST} is MEDIUM`);
    expect(desk.session("traceability.md")).toMatch(new RegExp(`${FIRST} \\(MEDIUM`));
  });
  it("more than five in a round hold it", async () => {
    expect((await held()).question?.about).toContain("BLOCK_ROUND");
  });
  it("a held round costs no review", async () => {
    expect((await held()).before).toBe(0);
  });
  it("the limit is checked before the shares", async () => {
    // Six of six are more than half as well.
    expect((await held()).question?.about).not.toContain("WARN_USER");
  });
  it("a held round is told the number and the limit", async () => {
    expect((await held()).question?.text).toMatch(/\b6 of 6\b.*\b5\b/);
  });
  it("it goes on with a justification that is recorded, or a revision below the limit", async () => {
    const { desk, again, reviewed } = await held();
    expect(again.map(({ about }) => about[0])).toEqual(["BLOCK_ROUND"]);
    expect(reviewed).toBeGreaterThan(0);
    expect(desk.session("decisions.md")).toContain("The label was read wrongly.");
  });
  it("a revision that is asked for runs the Engineer again before the review", async () => {
    expect((await held()).revisedRuns).toBe(2);
  });
  it("a restated scope reaches the next prompts", async () => {
    const last = (await held()).desk
      .calls()
      .filter(({ role, round }) => role === "engineer" && round === 2)
      .at(-1);
    expect(last?.prompt).toContain("Only parcels, never letters.");
  });
  it("a restated scope is a decision in decisions.md", async () => {
    expect((await held()).desk.session("decisions.md")).toContain("Only parcels, never letters.");
  });
});

describe("a pattern over rounds", () => {
  const alert = async () => (await pattern()).question as AskedQuestion;

  it("more than 40 % over three rounds is a systematic alert", async () => {
    expect((await alert())?.about).toContain("SYSTEMATIC_ALERT");
  });
  it("the last three rounds that had any are counted", async () => {
    const { kinds, desk } = await pattern();
    expect(kinds).toEqual(["conflict", "conflict", "disagree-rate"]);
    expect(ratesOf(desk.session("status.md")).map(({ rate: share }) => share)).toEqual(
      expect.arrayContaining(["50 %"]),
    );
  });
  it("the alert tells the sum and the share", async () => {
    expect(shown(await alert())).toMatch(/\b4 of 8\b[\s\S]*50 %/);
  });
  it("the alert names what may be behind it", async () => {
    expect(shown(await alert())).toMatch(/prescriptive[\s\S]*scope/);
  });
  it("the rate of every round is recorded whatever the outcome", async () => {
    const rates = ratesOf((await pattern()).desk.session("status.md"));
    expect(rates.map(({ disagreed }) => disagreed).slice(0, 3)).toEqual(["0", "1", "1"]);
  });
  it("all decisions on a gap stand in its prompts, those of the last round first", async () => {
    const part = section((await pattern()).desk.prompt(4, `engineer-${KEEP}`), "Decided by the User");
    expect(part.match(/DECISION-R\d+-\d{3}/g)).toEqual(["DECISION-R3-001", "DECISION-R2-001"]);
  });
  it("after B the Engineer's position may be proposed again without a warning", async () => {
    const { desk } = await pattern();
    expect(desk.session("round_003/engineer.md")).toContain(REFUSAL.position);
    expect(desk.log(3)).not.toContain("REPEATED_POSITION");
    expect(desk.summary(3)).not.toContain("REPEATED_POSITION");
  });
});

describe("lesser conflicts", () => {
  it("LOW goes to the Engineer by itself once three were decided so", async () => {
    const { desk, asked, lows } = await lowest();
    expect(asked).toEqual(lows.slice(0, 3).map(({ id }) => id));
    expect(desk.session("decisions.md")).toContain(lows[3]?.id);
  });
});
