import { describe, expect, it, vi } from "vitest";
import { costs, DAYS, depot, FEE, KEEP, KEPT, keeps, replace } from "./support/depot.ts";
import { engineer, openDesk, reviewer, shown, type Turn } from "./support/desk.ts";
import { proposal, reviews } from "./support/documents.ts";

// SPEC 3.1, 3.5a: gaps that are declared in a round, and those that the person takes away.

const SOURCE = depot(KEEP, FEE);
const TITLE = "Who tells the customer that a parcel waits is not said";
const declared = (id: string, severity: string, title: string, more = "") =>
  `- **${id}** (${severity}): ${title}${more === "" ? "" : `\n${more}`}`;
const FIELDS = `  - **Parent:** ${KEEP}\n  - **Place:** "${KEPT}"\n  - **Why:** One sends a letter, another nothing.`;
const keepsWith = (newGaps: string) => proposal({ gap: KEEP, changes: [replace("Storage", KEPT, DAYS)], newGaps });
const costsWith = (newGaps: string) => costs().replace("None.", newGaps);

describe.concurrent("gaps that are declared in a round", () => {
  it("restated by another Engineer of the round create nothing; the id of another gap is a new gap and a warning", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, FEE, costsWith(declared("GAP-MAIL-010", "MEDIUM", TITLE))),
        engineer(
          1,
          KEEP,
          keepsWith(
            [
              declared("GAP-MAIL-020", "MEDIUM", TITLE),
              declared(FEE, "MEDIUM", "Who counts the days is not said"),
            ].join("\n"),
          ),
        ),
      ],
    });
    await desk.refine(0);
    const { gaps } = await desk.status();
    expect(gaps.map(({ id }) => id)).toEqual([KEEP, FEE, "GAP-MAIL-010", "GAP-FEE-002"]);
    expect(desk.log(1)).toMatch(/RESTATED_GAP.* is already known as GAP-MAIL-010 /);
    expect(desk.log(1)).toMatch(/REUSED_ID.*GAP-FEE-001 is already another gap; .*GAP-FEE-002/);
  });

  it("that ask for the same decision are worked on once: by place and words, or by the Reviewer's word", async () => {
    const place = (quotation: string) =>
      `  - **Place:** "${quotation}"\n  - **Why:** One sends a letter, another nothing.`;
    const at = (id: string, title: string, quotation: string) => declared(id, "HIGH", title, place(quotation));
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(
          1,
          FEE,
          costsWith(
            at(
              "GAP-MAIL-010",
              "Whether a letter, a mail or a call tells the customer is not said",
              "Each parcel has one shelf.",
            ),
          ),
        ),
        engineer(
          1,
          KEEP,
          keepsWith(
            [
              at(
                "GAP-MAIL-020",
                "Whether a mail, a letter or a call tells the customer, and from whom it comes, is not said",
                "Each parcel has one shelf.",
              ),
              at("GAP-MAIL-030", "How the customer learns that a parcel came", "A parcel is weighed at the gate."),
            ].join("\n"),
          ),
        ),
        reviewer(1, `${reviews({ gap: FEE }, { gap: KEEP })}\nDUPLICATE: GAP-MAIL-030 of GAP-MAIL-010\n`),
      ],
    });
    await desk.begin("--max-rounds", "2", "--set", "divergence_threshold=16");
    const { gaps } = await desk.status();
    expect(gaps.filter(({ state }) => state === "SUPERSEDED").map(({ id }) => id)).toEqual([
      "GAP-MAIL-020",
      "GAP-MAIL-030",
    ]);
    expect(desk.session("traceability.md")).toContain("SUPERSEDED, a duplicate of GAP-MAIL-010");
    expect(desk.prompt(2, "engineer-GAP-MAIL-010")).toContain(
      "Also asked as GAP-MAIL-020: Whether a mail, a letter or a call tells the customer, and from whom it comes, is not said\nAlso asked as GAP-MAIL-030: How the customer learns",
    );
  });

  it("stand with parent, place and impact in traceability.md, and lesser ones are parked", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keepsWith(declared("GAP-MAIL-010", "MEDIUM", TITLE, FIELDS))),
        engineer(1, FEE, costs()),
      ],
    });
    await desk.refine(0);
    expect(desk.session("traceability.md")).toContain(
      `## GAP-MAIL-010: ${TITLE}

- MEDIUM, PARKED: found in passing, not needed to finish this spec
- parent: ${KEEP}
- about: "${KEPT}"
- impact: One sends a letter, another nothing.
`,
    );
    expect(desk.session("spec.md")).not.toContain(TITLE);
    expect(desk.read("depot_v1.0.md")).toContain(`- GAP-MAIL-010 (MEDIUM, parked): ${TITLE}`);
  });

  it("HIGH children of children are parked, and the person is asked about them", async () => {
    const child = "GAP-MAIL-010";
    const settles = (gap: string, text: string, newGaps: string) =>
      proposal({ gap, changes: [{ kind: "add at the end", in: "Storage", new: text }], newGaps });
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP) },
      turns: [
        engineer(1, KEEP, keepsWith(declared(child, "HIGH", TITLE, FIELDS))),
        engineer(
          2,
          child,
          settles(child, "A letter is sent.", declared("GAP-MAIL-020", "HIGH", "Who pays the stamp is not said")),
        ),
      ],
    });
    await desk.refine(3);
    const [question] = await desk.questions();
    expect(question).toMatchObject({ kind: "out-of-scope", about: ["GAP-MAIL-020"] });
    expect(question && shown(question)).toContain(
      `Found while working on ${child}, which was itself found while working on ${KEEP}.`,
    );
    expect(await desk.state("GAP-MAIL-020")).toBe("PARKED");
    await desk.answer("out-of-scope", "none");
    expect(await desk.state("GAP-MAIL-020")).not.toBe("PARKED");
  });

  it("are children of the gap under work, whatever parent they name", async () => {
    const child = "GAP-MAIL-010";
    const settled = proposal({
      gap: child,
      changes: [{ kind: "add at the end", in: "Storage", new: "A letter is sent." }],
      newGaps: declared("GAP-MAIL-020", "HIGH", "Who pays the stamp is not said", `  - **Parent:** ${KEEP}`),
    });
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP) },
      turns: [engineer(1, KEEP, keepsWith(declared(child, "HIGH", TITLE, FIELDS))), engineer(2, child, settled)],
    });
    await desk.refine(3);
    expect((await desk.questions()).map(({ kind, about }) => [kind, about])).toEqual([
      ["out-of-scope", ["GAP-MAIL-020"]],
    ]);
  });

  it("HIGH ones whose place is not in the spec, or that name none, are parked, with a note", async () => {
    const place = '  - **Place:** "Parcels are thrown away at noon."';
    const newGaps = [
      declared("GAP-MAIL-030", "HIGH", "Who sweeps the floor is not said"),
      declared("GAP-MAIL-010", "HIGH", TITLE, place),
      declared("GAP-MAIL-020", "HIGH", "Who counts the days is not said", `  - **Place:** "${DAYS}"`),
    ];
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP) },
      turns: [engineer(1, KEEP, keepsWith(newGaps.join("\n")))],
    });
    await desk.begin("--max-rounds", "1");
    expect(await desk.state("GAP-MAIL-010")).toBe("PARKED");
    expect(await desk.state("GAP-MAIL-020")).toBe("OPEN");
    expect(desk.summary(1)).toContain("GAP-MAIL-030 (HIGH) is parked: it names no place in the spec");
    expect(desk.summary(1)).toContain("GAP-MAIL-010 (HIGH) is parked: it names no place in the spec");
  });
});

