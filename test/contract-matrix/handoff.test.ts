import { describe, expect, it } from "vitest";
import { attempts, engineer, reviewer, type Turn } from "../acceptance/support/desk.ts";
import { reviews } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { ALARM, DOOR, explains, HEAT, LIGHT, PAINT, type Room, settled, settles, title } from "./support/house.ts";
import { houseDesk, onward, screen, section, task } from "./support/session.ts";

const by = (gap: Room) => (document: string, attempt: number) => engineer(1, gap, document, attempt);
const PROSE =
  "I thought about the alarm for a while, and it seems to me that five is a good number for it, all in all.";
const short = explains(LIGHT, "Five.")
  .replace(/- On 1 March[\s\S]*?(?=\n\n)/, "- 5.")
  .replace(/- A fixed value.*/, "- None.");
const fenced = (document: string) => `Here is my document:\n\n\`\`\`\`\`markdown\n${document}\`\`\`\`\`\n`;

/** One round: each gap fails in its own way and then passes, one never does; the Reviewer fails twice. */
const TURNS: readonly Turn[] = [
  ...attempts(by(ALARM), PROSE, settles(ALARM)),
  ...attempts(by(DOOR), " \n\n", settles(PAINT), settles(DOOR)),
  ...attempts(by(LIGHT), "", short),
  engineer(1, HEAT, fenced(settles(HEAT))),
  engineer(1, PAINT, PROSE),
  ...attempts(
    (document, attempt) => reviewer(1, document, attempt),
    "The alarm looks fine to me.",
    reviews({ gap: PAINT }),
    reviews({ gap: ALARM }, { gap: DOOR }, { gap: HEAT }, { gap: LIGHT }),
  ),
];
const base = once(async () => {
  const desk = await houseDesk([ALARM, DOOR, LIGHT, HEAT, PAINT], TURNS);
  const done = await desk.begin("--parallel-gaps", "5", "--max-rounds", "1");
  return { ...desk, done };
});
const prompt = async (gap: Room, attempt: number) => (await base()).prompt(1, `engineer-${gap}`, attempt);
const failures = async () => section((await base()).session("status.md"), "Validation");

/** No attempt passes: the session waits for the User. */
const exhausted = once(async () => {
  const desk = await houseDesk([ALARM, DOOR], [engineer(1, ALARM, PROSE)]);
  const done = await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
  return { ...desk, done };
});
const question = once(async () => (await (await exhausted()).questions())[0] ?? expect.unreachable());
const skipped = onward(onward(exhausted, "answer", "--option", "skip"), "resume");

