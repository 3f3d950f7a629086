import { describe, expect, it } from "vitest";
import { DAYS, depot, KEEP, keeps } from "../acceptance/support/depot.ts";
import { engineer, openDesk, reviewer, shown, type Turn } from "../acceptance/support/desk.ts";
import { changedIn, claim, disagree, review } from "../acceptance/support/documents.ts";
import {
  ALTERNATIVE,
  BETTER,
  disputed,
  FIRST,
  INTAKE_DAY,
  REFUSAL,
  raised,
  revised,
} from "../acceptance/support/one-gap.ts";
import { fork, once, onward, section } from "./support/session.ts";

const desk = (turns: readonly Turn[], ...flags: string[]) =>
  once(async () => {
    const made = await openDesk({ files: { "depot.md": depot(KEEP) }, turns });
    const done = await made.begin(...flags);
    return { ...made, done };
  });

/** Round 1 raises a HIGH issue, round 2 disagrees and names an alternative. */
const base = desk([
  ...disputed({ ...REFUSAL, alternative: ALTERNATIVE }),
  ...revised(3, keeps(BETTER, changedIn(FIRST, "1")), { earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`] } }),
]);
const question = once(async () => (await (await base()).questions())[0] ?? expect.unreachable());
const text = async () => shown(await question());
const RATIONALE = "The label is read by everybody.";
const decided = once(async () => {
  const copy = await fork(await base());
  const field = (await question()).fields.find(({ id }) => /rationale|reason/i.test(id));
  const words = field ? ["--field", `${field.id}=${RATIONALE}`] : [];
  const done = await copy.run("answer", "--option", "C", ...words);
  return { ...copy, done };
});
const went = onward(decided, "resume", "--max-rounds", "3");
const decision = async () => section((await went()).session("decisions.md"), "DECISION-R2-001");

/** The older form, where the position is DISAGREE under a response. */
const OLD = `## Response to ${FIRST}\n\n**Reviewer Concern:** "${INTAKE_DAY.title}"\n\n**Engineer Position:** DISAGREE\n\n**Rationale:** ${REFUSAL.rationale}\n\n**Request:** Escalate to user for decision`;
const old = desk([
  ...raised({ high: [INTAKE_DAY] }),
  engineer(2, KEEP, keeps(DAYS, OLD)),
  reviewer(2, review({ gap: KEEP, earlier: { [FIRST]: ["NOT_FIXED", "as before"] }, verdict: "NEEDS_REVISION" })),
]);
const malformed = (left: RegExp, ...flags: string[]) =>
  desk(
    [...raised({ high: [INTAKE_DAY] }), engineer(2, KEEP, keeps(DAYS, disagree(REFUSAL).replace(left, "")))],
    ...flags,
  );
const noConcern = malformed(/\*\*Reviewer Concern:\*\*.*\n\n/);
const noRationale = malformed(/\n\n\*\*Rationale:\*\*.*/);
const met = desk([
  ...raised({ high: [INTAKE_DAY] }),
  ...revised(2, keeps(BETTER, changedIn(FIRST, "1")), { earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`] } }),
]);
const silent = desk(
  [
    ...raised({ high: [INTAKE_DAY] }),
    ...revised(2, keeps(BETTER), { earlier: { [FIRST]: ["NOT_FIXED", "as before"] }, verdict: "NEEDS_REVISION" }),
  ],
  "--max-rounds",
  "2",
);
const claimed = desk(
  [...raised({ high: [INTAKE_DAY] }), engineer(2, KEEP, keeps(DAYS, claim(FIRST, "This is covered.")))],
  "--max-rounds",
  "2",
);

/** The round is held because of the disagreement, and the User looks at the review. */
const blocked = desk(disputed(), "--set", "disagree.absolute=0");
const lowered = (words: string) =>
  onward(blocked, "answer", "--option", "review", "--field", `lower=${words}`, "--field", "reason=It is small.");
const isRefused = async (words: string) => {
  const answered = await lowered(words)();
  expect(answered.done.code, answered.done.stderr).toBe(2);
  expect(answered.session("decisions.md")).toBe((await blocked()).session("decisions.md"));
  expect((await answered.questions()).map(({ kind }) => kind)).toEqual(["disagree-rate"]);
};

describe.concurrent("convergence", () => {
  it("lowering by words that name no issue is refused", () => isRefused("nonsense"));

  it("lowering an unknown issue beside a known one is refused", () => isRefused(`${FIRST}=LOW, ISSUE-R9-001=LOW`));

  it("lowering without a severity is refused", () => isRefused(FIRST));

  it("lowering to a severity that is not lower is refused", () => isRefused(`${FIRST}=CRITICAL`));

  it("decisions.md states the severity that the issue then has", async () => {
    const after = await onward(lowered(`${FIRST}=MEDIUM`), "resume", "--max-rounds", "2")();
    expect(after.session("decisions.md")).toContain(`${FIRST} is MEDIUM`);
    expect(after.session("traceability.md")).toMatch(new RegExp(`${FIRST} \\(MEDIUM`));
  });
});

describe.concurrent("conflict", () => {
  it("the User decides a conflict, never the program", async () => {
    const copy = await fork(await base());
    await copy.run("resume", "--yes");
    expect((await copy.questions()).map(({ kind }) => kind)).toEqual(["conflict"]);
  });

  it("a rejected HIGH issue is a conflict", async () => {
    expect((await question()).kind).toBe("conflict");
    expect((await question()).about).toEqual(expect.arrayContaining([FIRST, KEEP, "HIGH"]));
  });

  it("an issue that the Engineer meets is no conflict", async () => {
    expect((await met()).done.code).toBe(0);
    expect((await met()).session("status.md")).toContain("No conflicts.");
  });

  it("the older form, a response with the position DISAGREE, is read as a disagreement", async () => {
    expect((await (await old()).questions()).map(({ kind }) => kind)).toEqual(["conflict"]);
  });

  it("a disagreement without a quoted concern fails the gate", async () => {
    expect((await noConcern()).done.stderr).toContain("MALFORMED_DISAGREE");
  });

  it("a disagreement without a rationale fails the gate", async () => {
    expect((await noRationale()).done.stderr).toContain("MALFORMED_DISAGREE");
  });

  it("the Engineer's alternative is option C in its own words", async () => {
    expect(Object.values((await question()).options.find(({ id }) => id === "C") ?? {}).join("\n")).toContain(
      ALTERNATIVE,
    );
  });

  it("the question has the Reviewer's position", async () => {
    for (const words of [INTAKE_DAY.title, INTAKE_DAY.impact, INTAKE_DAY.suggestion])
      expect(await text()).toContain(words);
  });

  it("the question has the Engineer's position and rationale", async () => {
    for (const words of [REFUSAL.position, REFUSAL.rationale]) expect(await text()).toContain(words);
  });

  it("every option says what it costs", async () => {
    for (const { id, description, effect } of (await question()).options.filter(({ id: one }) => /^[ABC]$/.test(one))) {
      expect(`${description ?? ""}${effect ?? ""}`.length, id).toBeGreaterThan(20);
    }
  });

  it("option A is the Reviewer's and option B the Engineer's", async () => {
    const words = (id: string, list: Awaited<ReturnType<typeof question>>["options"]) =>
      Object.values(list.find((one) => one.id === id) ?? {}).join("\n");
    const { options } = await question();
    expect(words("A", options)).toContain(INTAKE_DAY.suggestion);
    expect(words("B", options)).toContain(REFUSAL.position);
  });

  it("the User's own words are always an option", async () => {
    expect((await question()).options.map(({ id }) => id)).toContain("D");
  });

  it("the session waits for the decision", async () => {
    expect((await base()).done.code).toBe(3);
    expect((await base()).hasInSession("round_003")).toBe(false);
  });

  it("the conflict is shown whole without a terminal", async () => {
    for (const words of [INTAKE_DAY.suggestion, REFUSAL.rationale, ALTERNATIVE]) {
      expect((await base()).done.stderr).toContain(words);
      expect((await base()).session("status.md")).toContain(words);
    }
  });

  it("decisions.md has the round, the issue and the gap of the conflict", async () => {
    for (const words of ["DECISION-R2-001", FIRST, KEEP]) expect(await decision()).toContain(words);
  });

  it("decisions.md has the option and what was decided", async () => {
    expect(await decision()).toMatch(/option:? \*{0,2}C/i);
    expect(await decision()).toContain(ALTERNATIVE);
  });

  it("decisions.md has the User's rationale", async () => {
    expect(await decision()).toContain(RATIONALE);
  });

  it("decisions.md says who decided", async () => {
    expect(await decision()).toMatch(/by: user/);
  });

  it("decisions.md says when", async () => {
    expect(await decision()).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  });

  it("the next round's prompt has the decision", async () => {
    expect((await went()).prompt(3, `engineer-${KEEP}`)).toContain(ALTERNATIVE);
    expect((await went()).prompt(3, `engineer-${KEEP}`)).toContain("DECISION-R2-001");
  });

  it("the next round's prompt says that the decision is settled", async () => {
    expect((await went()).prompt(3, `engineer-${KEEP}`)).toMatch(/settled/i);
  });

  it("an issue that the next version passes over is flagged", async () => {
    expect((await silent()).log(2) + (await silent()).summary(2)).toMatch(
      new RegExp(`H1[\\s\\S]*${FIRST}|${FIRST}[\\s\\S]*H1`),
    );
  });

  it("both positions stay on record after the decision", async () => {
    for (const words of [REFUSAL.position, INTAKE_DAY.title]) expect(await decision()).toContain(words);
  });

  it("an answer by id without a change is no resolution", async () => {
    expect((await claimed()).done.stderr).toContain("CLAIM_WITHOUT_CHANGE");
  });

  it("a HIGH conflict holds its gap back from ACCEPTED", async () => {
    // While the User has not decided it is neither: held back, with nothing to revise yet (SPEC 10.4).
    expect(["PROPOSED", "NEEDS_REVISION"]).toContain(await (await base()).state(KEEP));
  });
});
