import { describe, expect, it } from "vitest";
import { reviewer, shown } from "../acceptance/support/desk.ts";
import { review } from "../acceptance/support/documents.ts";
import { once } from "../support/once.ts";
import { rowsOf, section, wholeRow } from "./support/read-records.ts";
import {
  alone,
  answeredWith,
  failing,
  faults,
  missing,
  ONE,
  OTHER,
  openYard,
  otherwise,
  partial,
  refineWith,
  SPARE,
  TWO,
  tableAgent,
  unreviewed,
  waiting,
} from "./support/yard-sessions.ts";

// What the records say, and what the person is asked.

const CHECKS = ["run", "time", "role", "gaps", "attempt", "check", "result", "message"];
const SUMS = ["role", "outcome", "attempts", "final failure"];
const checks = async (...words: readonly RegExp[]) => {
  const rows = rowsOf((await faults()).log(1), ...CHECKS).map(wholeRow);
  return rows.filter((row) => words.every((word) => word.test(row)));
};

const context = answeredWith("context", { context: "The smith oils it at dusk." });
const narrowed = answeredWith("narrow");
const paused = answeredWith("pause");

describe("while an escalation waits", () => {
  it("while the question waits status.md shows each failed attempt", async () => {
    const status = (await waiting()).session("status.md");
    const failed = section(status, "Failed attempts");
    for (const gap of [ONE.gap, TWO.gap])
      for (const attempt of [1, 2, 3]) expect(failed).toMatch(new RegExp(`${gap} \\| ${attempt} \\|.*WRONG_FORMAT`));
  });

  it("while the question waits the round has its log.md", async () => {
    const desk = await waiting();
    expect(desk.hasInSession("round_001/log.md")).toBe(true);
    expect(rowsOf(desk.log(1), ...CHECKS).filter(({ result }) => result === "FAIL")).toHaveLength(6);
  });

  it("a retry that succeeded stands in the record", async () => {
    const desk = await faults();
    for (const text of [desk.session("status.md"), desk.log(1)]) expect(text).toMatch(/retry success/i);
  });
});

describe("what is recorded of a retry", () => {
  const details = once(async () => {
    const log = (await faults()).log(1);
    return section(log, "`R1-engineer-GAP-FORM-001-2`");
  });

  it("the details of a retry name the notice that was used", async () => {
    expect(await details()).toMatch(/(?:notice|prompt modification)\W+.*WRONG_FORMAT/i);
  });

  it("the details of a retry name the example's tier and size", async () => {
    expect(await details()).toMatch(/example.*canonical.*[\d ,]+ characters.*[\d ,]+ tokens/i);
  });

  it("the details of a retry name its outcome", async () => {
    expect(await details()).toMatch(/outcome\W+.*(?:success|valid)/i);
  });

  it("it sums up each role: outcome, attempts, final failure", async () => {
    const rows = rowsOf((await faults()).log(1), ...SUMS);
    expect(rows.map(({ role }) => role)).toEqual(["Engineer", "Reviewer"]);
  });

  it("a role that passed on a retry is a success with two attempts", async () => {
    const rows = rowsOf((await faults()).log(2), ...SUMS);
    expect(rows.map(wholeRow)).toContain("Reviewer | SUCCESS | 2 | none");
  });

  it("each check has its row: time, role, attempt, check, result, message", async () => {
    const rows = await checks();
    const calls = (await faults()).calls().filter(({ round }) => round === 1);
    expect(rows).toHaveLength(calls.length);
    for (const row of rows) expect(row).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
  });

  it("a failed check stands as FAIL with its message", async () => {
    expect((await checks(/structure \| FAIL/, /Gap Resolution/)).length).toBeGreaterThan(0);
  });

  it("passed checks of structure and content stand as PASS with the gaps addressed", async () => {
    const rows = await checks(/engineer/, /structure, content \| PASS/, /PASS.*(GAP-|\d gaps?)/);
    expect(rows.length).toBeGreaterThanOrEqual(8);
  });

  it("the figures add up: attempts, valid and failed ones", async () => {
    const desk = await faults();
    const firsts = desk.calls().filter(({ attempt }) => attempt === 1).length;
    const status = desk.session("status.md");
    const share = Math.round((100 * 3) / firsts);
    expect(section(status, "Validation")).toMatch(new RegExp(`\\b3 \\(${share} %\\)|\\b3 of ${firsts}\\b`));
    for (const row of rowsOf(status, "attempts", "valid", "failed"))
      expect(Number(row.attempts)).toBe(Number(row.valid) + Number(row.failed));
  });
});

