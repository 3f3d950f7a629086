import { describe, expect, it } from "vitest";
import { type AskedQuestion, type Desk, fork, shown, type Turn } from "../acceptance/support/desk.ts";
import { once } from "../support/once.ts";
import { ALARM, DOOR, HEAT, LIGHT, type Room, settles, WATER, withoutTradeOffs } from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, onward, screen, task } from "./support/session.ts";
import { stalled } from "./support/stalled.ts";

const always = (gap: Room, document = settles(gap)): Turn => ({ role: "engineer", gaps: [gap], document });
const GAPS = [ALARM, DOOR, HEAT, LIGHT, WATER] as const;
const begun = (turns: readonly Turn[], ...flags: string[]) =>
  once(async () => {
    const desk = await houseDesk(GAPS, turns);
    await desk.begin(...flags);
    return desk;
  });
const question = async (made: () => Promise<Desk>, kind: string): Promise<AskedQuestion> =>
  (await (await made()).questions()).find((one) => one.kind === kind) ?? expect.unreachable(`no question ${kind}`);
const said = (made: () => Promise<Desk>, kind: string, option: string, ...fields: string[]) =>
  once(async () => {
    const desk = await fork(await made());
    const { id } = await question(made, kind);
    const words = fields.flatMap((field) => ["--field", field]);
    return { ...desk, done: await desk.run("answer", id, "--option", option, ...words) };
  });
const ids = ({ options }: AskedQuestion) => options.map(({ id }) => id);

/** Round 1 with two gaps, before anything is undone. */
const two = begun(
  GAPS.map((gap) => always(gap)),
  "--parallel-gaps",
  "2",
  "--max-rounds",
  "1",
);
const firstPrompt = async (gap: Room) => (await two()).prompt(1, `engineer-${gap}`);
const REASON = "The rules are too coarse.";
const asked = onward(two, "rollback", "--reason", REASON);
const rolled = (option: string, ...fields: string[]) => onward(said(asked, "rollback", option, ...fields), "resume");
const same = rolled("same");
const narrow = rolled("narrow");
const WORDS = "Rules are counted from zero.";
const context = rolled("context", `context=${WORDS}`);
const next = rolled("next");
const OWN = "Give each rule a unit.";
const adjusted = rolled("same", `adjustments=${OWN}`);
const strict = onward(onward(two, "rollback", "--mode", "STRICT"), "rollback", "--reason", REASON);
const third = onward(onward(onward(two, "resume", "--max-rounds", "2"), "rollback", "--reason", REASON), "status");

/** Two rollbacks allowed, both used. */
const limited = once(async () => {
  const desk = await houseDesk(
    GAPS,
    GAPS.map((gap) => always(gap)),
  );
  await desk.begin("--parallel-gaps", "1", "--max-rounds", "1", "--set", "rollback.max_session=2");
  await desk.expecting(0, "rollback", "--reason", "Too coarse.", "--same", "--adjust", OWN);
  await desk.run("resume");
  await desk.expecting(0, "rollback", "--reason", "Too fine.", "--context", WORDS);
  await desk.run("resume");
  const done = await desk.run("rollback", "--reason", "Neither.", "--same");
  return { ...desk, done };
});
const limit = once(() => question(limited, "rollback-limit"));
const fresh = onward(said(limited, "rollback-limit", "fresh"), "resume", "--max-rounds", "2");

/** A document without Trade-offs in AUTO_RETRY: the second time the User is asked. */
const automatic = begun(
  [always(ALARM, withoutTradeOffs(settles(ALARM))), ...GAPS.map((gap) => always(gap))],
  "--parallel-gaps",
  "1",
  "--max-rounds",
  "1",
  "--set",
  "rollback.mode=AUTO_RETRY",
);
/** The same, and a policy answers whatever it may. */
const GAP_OF_THREE = "When a gate opens, who may open it and what happens at night are not said.";

