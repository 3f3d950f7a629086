import { describe, expect, it } from "vitest";
import { type Desk, fork, shown } from "../acceptance/support/desk.ts";
import { once } from "../support/once.ts";
import { fourRounds, unpack } from "./support/four-rounds.ts";
import { ALARM, CLEAN, DOOR, HEAT, LIGHT, openSentence, PAINT, settled, settles, WATER } from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, onward, screen } from "./support/session.ts";

const REASON = "The water went the wrong way.";
const base = once(() => fourRounds());
const undone = onward(base, "rollback", "--reason", REASON, "--same");
const again = onward(undone, "resume");
const three = onward(base, "rollback", "3", "--reason", "All three went wrong.", "--same");
const asked = onward(base, "rollback", "--reason", REASON);
const listed = onward(base, "rollback", "--list");
const question = once(async () => {
  const found = (await (await asked()).questions()).find(({ kind }) => kind === "rollback");
  return found ?? expect.unreachable();
});
const archive = once(async () => unpack(await undone(), "round_004_rolled_back_1.tar.gz"));
const ids = (text: string) => [...text.matchAll(/^### (DECISION-R\d+-\d+)/gm)].map(([, id]) => id);
const notice = async () => section((await undone()).session("decisions.md"), "Round 4");
const reapplied = onward(undone, "decisions", "reapply", "DECISION-R4-001");
const inOtherWords = onward(undone, "decisions", "reapply", "DECISION-R4-002", "--text", "Walls wait for the spring.");
const deferralOf = async (desk: Desk) => {
  const archived = await desk.run("decisions", "--archived");
  return /(DECISION-R\d+-\d+): .* is deferred/.exec(archived.stdout)?.[1] ?? "";
};
const both = onward(undone, "decisions", "reapply", "DECISION-R4-001", "DECISION-R4-002");
const all = onward(undone, "decisions", "reapply", "all");

describe.concurrent("restore", () => {
  it("the folder of the round is archived and gone", async () => {
    const desk = await undone();
    expect(desk.hasInSession("round_004")).toBe(false);
    expect(desk.hasInSession("round_004_rolled_back_1.tar.gz")).toBe(true);
  });

  it("status.md counts the gaps as at the end of the round before", async () => {
    const inventory = (text: string) => section(text, "Gap inventory");
    const desk = await undone();
    expect(inventory(desk.session("status.md"))).toContain(`| ${WATER} | CRITICAL (user) | OPEN |`);
    expect(inventory(desk.session("status.md"))).toContain(`| ${LIGHT} | HIGH (user) | OPEN |`);
  });

  it("decisions.md has the decisions of the rounds before and no other", async () => {
    expect(ids((await undone()).session("decisions.md"))).toEqual([
      "DECISION-R1-001",
      "DECISION-R2-001",
      "DECISION-R3-001",
    ]);
  });

  it("the next round has the number of the undone one", async () => {
    expect((await again()).done.stderr).toContain("round 4 of 4");
    expect((await again()).hasInSession("round_004/engineer.md")).toBe(true);
  });

  it("the convergence table has no row of the undone round", async () => {
    const table = section((await undone()).session("status.md"), "Convergence");
    expect(table).toContain("[003]");
    expect(table).not.toContain("[004]");
  });

  it("the convergence state is that of the round before", async () => {
    const states = (text: string) => text.match(/\*\*States:\*\* .*/)?.[0];
    expect(states((await base()).session("status.md"))).toBe(`**States:** ${Array(4).fill("CONVERGING").join(" -> ")}`);
    expect(states((await undone()).session("status.md"))).toBe(
      `**States:** ${Array(3).fill("CONVERGING").join(" -> ")}`,
    );
  });

  it("a decision of the undone round reaches no further prompt", async () => {
    expect((await again()).prompt(4, `engineer-${WATER}`)).not.toContain("The sun shines.");
  });

  it("every gap has the state it had before the round", async () => {
    const { gaps } = await (await undone()).status();
    expect(Object.fromEntries(gaps.map(({ id, state }) => [id, state]))).toEqual({
      [ALARM]: "RESOLVED",
      [DOOR]: "RESOLVED",
      [HEAT]: "ACCEPTED",
      [WATER]: "OPEN",
      [LIGHT]: "OPEN",
      [PAINT]: "OPEN",
      [CLEAN]: "USER_DEFERRED",
    });
  });

  it("the working spec is that of the round before", async () => {
    expect((await base()).session("spec.md")).toContain(settled(WATER));
    const spec = (await undone()).session("spec.md");
    expect(spec).toContain(openSentence(WATER));
    expect(spec).toContain(settled(HEAT));
  });
});

describe.concurrent("decisions", () => {
  it("only the decisions of the undone round are taken away", async () => {
    const { done } = await onward(undone, "decisions", "--archived")();
    expect(done.stdout.match(/^DECISION-R\d-\d+/gm)).toEqual(["DECISION-R4-001", "DECISION-R4-002"]);
  });

  it("a decision that was made after the round's end and before the rollback goes with it", async () => {
    expect((await base()).session("decisions.md")).toContain("Nobody looks at walls.");
    expect((await undone()).session("decisions.md")).not.toContain("Nobody looks at walls.");
  });

  it("the archive has decisions_from_round_N.md", async () => {
    expect((await archive()).names.some((name) => name.endsWith("decisions_from_round_4.md"))).toBe(true);
  });

  it("the archived decisions say that they are not active", async () => {
    const text = (await archive()).read("decisions_from_round_4.md");
    expect(text).toMatch(/not active|do not hold|no longer hold|not in force/i);
    expect(text).toMatch(/rolled back|undone/i);
  });

  it("the archived decisions stand in full", async () => {
    const text = (await archive()).read("decisions_from_round_4.md");
    expect(ids(text)).toEqual(["DECISION-R4-001", "DECISION-R4-002"]);
    for (const words of ["The sun shines.", "Nobody looks at walls.", LIGHT, PAINT]) expect(text).toContain(words);
  });

  it("decisions.md begins with what the backup has", async () => {
    const entries = (text: string) =>
      text.slice(text.indexOf("## Round 1"), text.indexOf("\n## Round 4") + 1 || undefined);
    const backup = (await base()).session("decisions_backup_round_3.md");
    expect(entries((await undone()).session("decisions.md")).trim()).toBe(entries(backup).trim());
  });

  it("decisions.md has a notice of the rollback", async () => {
    expect(await notice()).toMatch(/rolled back/i);
  });

  it("the notice has the time", async () => {
    expect(await notice()).toMatch(/at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  });

  it("the notice says where the decisions are", async () => {
    expect(await notice()).toContain("round_004_rolled_back_1.tar.gz");
    expect(await notice()).toContain("decisions_from_round_4.md");
  });

  it("the notice has the reason", async () => {
    expect(await notice()).toContain(REASON);
  });

  it("archived decisions are listed with id, choice and rationale", async () => {
    const { done } = await onward(undone, "decisions", "--archived")();
    for (const words of ["DECISION-R4-001", `${LIGHT} is MEDIUM`, "The sun shines."]) {
      expect(done.stdout).toContain(words);
    }
  });

  it("an archived decision is applied again under a new id that names its origin", async () => {
    const desk = await reapplied();
    expect(desk.done.code, screen(desk.done)).toBe(0);
    const entry = section(desk.session("decisions.md"), "DECISION-R3-002");
    expect(entry).toContain("DECISION-R4-001");
    expect(entry).toContain(`${LIGHT} is MEDIUM`);
  });

  it("a decision that is applied again has its effect", async () => {
    const { gaps } = await (await reapplied()).status();
    expect(gaps.find(({ id }) => id === LIGHT)?.severity).toBe("MEDIUM");
  });

  it("a decision is applied again in other words", async () => {
    const desk = await inOtherWords();
    expect(desk.done.code, screen(desk.done)).toBe(0);
    expect(desk.session("decisions.md")).toContain("> Walls wait for the spring.");
  });

  it("a decision in other words carries the new words as its title", async () => {
    expect((await inOtherWords()).session("decisions.md")).toMatch(/### DECISION-R3-002: Walls wait for the spring/);
  });

  it("a decision that nobody applies again stays archived", async () => {
    const { done } = await onward(reapplied, "decisions", "--archived")();
    expect(done.stdout).toContain("DECISION-R4-002");
    expect((await reapplied()).session("decisions.md")).not.toContain("Nobody looks at walls.");
  });

  it("one about a gap that the User added has its gap still, and is applied again", async () => {
    const desk = await fork(await base());
    const added = await desk.run("gap", "add", "Who rings the bell", "--severity", "LOW");
    const gap = /GAP-[A-Z]+-\d+/.exec(screen(added))?.[0] ?? "";
    await desk.expecting(0, "gap", "defer", gap, "--reason", "Later.");
    await desk.expecting(0, "rollback", "--reason", REASON, "--same");
    expect((await desk.status()).gaps.find(({ id }) => id === gap)?.state).toBe("OPEN");
    await desk.expecting(0, "decisions", "reapply", await deferralOf(desk));
    expect((await desk.status()).gaps.find(({ id }) => id === gap)?.state).toBe("USER_DEFERRED");
  });

  it("one about a gap that no longer exists is refused", async () => {
    const gap = "GAP-WATER-002";
    const named = `- **${gap}** (HIGH): Who reads the meter is not said.\n  - **Place:** "${openSentence(CLEAN)}"\n  - **Why:** Two answers are possible.`;
    const document = settles(WATER).replace("### New Gaps Introduced\n\nNone.", `### New Gaps Introduced\n\n${named}`);
    const desk = await houseDesk([WATER, CLEAN], [{ role: "engineer", gaps: [WATER], document }]);
    await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "1");
    await desk.expecting(0, "gap", "defer", gap, "--reason", "Later.");
    await desk.expecting(0, "rollback", "--reason", REASON, "--same");
    const refused = await desk.run("decisions", "reapply", await deferralOf(desk));
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(gap);
  });
});

describe.concurrent("recovery", () => {
  it("several are applied again in one command", async () => {
    const desk = await both();
    expect(desk.done.code, screen(desk.done)).toBe(0);
    expect(desk.session("decisions.md")).toContain("DECISION-R3-003");
  });

  it("all are applied again in one command", async () => {
    const desk = await all();
    expect(desk.done.code, screen(desk.done)).toBe(0);
    for (const id of ["DECISION-R4-001", "DECISION-R4-002"]) expect(desk.session("decisions.md")).toContain(id);
  });

  it("all archived decisions of a round are listed", async () => {
    const { done } = await onward(three, "decisions", "--archived")();
    expect(done.stdout.match(/^DECISION-R\d-\d+/gm)).toEqual([
      "DECISION-R2-001",
      "DECISION-R3-001",
      "DECISION-R4-001",
      "DECISION-R4-002",
    ]);
  });

  it("one of several is applied again alone", async () => {
    const desk = await reapplied();
    expect(await desk.state(PAINT)).toBe("OPEN");
    expect(ids(desk.session("decisions.md"))).toHaveLength(4);
  });

  it("a decision can be changed before it is applied again", async () => {
    const desk = await inOtherWords();
    expect(section(desk.session("decisions.md"), "DECISION-R3-002")).toContain("DECISION-R4-002");
  });

  it("leaving them archived changes nothing", async () => {
    const desk = await onward(undone, "decisions", "--archived")();
    expect(desk.session("decisions.md")).toBe((await undone()).session("decisions.md"));
    expect(desk.session("journal.jsonl")).toBe((await undone()).session("journal.jsonl"));
  });

  it("the decision says which round it came from", async () => {
    const entry = section((await reapplied()).session("decisions.md"), "DECISION-R3-002");
    expect(entry).toMatch(/appl.*again|re-?applied/i);
    expect(entry).toMatch(/round 4|DECISION-R4-001/);
  });
});

describe.concurrent("backups", () => {
  it("at the start of a round the last three ends are backed up", async () => {
    const desk = await base();
    for (const round of [1, 2, 3]) expect(desk.hasInSession(`status_backup_round_${round}.md`)).toBe(true);
  });

  it("decisions are backed up like status", async () => {
    const desk = await base();
    for (const round of [1, 2, 3]) expect(desk.hasInSession(`decisions_backup_round_${round}.md`)).toBe(true);
    expect(desk.session("decisions_backup_round_2.md")).toContain("A firm does it.");
    expect(desk.session("decisions_backup_round_2.md")).not.toContain("It floods.");
  });

  it("the fourth backup goes", async () => {
    const desk = await base();
    expect(desk.hasInSession("status_backup_round_0.md")).toBe(false);
    expect(desk.hasInSession("decisions_backup_round_0.md")).toBe(false);
  });

  it("five backups can be kept", async () => {
    const desk = await fourRounds("--set", "rollback.backup_retention_rounds=5");
    for (const round of [0, 1, 2, 3]) expect(desk.hasInSession(`status_backup_round_${round}.md`)).toBe(true);
    expect((await desk.run("rollback", "--list")).stdout).toContain("Round 0");
  });

  it("more than five is refused with the allowed values", async () => {
    const { done } = await onward(base, "resume", "--set", "rollback.backup_retention_rounds=6")();
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(/backup_retention_rounds.*6.*1 to 5/s);
  });

  it("three rounds can be undone at once", async () => {
    const desk = await three();
    expect(desk.done.code).toBe(0);
    expect(desk.session("status.md")).toContain("round 1 of at most");
  });

  it("a fourth is refused with the reason", async () => {
    const { done } = await onward(base, "rollback", "4", "--reason", "too far", "--same")();
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(/backups of the last 3 rounds are kept/);
  });

  it("the targets are a table of target, open gaps and decisions since", async () => {
    expect((await listed()).done.stdout).toMatch(/^Target +Gaps then +Decisions since/m);
    expect((await listed()).done.stdout).toMatch(/^Round 3 +4 open +2 /m);
    expect((await listed()).done.stdout).toMatch(/^Round 1 +6 open +4 /m);
  });

  it("the table has the rounds to undo", async () => {
    expect((await listed()).done.stdout).toMatch(/Rounds undone$[\s\S]*^Round 2 .* 2$/m);
  });

  it("each target is an option", async () => {
    expect((await question()).options.map(({ id }) => id)).toEqual(expect.arrayContaining(["to-2", "to-1"]));
  });

  it("cancel leaves everything as it is", async () => {
    const desk = await fork(await asked());
    await desk.expecting(0, "answer", (await question()).id, "--option", "cancel");
    expect(desk.hasInSession("round_004/engineer.md")).toBe(true);
    expect(desk.session("decisions.md")).toBe((await base()).session("decisions.md"));
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["max-rounds"]);
  });

  it("the targets show how many gaps are open now", async () => {
    expect(screen((await listed()).done)).toMatch(/currently|open now|\bnow\b.*open/i);
  });

  it("the targets say that decisions are archived and can be applied again", async () => {
    expect(shown(await question())).toMatch(/decisions?[^|]*(archived|recovered|applied again|reapply)/i);
  });

  it("every undone round has an archive of its own", async () => {
    const desk = await three();
    for (const round of [2, 3, 4]) expect(desk.hasInSession(`round_00${round}_rolled_back_1.tar.gz`)).toBe(true);
  });

  it("the decisions of each undone round are in its own archive", async () => {
    const desk = await three();
    const second = await unpack(desk, "round_002_rolled_back_1.tar.gz");
    expect(ids(second.read("decisions_from_round_2.md"))).toEqual(["DECISION-R2-001"]);
    const fourth = await unpack(desk, "round_004_rolled_back_1.tar.gz");
    expect(ids(fourth.read("decisions_from_round_4.md"))).toEqual(["DECISION-R4-001", "DECISION-R4-002"]);
  });

  it("after three rounds were undone the list says that the backups are used up", async () => {
    const { done } = await onward(three, "rollback", "--list")();
    expect(screen(done)).not.toContain("No round can be undone yet");
    expect(screen(done)).toMatch(/backup|rotated/i);
  });
});
