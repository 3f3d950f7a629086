import { beforeAll, describe, expect, it } from "vitest";
import { count, DAYS, KEEP, KEPT, keeps } from "./support/depot.ts";
import { attempts, type Desk, engineer, reviewer, shown, type Turn } from "./support/desk.ts";
import { changedIn, disagree, review } from "./support/documents.ts";
import {
  ALTERNATIVE,
  BETTER,
  decide,
  disputed,
  FIRST,
  INTAKE_DAY,
  oneGap,
  REFUSAL,
  raised,
  revised,
  SOURCE,
} from "./support/one-gap.ts";

// SPEC 10: conflicts are shown whole, decided by the person, and what is decided is carried out.

const MET: readonly Turn[] = revised(3, keeps(BETTER, changedIn(FIRST, "1")), {
  earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`] },
});
const conflictOf = async (desk: Desk, issue = FIRST) =>
  (await desk.questions()).find(({ kind, about }) => kind === "conflict" && about.includes(issue));

describe.concurrent("a conflict on a HIGH issue", () => {
  describe("in an unattended run", () => {
    let desk: Desk;
    let stderr: string;
    beforeAll(async () => {
      desk = await oneGap(disputed({ ...REFUSAL, alternative: ALTERNATIVE }));
      stderr = (await desk.refine(3, "--yes")).stderr;
    });

    it("waits for the person: no policy decides it, and none takes C", async () => {
      expect(await conflictOf(desk)).toBeDefined();
      expect(desk.session("decisions.md")).not.toContain(ALTERNATIVE);
    });

    it("is shown whole, with its letters, by refine, by status and in status.md", async () => {
      const { stdout } = await desk.expecting(0, "status");
      const { impact, suggestion } = INTAKE_DAY;
      const words = [FIRST, KEEP, "HIGH", impact, suggestion, REFUSAL.position, REFUSAL.rationale, ALTERNATIVE];
      const resumed = await desk.resume(3);
      for (const text of [stderr, resumed.stderr, stdout, desk.session("status.md")]) {
        for (const word of words) expect(text).toContain(word);
        for (const letter of ["A", "B", "C", "D"]) expect(text).toMatch(new RegExp(`\\b${letter}\\b`));
      }
    });

    it("offers A in the Reviewer's words, B in the Engineer's, C its alternative, D one's own; never B or D recommended", async () => {
      const question = await conflictOf(desk);
      const option = (letter: string) => question?.options.find(({ id }) => id === letter);
      const words = (letter: string) => Object.values(option(letter) ?? {}).join("\n");
      expect(words("A")).toContain(INTAKE_DAY.suggestion);
      expect(words("B")).toContain(REFUSAL.position);
      expect(words("C")).toContain(ALTERNATIVE);
      expect(option("D")).toBeDefined();
      for (const letter of ["B", "D"]) expect(option(letter)?.recommended ?? false).toBe(false);
    });
  });

  it("costs one question, and decided for B the session ends", async () => {
    const desk = await oneGap([...disputed(), ...revised(3, keeps(), {})]);
    await desk.refine(3, "--set", "stall_threshold=auto");
    const [question, ...more] = await desk.questions();
    expect([question?.kind, more]).toEqual(["conflict", []]);
    // Nobody stated an alternative: whatever stands as C is a guess, and not recommended.
    expect(question?.options.find(({ id }) => id === "C")?.recommended ?? false).toBe(false);
    await decide(desk, FIRST, "B");
    await desk.resume(0);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, DAYS));
    expect(desk.session("decisions.md")).toContain(REFUSAL.position);
  });

  it("decided for A binds the next prompt: the letter, the decided text before the reason, and that it is settled", async () => {
    const desk = await oneGap([...disputed(), ...MET]);
    await desk.refine(3);
    const question = await conflictOf(desk);
    await desk.expecting(0, "answer", question?.id ?? "", "--option", "A", "--field", "rationale=Nobody reads labels.");
    await desk.resume(0);
    const prompt = desk.prompt(3, `engineer-${KEEP}`);
    const decided = prompt.slice(prompt.indexOf("DECISION-R2-001"));
    expect(decided).toMatch(/\bA\b/);
    expect(decided.indexOf(INTAKE_DAY.suggestion ?? "")).toBeGreaterThan(-1);
    expect(decided.indexOf(INTAKE_DAY.suggestion ?? "")).toBeLessThan(decided.indexOf("Nobody reads labels."));
    expect(prompt).toMatch(/settled/i);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, BETTER));
    for (const words of [FIRST, REFUSAL.position, "Nobody reads labels."])
      expect(desk.session("decisions.md")).toContain(words);
  });

  it("cannot be left undecided, and may be answered by its letter in any case", async () => {
    const desk = await oneGap([...disputed(), ...MET]);
    await desk.refine(3);
    expect((await conflictOf(desk))?.options.map(({ id }) => id)).not.toContain("limitation");
    await desk.answer("conflict", "a");
    await desk.resume(0);
    expect(desk.session("decisions.md")).toContain("A: the Reviewer's suggestion");
  });

  it("is asked anew, with what follows from it, where the person changes the severity of its issue", async () => {
    const desk = await oneGap([...disputed({ ...REFUSAL, alternative: ALTERNATIVE }), ...MET]);
    await desk.refine(3);
    const asked = await conflictOf(desk);
    const recommended = async () => (await conflictOf(desk))?.options.find((one) => one.recommended)?.id;
    expect(await recommended()).toBe("C");
    await desk.expecting(0, "flag", "severity", FIRST, "CRITICAL", "--reason", "Parcels get lost.");
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["conflict"]);
    expect((await conflictOf(desk))?.id).not.toBe(asked?.id);
    expect((await conflictOf(desk))?.about).toContain("CRITICAL");
    expect(await recommended()).toBe("A");
    expect(desk.session("status.md")).toMatch(/ISSUE-R1-001[^\n]*CRITICAL[^\n]*open/);
    await desk.expecting(0, "flag", "severity", FIRST, "LOW", "--reason", "The label says it.");
    expect(await desk.questions()).toEqual([]);
    await desk.resume(0);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, DAYS));
    for (const words of ["Parcels get lost.", "The label says it."]) {
      expect(desk.session("decisions.md")).toContain(words);
    }
  });

  it("is asked about again where the person calls the ending off", async () => {
    const desk = await oneGap(disputed());
    await desk.refine(3);
    await desk.expecting(3, "finish");
    await desk.resume(3);
    await desk.answer("finish", "go-on");
    await desk.resume(3);
    expect(await conflictOf(desk)).toBeDefined();
  });

  it("argued again after it was decided is refused, and the retry shows no DISAGREE form", async () => {
    const desk = await oneGap([
      ...disputed(),
      ...attempts(
        (text, attempt) => engineer(3, KEEP, text, attempt),
        keeps(DAYS, disagree(REFUSAL)),
        keeps(BETTER, changedIn(FIRST, "1")),
      ),
      reviewer(3, review({ gap: KEEP, earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`] } })),
    ]);
    await desk.refine(3);
    await decide(desk, FIRST, "A");
    await desk.resume(0);
    expect(desk.log(3)).toContain("RE_ARGUED_CONFLICT");
    const [first, second] = [desk.prompt(3, `engineer-${KEEP}`), desk.prompt(3, `engineer-${KEEP}`, 2)];
    for (const words of ["## DISAGREE:", "**Engineer Position:**"])
      expect(count(second, words)).toBeLessThanOrEqual(count(first, words));
  });
});

