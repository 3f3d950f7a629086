import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/model/estimate-tokens.ts";
import { BBB, BIG, cut, DDD, garbled, LONG_DOCUMENT, own, scores, tiny, undone } from "./support/round-07-examples.ts";
import { exampleOf, noticeOf, retryPart, section } from "./support/round-07-notice.ts";
import {
  CONF,
  FORM,
  faults,
  MIX,
  missing,
  NONE,
  ONE,
  REFS,
  retryOf,
  UNKNOWN,
  VOID,
} from "./support/round-07-sessions.ts";
import { rowsOf, wholeRow } from "./support/round-07-tables.ts";

// round_007: which example a retry is given, how it is cut, and what is recorded of it.

const retry = async (round: number, one: typeof FORM, attempt = 2) => retryOf(await faults(), round, one, attempt);
const example = async (round: number, one: typeof FORM, attempt = 2) => {
  const found = exampleOf(retryPart(await retry(round, one, attempt)));
  if (found === undefined) throw new Error(`no example for ${one.gap} in round ${round}`);
  return found;
};
const text = async (round: number, one: typeof FORM) => (await example(round, one)).text;
const source = async (round: number, one: typeof FORM, attempt = 2) => (await example(round, one, attempt)).source;
const reviewExample = async (round: number, attempt = 2) =>
  exampleOf(retryPart((await faults()).prompt(round, "reviewer", attempt)));
const shortened = async (name: "big" | "wall" | "code" | "para" | "review") =>
  exampleOf(retryPart((await cut())[name]))?.text ?? "";

const TEMPLATE = /form with its blanks/;

describe("sources, in order", () => {
  it("round_007 §sources: the canonical example is at hand in the first round of a session", async () => {
    expect(await source(1, FORM)).toContain("canonical");
  });
  it("round_007 §sources: no document of the session is an example before a round has ended", async () => {
    expect(await source(1, NONE)).toContain("canonical");
  });
  it("round_007 §sources: a template is attached where there is neither a canonical nor a session example", async () => {
    expect(await source(1, REFS)).toMatch(TEMPLATE);
  });
  it("round_007 §priority: WRONG_FORMAT takes the canonical example although the session has documents", async () => {
    expect(await source(2, FORM)).toContain("canonical");
  });
  it("round_007 §priority: a session document is the example where the failure asks for one", async () => {
    expect(await source(2, NONE)).toMatch(/round 1, GAP-/);
  });
  it("round_007 §priority: the template is the last resort: with a session document it is not attached", async () => {
    expect(await source(2, REFS)).not.toMatch(TEMPLATE);
  });
});

