import { describe, expect, it } from "vitest";
import { engineer, fork, reviewer, shown } from "../acceptance/support/desk.ts";
import { review } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { CLEAN, DOOR, LIGHT, openSentence, PAINT, settled, settles } from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, screen } from "./support/session.ts";
import { stalled, UNIT } from "./support/stalled.ts";

const base = once(stalled);
const question = once(async () => (await (await base()).questions())[0]);
const text = async () => shown((await question()) ?? expect.unreachable());
/** The warning answered, and the session run on to the next question or its end. */
const answered = (option: string, ...fields: string[]) =>
  once(async () => {
    const desk = await fork(await base());
    const words = fields.flatMap((field) => ["--field", field]);
    const answer = await desk.run("answer", "--option", option, ...words);
    return { ...desk, done: answer };
  });
const unknown = answered("narrow", "gaps=GAP-NOPE-001");
const mistyped = answered("narrow", `gaps=${LIGHT}x`);
const paused = answered("pause");
const pausedThenResumed = once(async () => {
  const desk = await fork(await paused());
  return { ...desk, resumed: await desk.run("resume") };
});
const ran = (made: () => Promise<Awaited<ReturnType<typeof fork>>>) =>
  once(async () => {
    const desk = await fork(await made());
    return { ...desk, resumed: await desk.run("resume", "--max-rounds", "4") };
  });
