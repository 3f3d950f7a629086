import { describe, expect, it } from "vitest";
import { DAYS, KEEP } from "../acceptance/support/depot.ts";
import { type AskedQuestion, shown } from "../acceptance/support/desk.ts";
import { ALTERNATIVE, BETTER, FIRST, INTAKE_DAY, REFUSAL, SECOND } from "../acceptance/support/one-gap.ts";
import {
  abandoned,
  barred,
  decided,
  endedOver,
  flagged,
  inferred,
  lesser,
  synthesised,
  THIRD,
} from "./support/conflict-sessions.ts";
import { noticeOf } from "./support/prompt-parts.ts";
import { section } from "./support/read-records.ts";

// What is put to the person, what is recorded of it, and what follows.

const { suggestion = "", impact = "", title } = INTAKE_DAY;
const optionOf = (question: AskedQuestion | undefined, id: string) => question?.options.find((one) => one.id === id);
const words = (question: AskedQuestion | undefined, id: string) =>
  Object.values(optionOf(question, id) ?? {}).join("\n");
const asked = async () => (await decided()).question as AskedQuestion;
const grave = async () => (await inferred()).question as AskedQuestion;

describe("the options", () => {
  it("option A is the Reviewer's position", async () => {
    expect(optionOf(await asked(), "A")?.label).toMatch(/Reviewer/);
  });
  it("option B is the Engineer's position", async () => {
    expect(optionOf(await asked(), "B")?.label).toMatch(/Engineer/);
  });
  it("A is the Reviewer's suggestion word for word", async () => {
    expect(words(await asked(), "A")).toContain(suggestion);
  });
  it("B is the Engineer's position word for word", async () => {
    expect(words(await asked(), "B")).toContain(REFUSAL.position);
  });
  it("C is there where there is a middle ground", async () => {
    expect(optionOf(await asked(), "C")).toBeDefined();
  });
  it("without one there is no C", async () => {
    expect((await synthesised()).optionC(3)).toBeUndefined();
  });
  it("D, the person's own words, is always offered", async () => {
    for (const question of [await asked(), await grave(), ...(await synthesised()).conflicts])
      expect(optionOf(question, "D"), question.text).toBeDefined();
  });
  it("there are at least two options and at most four letters", async () => {
    for (const { options, text } of [await asked(), await grave(), ...(await synthesised()).conflicts]) {
      const letters = options.filter(({ id }) => /^[A-Z]$/.test(id)).length;
      expect([2, 3, 4], text).toContain(letters);
    }
  });
  it("A tells what it costs", async () => {
    expect(words(await asked(), "A")).toContain(`Trade-off: It overrules the Engineer's reason: ${REFUSAL.rationale}`);
  });
  it("B tells what stays unaddressed: the impact", async () => {
    expect(words(await asked(), "B")).toMatch(new RegExp(`Trade-off: .*${impact}`));
  });
  it("C tells its trade-off", async () => {
    expect(words(await asked(), "C")).toContain("Trade-off:");
  });
  it("D asks for the person's words, and is refused without them", async () => {
    const { question, bare } = await endedOver();
    expect(question?.fields.map(({ id }) => id)).toContain("decision");
    expect(bare.code, bare.stderr).toBe(2);
  });
  it("A is recommended for CRITICAL", async () => {
    expect(optionOf(await grave(), "A")?.recommended).toBe(true);
  });
  it("nothing is recommended for HIGH without an alternative", async () => {
    for (const { options } of [(await endedOver()).question as AskedQuestion, ...(await synthesised()).conflicts])
      expect(options.filter(({ recommended }) => recommended)).toEqual([]);
  });
  it("B and D are never recommended", async () => {
    for (const question of [await asked(), await grave(), ...(await synthesised()).conflicts])
      for (const letter of ["B", "D"]) expect(optionOf(question, letter)?.recommended ?? false).toBe(false);
  });
  it("C is recommended only where it is the Engineer's own alternative", async () => {
    expect(optionOf(await asked(), "C")?.recommended).toBe(true);
    for (const index of [0, 1, 2]) expect((await synthesised()).optionC(index)?.recommended ?? false).toBe(false);
  });
});