describe.concurrent("words that go with another option (SPEC 14)", () => {
  it("are refused with the reason, and taken where they belong", async () => {
    const desk = await oneGap(disputed());
    await desk.refine(3);
    const words = "decision=Only for heavy parcels.";
    const { stderr } = await desk.expecting(2, "answer", "--option", "A", "--field", words);
    expect(stderr).toContain('"D: your own decision" goes with D: with A it would have no effect');
    expect(await conflictOf(desk)).toBeDefined();
    await desk.expecting(0, "answer", "--option", "A", "--field", "rationale=Only for heavy parcels.");
    await desk.run("resume");
    expect(desk.session("decisions.md")).toContain("Only for heavy parcels.");
  });
});

describe.concurrent("a decision that is applied again after its round was undone (SPEC 13.3)", () => {
  it.each(["A", "C"])("binds as it did: %s", async (letter) => {
    const desk = await oneGap(disputed({ ...REFUSAL, alternative: ALTERNATIVE }));
    await desk.refine(3);
    await decide(desk, FIRST, letter);
    await desk.expecting(0, "rollback", "--reason", "too abstract", "--same");
    await desk.expecting(0, "decisions", "reapply", "DECISION-R2-001");
    await desk.resume(3);
    expect(desk.prompt(2, `engineer-${KEEP}`)).toContain(`- ${FIRST}: do what the User decided`);
    expect((await desk.expecting(0, "status")).stdout).toContain("decided by you, not carried out yet");
    expect(desk.log(2)).toContain("RE_ARGUED_CONFLICT");
    expect(desk.session("status.md")).toMatch(new RegExp(`${FIRST} .*decided: ${letter} \\| DECISION-R1-001`));
    expect(await conflictOf(desk)).toBeUndefined();
  });
});

