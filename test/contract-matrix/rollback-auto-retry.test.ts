import { describe, expect, it } from "vitest";
import { engineer, reviewer, type Turn } from "../acceptance/support/desk.ts";
import { review } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { ALARM, DOOR, HEAT, type Room, settled, settles, withoutTradeOffs } from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, onward, screen, task } from "./support/session.ts";

const LACKED = "which the last one lacked";
const AUTO = ["--set", "rollback.mode=AUTO_RETRY"];
const always = (gap: Room, document = settles(gap)): Turn => ({ role: "engineer", gaps: [gap], document });
const begun = (gaps: readonly Room[], turns: readonly Turn[], ...flags: string[]) =>
  once(async () => {
    const desk = await houseDesk(gaps, turns);
    const done = await desk.begin(...flags);
    return { ...desk, done };
  });

/** One of two proposals of a round has no Trade-offs; the retry has them. */
const pattern = begun(
  [ALARM, DOOR],
  [
    { ...always(ALARM, settles(ALARM, 7)), when: LACKED },
    always(ALARM, withoutTradeOffs(settles(ALARM))),
    always(DOOR),
  ],
  ...AUTO,
);
const rollbacks = async () => section((await pattern()).session("status.md"), "Rollbacks");

/** A round that the User calls too abstract, although no pattern shows it. */
const ABSTRACT = "Output too abstract: no concrete examples, no trade-offs";
const plain = begun([ALARM, DOOR], [always(ALARM), always(DOOR)], "--parallel-gaps", "1", "--max-rounds", "1", ...AUTO);
const complained = onward(plain, "rollback", "--reason", ABSTRACT);
const retried = onward(complained, "resume");
const retriedByYes = onward(
  onward(onward(plain, "rollback", "--mode", "INTERACTIVE"), "rollback", "--reason", ABSTRACT, "--yes"),
  "resume",
);
const firstPrompt = async () => (await plain()).prompt(1, `engineer-${ALARM}`);

/** No attempt of the Engineer passes: it writes about another gap each time. */
const elsewhere = begun(
  [ALARM, DOOR],
  [{ ...always(ALARM), when: "undone" }, always(ALARM, settles(DOOR)), always(DOOR)],
  "--parallel-gaps",
  "1",
  "--max-rounds",
  "1",
  ...AUTO,
);

/** Round 2 contradicts what round 1 settled. */
const CLASH = {
  id: "ISSUE-R2-001",
  title: "The door's rule contradicts the alarm's",
  quotes: [settled(DOOR), settled(ALARM)],
  impact: "Nobody can keep both.",
};
const clashing = begun(
  [ALARM, DOOR],
  [
    engineer(1, ALARM, settles(ALARM)),
    engineer(2, DOOR, settles(DOOR)),
    reviewer(2, review({ gap: DOOR, high: [CLASH] })),
  ],
  "--parallel-gaps",
  "1",
  "--max-rounds",
  "2",
);
const clashRetried = onward(
  onward(clashing, "rollback", "--reason", `Inconsistent with the accepted gap ${ALARM}`, "--adjusted"),
  "resume",
);

/** Two rounds, each without Trade-offs. */
const two = begun(
  [ALARM, DOOR, HEAT],
  [always(ALARM, withoutTradeOffs(settles(ALARM))), always(DOOR, withoutTradeOffs(settles(DOOR))), always(HEAT)],
  "--parallel-gaps",
  "1",
  "--max-rounds",
  "2",
);
const WORDS = "The numbers of rules begin at ten.";
const bothAdjusted = onward(onward(two, "rollback", "2", "--reason", "Both lack trade-offs", "--yes"), "resume");
const bothWithContext = onward(onward(two, "rollback", "2", "--reason", "Both are off", "--context", WORDS), "resume");
const askedTwo = onward(two, "rollback", "--reason", "Off the mark");
const answeredTwo = (option: string) =>
  once(async () => {
    const question = (await (await askedTwo()).questions()).find(({ kind }) => kind === "rollback");
    const said = await onward(
      askedTwo,
      "answer",
      question?.id ?? "",
      "--option",
      option,
      "--field",
      `context=${WORDS}`,
    )();
    return { ...said, resumed: await said.run("resume") };
  });