const narrowedRan = ran(answered("narrow", `gaps=${PAINT}`));
const complexity = answered("accept-complexity");
const complexityRan = ran(complexity);
const CONTEXT = "The unit of all rules is the lux, see the lamp's data sheet.";
const context = answered("context", `context=${CONTEXT}`);
const contextRan = ran(context);
const forced = answered("force-complete");
const rows = async () =>
  section((await base()).session("status.md"), "Convergence")
    .split("\n")
    .filter((line) => /^\| \[00/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

/** A round that settles nothing and finds so many new HIGH gaps. */
const losing = (count: number) =>
  once(async () => {
    const found = [2, 3, 4].slice(0, count).map((number) => newGap(`GAP-DOOR-00${number}`, number));
    const document = settles(DOOR).replace(/(### New Gaps Introduced\n\n)None\./, `$1${found.join("\n")}`);
    const issue = { id: "ISSUE-R1-001", title: "The unit is missing", quotes: [settled(DOOR)] };
    const desk = await houseDesk(
      [DOOR, LIGHT],
      [engineer(1, DOOR, document), reviewer(1, review({ gap: DOOR, high: [issue] }))],
    );
    await desk.run(
      "refine",
      "depot.md",
      ...desk.agents,
      "--no-approve",
      "--parallel-gaps",
      "1",
      "--max-rounds",
      count < 3 ? "1" : "9",
    );
    return desk;
  });
const lostThree = losing(3);
const lost = once(async () => (await (await lostThree()).questions()).find(({ kind }) => kind === "divergence"));
const newGap = (id: string, number: number) =>
  `- **${id}** (HIGH): Who opens door ${number} is not said.\n  - **Parent:** ${DOOR}\n  - **Place:** "${openSentence(LIGHT)}"\n  - **Why:** One implementer lets the porter open door ${number}, another the guest.`;

describe.concurrent("convergence", () => {
  it("a round that loses more than the threshold warns at once", async () => {
    expect(await lost()).toBeDefined();
  });

  it("two new HIGH gaps alone do not warn", async () => {
    const desk = await losing(2)();
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["max-rounds"]);
    expect(section(desk.session("status.md"), "Convergence")).toMatch(/\| -2 \| -8 \| FLAT/);
  });

  it("severity decides where the two nets differ, and the warning says so", async () => {
    expect(shown((await lost()) ?? expect.unreachable())).toMatch(/Net -3, weighted -12/);
  });

  it("narrowing by an unknown id is refused and nothing is recorded", async () => {
    const desk = await unknown();
    expect(desk.done.code, screen(desk.done)).not.toBe(0);
    expect(desk.session("decisions.md")).toBe((await base()).session("decisions.md"));
  });

  it("narrowing by a mistyped id names the id in the refusal", async () => {
    const desk = await mistyped();
    expect(desk.done.code, screen(desk.done)).not.toBe(0);
    expect(desk.done.stderr).toContain(`${LIGHT}x`);
  });

  it("an empty list of gaps to narrow by is refused", async () => {
    const desk = await answered("narrow", "gaps=  ")();
    expect(desk.done.code).not.toBe(0);
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["divergence"]);
  });

  it("a refused narrowing leaves the warning waiting", async () => {
    const desk = await unknown();
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["divergence"]);
  });

  it("pausing at the warning keeps the question for the next resume", async () => {
    const desk = await paused();
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["divergence"]);
  });

  it("the resume after pausing at the warning asks again, with the same options", async () => {
    const desk = await pausedThenResumed();
    expect(desk.resumed.code, screen(desk.resumed)).toBe(3);
    const [again] = await desk.questions();
    expect(again?.kind).toBe("divergence");
    expect(again?.options.map(({ id }) => id)).toEqual((await question())?.options.map(({ id }) => id));
  });

  it("every round has a row in the convergence table", async () => {
    expect((await rows()).map(([, round]) => round?.slice(1, 4))).toEqual(["001", "002", "003"]);
  });

  it("net is what was resolved less what is new", async () => {
    for (const [, , , resolved, added, , , net] of await rows()) {
      expect(Number(net)).toBe(Number.parseInt(resolved ?? "", 10) - Number.parseInt(added ?? "", 10));
    }
  });

  it("two rounds without progress in a row raise the warning", async () => {
    expect((await question())?.kind).toBe("divergence");
    expect(screen((await base()).done)).toMatch(/FLAT[\s\S]*Round \d: .*DIVERGENCE_WARNING/);
  });

  it("a round with progress is CONVERGING", async () => {
    expect((await rows())[0]).toContain("CONVERGING");
  });

  it("the first round without progress is FLAT with count 1", async () => {
    const [, second] = await rows();
    expect(second?.slice(9, 11)).toEqual(["FLAT", "1"]);
  });

  it("the second flat round becomes DIVERGENCE_WARNING at once", async () => {
    expect((await rows())[2]?.slice(9, 11)).toEqual(["STALLED, DIVERGENCE_WARNING", "2"]);
  });

  it("progress sets the flat count back to 0", async () => {
    const desk = await complexityRan();
    expect(section(desk.session("status.md"), "Convergence")).toMatch(/\[004\].*\| CONVERGING \| 0 \|/);
  });

  it("a converging session goes on without a question", async () => {
    expect(screen((await base()).done)).toMatch(/Round 1: .*CONVERGING.*\n.*diff.*\nround 2 of/);
  });

  it("the warning is a question with ways on", async () => {
    expect((await base()).done.stderr).toContain("Answer with: whetstone answer");
  });

  it("narrow scope defers the gaps that the User names", async () => {
    const desk = await narrowedRan();
    expect(await desk.state(PAINT)).toBe("USER_DEFERRED");
    expect(await desk.state(CLEAN)).not.toBe("USER_DEFERRED");
  });

  it("narrow scope is offered with a field for ids", async () => {
    expect((await question())?.fields.map(({ id }) => id)).toContain("gaps");
  });

  it("narrow scope suggests gaps that do not block", async () => {
    const field = (await lost())?.fields.find(({ id }) => id === "gaps") as { initial?: string } | undefined;
    expect(field?.initial).toContain("GAP-DOOR-002");
    expect(field?.initial).not.toContain(DOOR);
  });

  it("accepting the complexity goes on from CONVERGING with count 0", async () => {
    const desk = await complexityRan();
    const states = desk.session("status.md").match(/\*\*States:\*\*.*/)?.[0];
    expect(states).toMatch(/DIVERGENCE_WARNING.*CONVERGING/);
    expect(desk.resumed.stderr).toContain("round 4 of 4");
  });

  it("accepting the complexity is a decision in decisions.md", async () => {
    expect((await complexityRan()).session("decisions.md")).toMatch(/DECISION-R3-001[\s\S]*complexity/i);
  });

  it("context that the User gives reaches the next prompt", async () => {
    expect((await contextRan()).prompt(4, `engineer-${LIGHT}`)).toContain(CONTEXT);
  });

  it("context that the User gives stands in decisions.md", async () => {
    const decisions = (await contextRan()).session("decisions.md");
    expect(decisions).toMatch(/DECISION-R3-001/);
    expect(decisions).toContain(CONTEXT);
  });

  it("force complete goes through the warning gates", async () => {
    const desk = await ran(forced)();
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["warning-gate"]);
  });

  it("force complete ends as STALL_EXIT with the open gaps listed", async () => {
    const desk = await fork(await forced());
    const fields = { words: "I acknowledge", [LIGHT]: "It can wait.", [UNIT]: "It can wait too." };
    const gate = { kind: "warning-gate", option: "accept", always: true };
    desk.write(
      "a.json",
      JSON.stringify([{ ...gate, fields }, { ...gate, fields: { ...fields, [UNIT]: undefined } }, gate]),
    );
    await desk.run("resume", "--answers", "a.json");
    expect((await desk.status()).stop.termination).toBe("STALL_EXIT");
    for (const gap of [LIGHT, CLEAN, PAINT]) expect(desk.read("depot_v1.0.md")).toContain(gap);
  });

  it("status.md shows open before, resolved, new, open after, net and state", async () => {
    const header = section((await base()).session("status.md"), "Convergence").split("\n")[2];
    for (const name of ["Round", "Open before", "Resolved", "New", "Other", "Open after", "Net", "State"]) {
      expect(header).toContain(`| ${name} |`);
    }
    expect((await rows())[0]?.slice(2, 8)).toEqual(["4", "1 (0/1/0/0)", "0", "", "3", "+1"]);
  });

  it("a net gain has a plus sign", async () => {
    expect((await rows())[0]?.[7]).toBe("+1");
  });

  it("the warning says for how many rounds there was no progress", async () => {
    expect(await text()).toMatch(/2 rounds in a row/);
  });

  it("the warning names the resolved and the new gaps of the round", async () => {
    expect(await text()).toMatch(/Resolved: .*New: /);
  });

  it("the warning has both nets, plain and weighted", async () => {
    expect(await text()).toMatch(/Net 0, weighted 0/);
  });

  it("the warning offers more than four ways on", async () => {
    const ids = (await question())?.options.map(({ id }) => id);
    for (const id of ["narrow", "accept-complexity", "context", "rollback", "pause", "force-complete"]) {
      expect(ids).toContain(id);
    }
  });

  it("no policy answers the warning for the User", async () => {
    const desk = await fork(await base());
    await desk.resume(3, "--yes");
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["divergence"]);
  });

  it("a gap that is accepted and then confirmed is resolved once", async () => {
    const status = (await base()).session("status.md");
    expect(status).toMatch(new RegExp(`\\| ${DOOR} .*RESOLVED`));
    expect((await rows()).map((row) => Number.parseInt(row[3] ?? "", 10))).toEqual([1, 0, 0]);
  });
});