describe.concurrent("modes", () => {
  it("STRICT offers a retry, other targets and cancel too", async () => {
    expect(ids(await question(strict, "root-cause"))).toEqual(expect.arrayContaining(["same", "cancel"]));
  });

  it("INTERACTIVE is the default and asks", async () => {
    expect((await two()).session("status.md")).toContain("| Rollback | INTERACTIVE");
    expect((await asked()).done.code).toBe(3);
  });

  it("AUTO_RETRY runs the round again unasked the first time", async () => {
    expect((await automatic()).hasInSession("round_001_rolled_back_1.tar.gz")).toBe(true);
  });

  it("AUTO_RETRY asks the second time", async () => {
    expect((await question(automatic, "root-cause")).text).toContain("attempt 2");
    expect((await automatic()).hasInSession("round_001_rolled_back_2.tar.gz")).toBe(false);
  });

  it("STRICT asks with the likely cause at the first rollback", async () => {
    expect((await question(strict, "root-cause")).evidence.some(({ title }) => /cause/i.test(title))).toBe(true);
  });

  it("the User can switch automatic retries off", async () => {
    const desk = await onward(automatic, "rollback", "--mode", "INTERACTIVE")();
    expect(screen(desk.done)).toContain("INTERACTIVE");
    expect(desk.session("status.md")).toContain("| Rollback | INTERACTIVE");
  });

  it("the User can switch automatic retries on", async () => {
    const desk = await onward(two, "rollback", "--mode", "AUTO_RETRY")();
    const done = await desk.run("rollback", "--reason", REASON);
    expect(done.code, screen(done)).toBe(0);
    expect(desk.hasInSession("round_001")).toBe(false);
  });
});

describe.concurrent("flow", () => {
  it("next names the gap that it then works on", async () => {
    const named = (await question(asked, "rollback")).options.find(({ id }) => id === "next")?.description ?? "";
    const ran = (await next()).files((await next()).sessionPath("round_001/prompts"));
    const gaps = [...new Set(ran.flatMap((path) => path.match(/engineer-(GAP-[A-Z]+-\d+)/)?.[1] ?? []))];
    for (const gap of gaps) expect(named).toContain(gap);
  });

  it("next after several undone rounds works on the gap that it names", async () => {
    const waits = onward(onward(two, "resume", "--max-rounds", "2"), "rollback", "2", "--reason", REASON);
    const named = (await question(waits, "rollback")).options.find(({ id }) => id === "next")?.description ?? "";
    const desk = await onward(said(waits, "rollback", "next"), "resume")();
    const [first] = desk.done.stderr.match(/engineer-GAP-[A-Z]+-\d+/) ?? [];
    expect(named).toContain(first?.slice("Engineer ".length));
  });

  it("next works on gaps other than the undone ones", async () => {
    expect((await next()).hasInSession(`round_001/prompts/engineer-${ALARM}-1.md`)).toBe(false);
    expect((await next()).hasInSession(`round_001/prompts/engineer-${HEAT}-1.md`)).toBe(true);
  });

  it("adjustments of the User's own stand in status.md", async () => {
    expect(section((await adjusted()).session("status.md"), "Rollbacks")).toContain(OWN);
  });

  it("context of the User's own stands in decisions.md", async () => {
    expect((await context()).session("decisions.md")).toContain(WORDS);
  });

  it("every question shows its evidence without a terminal", async () => {
    for (const made of [asked, strict] as const) {
      const [waiting] = (await (await made()).questions()).filter(({ kind }) => /rollback|root-cause/.test(kind));
      for (const { body } of waiting?.evidence ?? []) {
        for (const line of body.split("\n").filter(Boolean)) expect((await made()).done.stderr).toContain(line.trim());
      }
    }
    expect((await limited()).done.stderr).toContain("Rollbacks so far");
  });

  it("status lists every waiting question, the rollback's before a stale one of the limit of rounds", async () => {
    const shownFirst = (await third()).done.stdout.match(/^\? (Q-R\d+-\d+) (.*)/m)?.[2];
    expect(shownFirst).toMatch(/This undoes/);
    expect((await third()).done.stdout).toContain("The session has reached its limit of 2 rounds");
  });

  it("the limit is looked at before anything is undone", async () => {
    expect((await limited()).hasInSession("round_001/engineer.md")).toBe(true);
    expect((await limited()).hasInSession("round_001_rolled_back_3.tar.gz")).toBe(false);
  });

  it("same prompt, narrower scope, context, several rounds and next are offered", async () => {
    const options = ids(await question(third, "rollback"));
    for (const id of ["same", "narrow", "context", "to-0", "next"]) expect(options).toContain(id);
  });

  it("the same prompt is sent byte for byte", async () => {
    expect((await same()).prompt(1, `engineer-${ALARM}`)).toBe(await firstPrompt(ALARM));
  });

  it("narrow runs one gap of the round", async () => {
    const ran = (await narrow()).files((await narrow()).sessionPath("round_001/prompts"));
    expect(ran.filter((path) => path.includes("engineer-"))).toHaveLength(1);
  });

  it("context stands verbatim in the prompt", async () => {
    for (const gap of [ALARM, DOOR] as const) expect((await context()).prompt(1, `engineer-${gap}`)).toContain(WORDS);
  });

  it("a further target undoes more rounds", async () => {
    const desk = await said(third, "rollback", "to-0")();
    expect(desk.done.code, screen(desk.done)).toBe(0);
    for (const round of [1, 2]) expect(desk.hasInSession(`round_00${round}_rolled_back_1.tar.gz`)).toBe(true);
  });

  it("nothing is undone before the User has answered", async () => {
    expect((await asked()).done.stderr).toContain("Nothing has been undone yet");
    expect((await asked()).hasInSession("round_001/engineer.md")).toBe(true);
  });

  it("adjustments of the User's own stand in the prompt", async () => {
    expect(task((await adjusted()).prompt(1, `engineer-${ALARM}`))).toContain(OWN);
  });
});

