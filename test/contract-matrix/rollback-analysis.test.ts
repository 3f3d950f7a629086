import { describe, expect, it } from "vitest";
import { reviewer, type Turn } from "../acceptance/support/desk.ts";
import { review } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import {
  ALARM,
  CLEAN,
  DOOR,
  explains,
  FENCE,
  GATE,
  HALL,
  HEAT,
  LIGHT,
  PAINT,
  ROOF,
  type Room,
  settled,
  settles,
  WATER,
  withoutTradeOffs,
  YARD,
} from "./support/house.ts";
import { section } from "./support/read-records.ts";
import { houseDesk, onward } from "./support/session.ts";

const LISTED = [
  ["appropriate", "as needed", "reasonable", "sufficient", "adequate", "properly"],
  ["correctly", "when necessary", "if applicable", "as required", "typically", "generally"],
  ["various", "certain", "some", "may", "might", "could"],
  ["should consider", "it depends", "context-dependent", "appropriate", "reasonable", "adequate"],
] as const;
const vague = (words: readonly string[]) => words.map((word) => `The rule is here, ${word}, for the house.`).join(" ");
const TERMS = "The Latch Ledger feeds the Hinge Broker. The Latch Ledger is closed before the Hinge Broker opens.";
const narrow = (document: string) => document.replace(/\n- On 2 March.*/, "");
const always = (gap: Room, document: string): Turn => ({ role: "engineer", gaps: [gap], document });

/** One round in which each gap shows something else; the review lets all of it pass. */
const TURNS: readonly Turn[] = [
  always(ALARM, explains(ALARM, vague(LISTED[0]))),
  always(DOOR, explains(DOOR, vague(LISTED[1]))),
  always(HEAT, explains(HEAT, vague(LISTED[2]))),
  always(LIGHT, explains(LIGHT, vague(LISTED[3]))),
  always(WATER, explains(WATER, vague(LISTED[0].slice(0, 5)))),
  always(ROOF, explains(ROOF, `${vague(LISTED[0].slice(0, 5))} A guest MAY leave. For some X, the rule holds for X.`)),
  always(YARD, withoutTradeOffs(settles(YARD))),
  always(HALL, narrow(settles(HALL))),
  always(FENCE, explains(FENCE, TERMS)),
  always(CLEAN, `${settles(CLEAN)}\n${settles(PAINT).replaceAll("Change 1", "Change 2")}`),
];
const ROOMS = [ALARM, DOOR, HEAT, LIGHT, WATER, ROOF, YARD, HALL, FENCE, CLEAN] as const;
const base = once(async () => {
  const desk = await houseDesk([...ROOMS, PAINT], TURNS);
  await desk.begin("--parallel-gaps", "10", "--max-rounds", "1");
  return desk;
});
const REASON = "None of it can be built.";
const undone = onward(base, "rollback", "--reason", REASON, "--same");
const report = async () => (await undone()).session("rollback_analysis_round_001_1.md");
const patterns = async () => section(await report(), "Patterns");
const found = async (pattern: string, gap: Room) =>
  (await patterns()).split("\n").some((line) => line.includes(pattern) && line.includes(gap)) ||
  section(await patterns(), pattern).includes(gap);
const twice = onward(onward(undone, "resume"), "rollback", "--reason", "Still not.", "--same");

/** A gap whose words nobody defined, held back by the review. */
const held = once(async () => {
  const issue = { id: "ISSUE-R1-001", title: "The value has no unit", quotes: [settled(FENCE)] };
  const desk = await houseDesk(
    [FENCE],
    [always(FENCE, explains(FENCE, TERMS)), reviewer(1, review({ gap: FENCE, high: [issue] }))],
  );
  await desk.begin("--max-rounds", "1");
  await desk.expecting(0, "rollback", "--reason", REASON, "--same");
  return desk.session("rollback_analysis_round_001_1.md");
});

/** No attempt passes: each names a gap that does not exist. */
const unknown = once(async () => {
  const desk = await houseDesk(
    [GATE, PAINT],
    [
      always(GATE, explains(GATE, "It follows GAP-NOPE-009 in every respect, as said there.")),
      always(PAINT, settles(PAINT)),
    ],
  );
  await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
  await desk.expecting(0, "rollback", "--reason", REASON, "--adjusted");
  const report = desk.session("rollback_analysis_round_001_1.md");
  await desk.run("resume");
  return { report, prompt: desk.prompt(1, `engineer-${GATE}`) };
});

