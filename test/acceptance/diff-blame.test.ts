import { beforeAll, describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, KEPT, keeps, lines, SHOWS } from "./support/depot.ts";
import { type Desk, engineer, openDesk } from "./support/desk.ts";

// SPEC 12: what the session changed, and whose words each line is.

const SOURCE = depot(KEEP, FEE);
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({
    files: { "depot.md": SOURCE },
    turns: [engineer(1, KEEP, keeps()), engineer(2, FEE, costs())],
  });
  await desk.refine(0, "--parallel-gaps", "1");
});

describe("whetstone diff", () => {
  it("shows what went and what came, from the source to the working spec, without colour off a terminal", async () => {
    const { stdout } = await desk.expecting(0, "diff", "depot.md");
    expect(stdout).toMatch(new RegExp(`^-.*${KEPT}`, "m"));
    expect(stdout).toMatch(new RegExp(`^\\+.*${DAYS}`, "m"));
    expect(stdout).toMatch(new RegExp(`^\\+.*${COSTS}`, "m"));
    expect(stdout).not.toContain("\u001b[");
    expect(stdout).not.toMatch(/^[-+].*\| Weight/m);
  });

  it("finds the session by itself where there is one", async () => {
    expect((await desk.expecting(0, "diff")).stdout).toBe((await desk.expecting(0, "diff", "depot.md")).stdout);
  });

  it("--stat counts", async () => {
    const { stdout } = await desk.expecting(0, "diff", "--stat");
    expect(stdout).toContain("depot.md");
    expect(stdout).toMatch(/\b2\b/);
    expect(stdout).not.toContain(DAYS);
  });

  it("--json is one document with each change, its gap and its round", async () => {
    const { stdout } = await desk.expecting(0, "diff", "--json");
    const text = JSON.stringify(JSON.parse(stdout));
    for (const words of [KEEP, FEE, KEPT, DAYS, COSTS]) expect(text).toContain(words);
    expect(text).toMatch(/"round":1\b/);
    expect(text).toMatch(/"round":2\b/);
  });
});

describe("whetstone blame", () => {
  it("tells of each line of the working spec whether the author or a gap wrote it, and in which round", async () => {
    const { stdout } = await desk.expecting(0, "blame", "depot.md");
    const told = stdout.split("\n");
    const about = (words: string) => told.find((line) => line.includes(words));
    for (const line of lines(desk.session("spec.md"))) expect(about(line), line).toBeDefined();
    expect(about(DAYS)).toContain(KEEP);
    expect(about(DAYS)).toMatch(/\b(?:R|round )0*1\b/i);
    expect(about(COSTS)).toContain(FEE);
    expect(about(COSTS)).toMatch(/\b(?:R|round )0*2\b/i);
    for (const words of [SHOWS, "| Weight | 30 kg |", "# Depot"]) {
      expect(about(words)).toMatch(/author/i);
      expect(about(words)).not.toContain("GAP-");
    }
  });
});

describe("a session that has changed nothing yet", () => {
  it("has an empty diff, and every line is the author's", async () => {
    const fresh = await openDesk({ files: { "depot.md": SOURCE }, turns: [] });
    await fresh.expecting(0, "init", "depot.md");
    expect((await fresh.expecting(0, "diff")).stdout).not.toMatch(/^[-+]/m);
    expect((await fresh.expecting(0, "blame")).stdout).not.toMatch(/GAP-\w+-\d+ .*Depot/);
    expect(fresh.session("spec.md")).toBe(SOURCE);
  });
});
