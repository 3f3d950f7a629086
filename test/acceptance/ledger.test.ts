import { describe, expect, it } from "vitest";
import { COSTS, costs, count, DAYS, depot, FEE, KEEP, KEPT, keeps, replace } from "./support/depot.ts";
import { attempts, engineer, openDesk, reviewer, shown } from "./support/desk.ts";
import { changedIn, proposal, review, reviews } from "./support/documents.ts";
import { BETTER, FIRST, INTAKE_DAY, oneGap, raised, revised, SECOND, SOURCE, WHO_CLEARS } from "./support/one-gap.ts";

// SPEC 3.6, 5: issues are a ledger. Nothing is verified by silence, and what is quoted occurs.

const UNGROUNDED = { ...INTAKE_DAY, quotes: ["Parcels are thrown away at noon."] };
const answered = keeps(BETTER, changedIn(FIRST, "1"));
const RESOLVED = { earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`] } } as const;

describe.concurrent("the quotation of a CRITICAL or HIGH issue (UNGROUNDED)", () => {
  it("that does not occur in the text under review, as one of two, is asked for again, with its words", async () => {
    const halfGrounded = { ...UNGROUNDED, quotes: [DAYS, ...UNGROUNDED.quotes] };
    const documents = [review({ gap: KEEP, high: [halfGrounded] }), review({ gap: KEEP, high: [INTAKE_DAY] })];
    const desk = await oneGap([
      engineer(1, KEEP, keeps()),
      ...attempts((text, n) => reviewer(1, text, n), ...documents),
    ]);
    await desk.refine(3, "--max-rounds", "1");
    expect(desk.prompt(1, "reviewer", 2)).toContain("Parcels are thrown away at noon.");
    expect(desk.log(1)).toContain("UNGROUNDED");
    expect(desk.summary(1)).toMatch(/ISSUE-R1-001.*HIGH/);
  });

  it("is found with white space and markup folded", async () => {
    const folded = { ...INTAKE_DAY, quotes: ["**Parcels** are kept   for 15 days."] };
    const desk = await oneGap(raised({ high: [folded] }));
    await desk.refine(3, "--max-rounds", "1");
    expect(desk.calls()).toHaveLength(2);
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
  });

  it("that still does not occur makes a HIGH issue MEDIUM, which holds nothing back", async () => {
    const desk = await oneGap(raised({ high: [UNGROUNDED], verdict: "APPROVED_WITH_NOTES" }));
    await desk.begin("--max-rounds", "1");
    expect(
      desk.calls().filter(({ role, gaps }) => role === "reviewer" && gaps.length > 0).length,
    ).toBeGreaterThanOrEqual(2);
    expect(desk.summary(1)).toMatch(/ISSUE-R1-001.*MEDIUM/);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, DAYS));
  });

  it("that still does not occur makes a CRITICAL issue a question to the person", async () => {
    const desk = await oneGap(raised({ critical: [UNGROUNDED] }));
    await desk.refine(3, "--max-rounds", "5");
    const [question] = await desk.questions();
    expect(question && shown(question)).toContain(FIRST);
    expect(desk.calls().filter(({ role }) => role === "reviewer")).toHaveLength(2);
  });
});

describe.concurrent("the Reviewer's word on an earlier issue", () => {
  it("RESOLVED with the deciding words lets the gap pass", async () => {
    const desk = await oneGap([...raised({ high: [INTAKE_DAY] }), ...revised(2, answered, RESOLVED)]);
    await desk.refine(0);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, BETTER));
    expect(desk.summary(2)).toMatch(/ISSUE-R1-001.*VERIFIED/);
  });

  it("PARTLY is NOT_FIXED in the ledger, and what is missing stands whole in the next prompt", async () => {
    const missing = "The hour at which a day ends is missing.";
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, answered, { earlier: { [FIRST]: ["PARTLY", missing] }, verdict: "NEEDS_REVISION" }),
      engineer(3, KEEP, answered),
    ]);
    await desk.refine(3, "--max-rounds", "3");
    expect(desk.summary(2)).toMatch(/ISSUE-R1-001.*NOT_FIXED/);
    expect(desk.prompt(3, `engineer-${KEEP}`)).toContain(missing);
    expect(desk.session("round_002/engineer.md")).toContain(BETTER);
  });

  it("that is passed over is asked for by its id (PARTIAL_REVIEW)", async () => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      engineer(2, KEEP, answered),
      ...attempts(
        (text, attempt) => reviewer(2, text, attempt),
        review({ gap: KEEP }),
        review({ gap: KEEP, ...RESOLVED }),
      ),
    ]);
    await desk.refine(0);
    const [first, second] = [desk.prompt(2, "reviewer"), desk.prompt(2, "reviewer", 2)];
    expect(count(second, FIRST)).toBeGreaterThan(count(first, FIRST));
    expect(desk.log(2)).toContain("PARTIAL_REVIEW");
  });

  it("that is passed over twice verifies nothing: the gap stays PROPOSED and the spec as it was", async () => {
    const desk = await oneGap([...raised({ high: [INTAKE_DAY] }), ...revised(2, answered, {})]);
    await desk.refine(3, "--max-rounds", "2");
    expect(desk.calls().filter(({ role, round }) => role === "reviewer" && round === 2)).toHaveLength(2);
    expect(await desk.state(KEEP)).toBe("PROPOSED");
    expect(desk.session("spec.md")).toBe(SOURCE);
    expect(desk.summary(2)).not.toMatch(/ISSUE-R1-001.*VERIFIED/);
    expect(desk.summary(2)).toContain(
      "(PROPOSED): the review says nothing of an issue on it; held back by ISSUE-R1-001 (answered, not confirmed by the Reviewer)",
    );
  });

  it("RESOLVED by words that do not occur is no word: it is asked for once, and then the issue stays open", async () => {
    const byNothing = { earlier: { [FIRST]: ["RESOLVED", '"kept until noon" says so'] } } as const;
    const desk = await oneGap([...raised({ high: [INTAKE_DAY] }), ...revised(2, answered, byNothing)]);
    await desk.refine(3, "--max-rounds", "2");
    expect(desk.prompt(2, "reviewer", 2)).toContain(
      "RESOLVED by words that do not occur in the text under review: ISSUE-R1-001",
    );
    expect(desk.session("spec.md")).toBe(SOURCE);
    expect(desk.summary(2)).not.toContain("VERIFIED");
    expect(desk.summary(2)).toMatch(/ISSUE-R1-001 is called RESOLVED by words that do not occur/);
  });

  it("is not demanded for a MEDIUM issue that nobody decided", async () => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY], medium: [WHO_CLEARS] }),
      ...revised(2, answered, RESOLVED),
    ]);
    await desk.begin("--max-rounds", "2");
    const reviewed = desk
      .calls()
      .filter(({ role, round, gaps }) => role === "reviewer" && round === 2 && gaps.length > 0);
    expect(reviewed).toHaveLength(1);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, BETTER));
    expect(desk.summary(2)).not.toMatch(new RegExp(`${SECOND}.*VERIFIED`));
  });
});

describe.concurrent("a review that leaves a proposal out", () => {
  it("is asked for it by its id, and then it is reviewed", async () => {
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, FEE) },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(1, FEE, costs()),
        ...attempts(
          (text, attempt) => reviewer(1, text, attempt),
          review({ gap: KEEP }),
          reviews({ gap: FEE }, { gap: KEEP }),
        ),
      ],
    });
    await desk.refine(0);
    expect(desk.log(1)).toContain("PARTIAL_REVIEW");
    expect(desk.read("depot_v1.0.md")).toContain(COSTS);
  });
});

describe.concurrent("a verdict", () => {
  const LOW_ONLY = { low: [INTAKE_DAY], verdict: "NEEDS_REVISION" } as const;

  it("NEEDS_REVISION never accepts, whatever issues were read; a second one in a row is asked about", async () => {
    const again = {
      ...LOW_ONLY,
      low: [{ ...INTAKE_DAY, id: "ISSUE-R2-001", title: "The label is not named", quotes: [BETTER] }],
    };
    const desk = await oneGap([...raised(LOW_ONLY), ...revised(2, keeps(BETTER), again)]);
    await desk.refine(3, "--max-rounds", "1");
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
    expect(desk.session("spec.md")).toBe(SOURCE);
    await desk.extend();
    await desk.resume(3);
    const [question] = await desk.questions();
    for (const words of [KEEP, KEPT, BETTER, "The label is not named"])
      expect(question && shown(question)).toContain(words);
    expect(question?.options.map(({ id, label }) => `${id} ${label}`).join("\n")).toMatch(
      /accept[\s\S]*revise|revise[\s\S]*accept/i,
    );
    expect(desk.session("spec.md")).toBe(SOURCE);
  });

  it("that approves over an open HIGH issue is a mismatch in the summary, and the severity holds", async () => {
    const desk = await oneGap(raised({ high: [INTAKE_DAY], verdict: "APPROVED" }));
    await desk.refine(3, "--max-rounds", "1");
    expect(desk.summary(1)).toMatch(/mismatch/i);
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
    expect(desk.session("spec.md")).toBe(SOURCE);
  });

  it("with MEDIUM and LOW issues alone lets the gap pass", async () => {
    const desk = await oneGap(raised({ medium: [INTAKE_DAY], low: [WHO_CLEARS], verdict: "APPROVED_WITH_NOTES" }));
    await desk.begin("--max-rounds", "1");
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, DAYS));
  });
});

describe.concurrent("an issue that wants the owner asked", () => {
  const QUESTION = "How long may a parcel be kept?";
  const OWNERS = {
    id: FIRST,
    title: "How long a parcel is kept is the owner's to decide, and nobody asked",
    quotes: ["Each parcel has one shelf."],
    suggestion: `Ask: ${QUESTION}`,
  };
  const ASKS = `BLOCKED_NEEDS_INPUT: ${KEEP}\n${QUESTION}\n- 15 days: the shelf of today is enough\n- (recommended) 30 days: twice the shelves\n`;
  const MONTH = "Parcels are kept for 30 days.";

  /** Asked in round 2 in these words, and answered by the second option. */
  async function asked(document: string) {
    const desk = await oneGap([
      ...raised({ high: [OWNERS] }),
      { ...engineer(2, KEEP, keeps(MONTH, changedIn(FIRST, "1"))), when: "twice the shelves" },
      engineer(2, KEEP, document),
      reviewer(2, review({ gap: KEEP, earlier: { [FIRST]: ["RESOLVED", `"${MONTH}"`] } })),
    ]);
    await desk.refine(3);
    return desk;
  }

  it.each([
    ["alone", ASKS],
    ["beside a response that says so", `${ASKS}\n## Response to ${FIRST}\n\nThe owner is asked, above.\n`],
  ])(
    "is answered by a question %s, which reaches the person, and comes back open with their decision",
    async (_, document) => {
      const desk = await asked(document);
      const evidence = [{ body: expect.stringContaining(`${FIRST} (HIGH): ${OWNERS.title}`) }];
      expect(await desk.questions()).toMatchObject([{ kind: "input", text: QUESTION, about: [KEEP], evidence }]);
      expect(await desk.state(KEEP)).toBe("BLOCKED");
      await desk.answer("input", "choice-2");
      await desk.resume(0);
      const runs = desk.calls().filter(({ role, round }) => role === "engineer" && round === 2);
      expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2]);
      const [, again] = runs;
      expect(again?.prompt).toContain(`on ${KEEP}: 30 days: twice the shelves\n> Asked: ${QUESTION}`);
      expect(again?.prompt).toContain(`- ${FIRST}\n`);
      expect(again?.prompt).toContain(OWNERS.title);
      expect(desk.summary(2)).not.toContain("FLAG-");
      expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, MONTH));
    },
  );
});