describe.concurrent("analysis", () => {
  it("each rollback writes a report", async () => {
    expect(await report()).toMatch(/^# Rollback analysis: round 1/);
  });

  it("the report has the reason", async () => {
    expect(await report()).toContain(`reason: ${REASON}`);
  });

  it("the report has the number of the attempt", async () => {
    expect(await report()).toMatch(/attempt: 1 /);
  });

  it("the report has the time", async () => {
    expect(await report()).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  });

  it("the report tells for each gap whether it was addressed, its sections and examples", async () => {
    const table = section(await report(), "What was produced");
    expect(table).toMatch(/\| Gap \| Addressed \| Sections \| Examples \|/);
    for (const gap of ROOMS) expect(table).toMatch(new RegExp(`\\| ${gap} \\| \\S.*Proposed Solution.*\\| [12] \\|`));
    expect(table).toMatch(new RegExp(`\\| ${HALL} \\|.*\\| 1 \\|`));
  });

  it("the report has the structural checks with PASS and FAIL", async () => {
    const checks = section(await report(), "Structural checks");
    expect(checks).toMatch(/Gap Resolution` heading \| PASS/);
    expect(checks).toMatch(/### Examples` \| PASS/);
    expect(checks).toMatch(/at least 200 characters \| (PASS|FAIL)/);
    expect(checks).toMatch(/references to gaps that exist \| PASS/);
  });

  it("a missing Trade-offs section is a FAIL", async () => {
    expect(section(await report(), "Structural checks")).toMatch(new RegExp(`### Trade-offs\` \\| FAIL \\|.*${YARD}`));
  });

  it("the report lists the patterns with their evidence", async () => {
    const text = await patterns();
    for (const words of ["ABSTRACT_OUTPUT", "MISSING_SECTIONS", "NARROW_EXAMPLES", "appropriate"]) {
      expect(text).toContain(words);
    }
  });

  it("the first attempt has nothing to compare with", async () => {
    expect(section(await report(), "Compared with earlier attempts")).toMatch(/first attempt/);
  });

  it("the report compares with earlier attempts", async () => {
    const second = (await twice()).session("rollback_analysis_round_001_2.md");
    const compared = section(second, "Compared with earlier attempts");
    expect(compared).toContain("MISSING_SECTIONS");
    expect(compared).toMatch(/attempt 1|1/);
  });

  it("the report recommends an adjustment for each pattern", async () => {
    const adjustments = section(await report(), "Recommended adjustments");
    for (const pattern of ["ABSTRACT_OUTPUT", "MISSING_SECTIONS", "NARROW_EXAMPLES"])
      expect(adjustments).toContain(pattern);
  });

  it("each adjustment has a confidence", async () => {
    const adjustments = section(await report(), "Recommended adjustments");
    for (const pattern of ["ABSTRACT_OUTPUT", "MISSING_SECTIONS", "NARROW_EXAMPLES"]) {
      expect(adjustments).toMatch(new RegExp(`${pattern}.*(HIGH|MEDIUM|LOW)`));
    }
  });

  it("the report stays in the session's folder after a second rollback", async () => {
    const desk = await twice();
    expect(desk.session("rollback_analysis_round_001_1.md")).toBe(await report());
    expect(desk.hasInSession("rollback_analysis_round_001_2.md")).toBe(true);
  });
});

describe.concurrent("patterns", () => {
  it("more than five vague words are ABSTRACT_OUTPUT", async () => {
    expect(await found("ABSTRACT_OUTPUT", ALARM)).toBe(true);
  });

  it("five vague words are not", async () => {
    expect(await found("ABSTRACT_OUTPUT", WATER)).toBe(false);
  });

  it("each word of the vague list counts", async () => {
    for (const gap of [ALARM, DOOR, HEAT, LIGHT] as const) expect(await found("ABSTRACT_OUTPUT", gap), gap).toBe(true);
  });

  it("MAY in capitals and for some X do not count", async () => {
    expect(await found("ABSTRACT_OUTPUT", ROOF)).toBe(false);
  });

  it("a missing section is MISSING_SECTIONS", async () => {
    expect(await found("MISSING_SECTIONS", YARD)).toBe(true);
    expect(await found("MISSING_SECTIONS", HALL)).toBe(false);
  });

  it("fewer than two examples are NARROW_EXAMPLES", async () => {
    expect(await found("NARROW_EXAMPLES", HALL)).toBe(true);
    expect(await found("NARROW_EXAMPLES", YARD)).toBe(false);
  });

  it("unknown gaps are INCONSISTENT_REFS with the list of gaps attached", async () => {
    const { report: text, prompt } = await unknown();
    expect(section(text, "Patterns")).toContain("INCONSISTENT_REFS");
    expect(prompt.slice(prompt.indexOf("# Task"))).toContain(`- ${PAINT}: `);
  });

  it("undefined terms are DOMAIN_CONFUSION", async () => {
    expect(section(await held(), "Patterns")).toMatch(/DOMAIN_CONFUSION[\s\S]*Latch Ledger/);
  });

  it("undefined terms are DOMAIN_CONFUSION even after the gap was accepted", async () => {
    expect(await (await base()).state(FENCE)).toBe("ACCEPTED");
    expect(await found("DOMAIN_CONFUSION", FENCE)).toBe(true);
  });

  it("another gap than assigned is SCOPE_DRIFT", async () => {
    expect(await found("SCOPE_DRIFT", CLEAN)).toBe(true);
  });
});