describe.concurrent("limit", () => {
  it("going on without a rollback is offered", async () => {
    const options = (await limit()).options.map(({ id, label }) => `${id} ${label}`);
    expect(options.some((one) => /go-on|without|cancel|continue/i.test(one))).toBe(true);
  });

  it("raising the limit withdraws the question", async () => {
    const desk = await onward(limited, "resume", "--set", "rollback.max_session=9")();
    expect((await desk.questions()).map(({ kind }) => kind)).not.toContain("rollback-limit");
  });

  it("cancelling the rollback at the limit goes on with the session", async () => {
    const { done } = await onward(limited, "rollback", "--cancel")();
    expect(done.code, screen(done)).toBe(0);
  });

  it("the question has the rollbacks of each round with their outcome", async () => {
    expect(shown(await limit())).toMatch(/Round 1: .*(kept|undone again|successful|failing|outcome)/i);
  });

  it("seven rollbacks are allowed", async () => {
    expect((await two()).session("status.md")).toMatch(/\| Rollback \| .*at most 7/);
  });

  it("the limit is shown with what is left", async () => {
    expect(section((await same()).session("status.md"), "Rollbacks")).toMatch(/6 left/);
  });

  it("the one beyond the limit is not done and the User is asked", async () => {
    expect((await limited()).done.code).toBe(3);
    expect((await limit()).kind).toBe("rollback-limit");
  });

  it("the question says that all rollbacks are used", async () => {
    expect((await limit()).text).toContain("All 2 rollbacks of this session are used");
  });

  it("the question names likely causes", async () => {
    expect((await limit()).text).toMatch(/source.*scope.*prompts.*agent/);
  });

  it("pause, accept, abandon and fresh prompts are offered", async () => {
    for (const id of ["pause", "accept", "abandon", "fresh"]) expect(ids(await limit())).toContain(id);
  });

  it("the limit can be raised to ten", async () => {
    const desk = await onward(limited, "resume", "--set", "rollback.max_session=10")();
    expect(desk.session("status.md")).toMatch(/\| Rollback \| .*at most 10/);
  });

  it("more than ten is refused", async () => {
    const { done } = await onward(limited, "resume", "--set", "rollback.max_session=11")();
    expect(done.code).toBe(2);
    expect(done.stderr).toContain("0 to 10");
  });

  it("pausing says which files hold the session", async () => {
    const pause = (await limit()).options.find(({ id }) => id === "pause");
    for (const file of ["status.md", "decisions.md", "spec.md"]) expect(pause?.description).toContain(file);
  });

  it("accept leads through the gates to USER_APPROVED", async () => {
    const desk = await onward(said(limited, "rollback-limit", "accept"), "resume")();
    const gate = await question(async () => desk, "warning-gate");
    const reasons = gate.fields.filter(({ id }) => id !== "words").map(({ id }) => `${id}=It can wait.`);
    const words = ["words=I acknowledge", ...reasons].flatMap((field) => ["--field", field]);
    await desk.expecting(0, "answer", gate.id, "--option", "accept", ...words);
    await desk.run("resume");
    expect((await desk.status()).stop.termination).toBe("USER_APPROVED");
  });

  it("abandon ends the session", async () => {
    const desk = await onward(said(limited, "rollback-limit", "abandon"), "resume")();
    expect((await desk.status()).stop.termination).toBe("ABANDONED");
  });

  it("fresh prompts drop the adjustments", async () => {
    const desk = await fresh();
    expect(desk.prompt(2, `engineer-${DOOR}`)).not.toContain(OWN);
  });
});