describe.concurrent("an issue that the person lowers to MEDIUM", () => {
  it("holds nothing back, and is offered for polishing and listed at the end like any other", async () => {
    const desk = await oneGap([...raised({ high: [INTAKE_DAY] })]);
    await desk.refine(3, "--max-rounds", "1");
    await desk.expecting(0, "flag", "severity", FIRST, "MEDIUM", "--reason", "not so bad");
    expect(desk.session("status.md")).toMatch(new RegExp(`### Open issues\n[^#]*\\| ${FIRST} \\| ${KEEP} \\| MEDIUM`));
    desk.write(".play/turns.json", JSON.stringify([engineer(2, KEEP, keeps())]));
    await desk.extend();
    await desk.resume(3);
    const [polish] = await desk.questions();
    expect(polish?.kind).toBe("polish");
    expect(polish && shown(polish)).toContain(
      `${FIRST} (${KEEP}): ${INTAKE_DAY.title}\n  Place: "${DAYS}"\n  Suggestion: ${INTAKE_DAY.suggestion}`,
    );
    await desk.answer("polish", "skip");
    await desk.resume(0);
    expect(desk.read("depot_v1.0.md")).toContain(`- ${FIRST} (MEDIUM, on ${KEEP}`);
  });

  it("is settled by the polishing round", async () => {
    const polished = proposal({
      gap: KEEP,
      changes: [replace("Storage", DAYS, BETTER)],
      more: [changedIn(FIRST, "1")],
    });
    const desk = await oneGap([
      ...raised({ critical: [UNGROUNDED] }),
      ...[engineer(2, KEEP, polished), reviewer(2, review({ gap: KEEP, ...RESOLVED }))],
    ]);
    await desk.refine(3);
    await desk.answer("ungrounded", "lower");
    await desk.resume(0, "--yes");
    expect(desk.session("spec.md")).toContain(BETTER);
    expect(desk.session("traceability.md")).toContain(`${FIRST} (MEDIUM, VERIFIED)`);
  });
});
