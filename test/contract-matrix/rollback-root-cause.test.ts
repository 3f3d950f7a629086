import { describe, expect, it } from "vitest";
import { type AskedQuestion, type Desk, fork, reviewer, shown, type Turn } from "../acceptance/support/desk.ts";
import { review } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { DOOR, explains, FENCE, GATE, type Room, settled, settles, withoutTradeOffs } from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, onward, screen, task } from "./support/session.ts";

const AGAIN = "This is the second try.";
const always = (gap: Room, document: string): Turn => ({ role: "engineer", gaps: [gap], document });
const second = (gap: Room, document: string): Turn => ({ ...always(gap, document), when: AGAIN });

/** A round undone once, run again, and about to be undone for the second time. */
const repeated = (
  gap: Room,
  attempts: readonly [string, string],
  reasons: readonly [string, string],
  more: readonly Turn[] = [],
) =>
  once(async () => {
    const desk = await houseDesk(
      gap === DOOR ? [DOOR] : [gap, DOOR],
      [second(gap, attempts[1]), always(gap, attempts[0]), always(DOOR, settles(DOOR)), ...more],
      { [gap]: "CRITICAL" },
    );
    await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
    await desk.expecting(0, "rollback", "--reason", reasons[0], "--context", AGAIN);
    await desk.run("resume");
    const done = await desk.run("rollback", "--reason", reasons[1]);
    return { ...desk, done };
  });
const asked = async (made: () => Promise<Desk>): Promise<AskedQuestion> =>
  (await (await made()).questions()).find(({ kind }) => kind === "root-cause") ?? expect.unreachable();
const causes = async (made: () => Promise<Desk>) =>
  (await asked(made)).evidence.find(({ title }) => /cause/i.test(title))?.body ?? "";

/** A gap of three concerns; each attempt meets one and misses another. */
const FIRST_REASON = "The opening hours are wrong";
const SECOND_REASON = "Nothing about the guard";
const split = repeated(
  GATE,
  [
    explains(GATE, "A guard may open a gate. What happens at night is that the guard sleeps.", 5),
    explains(GATE, "A gate opens at 06:00 and shuts at 22:00. At night it stays shut.", 6),
  ],
  [FIRST_REASON, SECOND_REASON],
);
const alike = repeated(
  GATE,
  [settles(GATE), settles(GATE, 6)],
  ["Proposals too abstract", "Proposals still too abstract"],
);
/** The first attempt is the better one. */
const better = repeated(GATE, [settles(GATE), withoutTradeOffs(settles(GATE, 6))], ["It is off", "It is worse"]);
const TERMS = "The Latch Ledger feeds the Hinge Broker. The Latch Ledger is closed before the Hinge Broker opens.";
const HOLD = [1].map((round) =>
  reviewer(round, review({ gap: FENCE, high: [{ id: "ISSUE-R1-001", title: "No unit", quotes: [settled(FENCE)] }] })),
);
const terms = repeated(
  FENCE,
  [explains(FENCE, TERMS), explains(FENCE, TERMS)],
  ["I cannot follow it", "I still cannot follow it"],
  HOLD,
);
const termsAccepted = repeated(
  FENCE,
  [explains(FENCE, TERMS), explains(FENCE, TERMS)],
  ["I cannot follow it", "I still cannot follow it"],
);
const brief = (value: number) =>
  explains(FENCE, "Five.", value).replace(
    /### Examples[\s\S]*?### New Gaps/,
    "### Examples\n\n- 5.\n\n### Trade-offs\n\n- None.\n\n### New Gaps",
  );
const short = repeated(FENCE, [brief(5), brief(6)], ["Hardly anything there", "Again hardly anything"]);
const CONTRADICTION = "The fence limit is 5 m. The fence limit is 9 m.";
const contradiction = repeated(
  FENCE,
  [explains(FENCE, CONTRADICTION), explains(FENCE, CONTRADICTION)],
  ["It contradicts itself", "It contradicts itself again"],
);

const option = (made: () => Promise<Desk>, id: string, ...fields: string[]) =>
  once(async () => {
    const desk = await fork(await made());
    const words = fields.flatMap((field) => ["--field", field]);
    const done = await desk.run("answer", (await asked(made)).id, "--option", id, ...words);
    return { ...desk, done };
  });
const taken = option(split, "split");
const retyped = option(split, "split", "parts=When a gate opens\nWho may open it\nWhat happens at night");
const partsRan = onward(retyped, "resume", "--max-rounds", "1");
const CONTEXT = "The gate is at the harbour.";
const contextRan = onward(option(split, "context", `context=${CONTEXT}`), "resume");
const nextRan = onward(option(split, "next"), "resume");
const best = option(split, "best");
const bestRan = onward(best, "resume");
const paused = onward(option(split, "pause"), "resume");