describe("FILE_MISSING", () => {
  it("the notice names one path, which exists for the agent", async () => {
    const { paths, read } = await missing();
    expect(paths).toEqual([{ path: read, reachable: true }]);
  });

  it("an agent that writes to the named path is valid on its retry", async () => {
    const { desk, run } = await missing();
    expect(run.code, run.stderr).toBe(0);
    expect(desk.has("yard_v1.0.md")).toBe(true);
    expect(desk.session("status.md")).not.toMatch(/Permission violations\n\n\|/);
  });
});

describe("the five ways on", () => {
  const chosen = answeredWith("reassign", { gaps: OTHER.gap });

  it("reassign: the person chooses the gaps", async () => {
    const { desk } = await chosen();
    const worked = desk
      .calls()
      .filter(({ role, round, attempt }) => role === "engineer" && round === 1 && attempt === 1);
    expect(worked.flatMap(({ gaps }) => gaps)).toEqual(expect.arrayContaining([ONE.gap, TWO.gap, OTHER.gap]));
    expect(worked.flatMap(({ gaps }) => gaps)).not.toContain(SPARE.gap);
  });

  it("narrow is not offered for a single gap", async () => {
    const [question] = await (await alone()).questions();
    expect(question?.options.map(({ id }) => id)).not.toContain("narrow");
  });

  it("no attempt is numbered beyond what there can be", async () => {
    const { resumed, desk } = await context();
    const counted = [
      ...`${resumed.stderr}\n${desk.prompt(1, `engineer-${ONE.gap}`, 4)}`.matchAll(/attempt (\d+) of (\d+)/g),
    ];
    expect(counted.length).toBeGreaterThan(0);
    for (const [words, attempt, most] of counted) expect(Number(attempt), words).toBeLessThanOrEqual(Number(most));
  });

  it("pause keeps the session: resume asks again", async () => {
    const { desk } = await paused();
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["role-failed"]);
  });

  it("narrow: one gap goes on alone, the simplest", async () => {
    const { desk } = await narrowed();
    const more = desk.calls().filter(({ round, attempt }) => round === 1 && attempt > 3);
    expect(more.map(({ gaps }) => gaps)).toEqual([[ONE.gap]]);
  });
});

describe("context that the person gives is a decision, with id, gaps and words", () => {
  const recorded = (decisions: string, words: string, gap?: string) => {
    expect(decisions).toMatch(/DECISION-R\d+-\d{3}/);
    expect(decisions).toContain(words);
    if (gap !== undefined) expect(decisions).toContain(gap);
  };

  it("context: the words are a decision with id and gaps in decisions.md", async () => {
    const { desk } = await context();
    recorded(desk.session("decisions.md"), "The smith oils it at dusk.", ONE.gap);
  });

  it("context with a rollback is a decision in decisions.md", async () => {
    const desk = await openYard([ONE, TWO], otherwise(ONE, TWO));
    await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
    await desk.expecting(0, "rollback", "--reason", "A bad turn", "--context", "The smith oils it at dusk.");
    await desk.run("resume");
    recorded(desk.session("decisions.md"), "The smith oils it at dusk.", ONE.gap);
  });

  it("context at a divergence warning is a decision in decisions.md", async () => {
    const again = (round: number) =>
      `## Review: ${ONE.gap}\n\n### Critical Issues\n\nNone.\n\n### High Priority\n\n- **ISSUE-R${round}-001**: Who counts the days\n  - **Location:** "${ONE.sentence.replace("kept.", "kept for 15 days.")}"\n  - **Impact:** Two would be built.\n  - **Suggestion:** Say it.\n\n### Verdict\n\nNEEDS_REVISION\n`;
    const desk = await openYard([ONE], [reviewer(1, again(1)), ...otherwise(ONE)]);
    await desk.begin("--set", "stall_threshold=1");
    await desk.answer("divergence", "context", { context: "The smith oils it at dusk." });
    await desk.run("resume");
    recorded(desk.session("decisions.md"), "The smith oils it at dusk.");
  });
});

