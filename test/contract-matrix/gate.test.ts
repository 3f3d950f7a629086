import { describe, expect, it } from "vitest";
import { review } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { type Inspected, inspectAll } from "./support/inspect-all.ts";
import { explains, type Plot, plot, settled, settles, yard } from "./support/yard.ts";

// What the gate says to a document, told by `whetstone inspect`.

const FORM = plot("GAP-FORM-001", "anvil");
const NONE = plot("GAP-NONE-001", "crate");
const KNOWN = [FORM.gap, NONE.gap, "GAP-COMM-012", "GAP-UX-999"];
const naming = (...ids: readonly string[]) =>
  explains(
    FORM,
    `It is as ${ids.join(" and ")} would have it, with the value and the unit that a reader looks for here, and nothing else had to be changed for it in any place.`,
  );

/** A resolution whose text below its heading has so many characters. */
function ofLength(one: Plot, length: number): string {
  const text = (filling: string) =>
    `**Confidence:** HIGH\n\n### Proposed Solution\n\n${filling}\n\n### Spec Changes\n\nNo change needed: "${one.sentence}"`;
  return `## Gap Resolution: ${one.gap}\n\n${text("a".repeat(length - text("").length))}\n`;
}

const engineers = once(() =>
  inspectAll(
    { role: "engineer", assigned: [FORM.gap], inventory: KNOWN, spec: yard(FORM, NONE) },
    {
      valid: settles(FORM),
      empty: "",
      blank: " \n\t\n",
      prose: "It is best to keep things for as long as they are needed.",
      unsure: settles(FORM).replace("**Confidence:** HIGH\n\n", ""),
      other: settles(NONE),
      unknown: naming("GAP-FLOW-099", "GAP-FLOW-100"),
      declared: settles(FORM).replace(
        "None.",
        `- **GAP-RUST-001** (HIGH): Who oils it is not said.\n  - **Parent:** ${FORM.gap}\n  - **Place:** "${FORM.sentence}"\n  - **Why:** Two would be built. GAP-RUST-001 comes first.`,
      ),
      valids: naming("GAP-COMM-012", "GAP-UX-999"),
      ten: naming("GAP-ABCDEFGHIJ-001"),
      eleven: naming("GAP-ABCDEFGHIJK-001"),
      lower: naming("GAP-flow-001"),
      oneDigit: naming("GAP-FLOW-1"),
      oneLetter: naming("GAP-A-001"),
      fourDigits: naming("GAP-FLOW-0011"),
      part: naming("GAP-FORM-001a"),
      unsorted: naming("GAP-ZED-002", "GAP-ABC-010", "GAP-ABC-002", "GAP-ABC-010"),
      fenced: explains(FORM, "The value is stated with its unit.\n\n```text\nGAP-FLOW-099\n```"),
      several: naming("GAP-FLOW-099").replace("**Confidence:** HIGH\n\n", ""),
      short: `## Gap Resolution: ${FORM.gap}\n\n**Confidence:** LOW\n\n### Proposed Solution\n\nIt is so.\n\n### Spec Changes\n\nNo change needed: "${FORM.sentence}"\n`,
      below: ofLength(FORM, 190),
      above: ofLength(FORM, 300),
      otherHeading: ofLength({ ...FORM, gap: "GAP-UX-999" }, 190),
      beforeAnother: `${ofLength(FORM, 150)}\n${settles(NONE)}`,
      untraded: settles(FORM).replace(/### Trade-offs\n\n[^#]*/, ""),
    },
  ),
);

const issue = (id: string) =>
  review({ gap: FORM.gap, high: [{ id, title: "Who counts the days is open", quotes: [settled(FORM)] }] });
const candidate = yard(FORM, NONE).replace(FORM.sentence, settled(FORM));

const reviewers = once(() =>
  inspectAll(
    { role: "reviewer", assigned: [FORM.gap], inventory: KNOWN, spec: candidate },
    {
      valid: issue("ISSUE-R1-001"),
      prose: "It reads well to me.",
      bare: `## Review: ${FORM.gap}\n\nIt reads well to me.\n\n### Verdict\n\nAPPROVED\n`,
      nothing: `## Review: ${FORM.gap}\n\nNO_ISSUES_FOUND: the section and its neighbours\n\n- 3 values checked\n- 2 references checked\n\n### Verdict\n\nAPPROVED\n`,
      spoken: `## Review: ${FORM.gap}\n\n### No Issues Found\n\nScope: the section and its neighbours.\n\n- [x] 3 values checked\n- [x] 2 references checked\n\n### Verdict\n\nAPPROVED\n`,
      labelled: `## Review: ${FORM.gap}\n\nNO_ISSUES_FOUND: the section and its neighbours\n\n**Checklist:**\n\n- [x] 3 values checked\n- [x] 2 references checked\n\n### Verdict\n\nAPPROVED\n`,
      oneSeverity: `## Review: ${FORM.gap}\n\n### Critical Issues\n\nNone.\n\n### Verdict\n\nAPPROVED\n`,
      other: review({ gap: NONE.gap }),
      unknown: issue("ISSUE-R1-001").replace("Say it in one sentence.", "Say it as GAP-FLOW-099 does."),
      looseId: issue("ISSUE-R01-1"),
    },
  ),
);

type Engineers = Awaited<ReturnType<typeof engineers>>;
const gate = async (name: keyof Engineers) => (await engineers())[name].gate;
const reviewed = async (name: keyof Awaited<ReturnType<typeof reviewers>>) => (await reviewers())[name].gate;
const types = ({ warnings }: Inspected["gate"]) => warnings.map(({ type }) => type);

describe("structure", () => {
  it("an empty document is EMPTY_OUTPUT", async () => {
    expect(await gate("empty")).toMatchObject({ success: false, failureType: "EMPTY_OUTPUT", retriable: true });
  });
  it("white space alone is empty", async () => {
    expect(await gate("blank")).toMatchObject({ failureType: "EMPTY_OUTPUT" });
  });
  it("the message of EMPTY_OUTPUT says that the document is empty", async () => {
    expect((await gate("empty")).message).toMatch(/empty/i);
  });
  it("an Engineer's document without a resolution heading is WRONG_FORMAT", async () => {
    expect(await gate("prose")).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true });
  });
  it("the message names the missing resolution heading", async () => {
    expect((await gate("prose")).message).toContain("## Gap Resolution:");
  });
  it("a resolution without confidence is WRONG_FORMAT", async () => {
    expect(await gate("unsure")).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true });
  });
  it("the message names the missing confidence", async () => {
    expect((await gate("unsure")).message).toContain("**Confidence:**");
  });
  it("a review without a Review heading is WRONG_FORMAT", async () => {
    expect(await reviewed("prose")).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true });
  });
  it("the message names the missing Review heading", async () => {
    expect((await reviewed("prose")).message).toContain("## Review:");
  });
  it("a review without severities or NO_ISSUES_FOUND is WRONG_FORMAT", async () => {
    expect(await reviewed("bare")).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true });
  });
  it("the message names severities and NO_ISSUES_FOUND", async () => {
    for (const words of ["### Critical Issues", "NO_ISSUES_FOUND"])
      expect((await reviewed("bare")).message).toContain(words);
  });
  it("NO_ISSUES_FOUND passes in place of severities", async () => {
    expect(await reviewed("nothing")).toMatchObject({ success: true });
  });
  it("No Issues Found with a checklist passes as the same", async () => {
    expect(await reviewed("spoken")).toMatchObject({ success: true });
  });
  it("a label above the checklist of NO_ISSUES_FOUND is no reason to refuse it", async () => {
    expect(await reviewed("labelled")).toMatchObject({ success: true });
  });
  it("one severity section is enough", async () => {
    expect(await reviewed("oneSeverity")).toMatchObject({ success: true });
  });
  it("a short document in the right form passes", async () => {
    expect(await gate("short")).toMatchObject({ success: true });
  });
  it("the first failure counts: a document that fails several checks is told of the first", async () => {
    expect(await gate("several")).toMatchObject({ failureType: "WRONG_FORMAT" });
  });
  it("structure is checked before content", async () => {
    expect((await gate("several")).message).not.toContain("GAP-FLOW-099");
  });
});