describe.concurrent("a gap that the person takes away while an agent works on it", () => {
  it("ends its run at once, and uses up no round", async () => {
    const turns: Turn[] = [{ ...engineer(1, KEEP, ""), hangs: true }];
    const desk = await openDesk({ files: { "depot.md": depot(KEEP) }, turns });
    const refined = desk.refine(0, "--max-rounds", "1");
    await vi.waitFor(() => expect(desk.calls()).toHaveLength(1), { timeout: 30_000, interval: 100 });
    await desk.expecting(0, "gap", "wont-fix", KEEP, "--reason", "the law says it");
    const { stdout } = await refined;
    expect(stdout).toContain("| Rounds | 0 of at most 1 |");
    expect(desk.session("status.md")).toContain("DROPPED");
    expect(desk.calls().map(({ role }) => role)).toEqual(["engineer", "reviewer"]);
  });

  it("leaves the others of the round at work", async () => {
    const turns: Turn[] = [{ ...engineer(1, FEE, ""), hangs: true }, engineer(1, KEEP, keeps())];
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns });
    const refined = desk.refine(0);
    await vi.waitFor(() => expect(desk.calls()).toHaveLength(2), { timeout: 30_000, interval: 100 });
    await desk.expecting(0, "gap", "wont-fix", FEE, "--reason", "it costs nothing");
    await refined;
    expect(desk.read("depot_v1.0.md")).toContain(DAYS);
  });
});