describe.concurrent("root-cause", () => {
  it("split without parts takes the suggested ones", async () => {
    const { done } = await taken();
    expect(done.code, screen(done)).toBe(0);
  });

  it("undefined terms point to missing context even after the gap was accepted", async () => {
    expect(await causes(termsAccepted)).toMatch(/context|defin/i);
  });

  it("other gaps works on a gap that was not undone", async () => {
    const named = (await asked(split)).options.find(({ id }) => id === "next")?.description;
    expect(named).toContain(DOOR);
    expect((await nextRan()).hasInSession(`round_001/prompts/engineer-${DOOR}-1.md`)).toBe(true);
    expect((await nextRan()).hasInSession(`round_001/prompts/engineer-${GATE}-1.md`)).toBe(false);
  });

  it("a document taken up again is not logged as written by a person", async () => {
    const question = await asked(better);
    expect(question.options.find(({ id }) => id === "best")?.label).toContain("attempt 1");
    const desk = await onward(option(better, "best"), "resume")();
    expect(desk.log(1)).toContain("command");
    expect(desk.log(1)).not.toMatch(/\bperson\b/);
  });

  it("the second rollback of a round asks with the likely cause", async () => {
    expect((await split()).done.code).toBe(3);
    expect((await asked(split)).kind).toBe("root-cause");
  });

  it("the question says how often the round was undone", async () => {
    expect((await asked(split)).text).toMatch(/attempt 2/);
  });

  it("the question has the reason of each attempt", async () => {
    const text = shown(await asked(split));
    expect(text).toMatch(new RegExp(`Attempt 1: "${FIRST_REASON}"`));
    expect(text).toMatch(new RegExp(`Attempt 2: "${SECOND_REASON}"`));
  });

  it("the question has the likely cause with its evidence", async () => {
    expect(await causes(split)).toMatch(/too much at once/);
    expect(await causes(split)).toContain(FIRST_REASON);
  });

  it("one action is recommended", async () => {
    expect((await asked(split)).options.filter(({ recommended }) => recommended)).toHaveLength(1);
  });

  it("a scope that is too large recommends to split the gap", async () => {
    expect((await asked(split)).options.find(({ recommended }) => recommended)?.id).toBe("split");
  });

  it("the parts that are suggested carry letters", async () => {
    expect(shown(await asked(split))).toMatch(/GAP-GATE-001a[\s\S]*GAP-GATE-001b/);
  });

  it("split, context, other gaps, best attempt and pause are offered", async () => {
    expect((await asked(split)).options.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["split", "context", "next", "best", "pause"]),
    );
  });

  it("reasons alike point to an ambiguous gap or prompt", async () => {
    expect(await causes(alike)).toMatch(/understood in several ways|ambiguous/);
  });

  it("different reasons point to a scope that is too large", async () => {
    expect(await causes(split)).toMatch(/different complaint/);
  });

  it("undefined terms point to missing context", async () => {
    expect(await causes(terms)).toMatch(/context|defin/i);
    expect(await causes(terms)).toContain("Latch Ledger");
  });

  it("very short output in each attempt points to missing knowledge", async () => {
    expect(await causes(short)).toMatch(/knows|knowledge/i);
  });

  it("a contradiction within an attempt points to an ambiguous gap", async () => {
    expect(await causes(contradiction)).toMatch(/contradict|itself/i);
    expect(await causes(contradiction)).toMatch(/understood in several ways|ambiguous/);
  });

  it("the parts are gaps with letters in status.md", async () => {
    for (const letter of ["a", "b", "c"])
      expect((await partsRan()).session("status.md")).toContain(`| GAP-GATE-001${letter} |`);
  });

  it("the parts are linked to the gap they come from", async () => {
    const desk = await partsRan();
    const record = desk.session("traceability.md") + desk.session("decisions.md");
    expect(record).toMatch(/GAP-GATE-001 .*GAP-GATE-001a/);
  });

  it("the gap that was split is SUPERSEDED", async () => {
    expect(await (await partsRan()).state(GATE)).toBe("SUPERSEDED");
  });

  it("the retry works on a part, never on the whole gap", async () => {
    const desk = await partsRan();
    expect(desk.files(desk.sessionPath("round_001")).join("\n")).toMatch(/prompts\/engineer-GAP-GATE-001a/);
    expect(desk.hasInSession(`round_001/prompts/engineer-${GATE}-1.md`)).toBe(false);
  });

  it("context for a repeated round reaches the prompt", async () => {
    expect(task((await contextRan()).prompt(1, `engineer-${GATE}`))).toContain(CONTEXT);
  });

  it("the best attempt is taken up without another Engineer run", async () => {
    const desk = await bestRan();
    expect(desk.done.stderr).not.toContain(`Engineer ${GATE}`);
    expect(desk.session("round_001/engineer.md")).toMatch(/rule number [56]/);
  });

  it("pause keeps the question", async () => {
    expect((await asked(paused)).text).toBe((await asked(split)).text);
    expect((await paused()).hasInSession("round_001_rolled_back_2.tar.gz")).toBe(false);
  });

  it("a threshold of 1 asks for the cause at once", async () => {
    const desk = await houseDesk([DOOR], [always(DOOR, settles(DOOR))]);
    await desk.begin("--set", "rollback.analysis_threshold=1", "--set", "auto_confirm=false");
    await desk.run("rollback", "--reason", "off");
    expect((await desk.questions()).map(({ kind }) => kind)).toContain("root-cause");
  });

  it("the User's choice stands in the history", async () => {
    expect(section((await partsRan()).session("status.md"), "Rollbacks")).toMatch(/split/i);
  });

  it("a round has no limit of its own", async () => {
    const desk = await fork(await contextRan());
    await desk.expecting(3, "rollback", "--reason", "For the third time");
    expect((await asked(async () => desk)).text).toMatch(/third time|3/);
  });
});