describe.concurrent("history", () => {
  it("a rollback that the User was asked about is not recorded as unasked", async () => {
    const desk = await said(automatic, "root-cause", "context", `context=${WORDS}`)();
    const rollbacks = section(desk.session("status.md"), "Rollbacks");
    expect(rollbacks).toContain("Round 1, rollback 2");
    expect(rollbacks.slice(rollbacks.indexOf("Round 1, rollback 2"))).not.toContain("automatic");
  });

  const history = async () => section((await limited()).session("status.md"), "Rollbacks");

  it("the summary counts only analyses of causes", async () => {
    expect(section((await same()).session("status.md"), "Rollbacks")).toMatch(/\b0 (root-cause )?analyses/);
  });

  it("a split that a policy took is recorded as the policy's", async () => {
    const gap = "GAP-GATE-001";
    const desk = await houseDesk([gap, DOOR], [always(gap), always(DOOR)], { [gap]: "CRITICAL" });
    expect(desk.read("depot.md")).toContain(GAP_OF_THREE);
    await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
    await desk.expecting(0, "rollback", "--reason", "The opening hours are wrong", "--same");
    await desk.run("resume");
    await desk.run("rollback", "--reason", "Nothing about the guard");
    await desk.run("resume", "--yes");
    const decision = section(desk.session("decisions.md"), `${gap} is split`);
    expect(decision).toMatch(/- by: .*policy/);
  });

  it("the history has round and number of each rollback", async () => {
    for (const number of [1, 2]) expect(await history()).toContain(`Round 1, rollback ${number}`);
  });

  it("the history has the time", async () => {
    expect((await history()).match(/when: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,/g)).toHaveLength(2);
  });

  it("the history has the mode", async () => {
    expect((await history()).match(/mode: INTERACTIVE/g)).toHaveLength(2);
  });

  it("the history has the reason", async () => {
    for (const reason of ["Too coarse.", "Too fine."]) expect(await history()).toContain(reason);
  });

  it("the history has the adjustments", async () => {
    expect(await history()).toContain(`adjustment: ${OWN}`);
  });

  it("the history names the archive", async () => {
    for (const number of [1, 2]) expect(await history()).toContain(`round_001_rolled_back_${number}.tar.gz`);
  });

  it("the history has the outcome", async () => {
    expect(await history()).toContain("outcome: the retry was undone again");
    expect(await history()).toContain("outcome: the retry was kept");
  });

  it("the history says that the cause was looked for and what was found", async () => {
    expect(await history()).toMatch(/rollback 2[\s\S]*likely cause: [A-Z_]+/);
  });

  it("the summary has the total", async () => {
    expect(await history()).toContain("2 in total");
  });

  it("the summary has the successful retries", async () => {
    expect(await history()).toContain("1 followed by a round that was kept");
  });

  it("the summary has the splits", async () => {
    expect(await history()).toContain("0 splits of gaps");
  });

  it("the summary has what is left of how many", async () => {
    expect(await history()).toMatch(/0 left|0 of 2/);
  });
});

describe.concurrent("backups", () => {
  it("the backup is there before the round's agents run", async () => {
    expect((await automatic()).hasInSession("round_001/reviewer.md")).toBe(false);
    for (const name of ["status", "decisions"]) {
      expect((await automatic()).hasInSession(`${name}_backup_round_0.md`)).toBe(true);
    }
  });
});

describe.concurrent("rollback", () => {
  it("the question has fields for adjustments and context", async () => {
    expect((await question(asked, "rollback")).fields.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["context", "adjustments"]),
    );
  });
});

describe.concurrent("alignment", () => {
  it("rolling back out of a divergence warning ends the warning", async () => {
    const desk = await fork(await stalled());
    await desk.expecting(0, "answer", "--option", "rollback");
    await desk.run("resume");
    const [asks] = (await desk.questions()).filter(({ kind }) => kind === "rollback");
    await desk.expecting(0, "answer", asks?.id ?? "", "--option", "same");
    expect(desk.session("status.md")).toMatch(/\*\*running\*\* · round 2 of .* · FLAT/);
    expect((await desk.questions()).map(({ kind }) => kind)).not.toContain("divergence");
  });

  it("the limit offers ways to end", async () => {
    expect(ids(await limit())).toEqual(expect.arrayContaining(["accept", "abandon"]));
  });

  it("a narrowed retry leaves the other gaps open", async () => {
    const states = (await (await narrow()).status()).gaps.map(({ state }) => state);
    expect(states.filter((state) => state === "ACCEPTED")).toHaveLength(1);
    expect(states.filter((state) => state === "OPEN")).toHaveLength(4);
  });

  it("a gate failure can be answered with a rollback", async () => {
    const desk = await houseDesk([ALARM, DOOR], [always(DOOR)]);
    await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
    await desk.expecting(0, "answer", "--option", "rollback");
    const done = await desk.run("resume");
    expect(screen(done)).toContain("back to the end of round 0");
  });
});