describe("content", () => {
  it("a document that resolves no assigned gap is NO_GAPS_ADDRESSED", async () => {
    expect(await gate("other")).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", retriable: true });
  });
  it("the message of NO_GAPS_ADDRESSED names the ids that are expected", async () => {
    expect((await gate("other")).message).toContain(FORM.gap);
  });
  it("a review of none of the round's proposals is NO_GAPS_ADDRESSED", async () => {
    expect(await reviewed("other")).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", retriable: true });
  });
  it("a reference to an unknown gap is INCONSISTENT_REFS", async () => {
    expect(await gate("unknown")).toMatchObject({ failureType: "INCONSISTENT_REFS", retriable: true });
  });
  it("the message of INCONSISTENT_REFS names each invalid id", async () => {
    for (const id of ["GAP-FLOW-099", "GAP-FLOW-100"]) expect((await gate("unknown")).message).toContain(id);
  });
  it("a declared new gap is no invalid reference", async () => {
    expect(await gate("declared")).toMatchObject({ success: true });
  });
  it("the Reviewer's references are checked too", async () => {
    const { failureType, message } = await reviewed("unknown");
    expect(failureType).toBe("INCONSISTENT_REFS");
    expect(message).toContain("GAP-FLOW-099");
  });
  it("a resolution under 200 characters is a THIN_CONTENT warning, not a retry", async () => {
    const told = await gate("short");
    expect(told.success).toBe(true);
    expect(types(told)).toContain("THIN_CONTENT");
  });
  it("the 200 characters are of the resolution, without its heading", async () => {
    expect(types(await gate("below"))).toContain("THIN_CONTENT");
    expect(types(await gate("above"))).not.toContain("THIN_CONTENT");
    const { below, otherHeading } = await engineers();
    expect(below.resolutions[0]?.chars).toBe(otherHeading.resolutions[0]?.chars);
  });
  it("the warning about a thin resolution names the gap and the characters", async () => {
    const [thin] = (await gate("short")).warnings.filter(({ type }) => type === "THIN_CONTENT");
    expect(thin?.message).toMatch(/GAP-FORM-001.*\d+ characters/);
  });
  it("missing Trade-offs are an INCOMPLETE_STRUCTURE warning, not a retry", async () => {
    const told = await gate("untraded");
    expect(told.success).toBe(true);
    expect(types(told)).toContain("INCOMPLETE_STRUCTURE");
  });
  it("the warning names the missing section", async () => {
    const [missing] = (await gate("untraded")).warnings.filter(({ type }) => type === "INCOMPLETE_STRUCTURE");
    expect(missing?.message).toContain("Trade-offs");
  });
  it("a valid document with warnings counts as valid", async () => {
    expect(await gate("untraded")).toMatchObject({ success: true, failureType: null, gapsAddressed: [FORM.gap] });
  });
});