describe.concurrent("a rejected position that is proposed again", () => {
  it("is a note in the summary, and whetstone flag acts on it", async () => {
    const again = `Parcels are kept for 15 days. ${REFUSAL.position}`;
    const desk = await oneGap([
      ...disputed(),
      ...revised(3, keeps(again, changedIn(FIRST, "1", REFUSAL.position)), {
        earlier: { [FIRST]: ["NOT_FIXED", "It says the opposite."] },
        verdict: "NEEDS_REVISION",
      }),
    ]);
    await desk.refine(3, "--max-rounds", "3");
    await decide(desk, FIRST, "A");
    await desk.resume(3);
    const line = desk
      .summary(3)
      .split("\n")
      .find((one) => /NOTE-R3-\d+/.test(one) && /position|rejected|decided/i.test(one));
    expect(line).toBeDefined();
    await desk.expecting(0, "flag", "ask", /NOTE-R3-\d+/.exec(line ?? "")?.[0] ?? "");
  });
});

describe("a conflict whose gap is closed", () => {
  it("is over: the closing summary calls its issue open, not disputed", async () => {
    const desk = await oneGap(disputed(REFUSAL));
    await desk.refine(3);
    await desk.expecting(0, "gap", "wont-fix", KEEP, "--reason", "enough");
    const { stdout, stderr } = await desk.run("resume");
    expect(`${stdout}${stderr}${desk.session("status.md")}`).not.toContain("waiting for your decision");
  });
});

describe.concurrent("other ways to write a disagreement", () => {
  it.each(["Position", "Engineer Position"])(
    "the older form, with %s, is read as the same: B is the position, C the alternative view",
    async (label) => {
      const older = `## Response to ${FIRST}\n\n**${label}:** DISAGREE\n\n**Reviewer Concern:** "${INTAKE_DAY.title}"\n\n**Rationale:** ${REFUSAL.rationale}\n\n**Alternative View:** ${ALTERNATIVE}`;
      const desk = await oneGap([
        ...raised({ high: [INTAKE_DAY] }),
        ...revised(2, keeps(DAYS, older), {
          earlier: { [FIRST]: ["NOT_FIXED", "As it was."] },
          verdict: "NEEDS_REVISION",
        }),
      ]);
      await desk.refine(3);
      const question = await conflictOf(desk);
      const option = (letter: string) =>
        Object.values(question?.options.find(({ id }) => id === letter) ?? {}).join("\n");
      expect(option("B")).not.toMatch(/^DISAGREE$/m);
      expect(option("B")).toContain(REFUSAL.rationale);
      expect(option("C")).toContain(ALTERNATIVE);
      await decide(desk, FIRST, "B");
      await desk.run("resume");
      expect(desk.session("decisions.md")).toContain(REFUSAL.rationale);
      expect(desk.session("decisions.md")).not.toMatch(/^> DISAGREE$/m);
    },
  );

  it("without a position B is the response itself", async () => {
    const bare = `## DISAGREE: ${FIRST}\n\n**Reviewer Concern:** "${INTAKE_DAY.title}"\n\n**Rationale:** ${REFUSAL.rationale}`;
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, keeps(DAYS, bare), {
        earlier: { [FIRST]: ["NOT_FIXED", "As it was."] },
        verdict: "NEEDS_REVISION",
      }),
    ]);
    await desk.refine(3);
    const question = await conflictOf(desk);
    expect(question && shown(question)).not.toMatch(/did not address/i);
    expect(question && shown(question)).toContain(REFUSAL.rationale);
  });
});

describe.concurrent("a HIGH conflict that is still open at the end", () => {
  it("is named, with its issue, where the person acknowledges it", async () => {
    const desk = await oneGap(disputed());
    await desk.refine(3);
    await desk.expecting(3, "finish");
    await desk.run("resume");
    const finish = (await desk.questions()).find(({ kind }) => kind === "finish");
    await desk.expecting(0, "answer", finish?.id ?? "", "--option", "accept");
    await desk.run("resume");
    const gates = (await desk.questions()).filter(({ kind }) => kind === "warning-gate");
    expect(gates.map(shown).join("\n")).toContain(FIRST);
    expect(desk.has("depot_v1.0.md")).toBe(false);
  });
});
