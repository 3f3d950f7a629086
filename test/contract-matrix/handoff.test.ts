import { describe, expect, it } from "vitest";
import { attempts, engineer, reviewer, type Turn } from "../acceptance/support/desk.ts";
import { reviews } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { ALARM, DOOR, explains, HEAT, LIGHT, PAINT, type Room, settled, settles, title } from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, task } from "./support/session.ts";

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

describe.concurrent("gate", () => {
  it("a document that fails is not handed on to the next role", async () => {
    expect((await base()).prompt(1, "reviewer")).not.toContain("five is a good number");
    expect((await base()).session("round_001/engineer.md")).not.toContain("five is a good number");
  });

  it("the documents of a round stand at round_NNN/engineer.md and round_NNN/reviewer.md", async () => {
    expect((await base()).session("round_001/engineer.md")).toContain(`## Gap Resolution: ${ALARM}`);
    expect((await base()).session("round_001/reviewer.md")).toContain(`## Review: ${ALARM}`);
  });

  it("a failed attempt stands in status.md with time, role, failure and attempt", async () => {
    const lines = (await failures())
      .split("\n")
      .filter((line) => line.includes("WRONG_FORMAT") && line.includes(ALARM));
    expect(lines[0]).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect(lines[0]).toMatch(/engineer/i);
    expect(lines[0]).toMatch(/\b1\b/);
  });

  it("the log of the round says which gaps a valid document resolves", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${ALARM}-2\`.*\\| ${ALARM} \\|.*valid`));
  });

  it("a document inside a code fence or after a preamble is repaired, not refused", async () => {
    expect((await base()).log(1)).toMatch(new RegExp(`R1-engineer-${HEAT}-1\`.*valid`));
    expect((await base()).session("round_001/engineer.md")).not.toContain("`````markdown");
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
