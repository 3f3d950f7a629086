import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/model/estimate-tokens.ts";
import { BBB, BIG, cut, DDD, garbled, LONG_DOCUMENT, own, scores, tiny, undone } from "./support/example-sessions.ts";
import { exampleOf, noticeOf, retryPart } from "./support/prompt-parts.ts";
import { rowsOf, section, wholeRow } from "./support/read-records.ts";
import { CONF, FORM, faults, MIX, missing, NONE, ONE, REFS, retryOf, UNKNOWN, VOID } from "./support/yard-sessions.ts";

// Which example a retry is given, how it is cut, and what is recorded of it.

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
  it("the canonical example is at hand in the first round of a session", async () => {
    expect(await source(1, FORM)).toContain("canonical");
  });
  it("no document of the session is an example before a round has ended", async () => {
    expect(await source(1, NONE)).toContain("canonical");
  });
  it("a template is attached where there is neither a canonical nor a session example", async () => {
    expect(await source(1, REFS)).toMatch(TEMPLATE);
  });
  it("WRONG_FORMAT takes the canonical example although the session has documents", async () => {
    expect(await source(2, FORM)).toContain("canonical");
  });
  it("a session document is the example where the failure asks for one", async () => {
    expect(await source(2, NONE)).toMatch(/round 1, GAP-/);
  });
  it("the template is the last resort: with a session document it is not attached", async () => {
    expect(await source(2, REFS)).not.toMatch(TEMPLATE);
  });
});

