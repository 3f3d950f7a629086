import { describe, expect, it } from "vitest";
import { type Desk, fork, reviewer, shown, type Turn } from "../acceptance/support/desk.ts";
import { notReady, READY, review } from "../acceptance/support/documents.ts";
import { spawnCli } from "../e2e/run-cli.ts";
import { once } from "../support/once.ts";
import { ALARM, CLEAN, DOOR, HEAT, openSentence, PAINT, type Room, settled, settles } from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, onward, screen } from "./support/session.ts";

const always = (gap: Room): Turn => ({ role: "engineer", gaps: [gap], document: settles(gap) });
const ISSUE = { id: "ISSUE-R2-001", title: "The unit is missing", quotes: [settled(DOOR)] };
const TURNS: readonly Turn[] = [
  ...[ALARM, DOOR, HEAT, CLEAN, PAINT].map((gap) => always(gap as Room)),
  reviewer(2, review({ gap: DOOR, high: [ISSUE] })),
];

/** Round 1 settles one gap, round 2 leaves a HIGH one open; one is deferred, one will not be done, one is LOW. */
const base = once(async () => {
  const desk = await houseDesk([ALARM, DOOR, HEAT, CLEAN, PAINT], TURNS);
  const done = await desk.begin("--parallel-gaps", "1", "--max-rounds", "2");
  await desk.expecting(0, "gap", "defer", CLEAN, "--reason", "A firm does it.");
  await desk.expecting(0, "gap", "wont-fix", HEAT, "--reason", "The sun does it.");
  return { ...desk, done };
});
const finishing = once(async () => {
  const desk = await fork(await base());
  await desk.expecting(3, "finish");
  const done = await desk.run("resume");
  return { ...desk, done };
});
const question = once(
  async () => (await (await finishing()).questions()).find(({ kind }) => kind === "finish") ?? expect.unreachable(),
);
const chosen = (option: string) =>
  once(async () => {
    const desk = await fork(await finishing());
    const done = await desk.run("answer", (await question()).id, "--option", option);
    return { ...desk, done };
  });
const gated = onward(chosen("accept"), "resume");
const gate = async (made: () => Promise<Desk>) =>
  (await (await made()).questions()).find(({ kind }) => kind === "warning-gate") ?? expect.unreachable("no gate");
const pass = async (desk: Desk, words: string) => {
  for (let turn = 0; turn < 4; turn += 1) {
    const open = (await desk.questions()).find(({ kind }) => kind === "warning-gate");
    if (open === undefined) return;
    const fields = open.fields.map(({ id }) => `${id}=${id === "words" ? words : `Wait for ${id}.`}`);
    await desk.expecting(0, "answer", open.id, "--option", "accept", ...fields.flatMap((field) => ["--field", field]));
    await desk.run("resume");
  }
};
const approved = once(async () => {
  const desk = await fork(await gated());
  await pass(desk, "I acknowledge");
  return desk;
});
const closing = once(async () => (await (await approved()).run("resume")).stdout);
const gaps = async () => section(await closing(), "Gaps");