describe.concurrent("tokens of a command, which tells none", () => {
  it("are estimated and marked wherever they are shown", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps()), engineer(1, FEE, costs()), reviewer(1, reviews({ gap: FEE }, { gap: KEEP }))],
    });
    const { stdout } = await desk.refine(0);
    expect(stdout).toMatch(/\| Tokens \| ~[1-9][\d ,]* input \(0 cached\), ~[1-9]/);
    expect(desk.session("status.md")).toMatch(/\| engineer \|\s+2 \| +~[1-9]/);
    expect(desk.log(1)).toMatch(/~[1-9]/);
    expect((await desk.expecting(0, "status")).stdout).toMatch(/~[\d.]+k? tokens/);
  });

  it("count against the budget", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps()), engineer(1, FEE, costs())],
    });
    await desk.refine(3, "--set", "budgets.tokens=1000");
    const [question] = await desk.questions();
    expect(question).toMatchObject({ kind: "budget" });
    expect(question?.text).toContain("about ");
  });
});

describe.concurrent("the survey", () => {
  const finding = (at: number) =>
    `- **GAP-SHELF-000** (HIGH): What number ${at} means\n  - **Location:** "Each parcel has one shelf."\n  - **Why:** Two things.`;
  const survey = (count: number) =>
    `## Survey\n\n### Gaps\n\n${Array.from({ length: count }, (_, at) => finding(at)).join("\n")}\n\n### Lesser\n\n- Whether shelves are counted\n`;

  it("is held to its cap, parks the rest, and the estimate is made again after it", async () => {
    const desk = await openDesk({
      files: { "depot.md": "# Depot\n\nEach parcel has one shelf.\n" },
      turns: [{ role: "reviewer", final: true, when: "## Survey", document: survey(14) }],
    });
    const done = await desk.begin("--set", "inventory.survey=true", "--set", "max_retries=0");
    expect(done.stderr).toMatch(/survey: 12 found, 3 lesser ones parked\. Expected: 12 open gaps: about \d/);
    const { gaps } = await desk.status();
    expect(gaps.filter(({ state }) => state === "PARKED")).toHaveLength(3);
  });
});

describe.concurrent("a gap that the Reviewer calls out of scope beside its verdict", () => {
  const OUT = `OUT_OF_SCOPE: ${KEEP} Periods are in another spec.`;
  const reviewed = (verdict: string) => `## Review: ${KEEP}\n\n${OUT}\n\n### Verdict\n\n${verdict}\n`;
  const doubted = (severity: string, verdict: string) =>
    openDesk({
      files: { "depot.md": depot(KEEP).replace(/\((?:HIGH|MEDIUM)\)/, `(${severity})`) },
      turns: [engineer(1, KEEP, keeps()), reviewer(1, reviewed(verdict)), engineer(2, KEEP, `${OUT}\n`)],
    });

  it.each(["APPROVED", "NEEDS_REVISION"])("is parked if it is MEDIUM (%s)", async (verdict) => {
    const desk = await doubted("MEDIUM", verdict);
    await desk.refine(0);
    expect(await desk.state(KEEP)).toBe("PARKED");
    expect(desk.calls().filter(({ role, gaps }) => role === "reviewer" && gaps.length > 0)).toHaveLength(1);
    expect(desk.session("spec.md")).not.toContain(DAYS);
  });

  it("waits for the person if it is HIGH, and its approval counts once they say that it is in scope", async () => {
    const desk = await doubted("HIGH", "APPROVED");
    await desk.refine(3);
    expect(desk.session("spec.md")).not.toContain(DAYS);
    await desk.answer("out-of-scope", "none");
    await desk.resume(0);
    expect(desk.read("depot_v1.0.md")).toContain(DAYS);
  });

  it("is revised if it is HIGH, in scope and not approved; called so again it is noted, not asked", async () => {
    const desk = await doubted("HIGH", "NEEDS_REVISION");
    await desk.refine(3, "--max-rounds", "2");
    await desk.answer("out-of-scope", "none");
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
    await desk.resume(3);
    expect((await desk.questions()).map(({ kind }) => kind)).not.toContain("out-of-scope");
    expect(desk.summary(2)).toContain(`${KEEP} is called out of scope again, but you said that it is in scope`);
  });
});