describe("the canonical example", () => {
  it("the example is the program's own, not a section of the spec under work", async () => {
    expect(await text(1, FORM)).not.toMatch(/anvil|yard/i);
  });
  it("a person's own examples/engineer.md replaces the canonical one", async () => {
    const given = exampleOf(retryPart((await own()).retry));
    expect(given?.text).toContain("A rule of the person's own hand");
  });
  it("the Engineer's example has a resolution heading with a gap id", async () => {
    expect(await text(1, FORM)).toMatch(/^## Gap Resolution: GAP-[A-Z]+-\d{3}$/m);
  });
  it("the Engineer's example states its confidence", async () => {
    expect(await text(1, FORM)).toMatch(/^\*\*Confidence:\*\* (?:HIGH|MEDIUM|LOW)$/m);
  });
  it("the Engineer's example has a Proposed Solution", async () => {
    expect(section(await text(1, FORM), "Proposed Solution").trim().length).toBeGreaterThan(100);
  });
  it("the Engineer's example has concrete Examples", async () => {
    expect(section(await text(1, FORM), "Examples")).toMatch(/^- .*\d/m);
  });
  it("the Engineer's example has Trade-offs", async () => {
    expect(section(await text(1, FORM), "Trade-offs")).toMatch(/^- /m);
  });
  it("the Engineer's example declares new gaps, or none", async () => {
    expect(section(await text(1, FORM), "New Gaps Introduced")).toMatch(/GAP-|None/);
  });
  it("the Engineer's example shows exact Spec Changes", async () => {
    expect(section(await text(1, FORM), "Spec Changes")).toMatch(
      /\*\*Change 1: replace\*\* in "[\s\S]*```old[\s\S]*```new/,
    );
  });
  it("the Reviewer's example has a Review heading", async () => {
    expect((await reviewExample(1))?.text).toMatch(/^## Review: GAP-/m);
  });
  it("the Reviewer's example shows an issue with id, location, impact and suggestion", async () => {
    const given = (await reviewExample(1))?.text;
    expect(given).toMatch(
      /- \*\*ISSUE-R\d+-\d{3}\*\*: .*\n {2}- \*\*Location:\*\* ".*\n {2}- \*\*Impact:\*\* .*\n {2}- \*\*Suggestion:\*\* /,
    );
  });
  it("the Reviewer's example has the four severities in order", async () => {
    const given = (await reviewExample(1))?.text.match(/^### (?:Critical Issues|(?:High|Medium|Low) Priority)$/gm);
    expect(given).toEqual(["### Critical Issues", "### High Priority", "### Medium Priority", "### Low Priority"]);
  });
  it("ids in the example are ones that cannot occur in the session", async () => {
    const ids =
      `${await text(1, FORM)}\n${(await reviewExample(1))?.text}`.match(/(?:GAP-[A-Z]+|ISSUE-R\d+)-\d{3}/g) ?? [];
    for (const id of ids) expect(id).toMatch(/-000$|^ISSUE-R0-/);
  });
});

describe("a session document", () => {
  it("an attempt that failed the gate is never the example", async () => {
    for (const one of [NONE, REFS]) for (const id of UNKNOWN) expect(await text(2, one)).not.toContain(id);
  });
  it("a document of the same category of gap is preferred", async () => {
    expect(exampleOf(retryPart((await cut()).wall))?.source).toContain("GAP-WALL-001");
    expect(exampleOf(retryPart((await cut()).big))?.source).toContain(BIG.gap);
  });
  it("of two documents alike the one of the newer round is taken", async () => {
    expect(exampleOf((await scores()).third)?.source).toContain(`round 2, ${DDD.gap}`);
  });
  it("a document that led to an accepted gap is preferred to a newer one that did not", async () => {
    expect(exampleOf((await scores()).fourth)?.source).toContain(`round 2, ${DDD.gap}`);
  });
  it("for NO_GAPS_ADDRESSED a document with more gap references is preferred", async () => {
    // The one of round 3 names no other gap.
    expect(exampleOf((await scores()).fourth)?.source).not.toContain("round 3");
  });
  it("the example is of the role that failed", async () => {
    expect(await text(2, NONE)).toContain("## Gap Resolution:");
    expect(await shortened("review")).toContain("## Review:");
  });
  it("documents of the running round are no examples", async () => {
    for (const call of (await faults()).calls().filter(({ round, attempt }) => round === 2 && attempt > 1))
      expect(exampleOf(call.prompt)?.source).not.toContain("round 2");
  });
  it("a round that was rolled back gives no example", async () => {
    expect(exampleOf(await undone())?.source).toContain("canonical");
  });
  it("without a candidate the next tier is tried", async () => {
    expect(await source(1, NONE)).toContain("canonical");
  });
  it("a document of 500 to 5,000 characters is preferred to a longer one", async () => {
    expect(exampleOf((await scores()).second)?.source).toContain(`round 1, ${BBB.gap}`);
  });
  it("the example says from which round it is", async () => {
    expect(await source(2, NONE)).toContain("round 1");
  });
  it("the example says which gap it addressed and what became of it", async () => {
    expect(await source(2, NONE)).toMatch(/GAP-[A-Z]+-\d{3}, ACCEPTED/);
  });
  it("a session example within the budget stands whole", async () => {
    const whole = (await faults()).session("round_001/engineer.md");
    expect(whole).toContain(await text(2, NONE));
  });
});

describe("the template", () => {
  it("the Engineer's template has a resolution heading with a placeholder or an id that cannot occur", async () => {
    expect(await text(1, REFS)).toMatch(/^## Gap Resolution: (?:\[|GAP-[A-Z]+-000$)/m);
  });
  it("the Engineer's template has a confidence line", async () => {
    expect(await text(1, REFS)).toMatch(/\*\*Confidence:\*\* HIGH, MEDIUM or LOW/);
  });
  it("the Engineer's template has Proposed Solution, Examples, Trade-offs and New Gaps Introduced", async () => {
    for (const heading of ["Proposed Solution", "Examples", "Trade-offs", "New Gaps Introduced"])
      expect(await text(1, REFS)).toContain(`### ${heading}`);
  });
  it("the Engineer's template has a Spec Changes section", async () => {
    expect(section(await text(1, REFS), "Spec Changes")).toMatch(/Change 1[\s\S]*old[\s\S]*new/);
  });
  it("the Reviewer's template has a Review heading", async () => {
    expect((await reviewTemplate())?.text).toMatch(/^## Review: /m);
  });
  it("the Reviewer's template has the four severities", async () => {
    for (const heading of ["Critical Issues", "High Priority", "Medium Priority", "Low Priority"])
      expect((await reviewTemplate())?.text).toContain(`### ${heading}`);
  });
  it("the Reviewer's template says how to write that nothing was found", async () => {
    expect((await reviewTemplate())?.text).toMatch(/None/);
  });
  it("the template needs no file of the person's", async () => {
    const desk = await faults();
    expect(desk.files().filter((path) => /example|template/i.test(path))).toEqual([]);
    expect(await source(1, REFS)).toMatch(TEMPLATE);
  });
  const reviewTemplate = async () => exampleOf(retryPart((await cut()).firstReview));
});

describe("which failure takes which example", () => {
  it("FILE_MISSING attaches no example", async () => {
    const { desk } = await missing();
    expect(exampleOf(retryPart(desk.prompt(1, `engineer-${ONE.gap}`, 2)))).toBeUndefined();
  });
  it("EMPTY_OUTPUT attaches the canonical example whole", async () => {
    expect(await source(1, VOID)).toContain("canonical");
    expect(await text(1, VOID)).toBe(await text(1, FORM));
  });
  it("WRONG_FORMAT attaches the canonical example", async () => {
    expect(await source(1, CONF)).toContain("canonical");
  });
  it("NO_GAPS_ADDRESSED attaches a session document before the canonical one", async () => {
    expect(await source(2, NONE)).toContain("round 1");
  });
  it("INCONSISTENT_REFS attaches the list of gaps and a session document", async () => {
    expect(await source(2, REFS)).toContain("round 1");
    expect(noticeOf(await retry(2, REFS))).toMatch(/These gaps exist: .*GAP-FORM-001/);
  });
  it("the record of a FILE_MISSING retry says that no example was attached", async () => {
    const { desk } = await missing();
    expect(section(desk.log(1), `\`R1-engineer-${ONE.gap}-2\``)).toMatch(/no example|example\W+none/i);
  });
  it("EMPTY_OUTPUT prefers the canonical example to the session's", async () => {
    expect(await source(2, VOID)).toContain("canonical");
  });
  it("the source of a canonical example is named in the prompt", async () => {
    expect(await retry(1, FORM)).toMatch(/^Example, from the canonical example/m);
  });
  it("the notice of WRONG_FORMAT points at the required headings", async () => {
    expect(noticeOf(await retry(1, FORM))).toMatch(/^Required: `## Gap Resolution/m);
  });
  it("NO_GAPS_ADDRESSED without a session document takes the canonical one", async () => {
    expect(await source(1, NONE)).toContain("canonical");
  });
  it("to it the list of the assigned gaps is added", async () => {
    expect(noticeOf(await retry(1, NONE))).toMatch(/^- GAP-NONE-001: How long the crate/m);
  });
  it("the list for INCONSISTENT_REFS names each gap of the session", async () => {
    const listed = /These gaps exist: ([^\n]*?)\./.exec(noticeOf(await retry(1, REFS)))?.[1]?.split(", ");
    expect(listed).toHaveLength(8);
  });
  it("INCONSISTENT_REFS without a session document takes the list and the template", async () => {
    expect(await source(1, REFS)).toMatch(TEMPLATE);
  });
});

describe("the budget", () => {
  it("an example in a retry's prompt keeps to 8,000 characters", async () => {
    for (const name of ["big", "wall", "code", "para", "review"] as const)
      expect((await shortened(name)).length, name).toBeLessThanOrEqual(8000);
  });
  it("an example in a first prompt keeps to 4,000 characters", async () => {
    const { text: whole, first } = await own();
    expect(whole.length).toBeGreaterThan(4000);
    const given = exampleOf(first)?.text ?? "";
    expect(given).toContain("A rule of the person's own hand");
    expect(given.length).toBeLessThanOrEqual(4000);
  });
  it("four characters count as a token", async () => {
    // 100 tokens: 400 characters.
    expect(exampleOf(await tiny())?.text.length).toBeLessThanOrEqual(400);
  });
  it("an example within the budget is not changed", async () => {
    const { text: whole, retry: prompt } = await own();
    expect(whole.length).toBeLessThan(8000);
    expect(exampleOf(retryPart(prompt))?.text.trim()).toBe(whole.trim());
  });
});

describe("what is cut", () => {
  it("an example over the budget is cut by its structure", async () => {
    expect(LONG_DOCUMENT.length).toBeGreaterThan(8000);
    expect((await shortened("big")).length).toBeLessThan(LONG_DOCUMENT.length);
    expect((await shortened("big")).trimEnd()).not.toBe(
      LONG_DOCUMENT.slice(0, (await shortened("big")).length).trimEnd(),
    );
  });
  it("a hard cut ends with a note that says so", async () => {
    expect(exampleOf(await tiny())?.text).toMatch(/\[[^\]]*(?:shortened|cut)[^\]]*\]$/);
  });
  it("every heading of the cut example stands", async () => {
    const headings = (text: string) => text.match(/^#{2,3} .*$/gm);
    expect(headings(await shortened("big"))).toEqual(headings(LONG_DOCUMENT));
  });
  it("the heading with its confidence is kept", async () => {
    expect(await shortened("big")).toMatch(/^## Gap Resolution: GAP-BIG-001\n\n\*\*Confidence:\*\* HIGH/);
  });
  it("the first paragraph of the Proposed Solution is kept", async () => {
    expect(section(await shortened("big"), "Proposed Solution").trim()).toMatch(
      /^### Proposed Solution\n\nParagraph 1\. .*needs\./,
    );
  });
  it("Trade-offs are shortened and keep words of the trade-offs", async () => {
    const given = section(await shortened("big"), "Trade-offs");
    expect(given).toContain("Benefit number 1");
    expect(given).toContain("Drawback number 1");
  });
  it("the first example is kept, further ones go first", async () => {
    const given = section(await shortened("big"), "Examples");
    expect(given).toContain("Worked example number 1");
    expect(given).not.toContain("Worked example number 5");
  });
  it("New Gaps stand in brief", async () => {
    expect(section(await shortened("big"), "New Gaps Introduced").trim()).toMatch(/^### New Gaps Introduced\n\nNone\./);
  });
  it("the first change is kept whole", async () => {
    const first = LONG_DOCUMENT.slice(LONG_DOCUMENT.indexOf("**Change 1"), LONG_DOCUMENT.indexOf("**Change 2")).trim();
    expect(await shortened("big")).toContain(first);
  });
  it("extended examples go before the solution does", async () => {
    expect(section(await shortened("big"), "Proposed Solution").length).toBeGreaterThan(600);
  });
  it("a section that does not fit is abbreviated, not dropped with what follows", async () => {
    for (const name of ["wall", "code"] as const) {
      expect(section(await shortened(name), "Proposed Solution")).toMatch(/Row 1|step 1/);
      expect(section(await shortened(name), "Trade-offs")).toContain("Benefit number 1");
    }
  });
  it("the cut example says that it was cut", async () => {
    for (const name of ["big", "wall", "code", "para", "review"] as const)
      expect(await shortened(name), name).toMatch(/\[[^\]]*shortened[^\]]*\]/);
  });
  it("a fence is never left open", async () => {
    for (const name of ["big", "wall", "code", "para", "review"] as const) {
      const fences = (await shortened(name)).match(/^`{3,}\w*$/gm) ?? [];
      expect(fences.length % 2, name).toBe(0);
    }
  });
  it("a first block too large for the budget is itself cut and empties nothing", async () => {
    expect(section(await shortened("para"), "Proposed Solution")).toContain("One paragraph.");
  });
});

describe("the retry", () => {
  it("a failed document is tried again while retries are left", async () => {
    const tried = (await faults())
      .calls()
      .filter(({ gaps, round, role }) => role === "engineer" && round === 1 && gaps.includes(MIX.gap));
    expect(tried).toHaveLength(3);
  });
  it("the example is chosen anew for the failure of each attempt", async () => {
    expect(await source(2, FORM, 2)).toContain("canonical");
    expect(await source(2, FORM, 3)).toContain("round 1");
  });
  it("the retry's prompt has the original task", async () => {
    const task = (prompt: string) => prompt.slice(prompt.indexOf("# Task"));
    expect(task(await retry(1, FORM))).toBe(task(await retry(1, FORM, 1)));
  });
  it("each retry is recorded with its failure and the example's source", async () => {
    const status = (await faults()).session("status.md");
    expect(status).toMatch(/GAP-FORM-001 \| 1 \| WRONG_FORMAT/);
    expect(status).toMatch(/R1-engineer-GAP-FORM-001-2` \| canonical/);
  });
  it("the document of a retry passes the same gate", async () => {
    expect((await faults()).log(1)).toMatch(
      /R1-engineer-GAP-MIX-001-2` \|[^|]*\| engineer \| GAP-MIX-001 \| 2 \| [^|]*\| FAIL \| NO_GAPS_ADDRESSED/,
    );
  });
  it("after the last retry the failure stands", async () => {
    const [question] = await (await garbled()).questions();
    expect(question?.kind).toBe("role-failed");
  });
});

describe("the notice", () => {
  const said = async (round: number, one: typeof FORM) => noticeOf(await retry(round, one));
  it("EMPTY_OUTPUT is explained as too little content", async () => {
    expect(await said(1, VOID)).toMatch(/The document is empty\. The least that is expected/);
  });
  it("WRONG_FORMAT is explained as not following the form", async () => {
    expect(await said(1, FORM)).toMatch(/No heading says which gap is resolved/);
  });
  it("NO_GAPS_ADDRESSED is explained as naming no assigned gap", async () => {
    expect(await said(1, NONE)).toMatch(/No assigned gap is resolved/);
  });
  it("INCONSISTENT_REFS is explained as naming gaps that do not exist", async () => {
    expect(await said(1, REFS)).toMatch(/These gaps do not exist/);
  });
  it("the notice stands before the original task", async () => {
    const prompt = await retry(1, FORM);
    expect(prompt.indexOf("# Retry")).toBeLessThan(prompt.indexOf("# Task"));
  });
  it("the notice counts the retries, 1 of 2 and 2 of 2", async () => {
    expect(noticeOf(await retry(1, MIX, 2))).toContain("attempt 1 of 2");
    expect(noticeOf(await retry(1, MIX, 3))).toContain("attempt 2 of 2");
  });
  it("the example's source stands beside it", async () => {
    expect(await retry(2, NONE)).toMatch(/^Example, from round 1, .*\n\n`{3,}markdown$/m);
  });
  it("the prompt ends with the words to produce the document now", async () => {
    expect((await retry(1, FORM)).trimEnd().split("\n").at(-1)).toMatch(/^Write the document for GAP-FORM-001 now/);
  });
  it("a retry's prompt says what failed and shows the example", async () => {
    expect(retryPart(await retry(1, FORM))).toMatch(/WRONG_FORMAT[\s\S]*Example, from/);
  });
  it("examples do not vary by severity", async () => {
    expect(await text(1, FORM)).toBe(exampleOf(retryPart((await faults()).prompt(2, `engineer-${FORM.gap}`, 2)))?.text);
  });
});

describe("the record", () => {
  const status = async () => section((await faults()).session("status.md"), "Examples");
  const used = async (run: string) =>
    rowsOf(await status(), /attempt|run/)
      .map(wholeRow)
      .find((row) => row.includes(run)) ?? "";

  it("status.md lists each use of an example under its round, role and retry", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("001");
  });
  it("with the failure type", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("WRONG_FORMAT");
  });
  it("with the tier", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("canonical");
    expect(await used("R2-engineer-GAP-NONE-001-2")).toContain("session");
    expect(await used("R1-engineer-GAP-REFS-001-2")).toContain("template");
  });
  it("with its size in characters and tokens", async () => {
    const size = (await text(1, FORM)).length;
    const plain = (await used("R1-engineer-GAP-FORM-001-2")).replace(/(?<=\d)[ ,](?=\d{3})/g, "");
    expect(plain).toMatch(new RegExp(`\\b${size}\\b`));
    // The tokens are those that the budget counts (SPEC 6, Budget), not a fourth of the characters.
    expect(plain).toMatch(new RegExp(`\\b${estimateTokens(await text(1, FORM))}\\b`));
  });
  it("with whether it was cut", async () => {
    const { desk } = await cut();
    expect(section(desk.session("status.md"), "Examples")).toMatch(/truncated|shortened|\bcut\b/i);
  });
  it("with the document that a session example came from", async () => {
    expect(await used("R2-engineer-GAP-NONE-001-2")).toMatch(/round 1, GAP-[A-Z]+-001/);
  });
  it("with the size that it was cut from", async () => {
    const { desk } = await cut();
    const plain = section(desk.session("status.md"), "Examples").replace(/(?<=\d)[ ,](?=\d{3})/g, "");
    expect(plain).toMatch(new RegExp(`\\b(?:${LONG_DOCUMENT.length}|${LONG_DOCUMENT.trimEnd().length})\\b`));
  });
  it("with the outcome of the retry", async () => {
    expect(await used("R1-engineer-GAP-FORM-001-2")).toContain("valid");
    expect(await used("R1-engineer-GAP-MIX-001-2")).toContain("NO_GAPS_ADDRESSED");
  });
  it("the uses are counted by tier", async () => {
    const tiers = rowsOf(await status(), "tier", /used|uses/).map(({ tier }) => tier);
    expect(tiers).toEqual(expect.arrayContaining(["canonical", "session", "template"]));
  });
  it("the success rate is told by tier", async () => {
    for (const row of rowsOf(await status(), "tier", "used", "succeeded", "rate"))
      expect(row.rate).toBe(`${Math.round((100 * Number(row.succeeded)) / Number(row.used))} %`);
  });
});

describe("its examples", () => {
  it("prose without headings in round 1 is WRONG_FORMAT and helped by the canonical example", async () => {
    expect(noticeOf(await retry(1, FORM))).toContain("WRONG_FORMAT");
    expect(await source(1, FORM)).toContain("canonical");
  });
  it("a document about nothing in particular gets an earlier one that names its gaps", async () => {
    expect(await text(2, NONE)).toMatch(/## Gap Resolution: (GAP-[A-Z]+-001)[\s\S]*\1/);
  });
  it("a sparse review is EMPTY_OUTPUT", async () => {
    // Ruled otherwise: white space alone is empty, and what lacks its form is WRONG_FORMAT.
    expect(noticeOf((await faults()).prompt(1, "reviewer", 2))).toContain("WRONG_FORMAT");
  });
  it("a long review keeps its headings and the first issue of each severity whole", async () => {
    const given = await shortened("review");
    for (const heading of ["Critical Issues", "High Priority", "Medium Priority", "Low Priority"])
      expect(given).toContain(`### ${heading}`);
    for (const issue of [1, 6])
      expect(given).toMatch(
        new RegExp(`ISSUE-R1-00${issue}[\\s\\S]*Location[\\s\\S]*Impact ${issue}\\.[\\s\\S]*Suggestion ${issue}\\.`),
      );
  });
  it("further issues stand by their first sentence", async () => {
    expect(await shortened("review")).toMatch(/^- \*\*ISSUE-R1-002\*\*: Lesser concern 2 is open\.$/m);
  });
  it("what is left out is counted", async () => {
    expect(await shortened("review")).toMatch(/and \d+ more/);
  });
  it("a document that cannot be decoded is WRONG_FORMAT", async () => {
    const [question] = await (await garbled()).questions();
    expect(question?.evidence.map(({ body }) => body).join("\n")).toMatch(/WRONG_FORMAT: .*UTF-8/);
  });
});