describe("partial rounds", () => {
  it("the summary gives the reason for the gap that failed", async () => {
    const unsettled = section((await partial()).summary(1), "Not settled");
    expect(unsettled).toMatch(/GAP-ONE-001.*(?:WRONG_FORMAT|attempt)/);
  });

  it("a round in which the Engineer had nothing to do is not called SKIP and PARTIAL", async () => {
    const { desk } = await unreviewed();
    const progress = section(desk.summary(2), "Progress");
    expect(progress).not.toMatch(/SKIP/);
    expect(progress).not.toMatch(/PARTIAL/);
  });
});

describe("the question after exhausted retries", () => {
  const question = async () => {
    const [asked] = await (await waiting()).questions();
    if (asked === undefined) throw new Error("nothing is asked");
    return asked;
  };
  const ids = async () => (await question()).options.map(({ id }) => id);

  it("the situation names the round", async () => {
    expect((await question()).text).toContain("Round 1");
  });
  it("the situation names the role", async () => {
    expect((await question()).text).toContain("Engineer");
  });
  it("the situation names the failure type", async () => {
    expect(shown(await question())).toContain("WRONG_FORMAT");
  });
  it("the situation has a line for each attempt", async () => {
    const lines = (await question()).evidence.flatMap(({ body }) => body.split("\n"));
    for (const gap of [ONE.gap, TWO.gap])
      for (const attempt of [1, 2, 3])
        expect(lines.filter((line) => line.includes(`${gap}, attempt ${attempt}:`))).toHaveLength(1);
  });
  it("there are five ways on: skip, reassign, context, narrow, pause", async () => {
    expect(await ids()).toEqual(expect.arrayContaining(["skip", "reassign", "context", "narrow", "pause"]));
  });
  it("the person may answer a failure with a rollback", async () => {
    expect(await ids()).toContain("rollback");
  });
  it("reassign offers unblocked gaps that are not in the round", async () => {
    const words = Object.values((await question()).options.find(({ id }) => id === "reassign") ?? {}).join("\n");
    for (const gap of [SPARE.gap, OTHER.gap]) expect(words).toContain(gap);
    for (const gap of [ONE.gap, TWO.gap]) expect(words).not.toContain(gap);
  });
  it("exhausted retries are recorded as such", async () => {
    expect(section((await waiting()).session("status.md"), "Validation")).toMatch(
      /exhausted|used up|\b3\b[^\n]*WRONG_FORMAT/i,
    );
  });
  it("context: the person's words stand in the prompt", async () => {
    const { desk } = await context();
    expect(desk.prompt(1, `engineer-${ONE.gap}`, 4)).toContain("The smith oils it at dusk.");
  });
  it("context: one more attempt", async () => {
    const { desk } = await context();
    const tried = desk
      .calls()
      .filter(({ round, gaps, role }) => role === "engineer" && round === 1 && gaps.includes(ONE.gap));
    expect(tried).toHaveLength(4);
  });
  it("narrow: one more attempt", async () => {
    const { desk } = await narrowed();
    expect(desk.calls().filter(({ round, attempt }) => round === 1 && attempt === 4)).toHaveLength(1);
  });
  it("narrowing takes the gap with the least to it", async () => {
    // The shorter text of two that weigh the same.
    expect(Object.values((await question()).options.find(({ id }) => id === "narrow") ?? {}).join(" ")).toContain(
      ONE.gap,
    );
  });
  it("the round goes on with the one gap and is PARTIAL", async () => {
    const { desk } = await narrowed();
    expect(desk.summary(1)).toMatch(/PARTIAL/);
    expect(section(desk.summary(1), "Resolved")).toContain(ONE.gap);
  });
  it("a role that passed at once is a success with one attempt", async () => {
    const { desk } = await narrowed();
    expect(rowsOf(desk.log(2), ...SUMS).map(wholeRow)).toContain("Reviewer | SUCCESS | 1 | none");
  });

  const skipped = answeredWith("skip");
  it("skip goes on without the role and records it", async () => {
    const { desk } = await skipped();
    expect(desk.summary(1)).toMatch(/Engineer \|.*skipped by the User/);
    expect(desk.calls().filter(({ role, round }) => role === "reviewer" && round === 1)).toEqual([]);
  });
  it("an Engineer that failed and is skipped: the round says Engineer: SKIP", async () => {
    const { desk } = await skipped();
    expect(desk.summary(1)).toContain("Engineer: SKIP");
  });
});