describe.concurrent("auto-retry", () => {
  it("the User's reason reaches the retry's prompt", async () => {
    expect((await retried()).prompt(1, `engineer-${ALARM}`)).toContain(ABSTRACT);
  });

  it("the User's reason is matched to a pattern", async () => {
    const analysis = (await complained()).session("rollback_analysis_round_001_1.md");
    expect(analysis).toContain("ABSTRACT_OUTPUT");
    expect(analysis).toContain("NARROW_EXAMPLES");
    expect(analysis).toContain("MISSING_SECTIONS");
  });

  it("a retry that is called adjusted has a prompt that differs", async () => {
    expect((await complained()).session("status.md")).toContain("next: adjusted");
    expect((await retried()).prompt(1, `engineer-${ALARM}`)).not.toBe(await firstPrompt());
  });

  it("with --yes the User's reason reaches the retry's prompt", async () => {
    expect((await retriedByYes()).prompt(1, `engineer-${ALARM}`)).toContain(ABSTRACT);
  });

  it("output that is called too abstract gets concrete values asked for", async () => {
    const prompt = (await retried()).prompt(1, `engineer-${ALARM}`);
    expect(task(prompt)).toMatch(/concrete|specific values/i);
    expect(task(prompt)).toMatch(/example/i);
  });

  it("inconsistency with an accepted gap attaches its text", async () => {
    expect(task((await clashRetried()).prompt(2, `engineer-${DOOR}`))).toContain(settled(ALARM));
  });

  it("several rounds undone: the adjustments reach the gaps of every undone round", async () => {
    const desk = await bothAdjusted();
    expect(task(desk.prompt(1, `engineer-${ALARM}`))).toContain("Trade-offs");
    expect(task(desk.prompt(2, `engineer-${DOOR}`))).toContain("Trade-offs");
  });

  it("several rounds undone: the User's context reaches the gaps of every undone round", async () => {
    const desk = await bothWithContext();
    expect(desk.prompt(1, `engineer-${ALARM}`)).toContain(WORDS);
    expect(desk.prompt(2, `engineer-${DOOR}`)).toContain(WORDS);
  });

  it("context given with the same prompt is not dropped in silence", async () => {
    const desk = await answeredTwo("same")();
    if (desk.done.code === 0) expect(desk.prompt(2, `engineer-${DOOR}`)).toContain(WORDS);
    else expect(desk.done.stderr).toContain("context");
  });

  it("context given with a further target is not dropped in silence", async () => {
    const desk = await answeredTwo("to-0")();
    if (desk.done.code === 0) expect(desk.prompt(1, `engineer-${ALARM}`)).toContain(WORDS);
    else expect(desk.done.stderr).toContain("context");
  });

  it("only the gaps that show the pattern are run again", async () => {
    const runs = (await pattern()).calls().filter(({ role, round }) => role === "engineer" && round === 1);
    expect(runs.map(({ gaps }) => gaps.join()).sort()).toEqual([ALARM, ALARM, DOOR]);
    // It is undone before a review is paid for.
    const reviews = (await pattern()).calls().filter(({ role, gaps }) => role === "reviewer" && gaps.length > 0);
    expect(reviews).toHaveLength(1);
    // A document that was kept is no run.
    const status = (await pattern()).session("status.md");
    expect(status).toMatch(/^\| engineer \| 3 \|/m);
    const rows = [...section(status, "Validation").matchAll(/^\| (?:\[\d+\]\S+|final-review) \| (\d+) \|/gm)];
    expect(rows.map(([, attempts]) => Number(attempts))).toEqual([2, 1]);
  });

  it("a valid document without Trade-offs is run again", async () => {
    const runs = (await pattern()).calls().filter(({ role, gaps }) => role === "engineer" && gaps.includes(ALARM));
    expect(runs).toHaveLength(2);
    expect((await pattern()).session("spec.md")).toContain(settled(ALARM, 7));
  });

  it("missing trade-offs are asked for by their heading", async () => {
    expect(task((await pattern()).prompt(1, `engineer-${ALARM}`))).toMatch(/MUST have[\s\S]*### Trade-offs/);
  });

  it("a gap that was not addressed is named with its heading", async () => {
    expect(task((await elsewhere()).prompt(1, `engineer-${ALARM}`))).toContain(`## Gap Resolution: ${ALARM}`);
  });

  it("a role whose retries are used up rolls the round back once", async () => {
    const desk = await elsewhere();
    expect(desk.hasInSession("round_001_rolled_back_1.tar.gz")).toBe(true);
    expect(section(desk.session("status.md"), "Rollbacks")).toContain("NO_GAPS_ADDRESSED");
  });

  it("the retry is said on the screen with its adjustments", async () => {
    expect((await pattern()).done.stderr).toMatch(/Round 1 undone.*\n.*adjusted: MISSING_SECTIONS/);
  });

  it("status.md says that it was an automatic retry", async () => {
    expect(await rollbacks()).toMatch(/mode: AUTO_RETRY/);
  });

  it("status.md has the attempt", async () => {
    expect(await rollbacks()).toContain("attempt 1 of 2");
  });

  it("a retry that the User asked for is not recorded as unasked", async () => {
    expect(section((await retried()).session("status.md"), "Rollbacks")).not.toContain("automatic");
  });

  it("status.md has the pattern", async () => {
    expect(await rollbacks()).toMatch(/patterns: MISSING_SECTIONS/);
  });

  it("status.md has every adjustment whole", async () => {
    expect(await rollbacks()).toMatch(/MUST have these sections[\s\S]*### Trade-offs/);
  });

  it("status.md says that the User was not asked", async () => {
    expect(await rollbacks()).toMatch(/automatic: attempt 1 of 2/);
  });

  it("status.md says that the retry was successful", async () => {
    expect(await rollbacks()).toMatch(/outcome: the retry was (kept|successful)/i);
  });

  it("a session that retries by itself ends without a question", async () => {
    expect((await pattern()).done.code, screen((await pattern()).done)).toBe(0);
  });
});