describe("the middle ground", () => {
  const ground = async (index: number) => Object.values((await synthesised()).optionC(index) ?? {}).join("\n");

  it("the Engineer's alternative is option C word for word", async () => {
    expect(words(await asked(), "C")).toContain(ALTERNATIVE);
  });
  it("complexity in the rationale: optional, simple by default", async () => {
    expect(await ground(0)).toMatch(/optional[\s\S]*simple/i);
  });
  it("a threshold or limit in the issue: configurable with the Reviewer's value", async () => {
    expect(await ground(1)).toMatch(/configurable[\s\S]*30 days/i);
  });
  it("out of scope in the rationale: deferred with a placeholder", async () => {
    expect(await ground(2)).toMatch(/defer|later[\s\S]*placeholder/i);
  });
  it("deferring does not meet the concern in full, and says so", async () => {
    expect(await ground(2)).toMatch(/not met|not in full|not yet|stays open|waits/i);
  });
});

describe("how it is shown", () => {
  const places = async () => Object.values((await decided()).whole);
  const everywhere = async (...wanted: readonly string[]) => {
    for (const place of await places()) for (const one of wanted) expect(place).toContain(one);
  };

  it("the conflict is headed by its issue", async () => {
    expect((await asked()).about[0]).toBe(FIRST);
    await everywhere(FIRST);
  });
  it("it has the subject in a line", async () => {
    await everywhere(title);
  });
  it("it has the severity", async () => {
    await everywhere(`HIGH, ${FIRST}`);
  });
  it("it has the gap", async () => {
    await everywhere(KEEP);
  });
  it("it has the Reviewer's position", async () => {
    await everywhere(suggestion);
  });
  it("it has the impact if ignored", async () => {
    await everywhere("Impact if ignored", impact);
  });
  it("it has the Engineer's position", async () => {
    await everywhere(REFUSAL.position);
  });
  it("it has the rationale", async () => {
    await everywhere(REFUSAL.rationale);
  });
  it("it has the trade-off of each option", async () => {
    for (const place of await places()) expect(place.match(/Trade-off:/g)?.length).toBeGreaterThanOrEqual(4);
  });
  it("the options stand with letters in status.md and in status", async () => {
    for (const place of await places())
      for (const letter of ["A", "B", "C", "D"]) expect(place).toMatch(new RegExp(`\\b${letter}: `));
  });
  it("for CRITICAL it says that A is recommended unless the rationale meets the concern", async () => {
    expect(shown(await grave())).toMatch(/A, unless the Engineer's rationale meets the concern/);
  });
});

describe("decisions.md", () => {
  const entry = async () => (await decided()).decisions;

  it("decisions.md lists resolutions under their round", async () => {
    expect(section(await entry(), "Round 2")).toContain("DECISION-R2-001");
  });
  it("the entry has an id of its round", async () => {
    expect(await entry()).toMatch(/^### DECISION-R2-001/m);
  });
  it("the entry names the issue and its summary", async () => {
    expect(await entry()).toMatch(new RegExp(`^### DECISION-R2-001: ${FIRST}.*${title}`, "m"));
  });
  it("the entry tells explicit from implicit", async () => {
    expect(await entry()).toMatch(/\(HIGH, explicit\)/);
    expect((await inferred()).decisions).toMatch(/\(CRITICAL, converted/);
  });
  it("the entry names the gap", async () => {
    expect(await entry()).toMatch(new RegExp(`gaps?: ${KEEP}`));
  });
  it("the entry names the severity", async () => {
    expect(await entry()).toMatch(/DECISION-R2-001.*HIGH/);
  });
  it("the entry has both positions", async () => {
    expect(await entry()).toMatch(
      /Reviewer's position[\s\S]*Say that the day of intake does not count\.[\s\S]*Engineer's position[\s\S]*counts like any other day/,
    );
  });
  it("the entry has the letter", async () => {
    expect(await entry()).toMatch(/option: C/);
  });
  it("the entry has the decision in full", async () => {
    expect(await entry()).toContain(`> ${ALTERNATIVE}`);
  });
  it("the entry has the person's rationale", async () => {
    expect(await entry()).toContain("> Both are right.");
  });
  it("the entry has the constraints", async () => {
    expect(await entry()).toMatch(/Constraints[\s\S]*The label keeps its size\./);
  });
  it("the entry says what the Engineer must do", async () => {
    expect(await entry()).toMatch(/What the Engineer must do[\s\S]*ISSUE-R1-001/);
  });
  it("the entry says what becomes of the gap", async () => {
    expect(await entry()).toMatch(/What becomes of the gap[\s\S]*GAP-KEEP-001 is not accepted until/);
  });
  it("the entry says who decided", async () => {
    expect(await entry()).toMatch(/by: user/i);
    expect((await lesser()).desk.session("decisions.md")).toMatch(/by: policy/i);
  });
  it("the entry has the time in ISO 8601", async () => {
    expect(await entry()).toMatch(/by: user, \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  });
});

describe("the next prompt", () => {
  const part = async () => section((await decided()).prompt, "Decided by the User");

  it("the next prompt of the gap carries the decision", async () => {
    expect(await part()).toContain("DECISION-R2-001");
  });
  it("it says that decisions are to be followed", async () => {
    expect(await part()).toMatch(/Settled: follow them/);
  });
  it("it names the issue", async () => {
    expect(await part()).toContain(FIRST);
  });
  it("it has the letter and the decided text", async () => {
    expect(await part()).toContain(`option C on ${FIRST}: ${ALTERNATIVE}`);
  });
  it("it has the rationale after the decision", async () => {
    const text = await part();
    expect(text.indexOf("Both are right.")).toBeGreaterThan(text.indexOf(ALTERNATIVE));
  });
  it("constraints reach the next prompt", async () => {
    expect(await part()).toContain("The label keeps its size.");
  });
  it("it says what the Engineer must do in the task alone, once", async () => {
    const { prompt } = await decided();
    expect(await part()).not.toContain("To do");
    expect(prompt.split(`- ${FIRST}: do what the User decided`)).toHaveLength(2);
  });
  it("it says not to argue it again", async () => {
    expect(await part()).toMatch(/do not argue them again/);
  });
  it("it says that new problems become new gaps", async () => {
    expect(await part()).toMatch(/new problem becomes a new gap/);
  });
  it("the decisions stand before the task", async () => {
    const { prompt } = await decided();
    expect(prompt.indexOf("# Decided by the User")).toBeLessThan(prompt.indexOf("# Task"));
  });
  it("without decisions there is no such part", async () => {
    expect((await decided()).desk.prompt(2, `engineer-${KEEP}`)).not.toContain("# Decided by the User");
  });
  it("the Reviewer's prompt carries the decision too", async () => {
    expect(section((await decided()).desk.prompt(3, "reviewer"), "Decided by the User")).toContain(ALTERNATIVE);
  });
});

describe("what was decided holds", () => {
  const retry = async () => (await decided()).desk.prompt(3, `engineer-${KEEP}`, 2);

  it("arguing a decided conflict again is RE_ARGUED_CONFLICT", async () => {
    expect(noticeOf(await retry())).toContain("RE_ARGUED_CONFLICT");
  });
  it("its message names the issue and that it was decided", async () => {
    expect(noticeOf(await retry())).toMatch(/ISSUE-R1-001.*DECISION-R2-001/);
  });
  it("the retry has the decision and no DISAGREE form", async () => {
    expect(noticeOf(await retry())).toContain(ALTERNATIVE);
    expect(noticeOf(await retry())).not.toContain("**Engineer Position:**");
  });
  it("the rejected position proposed again is a warning, not a failure", async () => {
    const { desk } = await decided();
    expect(desk.calls().filter(({ role, round }) => role === "engineer" && round === 4)).toHaveLength(1);
    expect(desk.summary(4)).toMatch(/NOTE-R4-\d+.*(?:REPEATED_POSITION|position)/);
  });
  it("a new DISAGREE on another issue is still allowed", async () => {
    expect((await (await decided()).desk.questions()).map(({ about }) => about[0])).toEqual(["ISSUE-R3-001"]);
  });
  it("option C is carried out by the next Engineer and verified by the Reviewer", async () => {
    expect((await decided()).desk.summary(3)).toMatch(/ISSUE-R1-001.*VERIFIED/);
  });
  it("the HIGH conflict is decided for C with rationale and constraint", async () => {
    const { decisions } = await decided();
    for (const text of ["option: C", ALTERNATIVE, "Both are right.", "The label keeps its size."])
      expect(decisions).toContain(text);
  });
  it("the gap goes on with what was decided", async () => {
    expect((await decided()).desk.session("round_003/engineer.md")).toContain(BETTER);
  });
});

describe("an inferred disagreement", () => {
  it("a CRITICAL or HIGH issue that is left unanswered is flagged, and can become a conflict", async () => {
    expect((await inferred()).flag).toMatchObject({ kind: "flag" });
    expect(await grave()).toMatchObject({ kind: "conflict" });
  });
  it("stated and inferred disagreement end in the same question", async () => {
    const letters = ({ options }: AskedQuestion) => options.map(({ id }) => id).filter((id) => id !== "C");
    expect(letters(await grave())).toEqual(letters(await asked()));
  });
  it("H1: a CRITICAL issue without an answer is flagged", async () => {
    expect((await inferred()).desk.summary(2)).toMatch(/FLAG-R2-001 \| ISSUE-R1-001 .*H1.*HIGH/);
  });
  it("H4: an answer whose changes are those of before is flagged", async () => {
    expect((await flagged()).flagOn(0)).toContain("H4");
  });
  it("H5: a deflection is sent back once, then flagged", async () => {
    const { desk, flagOn } = await flagged();
    expect(
      desk
        .calls()
        .filter(({ role, round, gaps }) => role === "engineer" && round === 2 && gaps.includes("GAP-BEL-001")),
    ).toHaveLength(2);
    expect(flagOn(1)).toContain("H5");
  });
  it("words about an issue without its id count as an answer", async () => {
    // Ruled otherwise: they do not.
    expect((await flagged()).flagOn(2)).toContain("H1");
  });
  it("the evidence names the issue, its severity and what was looked at", async () => {
    const flag = shown((await inferred()).flag as AskedQuestion);
    for (const text of [FIRST, "CRITICAL", DAYS, "round_002/engineer.md"]) expect(flag).toContain(text);
  });
  it("ask, convert, waive and false positive are offered", async () => {
    expect((await inferred()).flag?.options.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["ask", "conflict", "waive", "false-positive"]),
    );
  });
  it("asking the Engineer to answer is offered before it is decided", async () => {
    expect(words((await inferred()).flag, "ask")).toMatch(/Engineer/);
  });
  it("the person turns the flag into a conflict", async () => {
    expect((await grave()).about).toContain(FIRST);
  });
  it("a converted conflict is marked as inferred", async () => {
    expect(shown(await grave())).toMatch(/inferred/i);
  });
  it("nobody is told that the Engineer disagrees where it did not say so", async () => {
    const { converting, desk } = await inferred();
    for (const text of [converting.stderr, desk.summary(2)]) expect(text).not.toMatch(/the Engineer disagrees/);
  });
  it("its Reviewer position is the suggestion", async () => {
    expect(words(await grave(), "A")).toContain(suggestion);
  });
  it("its Engineer position says that the issue was not addressed", async () => {
    expect(words(await grave(), "B")).toMatch(/did not address it/);
  });
  it("B of a converted conflict is to leave it unaddressed", async () => {
    expect(words(await grave(), "B")).toMatch(/waived/);
  });
  it("it names the heuristic", async () => {
    expect(shown(await grave())).toContain("H1");
  });
  it("it says that it was found automatically", async () => {
    expect(shown(await grave())).toMatch(/Neither side stated this conflict/);
  });
  it("decisions.md records it as implicit", async () => {
    expect((await inferred()).decisions).toMatch(/converted, inferred by H1/);
  });
  it("the decision reaches the next Engineer", async () => {
    expect(section((await inferred()).prompt, "Decided by the User")).toContain(suggestion);
  });
  it("A is recommended for it", async () => {
    expect(optionOf(await grave(), "A")?.recommended).toBe(true);
  });
  it("the gap is not accepted before the decision is met", async () => {
    // Round 3 approves and calls the issue NOT_FIXED.
    expect(await (await inferred()).desk.state(KEEP)).toBe("NEEDS_REVISION");
  });
});

describe("severity", () => {
  it("an undecided CRITICAL conflict holds the round open", async () => {
    const { questions, hasLater } = await barred();
    expect(questions.map(({ kind, about }) => [kind, about[2]])).toEqual([["conflict", "CRITICAL"]]);
    expect(hasLater).toBe(false);
  });
  it("a HIGH conflict keeps its gap from ACCEPTED", async () => {
    expect(["PROPOSED", "NEEDS_REVISION"]).toContain((await endedOver()).state);
  });
  it("MEDIUM conflicts are asked together and hold nothing", async () => {
    const { asked: questions, desk } = await lesser();
    expect(questions).toHaveLength(1);
    for (const id of [SECOND, THIRD]) expect(shown(questions[0] as AskedQuestion)).toContain(id);
    expect(desk.session("spec.md")).toContain(BETTER);
  });
  it("of one severity the older round and the lower number come first", async () => {
    const order = (await synthesised()).conflicts.map(({ about }) => about[0]);
    expect(order).toEqual(["ISSUE-R1-001", "ISSUE-R1-002", "ISSUE-R1-003", "ISSUE-R1-004"]);
  });
  it("one question at a time says which conflict it is", async () => {
    const texts = (await synthesised()).conflicts.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe("endings", () => {
  it("an open CRITICAL conflict blocks every ending but abandoning", async () => {
    const { ending } = await barred();
    expect(ending.asked.map(({ kind }) => kind)).toEqual(["conflict"]);
    expect(ending.written).toBe(false);
  });
  it("the open CRITICAL conflict is shown where the person asks to end", async () => {
    expect(shown((await barred()).ending.finish as AskedQuestion)).toMatch(/CRITICAL: ISSUE-R1-001/);
  });
  it("abandoning is possible over it", async () => {
    expect(await abandoned()).toMatchObject({ type: "ended", termination: "ABANDONED" });
  });
  it("abandoning is possible also after another ending was tried", async () => {
    const { again } = await barred();
    expect(again.code, again.stderr).toBe(3);
  });
  it("an open HIGH conflict blocks COMPLETE and GOOD_ENOUGH", async () => {
    expect((await endedOver()).written).toBe(false);
  });
  it("accepting over it needs an acknowledgement that names it", async () => {
    const [gate] = (await endedOver()).asked;
    expect(gate?.kind).toBe("warning-gate");
    expect(shown(gate as AskedQuestion)).toContain(FIRST);
    expect(JSON.stringify(gate?.fields)).toContain("I acknowledge");
  });
  it("a MEDIUM or LOW conflict is a known limitation of the finished spec", async () => {
    for (const id of [SECOND, THIRD]) expect((await lesser()).finished).toContain(id);
  });
});