describe("what is left of a round", () => {
  it("the Reviewer reviews what exists when one gap failed", async () => {
    const reviewed = (await partial()).calls().filter(({ role }) => role === "reviewer");
    expect(reviewed.map(({ gaps }) => gaps)).toEqual([[TWO.gap]]);
  });
  it("the round is PARTIAL and the failed gap goes back", async () => {
    const desk = await partial();
    expect(desk.summary(1)).toContain("PARTIAL");
    expect([await desk.state(ONE.gap), await desk.state(TWO.gap)]).toEqual(["OPEN", "ACCEPTED"]);
  });
  const twice = once(async () => {
    const desk = await openYard([ONE, TWO, SPARE], [...failing(ONE), ...failing(ONE, 2), ...otherwise(TWO, SPARE)]);
    await desk.refine(3, "--parallel-gaps", "2", "--max-rounds", "2");
    const asked = await desk.questions();
    await desk.answer("role-failed", "skip");
    await desk.run("resume");
    return { desk, asked };
  });
  it("a gap that fails in two rounds is asked about although another succeeded", async () => {
    const { asked } = await twice();
    expect(asked.map(({ kind, about }) => [kind, about])).toEqual([["role-failed", ["engineer", ONE.gap]]]);
    expect(asked[0]?.text).toContain(`no document of the Engineer could be used for ${ONE.gap}.`);
  });
  it("skipping it keeps what the other Engineers proposed", async () => {
    const { desk } = await twice();
    expect(await desk.state(SPARE.gap)).toMatch(/ACCEPTED|RESOLVED/);
    expect(desk.session("round_002/engineer.md")).toContain(SPARE.gap);
  });
  it("proposals of a Reviewer that failed are marked unreviewed", async () => {
    expect((await unreviewed()).desk.summary(1)).toMatch(/GAP-ONE-001.*PROPOSED.*unreviewed/);
  });
  it("they are reviewed first in the next round", async () => {
    const { desk } = await unreviewed();
    const second = desk.calls().filter(({ round, gaps }) => round === 2 && gaps.length > 0);
    expect(second.map(({ role, gaps }) => [role, gaps])).toEqual([["reviewer", [ONE.gap]]]);
  });
  it("what a Reviewer left out stays unreviewed, the rest counts", async () => {
    const desk = await openYard([ONE, SPARE], [reviewer(1, review({ gap: ONE.gap })), ...otherwise(ONE, SPARE)]);
    await desk.refine(3, "--max-rounds", "1");
    expect(desk.calls().filter(({ role }) => role === "reviewer")).toHaveLength(2);
    expect([await desk.state(ONE.gap), await desk.state(SPARE.gap)]).toEqual(["ACCEPTED", "PROPOSED"]);
    expect(section(desk.summary(1), "Not settled")).toMatch(/GAP-SPARE-001.*unreviewed/);
  });
});

/** It is there, so that the session begins, and cannot be run. */
const NOT_A_PROGRAM = { "not-a-program.txt": "words\n" };