describe("ids", () => {
  const invalid = async (name: keyof Engineers) => (await gate(name)).failureType === "INCONSISTENT_REFS";

  it("GAP-UX-999 and GAP-COMM-012 are gap ids", async () => {
    expect(await gate("valids")).toMatchObject({ success: true });
  });
  it("a category of ten capitals is one, of eleven none", async () => {
    expect([await invalid("ten"), await invalid("eleven")]).toEqual([true, false]);
  });
  it("GAP-flow-001 is no gap id", async () => {
    expect(await invalid("lower")).toBe(false);
  });
  it("GAP-FLOW-1 is no gap id", async () => {
    expect(await invalid("oneDigit")).toBe(false);
  });
  it("GAP-A-001 is no gap id", async () => {
    expect(await invalid("oneLetter")).toBe(false);
  });
  it("GAP-FLOW-0011 is no id, and no part of it is one", async () => {
    expect(await invalid("fourDigits")).toBe(false);
  });
  it("a part of a split gap keeps its letter", async () => {
    expect((await gate("part")).message).toContain("GAP-FORM-001a");
  });
  it("lists of ids are sorted and free of duplicates", async () => {
    const named = (await gate("unsorted")).message.match(/GAP-(?:ABC|ZED)-\d{3}/g);
    expect(named).toEqual(["GAP-ABC-002", "GAP-ABC-010", "GAP-ZED-002"]);
  });
  it("an id in a code fence is no reference", async () => {
    expect(await gate("fenced")).toMatchObject({ success: true });
  });
  it("a gap's section ends at the next resolution", async () => {
    const { resolutions } = (await engineers()).beforeAnother;
    expect(resolutions[0]?.chars).toBeLessThan(200);
  });
  it("an issue id has its round without leading zeros and three digits", async () => {
    const { valid, looseId } = await reviewers();
    expect(valid.issues[0]?.id).toBe("ISSUE-R1-001");
    expect(looseId.issues[0]?.id).not.toBe("ISSUE-R01-1");
  });
});

describe("one result type", () => {
  it("inspect tells success and failure type", async () => {
    expect(await gate("valid")).toMatchObject({ success: true, failureType: null });
    expect(await gate("prose")).toMatchObject({ success: false, failureType: "WRONG_FORMAT" });
  });
  it("inspect tells whether a failure can be retried", async () => {
    expect((await gate("prose")).retriable).toBe(true);
  });
  it("inspect tells the message", async () => {
    expect((await gate("prose")).message.length).toBeGreaterThan(20);
  });
  it("inspect tells the warnings", async () => {
    expect((await gate("short")).warnings.every(({ type, message }) => type !== "" && message !== "")).toBe(true);
    expect((await gate("valid")).warnings).toEqual([]);
  });
  it("inspect tells the gaps addressed", async () => {
    expect((await gate("valid")).gapsAddressed).toEqual([FORM.gap]);
  });
});