/** Nothing is left open; the first final review finds a blocker. */
const BLOCKER = { title: "Who rings is not said", quotes: [settled(ALARM)] };
const complete = once(async () => {
  const fix = settled(ALARM).replace("number 5", "number 5, rung by the guard");
  const document = settles(ALARM)
    .replaceAll(ALARM, "{GAP}")
    .replace(openSentence(ALARM), settled(ALARM))
    .replace(/(```new\n).*/, `$1${fix}`);
  const desk = await houseDesk(
    [ALARM],
    [
      always(ALARM),
      { role: "engineer", round: 2, document },
      { role: "reviewer", final: true, when: "rung by the guard", document: READY },
      { role: "reviewer", final: true, document: notReady(BLOCKER) },
    ],
  );
  const done = await desk.begin();
  return { ...desk, done };
});

describe.concurrent("ending", () => {
  it("the closing summary has a row for gaps accepted as they are", async () => {
    expect(await gaps()).toMatch(/\| accepted as (it is|they are|is)[^|]*\|/i);
  });

  it("the closing summary has a total row that adds up", async () => {
    const rows = (await gaps()).split("\n").filter((line) => /^\| [A-Z]/i.test(line) && !line.includes("State"));
    const count = (line: string) => Number(line.split("|").at(-2));
    const total = rows.find((line) => /^\| (total|all)/i.test(line)) ?? expect.unreachable("no total");
    const others = rows.filter((line) => line !== total).map(count);
    expect(count(total)).toBe(5);
    expect(others.reduce((sum, one) => sum + one, 0)).toBe(5);
  });

  it("the User's words are quoted only where the User wrote them", async () => {
    const quoted = (await approved()).session("decisions.md").match(/^> .*/gm) ?? [];
    expect(quoted).toContain("> I acknowledge");
    expect(quoted).not.toContain("> accepted with what is left");
  });

  it("one resume goes on after whetstone pause", async () => {
    const desk = await fork(await base());
    await desk.extend();
    await desk.expecting(0, "pause");
    const first = await desk.run("resume");
    expect(screen(first)).toContain("round 3 of 7");
  });

  it("one resume goes on after a question was answered with pause", async () => {
    const desk = await onward(chosen("pause"), "resume", "--max-rounds", "3")();
    expect(screen(desk.done)).toContain("round 3 of 3");
  });

  it("COMPLETE needs no open gap and a final review that says READY", async () => {
    expect((await complete()).done.code, screen((await complete()).done)).toBe(0);
    expect((await (await complete()).status()).stop.termination).toBe("COMPLETE");
    expect((await complete()).read("depot_v1.0.md")).toContain("rung by the guard");
  });

  it("a final review that is not ready keeps the session going", async () => {
    expect((await complete()).hasInSession("round_002/engineer.md")).toBe(true);
    expect((await complete()).session("status.md")).toContain(BLOCKER.title);
  });

  it("the User's acceptance with gaps left is USER_APPROVED", async () => {
    expect((await (await approved()).status()).stop.termination).toBe("USER_APPROVED");
  });

  it("the limit is ten rounds where nothing else is set", async () => {
    expect((await complete()).done.stderr).toContain("round 1 of 10");
  });

  it("at the limit the User may extend, accept or abandon", async () => {
    for (const option of ["extend", "accept", "abandon"]) expect((await base()).done.stderr).toContain(`  ${option}: `);
  });

  it("an abandoned session is ABANDONED", async () => {
    expect((await (await onward(chosen("abandon"), "resume")()).status()).stop.termination).toBe("ABANDONED");
  });

  it("a CRITICAL gap left demands the exact sentence", async () => {
    const desk = await fork(await base());
    await desk.expecting(0, "gap", "severity", DOOR, "CRITICAL", "--reason", "It burns.");
    await desk.expecting(3, "finish");
    await desk.run("resume");
    const finish = (await desk.questions()).find(({ kind }) => kind === "finish");
    await desk.run("answer", finish?.id ?? "", "--option", "accept");
    const done = await desk.run("resume");
    expect(screen(done)).toContain("I accept CRITICAL gaps knowing the spec may be unusable");
  });

  it("a HIGH gap left demands I acknowledge and a reason for each gap", async () => {
    const { fields } = await gate(gated);
    expect(fields.map(({ id }) => id)).toEqual(expect.arrayContaining(["words", DOOR]));
    expect(screen((await gated()).done)).toContain("I acknowledge");
  });

  it("other words than the exact ones are refused", async () => {
    const desk = await fork(await gated());
    const { id, fields } = await gate(gated);
    const words = fields.map((field) => `${field.id}=${field.id === "words" ? "i acknowledge it" : "Later."}`);
    const done = await desk.run("answer", id, "--option", "accept", ...words.flatMap((word) => ["--field", word]));
    expect(done.code).toBe(2);
    expect((await gate(async () => desk)).id).toBe(id);
  });

  it("GOOD_ENOUGH is not given while a HIGH gap is open", async () => {
    expect((await gate(gated)).about).toContain("high");
    expect((await (await approved()).status()).stop.termination).not.toBe("GOOD_ENOUGH");
  });

  it("what is left is shown before the User accepts it", async () => {
    const text = shown(await gate(gated));
    expect(text).toContain(DOOR);
    expect(text).toContain(ISSUE.id);
  });

  it("the closing summary names the type of the ending", async () => {
    expect(await closing()).toContain("| Ending | USER_APPROVED |");
  });

  it("the closing summary has the number of rounds", async () => {
    expect(await closing()).toMatch(/\| Rounds \| 2 of at most 2 \|/);
  });

  it("the closing summary has the duration", async () => {
    expect(await closing()).toMatch(/\| Duration \| .* in total, .* active, .* waiting/);
  });

  it("the closing summary counts resolved gaps", async () => {
    expect(await gaps()).toMatch(/\| RESOLVED \|.*\| 1 \|/);
  });

  it("the closing summary counts deferred gaps", async () => {
    expect(await gaps()).toMatch(/\| USER_DEFERRED \|.*\| 1 \|/);
  });

  it("known limitations name each open gap with the User's reason", async () => {
    const limitations = section(await closing(), "Known limitations");
    expect(limitations).toMatch(new RegExp(`${DOOR}[\\s\\S]*Wait for ${DOOR}\\.`));
    expect(limitations).toMatch(new RegExp(`${CLEAN}[\\s\\S]*A firm does it\\.`));
    expect(limitations).toContain(PAINT);
  });

  it("the finished spec is name_v1.0.md and its path is told", async () => {
    expect((await approved()).has("depot_v1.0.md")).toBe(true);
    expect(await closing()).toContain("| Spec | `depot_v1.0.md` |");
  });

  it("the question to end shows the round and the limit", async () => {
    expect(shown(await question())).toMatch(/2 of at most 2/);
  });

  it("the question to end shows the open gaps by severity", async () => {
    expect(shown(await question())).toMatch(new RegExp(`HIGH: ${DOOR}[\\s\\S]*LOW: ${PAINT}`));
  });

  it("the question to end offers to go on, accept, pause and abandon", async () => {
    expect((await question()).options.map(({ id }) => id)).toEqual(["go-on", "accept", "pause", "abandon"]);
  });

  it("continue goes on with the rounds", async () => {
    const desk = await onward(chosen("go-on"), "resume", "--max-rounds", "3")();
    expect(screen(desk.done)).toContain("round 3 of 3");
  });

  it("accept writes the limitations into the finished spec", async () => {
    const appendix = (await approved()).read("depot_v1.0.md").slice((await approved()).session("spec.md").length);
    for (const id of [DOOR, PAINT, CLEAN, ISSUE.id]) expect(appendix).toContain(id);
  });

  it("pause keeps everything for later", async () => {
    const desk = await chosen("pause")();
    expect(desk.session("spec.md")).toBe((await base()).session("spec.md"));
    expect((await desk.status()).stop.termination).toBeUndefined();
  });

  it("abandon writes no spec and keeps the session", async () => {
    const desk = await onward(chosen("abandon"), "resume")();
    expect(desk.has("depot_v1.0.md")).toBe(false);
    expect(desk.session("spec.md")).toContain(settled(ALARM));
  });

  it("no session runs on past its limit unasked", async () => {
    const desk = await fork(await base());
    await desk.resume(3);
    expect(desk.hasInSession("round_003")).toBe(false);
  });

  it("gaps that wait for the User do not end the session", async () => {
    const asks = "BLOCKED_NEEDS_INPUT: GAP-DOOR-001\nHow long may it stand open?\n";
    const desk = await houseDesk([DOOR], [{ role: "engineer", gaps: [DOOR], document: asks }]);
    const done = await desk.begin();
    expect(done.code).toBe(3);
    expect((await desk.status()).stop.termination).toBeUndefined();
  });
});

describe.concurrent("handoff", () => {
  it("after the last open gap the session ends without being told", async () => {
    expect((await complete()).done.code).toBe(0);
  });

  it("rounds follow each other without gaps in their numbers", async () => {
    const rounds = [...(await complete()).done.stderr.matchAll(/^round (\d+) of/gm)].map(([, number]) => number);
    expect([...new Set(rounds)]).toEqual(["1", "2"]);
  });

  it("an agent says nothing about being done: its exit ends the run", async () => {
    expect((await complete()).prompt(1, `engineer-${ALARM}`)).not.toMatch(
      /when you are (done|finished),? (say|write|print|signal)/i,
    );
  });

  it("status.md is current after every round", async () => {
    expect((await base()).session("status.md")).toMatch(/round 2 of at most 2/);
    expect(section((await base()).session("status.md"), "Convergence")).toContain("[002]");
  });

  it("a decision of the User has its id in decisions.md", async () => {
    expect((await base()).session("decisions.md")).toMatch(/DECISION-R2-001[\s\S]*DECISION-R2-002/);
  });

  it("after each round the end is looked at before convergence", async () => {
    expect((await complete()).done.stderr).toMatch(/Round 1: .*\n.*diff.*\n.*final-review\S* starts/);
  });

  it("a Mediator that dies goes on where it was", async () => {
    const desk = await houseDesk([ALARM, DOOR], [always(ALARM), always(DOOR)]);
    const reviewing = desk.agents[3]?.replace(
      "acceptance/support/scripted-agent",
      "contract-matrix/support/killing-agent",
    );
    const args = [
      "refine",
      "depot.md",
      ...desk.agents.slice(0, 3),
      reviewing ?? "",
      ...desk.agents.slice(4),
      "--no-approve",
    ];
    const killed = await spawnCli(args, { cwd: desk.cwd });
    expect(killed.code).toBe(137);
    const done = await desk.run("resume");
    expect(done.code, screen(done)).toBe(0);
    const runs = desk.calls().map(({ role, gaps }) => `${role} ${gaps.join()}`);
    expect(runs.filter((run) => run.startsWith("engineer")).sort()).toEqual([`engineer ${ALARM}`, `engineer ${DOOR}`]);
  });

  it("what the User must decide is asked after the review", async () => {
    expect((await base()).done.stderr).toMatch(/R2-reviewer-1 starts[\s\S]*Waiting for you/);
  });
});