describe("what no retry mends", () => {
  const lost = once(async () => {
    const desk = await openYard([ONE], [], NOT_A_PROGRAM);
    const run = await refineWith(desk, "yard.md", ["./not-a-program.txt"]);
    return { desk, run };
  });

  it("a failure that no retry can mend comes to the person at once", async () => {
    const { desk, run } = await lost();
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["agent-failure"]);
    expect(run.stderr).not.toMatch(/attempt 2/);
  });
  it("a run that cannot start is EXECUTION_ERROR and not retried with another prompt", async () => {
    const { desk, run } = await lost();
    expect(run.stderr).toContain("EXECUTION_ERROR");
    expect(desk.files("sessions/yard/round_001/prompts")).toHaveLength(1);
  });
  it("the person is told why it could not run", async () => {
    const [question] = await (await lost()).desk.questions();
    expect(question?.text).toMatch(/not found|could not|permission|EACCES/i);
  });
  it("a fatal error ends in a question, and the session is not lost", async () => {
    const { desk, run } = await lost();
    expect(run.code).toBe(5);
    const [question] = await desk.questions();
    expect(question?.options.map(({ id }) => id)).toEqual(expect.arrayContaining(["retry", "pause"]));
    expect(await desk.state(ONE.gap)).toBe("IN_PROGRESS");
  });
  it("trying again sends the same prompt and uses up no retry", async () => {
    const desk = await openYard([ONE], otherwise(ONE), NOT_A_PROGRAM);
    await refineWith(desk, "yard.md", ["./not-a-program.txt"]);
    const lostPrompt = desk.prompt(1, `engineer-${ONE.gap}`);
    await desk.answer("agent-failure", "retry");
    await desk.resume(0, "--engineer-cmd", tableAgent(desk));
    const [call] = desk.calls();
    // But for the run's own folder, which has an unguessable name.
    const placeless = (prompt: string | undefined) => prompt?.trimEnd().replaceAll(/(?<=\.scratch\/)[\w-]+/g, "RUN");
    expect(placeless(call?.prompt)).toBe(placeless(lostPrompt));
    expect(call?.attempt).toBe(1);
  });
  it("without retries the first failure goes to the person", async () => {
    const desk = await openYard([ONE], failing(ONE));
    await desk.refine(3, "--set", "max_retries=0");
    expect(desk.calls()).toHaveLength(1);
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["role-failed"]);
  });
});

describe("nobody can go on", () => {
  const ask = (gap: string, words: string) => `BLOCKED_NEEDS_INPUT: ${gap}\n${words}\n- 1 day: short\n- 9 days: long\n`;
  const blocked = once(async () => {
    const asks = (one: typeof ONE, words: string) => ({
      role: "engineer" as const,
      round: 1,
      gaps: [one.gap],
      document: ask(one.gap, words),
    });
    const turns = [asks(ONE, "How old may an anvil be?"), asks(SPARE, "How old may a crate be?")];
    const desk = await openYard([ONE, SPARE], [...turns, ...otherwise(ONE, SPARE)]);
    await desk.refine(3);
    for (const { id } of await desk.questions()) await desk.expecting(0, "answer", id, "--option", "end");
    const before = desk.calls().length;
    await desk.resume(3);
    return { desk, ran: desk.calls().length - before };
  });

  it("with every gap blocked on the User all inputs are asked together and no agent runs", async () => {
    const { desk, ran } = await blocked();
    const asked = (await desk.questions()).map(shown).join("\n");
    for (const words of ["How old may an anvil be?", "How old may a crate be?"]) expect(asked).toContain(words);
    expect(ran).toBe(0);
  });

  it("a way on that would change nothing is not offered", async () => {
    const options = (await (await blocked()).desk.questions()).flatMap((question) =>
      question.options.map(({ id }) => id),
    );
    expect(options).toContain("give");
    for (const id of ["other", "end"]) expect(options).not.toContain(id);
  });

  const both = once(async () => {
    const empty = [1, 2, 3].flatMap((n) => [reviewer(1, " ", n), reviewer(2, " ", n)]);
    const desk = await openYard([ONE, TWO], [...failing(TWO, 2), ...empty, ...otherwise(ONE, TWO)]);
    await desk.refine(3, "--parallel-gaps", "1");
    await desk.answer("role-failed", "skip");
    await desk.resume(3);
    await desk.answer("role-failed", "skip");
    await desk.resume(3);
    return desk.questions();
  });

  it("both failed: the person is asked", async () => {
    expect((await both()).map(({ kind }) => kind)).toEqual(["both-failed"]);
  });

  it("both failed: condensed context, close, defer, abandon or write oneself are offered", async () => {
    const [question] = await both();
    expect(question?.options.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["condense", "wont-fix", "defer", "abandon", "write"]),
    );
  });
});