describe.concurrent("gate", () => {
  it("failures are in status.md while the question about them waits", async () => {
    const status = (await exhausted()).session("status.md");
    expect(section(status, "Failed attempts")).not.toContain("None");
    expect(section(status, "Failed attempts").match(/WRONG_FORMAT/g)).toHaveLength(3);
  });

  it("the round's log is there while the question about its failures waits", async () => {
    expect((await exhausted()).hasInSession("round_001/log.md")).toBe(true);
    expect((await exhausted()).log(1)).toContain("WRONG_FORMAT");
  });

  it("a retry that passes is recorded as successful in status.md", async () => {
    expect(await failures()).toMatch(/retry successful|successful/i);
  });

  it("the summary of a partial round says which gap failed and why", async () => {
    const unsettled = section((await base()).summary(1), "Not settled");
    expect(unsettled).toContain(PAINT);
    expect(unsettled).toMatch(new RegExp(`${PAINT}.*(WRONG_FORMAT|no attempt|passed the gate)`));
  });

  it("the retry after a missing document names the place where it must be", async () => {
    const whole = await prompt(LIGHT, 2);
    const notice = whole.slice(whole.indexOf("# Retry"), whole.indexOf("# Task"));
    expect([...new Set(notice.match(/[\w./-]+\.md/g) ?? [])]).toHaveLength(1);
  });

  it("a document that fails is not handed on to the next role", async () => {
    expect((await base()).prompt(1, "reviewer")).not.toContain("five is a good number");
    expect((await base()).session("round_001/engineer.md")).not.toContain("five is a good number");
  });

  it("the documents of a round stand at round_NNN/engineer.md and round_NNN/reviewer.md", async () => {
    expect((await base()).session("round_001/engineer.md")).toContain(`## Gap Resolution: ${ALARM}`);
    expect((await base()).session("round_001/reviewer.md")).toContain(`## Review: ${ALARM}`);
  });

  it("an agent that writes nothing is told so and run again", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${LIGHT}-1.*FILE_MISSING`));
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${LIGHT}-2.*valid`));
  });

  it("a document of a few characters is thin, not empty", async () => {
    expect((await base()).log(1)).toMatch(/THIN_CONTENT/);
    expect((await base()).session("round_001/engineer.md")).toContain(settled(LIGHT));
  });

  it("an Engineer's document without a resolution heading is WRONG_FORMAT", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${ALARM}-1.*WRONG_FORMAT`));
  });

  it("a review without a review heading is WRONG_FORMAT", async () => {
    expect((await base()).log(1)).toMatch(/R1-reviewer-1.*WRONG_FORMAT/);
  });

  it("an Engineer that resolves none of its gaps fails with NO_GAPS_ADDRESSED", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${DOOR}-2.*NO_GAPS_ADDRESSED`));
  });

  it("a review that names no proposal of the round fails with NO_GAPS_ADDRESSED", async () => {
    expect((await base()).log(1)).toMatch(/R1-reviewer-2.*NO_GAPS_ADDRESSED/);
  });

  it("there are two retries and no more", async () => {
    const runs = (await base()).calls().filter(({ gaps }) => gaps.join() === PAINT);
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  it("the retry after an empty document asks for output even where the agent is unsure", async () => {
    expect(await prompt(DOOR, 2)).toMatch(/EMPTY_OUTPUT[\s\S]*(LOW confidence|unsure|\*\*Confidence:\*\* LOW)/);
    expect(await prompt(DOOR, 2)).toContain("200");
  });

  it("the retry after a wrong format has an example attached", async () => {
    const notice = (await prompt(ALARM, 2)).replace(await prompt(ALARM, 1), "");
    expect(notice).toMatch(/example/i);
    expect(notice.match(/## Gap Resolution:/g)?.length ?? 0).toBeGreaterThan(1);
  });

  it("the retry after a wrong format names the headings that were missing", async () => {
    expect(await prompt(ALARM, 2)).toMatch(/WRONG_FORMAT[\s\S]*## Gap Resolution: GAP-/);
  });

  it("when all retries are used up the User is asked", async () => {
    expect((await exhausted()).done.code).toBe(3);
    expect((await question()).kind).toBe("role-failed");
  });

  it("the question after the last retry offers to skip, reassign, give context, narrow and pause", async () => {
    const options = (await question()).options.map(({ id }) => id);
    for (const id of ["skip", "reassign", "context", "pause"]) expect(options).toContain(id);
  });

  it("the question after the last retry lists every attempt with its failure", async () => {
    for (const attempt of [1, 2, 3]) {
      expect((await exhausted()).done.stderr).toMatch(new RegExp(`${ALARM}, attempt ${attempt}: WRONG_FORMAT`));
    }
  });

  it("a gap whose retries are used up goes back and the round goes on without it", async () => {
    const { gaps } = await (await base()).status();
    const states = Object.fromEntries(gaps.map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({ [PAINT]: "OPEN", [ALARM]: "ACCEPTED", [DOOR]: "ACCEPTED", [HEAT]: "ACCEPTED" });
    expect((await base()).summary(1)).toContain("PARTIAL");
  });

  it("a skipped Engineer leaves the gap open and the round is closed", async () => {
    expect(screen((await skipped()).done)).toContain("Round 1: ");
    expect(await (await skipped()).state(ALARM)).toBe("OPEN");
    expect((await skipped()).summary(1)).toContain("Engineer: SKIP");
  });

  it("a failed attempt stands in status.md with time, role, failure and attempt", async () => {
    const lines = (await failures())
      .split("\n")
      .filter((line) => line.includes("WRONG_FORMAT") && line.includes(ALARM));
    expect(lines[0]).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect(lines[0]).toMatch(/engineer/i);
    expect(lines[0]).toMatch(/\b1\b/);
  });

  it("folders of rounds have three digits", async () => {
    expect((await base()).hasInSession("round_001/summary.md")).toBe(true);
  });

  it("the checks come in order and the first failure counts", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${DOOR}-1.*EMPTY_OUTPUT`));
    expect((await base()).log(1)).not.toMatch(new RegExp(`R1-engineer-${DOOR}-1.*WRONG_FORMAT`));
  });

  it("the log of the round says which gaps a valid document resolves", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${ALARM}-2\`.*\\| ${ALARM} \\|.*valid`));
  });

  it("the message of a failure says what is missing", async () => {
    expect((await exhausted()).done.stderr).toMatch(/WRONG_FORMAT.*## Gap Resolution/);
  });

  it("a document inside a code fence or after a preamble is repaired, not refused", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${HEAT}-1\`.*valid`));
    expect((await base()).session("round_001/engineer.md")).not.toContain("`````markdown");
  });
});