describe("the canonical example", () => {
  it("round_007 §canonical: the example is the program's own, not a section of the spec under work", async () => {
    expect(await text(1, FORM)).not.toMatch(/anvil|yard/i);
  });
  it("round_007 §canonical: a person's own examples/engineer.md replaces the canonical one", async () => {
    const given = exampleOf(retryPart((await own()).retry));
    expect(given?.text).toContain("A rule of the person's own hand");
  });
  it("round_007 §canonical: the Engineer's example has a resolution heading with a gap id", async () => {
    expect(await text(1, FORM)).toMatch(/^## Gap Resolution: GAP-[A-Z]+-\d{3}$/m);
  });
  it("round_007 §canonical: the Engineer's example states its confidence", async () => {
    expect(await text(1, FORM)).toMatch(/^\*\*Confidence:\*\* (?:HIGH|MEDIUM|LOW)$/m);
  });
  it("round_007 §canonical: the Engineer's example has a Proposed Solution", async () => {
    expect(section(await text(1, FORM), "Proposed Solution").trim().length).toBeGreaterThan(100);
  });
  it("round_007 §canonical: the Engineer's example has concrete Examples", async () => {
    expect(section(await text(1, FORM), "Examples")).toMatch(/^- .*\d/m);
  });
  it("round_007 §canonical: the Engineer's example has Trade-offs", async () => {
    expect(section(await text(1, FORM), "Trade-offs")).toMatch(/^- /m);
  });
  it("round_007 §canonical: the Engineer's example declares new gaps, or none", async () => {
    expect(section(await text(1, FORM), "New Gaps Introduced")).toMatch(/GAP-|None/);
  });
  it("round_007 §canonical: the Engineer's example shows exact Spec Changes", async () => {
    expect(section(await text(1, FORM), "Spec Changes")).toMatch(
      /\*\*Change 1: replace\*\* in "[\s\S]*```old[\s\S]*```new/,
    );
  });
  it("round_007 §canonical: the Reviewer's example has a Review heading", async () => {
    expect((await reviewExample(1))?.text).toMatch(/^## Review: GAP-/m);
  });
  it("round_007 §canonical: the Reviewer's example shows an issue with id, location, impact and suggestion", async () => {
    const given = (await reviewExample(1))?.text;
    expect(given).toMatch(
      /- \*\*ISSUE-R\d+-\d{3}\*\*: .*\n {2}- \*\*Location:\*\* ".*\n {2}- \*\*Impact:\*\* .*\n {2}- \*\*Suggestion:\*\* /,
    );
  });
  it("round_007 §canonical: the Reviewer's example has the four severities in order", async () => {
    const given = (await reviewExample(1))?.text.match(/^### (?:Critical Issues|(?:High|Medium|Low) Priority)$/gm);
    expect(given).toEqual(["### Critical Issues", "### High Priority", "### Medium Priority", "### Low Priority"]);
  });
  it("round_007 §canonical: ids in the example are ones that cannot occur in the session", async () => {
    const ids =
      `${await text(1, FORM)}\n${(await reviewExample(1))?.text}`.match(/(?:GAP-[A-Z]+|ISSUE-R\d+)-\d{3}/g) ?? [];
    for (const id of ids) expect(id).toMatch(/-000$|^ISSUE-R0-/);
  });
});

describe("a session document", () => {
  it("round_007 §session: an attempt that failed the gate is never the example", async () => {
    for (const one of [NONE, REFS]) for (const id of UNKNOWN) expect(await text(2, one)).not.toContain(id);
  });
  it("round_007 §session: a document of the same category of gap is preferred", async () => {
    expect(exampleOf(retryPart((await cut()).wall))?.source).toContain("GAP-WALL-001");
    expect(exampleOf(retryPart((await cut()).big))?.source).toContain(BIG.gap);
  });
  it("round_007 §session: of two documents alike the one of the newer round is taken", async () => {
    expect(exampleOf((await scores()).third)?.source).toContain(`round 2, ${DDD.gap}`);
  });
  it("round_007 §session: a document that led to an accepted gap is preferred to a newer one that did not", async () => {
    expect(exampleOf((await scores()).fourth)?.source).toContain(`round 2, ${DDD.gap}`);
  });
  it("round_007 §session: for NO_GAPS_ADDRESSED a document with more gap references is preferred", async () => {
    // The one of round 3 names no other gap.
    expect(exampleOf((await scores()).fourth)?.source).not.toContain("round 3");
  });
  it("round_007 §session: the example is of the role that failed", async () => {
    expect(await text(2, NONE)).toContain("## Gap Resolution:");
    expect(await shortened("review")).toContain("## Review:");
  });
  it("round_007 §session: documents of the running round are no examples", async () => {
    for (const call of (await faults()).calls().filter(({ round, attempt }) => round === 2 && attempt > 1))
      expect(exampleOf(call.prompt)?.source).not.toContain("round 2");
  });
  it("round_007 §session: a round that was rolled back gives no example", async () => {
    expect(exampleOf(await undone())?.source).toContain("canonical");
  });
  it("round_007 §session: without a candidate the next tier is tried", async () => {
    expect(await source(1, NONE)).toContain("canonical");
  });
  it("round_007 §session: a document of 500 to 5,000 characters is preferred to a longer one", async () => {
    expect(exampleOf((await scores()).second)?.source).toContain(`round 1, ${BBB.gap}`);
  });
  it("round_007 §session: the example says from which round it is", async () => {
    expect(await source(2, NONE)).toContain("round 1");
  });
  it("round_007 §session: the example says which gap it addressed and what became of it", async () => {
    expect(await source(2, NONE)).toMatch(/GAP-[A-Z]+-\d{3}, ACCEPTED/);
  });
  it("round_007 §session: a session example within the budget stands whole", async () => {
    const whole = (await faults()).session("round_001/engineer.md");
    expect(whole).toContain(await text(2, NONE));
  });
});

describe("the template", () => {
  it("round_007 §template: the Engineer's template has a resolution heading with a placeholder or an id that cannot occur", async () => {
    expect(await text(1, REFS)).toMatch(/^## Gap Resolution: (?:\[|GAP-[A-Z]+-000$)/m);
  });
  it("round_007 §template: the Engineer's template has a confidence line", async () => {
    expect(await text(1, REFS)).toMatch(/\*\*Confidence:\*\* HIGH, MEDIUM or LOW/);
  });
  it("round_007 §template: the Engineer's template has Proposed Solution, Examples, Trade-offs and New Gaps Introduced", async () => {
    for (const heading of ["Proposed Solution", "Examples", "Trade-offs", "New Gaps Introduced"])
      expect(await text(1, REFS)).toContain(`### ${heading}`);
  });
  it("round_007 §template: the Engineer's template has a Spec Changes section", async () => {
    expect(section(await text(1, REFS), "Spec Changes")).toMatch(/Change 1[\s\S]*old[\s\S]*new/);
  });
  it("round_007 §template: the Reviewer's template has a Review heading", async () => {
    expect((await reviewTemplate())?.text).toMatch(/^## Review: /m);
  });
  it("round_007 §template: the Reviewer's template has the four severities", async () => {
    for (const heading of ["Critical Issues", "High Priority", "Medium Priority", "Low Priority"])
      expect((await reviewTemplate())?.text).toContain(`### ${heading}`);
  });
  it("round_007 §template: the Reviewer's template says how to write that nothing was found", async () => {
    expect((await reviewTemplate())?.text).toMatch(/None/);
  });
  it("round_007 §template: the template needs no file of the person's", async () => {
    const desk = await faults();
    expect(desk.files().filter((path) => /example|template/i.test(path))).toEqual([]);
    expect(await source(1, REFS)).toMatch(TEMPLATE);
  });
  const reviewTemplate = async () => exampleOf(retryPart((await cut()).firstReview));
});

describe("which failure takes which example", () => {
  it("round_007 §mapping: FILE_MISSING attaches no example", async () => {
    const { desk } = await missing();
    expect(exampleOf(retryPart(desk.prompt(1, `engineer-${ONE.gap}`, 2)))).toBeUndefined();
  });
  it("round_007 §mapping: EMPTY_OUTPUT attaches the canonical example whole", async () => {
    expect(await source(1, VOID)).toContain("canonical");
    expect(await text(1, VOID)).toBe(await text(1, FORM));
  });
  it("round_007 §mapping: WRONG_FORMAT attaches the canonical example", async () => {
    expect(await source(1, CONF)).toContain("canonical");
  });
  it("round_007 §mapping: NO_GAPS_ADDRESSED attaches a session document before the canonical one", async () => {
    expect(await source(2, NONE)).toContain("round 1");
  });
  it("round_007 §mapping: INCONSISTENT_REFS attaches the list of gaps and a session document", async () => {
    expect(await source(2, REFS)).toContain("round 1");
    expect(noticeOf(await retry(2, REFS))).toMatch(/These gaps exist: .*GAP-FORM-001/);
  });
  it("round_007 §mapping: the record of a FILE_MISSING retry says that no example was attached", async () => {
    const { desk } = await missing();
    expect(section(desk.log(1), `\`R1-engineer-${ONE.gap}-2\``)).toMatch(/no example|example\W+none/i);
  });
  it("round_007 §mapping: EMPTY_OUTPUT prefers the canonical example to the session's", async () => {
    expect(await source(2, VOID)).toContain("canonical");
  });
  it("round_007 §mapping: the source of a canonical example is named in the prompt", async () => {
    expect(await retry(1, FORM)).toMatch(/^Example, from the canonical example/m);
  });
  it("round_007 §mapping: the notice of WRONG_FORMAT points at the required headings", async () => {
    expect(noticeOf(await retry(1, FORM))).toMatch(/^Required: `## Gap Resolution/m);
  });
  it("round_007 §mapping: NO_GAPS_ADDRESSED without a session document takes the canonical one", async () => {
    expect(await source(1, NONE)).toContain("canonical");
  });
  it("round_007 §mapping: to it the list of the assigned gaps is added", async () => {
    expect(noticeOf(await retry(1, NONE))).toMatch(/^- GAP-NONE-001: How long the crate/m);
  });
  it("round_007 §mapping: the list for INCONSISTENT_REFS names each gap of the session", async () => {
    const listed = /These gaps exist: ([^\n]*?)\./.exec(noticeOf(await retry(1, REFS)))?.[1]?.split(", ");
    expect(listed).toHaveLength(8);
  });
  it("round_007 §mapping: INCONSISTENT_REFS without a session document takes the list and the template", async () => {
    expect(await source(1, REFS)).toMatch(TEMPLATE);
  });
});

describe("the budget", () => {
  it("round_007 §budget: an example in a retry's prompt keeps to 8,000 characters", async () => {
    for (const name of ["big", "wall", "code", "para", "review"] as const)
      expect((await shortened(name)).length, name).toBeLessThanOrEqual(8000);
  });
  it("round_007 §budget: an example in a first prompt keeps to 4,000 characters", async () => {
    const { text: whole, first } = await own();
    expect(whole.length).toBeGreaterThan(4000);
    const given = exampleOf(first)?.text ?? "";
    expect(given).toContain("A rule of the person's own hand");
    expect(given.length).toBeLessThanOrEqual(4000);
  });
  it("round_007 §budget: four characters count as a token", async () => {
    // 100 tokens: 400 characters.
    expect(exampleOf(await tiny())?.text.length).toBeLessThanOrEqual(400);
  });
  it("round_007 §budget: an example within the budget is not changed", async () => {
    const { text: whole, retry: prompt } = await own();
    expect(whole.length).toBeLessThan(8000);
    expect(exampleOf(retryPart(prompt))?.text.trim()).toBe(whole.trim());
  });
});

describe("what is cut", () => {
  it("round_007 §truncation: an example over the budget is cut by its structure", async () => {
    expect(LONG_DOCUMENT.length).toBeGreaterThan(8000);
    expect((await shortened("big")).length).toBeLessThan(LONG_DOCUMENT.length);
    expect((await shortened("big")).trimEnd()).not.toBe(
      LONG_DOCUMENT.slice(0, (await shortened("big")).length).trimEnd(),
    );
  });
  it("round_007 §truncation: a hard cut ends with a note that says so", async () => {
    expect(exampleOf(await tiny())?.text).toMatch(/\[[^\]]*(?:shortened|cut)[^\]]*\]$/);
  });
  it("round_007 §truncation: every heading of the cut example stands", async () => {
    const headings = (text: string) => text.match(/^#{2,3} .*$/gm);
    expect(headings(await shortened("big"))).toEqual(headings(LONG_DOCUMENT));
  });
  it("round_007 §truncation: the heading with its confidence is kept", async () => {
    expect(await shortened("big")).toMatch(/^## Gap Resolution: GAP-BIG-001\n\n\*\*Confidence:\*\* HIGH/);
  });
  it("round_007 §truncation: the first paragraph of the Proposed Solution is kept", async () => {
    expect(section(await shortened("big"), "Proposed Solution").trim()).toMatch(/^Paragraph 1\. .*needs\./);
  });
  it("round_007 §truncation: Trade-offs are shortened and keep words of the trade-offs", async () => {
    const given = section(await shortened("big"), "Trade-offs");
    expect(given).toContain("Benefit number 1");
    expect(given).toContain("Drawback number 1");
  });
  it("round_007 §truncation: the first example is kept, further ones go first", async () => {
    const given = section(await shortened("big"), "Examples");
    expect(given).toContain("Worked example number 1");
    expect(given).not.toContain("Worked example number 5");
  });
  it("round_007 §truncation: New Gaps stand in brief", async () => {
    expect(section(await shortened("big"), "New Gaps Introduced").trim()).toMatch(/^None\./);
  });
  it("round_007 §truncation: the first change is kept whole", async () => {
    const first = LONG_DOCUMENT.slice(LONG_DOCUMENT.indexOf("**Change 1"), LONG_DOCUMENT.indexOf("**Change 2")).trim();
    expect(await shortened("big")).toContain(first);
  });
  it("round_007 §truncation: extended examples go before the solution does", async () => {
    expect(section(await shortened("big"), "Proposed Solution").length).toBeGreaterThan(600);
  });
  it("round_007 §truncation: a section that does not fit is abbreviated, not dropped with what follows", async () => {
    for (const name of ["wall", "code"] as const) {
      expect(section(await shortened(name), "Proposed Solution")).toMatch(/Row 1|step 1/);
      expect(section(await shortened(name), "Trade-offs")).toContain("Benefit number 1");
    }
  });
  it("round_007 §truncation: the cut example says that it was cut", async () => {
    for (const name of ["big", "wall", "code", "para", "review"] as const)
      expect(await shortened(name), name).toMatch(/\[[^\]]*shortened[^\]]*\]/);
  });
  it("round_007 §truncation: a fence is never left open", async () => {
    for (const name of ["big", "wall", "code", "para", "review"] as const) {
      const fences = (await shortened(name)).match(/^`{3,}\w*$/gm) ?? [];
      expect(fences.length % 2, name).toBe(0);
    }
  });
  it("round_007 §truncation: a first block too large for the budget is itself cut and empties nothing", async () => {
    expect(section(await shortened("para"), "Proposed Solution")).toContain("One paragraph.");
  });
});

describe("the retry", () => {
  it("round_007 §retry: a failed document is tried again while retries are left", async () => {
    const tried = (await faults())
      .calls()
      .filter(({ gaps, round, role }) => role === "engineer" && round === 1 && gaps.includes(MIX.gap));
    expect(tried).toHaveLength(3);
  });
  it("round_007 §retry: the example is chosen anew for the failure of each attempt", async () => {
    expect(await source(2, FORM, 2)).toContain("canonical");
    expect(await source(2, FORM, 3)).toContain("round 1");
  });
  it("round_007 §retry: the retry's prompt has the original task", async () => {
    const task = (prompt: string) => prompt.slice(prompt.indexOf("# Task"));
    expect(task(await retry(1, FORM))).toBe(task(await retry(1, FORM, 1)));
  });
  it("round_007 §retry: each retry is recorded with its failure and the example's source", async () => {
    const status = (await faults()).session("status.md");
    expect(status).toMatch(/GAP-FORM-001 \| 1 \| WRONG_FORMAT/);
    expect(status).toMatch(/R1-engineer-GAP-FORM-001-2` \| canonical/);
  });
  it("round_007 §retry: the document of a retry passes the same gate", async () => {
    expect((await faults()).log(1)).toMatch(
      /R1-engineer-GAP-MIX-001-2` \| command \| GAP-MIX-001 \| 2 \| NO_GAPS_ADDRESSED/,
    );
  });
  it("round_007 §retry: after the last retry the failure stands", async () => {
    const [question] = await (await garbled()).questions();
    expect(question?.kind).toBe("role-failed");
  });
});

describe("the notice", () => {
  const said = async (round: number, one: typeof FORM) => noticeOf(await retry(round, one));
  it("round_007 §notice: EMPTY_OUTPUT is explained as too little content", async () => {
    expect(await said(1, VOID)).toMatch(/The document is empty\. The least that is expected/);
  });
  it("round_007 §notice: WRONG_FORMAT is explained as not following the form", async () => {
    expect(await said(1, FORM)).toMatch(/No heading says which gap is resolved/);
  });
  it("round_007 §notice: NO_GAPS_ADDRESSED is explained as naming no assigned gap", async () => {
    expect(await said(1, NONE)).toMatch(/No assigned gap is resolved/);
  });
  it("round_007 §notice: INCONSISTENT_REFS is explained as naming gaps that do not exist", async () => {
    expect(await said(1, REFS)).toMatch(/These gaps do not exist/);
  });
  it("round_007 §notice: the notice stands before the original task", async () => {
    const prompt = await retry(1, FORM);
    expect(prompt.indexOf("# Retry")).toBeLessThan(prompt.indexOf("# Task"));
  });
  it("round_007 §notice: the notice counts the retries, 1 of 2 and 2 of 2", async () => {
    expect(noticeOf(await retry(1, MIX, 2))).toContain("attempt 1 of 2");
    expect(noticeOf(await retry(1, MIX, 3))).toContain("attempt 2 of 2");
  });
  it("round_007 §notice: the example's source stands beside it", async () => {
    expect(await retry(2, NONE)).toMatch(/^Example, from round 1, .*\n\n`{3,}markdown$/m);
  });
  it("round_007 §notice: the prompt ends with the words to produce the document now", async () => {
    expect((await retry(1, FORM)).trimEnd().split("\n").at(-1)).toMatch(/^Write the document for GAP-FORM-001 now/);
  });
  it("round_007 §alignment: a retry's prompt says what failed and shows the example", async () => {
    expect(retryPart(await retry(1, FORM))).toMatch(/WRONG_FORMAT[\s\S]*Example, from/);
  });
  it("round_007 §alignment: examples do not vary by severity", async () => {
    expect(await text(1, FORM)).toBe(exampleOf(retryPart((await faults()).prompt(2, `engineer-${FORM.gap}`, 2)))?.text);
  });
});

describe("the record", () => {
  const status = async () => section((await faults()).session("status.md"), "Examples");
  const used = async (run: string) =>
    rowsOf(await status(), /attempt|run/)
      .map(wholeRow)
      .find((row) => row.includes(run)) ?? "";

  it("round_007 §record: status.md lists each use of an example under its round, role and retry", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("001");
  });
  it("round_007 §record: with the failure type", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("WRONG_FORMAT");
  });
  it("round_007 §record: with the tier", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("canonical");
    expect(await used("R2-engineer-GAP-NONE-001-2")).toContain("session");
    expect(await used("R1-engineer-GAP-REFS-001-2")).toContain("template");
  });
  it("round_007 §record: with its size in characters and tokens", async () => {
    const size = (await text(1, FORM)).length;
    const plain = (await used("R1-engineer-GAP-FORM-001-2")).replace(/(?<=\d)[ ,](?=\d{3})/g, "");
    expect(plain).toMatch(new RegExp(`\\b${size}\\b`));
    // The tokens are those that the budget counts (SPEC 6, Budget), not a fourth of the characters.
    expect(plain).toMatch(new RegExp(`\\b${estimateTokens(await text(1, FORM))}\\b`));
  });
  it("round_007 §record: with whether it was cut", async () => {
    const { desk } = await cut();
    expect(section(desk.session("status.md"), "Examples")).toMatch(/truncated|shortened|\bcut\b/i);
  });
  it("round_007 §record: with the document that a session example came from", async () => {
    expect(await used("R2-engineer-GAP-NONE-001-2")).toMatch(/round 1, GAP-[A-Z]+-001/);
  });
  it("round_007 §record: with the size that it was cut from", async () => {
    const { desk } = await cut();
    const plain = section(desk.session("status.md"), "Examples").replace(/(?<=\d)[ ,](?=\d{3})/g, "");
    expect(plain).toMatch(new RegExp(`\\b(?:${LONG_DOCUMENT.length}|${LONG_DOCUMENT.trimEnd().length})\\b`));
  });
  it("round_007 §record: with the outcome of the retry", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("valid");
    expect(await used("R1-engineer-GAP-MIX-001-2")).toContain("NO_GAPS_ADDRESSED");
  });
  it("round_007 §record: the uses are counted by tier", async () => {
    const tiers = rowsOf(await status(), "tier", /used|uses/).map(({ tier }) => tier);
    expect(tiers).toEqual(expect.arrayContaining(["canonical", "session", "template"]));
  });
  it("round_007 §record: the success rate is told by tier", async () => {
    for (const row of rowsOf(await status(), "tier", "used", "succeeded", "rate"))
      expect(row.rate).toBe(`${Math.round((100 * Number(row.succeeded)) / Number(row.used))} %`);
  });
});

describe("its examples", () => {
  it("round_007 §example-1: prose without headings in round 1 is WRONG_FORMAT and helped by the canonical example", async () => {
    expect(noticeOf(await retry(1, FORM))).toContain("WRONG_FORMAT");
    expect(await source(1, FORM)).toContain("canonical");
  });
  it("round_007 §example-2: a document about nothing in particular gets an earlier one that names its gaps", async () => {
    expect(await text(2, NONE)).toMatch(/## Gap Resolution: (GAP-[A-Z]+-001)[\s\S]*\1/);
  });
  it("round_007 §example-3: a sparse review is EMPTY_OUTPUT", async () => {
    // Ruled otherwise: white space alone is empty, and what lacks its form is WRONG_FORMAT.
    expect(noticeOf((await faults()).prompt(1, "reviewer", 2))).toContain("WRONG_FORMAT");
  });
  it("round_007 §example-3: a long review keeps its headings and the first issue of each severity whole", async () => {
    const given = await shortened("review");
    for (const heading of ["Critical Issues", "High Priority", "Medium Priority", "Low Priority"])
      expect(given).toContain(`### ${heading}`);
    for (const issue of [1, 6])
      expect(given).toMatch(
        new RegExp(`ISSUE-R1-00${issue}[\\s\\S]*Location[\\s\\S]*Impact ${issue}\\.[\\s\\S]*Suggestion ${issue}\\.`),
      );
  });
  it("round_007 §example-3: further issues stand by their first sentence", async () => {
    expect(await shortened("review")).toMatch(/^- \*\*ISSUE-R1-002\*\*: Lesser concern 2 is open\.$/m);
  });
  it("round_007 §example-3: what is left out is counted", async () => {
    expect(await shortened("review")).toMatch(/and \d+ more/);
  });
  it("round_007 §example-4: a document that cannot be decoded is WRONG_FORMAT", async () => {
    const [question] = await (await garbled()).questions();
    expect(question?.evidence.map(({ body }) => body).join("\n")).toMatch(/WRONG_FORMAT: .*UTF-8/);
  });
});