describe.concurrent("empty", () => {
  it("the retry after no gap was addressed names the gap and the heading to begin with", async () => {
    const notice = (await prompt(DOOR, 3)).replace(task(await prompt(DOOR, 1)), "");
    expect(notice).toContain(`## Gap Resolution: ${DOOR}`);
    expect(notice).toContain(title(DOOR).slice(0, -1));
  });

  it("an Engineer that has nothing to say about an open gap is run again", async () => {
    const runs = (await base()).calls().filter(({ gaps }) => gaps.join() === LIGHT);
    expect(runs).toHaveLength(2);
  });
});

describe.concurrent("handoff", () => {
  it("the Reviewer runs after every Engineer of the round has ended", async () => {
    const roles = (await base()).calls().map(({ role }) => role);
    expect(roles.lastIndexOf("engineer")).toBeLessThan(roles.indexOf("reviewer"));
  });

  it("a run's prompt stands whole in the round's folder", async () => {
    const run = (await base()).calls().find(({ gaps, attempt }) => gaps.join() === DOOR && attempt === 3);
    expect((await prompt(DOOR, 3)).trimEnd()).toBe(run?.prompt.trimEnd());
  });

  it("what the Engineer wrote is the round's engineer.md", async () => {
    const order = [...(await base()).session("round_001/engineer.md").matchAll(/^## Gap Resolution: (\S+)/gm)];
    expect(order.map(([, gap]) => gap)).toEqual([ALARM, DOOR, HEAT, LIGHT]);
  });

  it("the Reviewer's prompt has the proposals", async () => {
    for (const gap of [ALARM, DOOR, HEAT, LIGHT] as const) {
      expect((await base()).prompt(1, "reviewer")).toContain(`## Gap Resolution: ${gap}`);
      expect((await base()).prompt(1, "reviewer")).toContain(settled(gap));
    }
  });

  it("the Reviewer's prompt has no part of the Engineer's prompt or task", async () => {
    const reviewing = (await base()).prompt(1, "reviewer");
    expect(reviewing).not.toContain("You are the Engineer");
    expect(reviewing).not.toContain("Write the document for");
    expect(reviewing).not.toContain("EMPTY_OUTPUT");
  });

  it("each round has a summary by the Mediator", async () => {
    expect((await base()).summary(1)).toMatch(/^# Round 001: summary/m);
  });

  it("two runs of one gap are separate processes that get everything in their prompt", async () => {
    for (const attempt of [1, 2, 3]) expect(await prompt(DOOR, attempt)).toContain(title(DOOR).slice(0, -1));
    expect(task(await prompt(DOOR, 3))).toContain(`# Task: ${DOOR}`);
  });

  it("the round's number is in each prompt or its heading", async () => {
    expect(await prompt(ALARM, 1)).toContain(`# Task: ${ALARM}, round 1`);
  });

  it("each run is a process of its own", async () => {
    expect((await base()).calls().length).toBe(2 + 3 + 2 + 1 + 3 + 3);
  });

  it("every attempt is kept as it was received", async () => {
    expect((await base()).session(`round_001/attempts/engineer-${ALARM}-1.md`)).toBe(PROSE);
  });
});
