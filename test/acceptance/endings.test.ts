import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, KEPT, keeps, lines, replace, SHOWS } from "./support/depot.ts";
import { type Desk, engineer, openDesk, reviewer, shown, type Turn } from "./support/desk.ts";
import { type IssueWords, leftOpen, notReady, proposal, READY, review, reviews } from "./support/documents.ts";

// SPEC 12: how a session ends, and what it writes.

const SOURCE = depot(KEEP, FEE);
const ISSUE: IssueWords = {
  id: "ISSUE-R1-001",
  title: "Who is paid cannot be told",
  quotes: [COSTS],
};
/** KEEP is accepted, FEE is not. */
const HALF: readonly Turn[] = [
  engineer(1, KEEP, keeps()),
  engineer(1, FEE, costs()),
  reviewer(1, reviews({ gap: FEE, high: [ISSUE] }, { gap: KEEP })),
];
const finals = (desk: Desk) => desk.calls().filter(({ role, gaps }) => role === "reviewer" && gaps.length === 0);

async function halfDone(): Promise<Desk> {
  const desk = await openDesk({ files: { "depot.md": SOURCE }, turns: HALF });
  await desk.refine(3, "--max-rounds", "1");
  return desk;
}

/** To the end at the limit of rounds, through every warning gate. */
const LEAVING = [
  { kind: "max-rounds", option: "accept" },
  { kind: "finish", option: "accept", always: true },
  ...[
    { words: "I acknowledge", [FEE]: "It can wait." },
    { words: "I acknowledge", [FEE]: "It can wait.", "ISSUE-R1-001": "It can wait." },
    {},
  ].map((fields) => ({ kind: "warning-gate", option: "accept", fields, always: true })),
];

async function accepted(turns: readonly Turn[] = HALF, ...flags: string[]): Promise<Desk> {
  const desk = await openDesk({ files: { "depot.md": SOURCE, "answers.json": JSON.stringify(LEAVING) }, turns });
  await desk.begin("--max-rounds", "1", "--answers", "answers.json", ...flags);
  return desk;
}

describe.concurrent("the final review", () => {
  it("reads the whole working spec before COMPLETE", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps()), engineer(1, FEE, costs())],
    });
    await desk.refine(0);
    const [only, ...more] = finals(desk);
    expect(more).toEqual([]);
    for (const line of lines(desk.session("spec.md"))) expect(only?.prompt).toContain(line);
    expect((await desk.status()).stop.termination).toBe("COMPLETE");
  });

  it("runs before an ending that the person chose", async () => {
    const desk = await accepted();
    expect((await desk.status()).stop.termination).toBe("MAX_ROUNDS");
    expect(finals(desk)).toHaveLength(1);
    expect(finals(desk)[0]?.prompt).toContain(DAYS);
    expect(desk.has("depot_v1.0.md")).toBe(true);
  });

  it("runs before GOOD_ENOUGH", async () => {
    const lowOnly = reviews({ gap: FEE, low: [ISSUE], verdict: "NEEDS_REVISION" }, { gap: KEEP });
    const desk = await openDesk({
      files: { "depot.md": SOURCE, "answers.json": JSON.stringify(LEAVING.slice(1)) },
      turns: [engineer(1, KEEP, keeps()), engineer(1, FEE, costs()), reviewer(1, lowOnly)],
    });
    await desk.refine(3, "--max-rounds", "1");
    await desk.extend();
    await desk.expecting(3, "finish");
    await desk.run("resume", "--answers", "answers.json");
    expect((await desk.status()).stop.termination).toBe("GOOD_ENOUGH");
    expect(finals(desk)).toHaveLength(1);
  });

  it("does not run when the session is abandoned, and nothing is written", async () => {
    const desk = await halfDone();
    await desk.answer("max-rounds", "abandon");
    await desk.run("resume");
    expect((await desk.status()).stop.termination).toBe("ABANDONED");
    expect(finals(desk)).toEqual([]);
    expect(desk.files().filter((path) => path.includes("_v1"))).toEqual([]);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, DAYS));
  });

  it("that finds a blocker makes a HIGH gap of it, and the session goes on until it is ready", async () => {
    const blocker = { title: "What becomes of a parcel that nobody fetches", quotes: ["Each parcel has one shelf."] };
    const fixed = "Each parcel has one shelf. What nobody fetches is sold.";
    const document = proposal({ gap: "{GAP}", changes: [replace("Storage", "Each parcel has one shelf.", fixed)] });
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(1, FEE, costs()),
        { role: "engineer", round: 2, document },
        { role: "reviewer", final: true, when: fixed, document: READY },
        { role: "reviewer", final: true, document: notReady(blocker) },
      ],
    });
    await desk.refine(0);
    expect(finals(desk)).toHaveLength(2);
    const made = (await desk.status()).gaps.filter(({ id }) => id !== KEEP && id !== FEE);
    expect(made).toMatchObject([{ severity: "HIGH", state: "RESOLVED" }]);
    expect(desk.read("depot_v1.0.md")).toContain(fixed);
  });

  it("that is not ready is shown where the person chose to end, with a way on and a way out", async () => {
    const blocker = { title: "What becomes of a parcel on day 16 is not said", quotes: [DAYS] };
    const desk = await accepted([...HALF, { role: "reviewer", final: true, document: notReady(blocker) }]);
    const [question] = await desk.questions();
    for (const words of [blocker.title, DAYS]) expect(question && shown(question)).toContain(words);
    expect(desk.has("depot_v1.0.md")).toBe(false);
    const end = question?.options.find(({ id, label }) => /accept|end|limitation/i.test(`${id} ${label}`));
    await desk.expecting(0, "answer", question?.id ?? "", "--option", end?.id ?? "");
    await desk.run("resume", "--answers", "answers.json");
    expect(desk.read("depot_v1.0.md")).toContain(blocker.title);
  });

  it("that the Reviewer does not give can be left out where the person chose to end", async () => {
    const desk = await accepted([...HALF, { role: "reviewer", final: true, document: "" }]);
    expect(desk.has("depot_v1.0.md")).toBe(false);
    await desk.answer("agent-failure", "without");
    await desk.run("resume", "--answers", "answers.json");
    expect(desk.read("depot_v1.0.md")).toContain(DAYS);
    expect(desk.session("decisions.md")).toContain("The session ends without the final review");
  });

  it("does not ask again about what was acknowledged, nor lists it twice", async () => {
    const words = "What a late pickup costs is not said.";
    const again = { title: "Late pickups have no price", quotes: [words] };
    const desk = await openDesk({
      files: { "depot.md": SOURCE.replace("001 (MEDIUM)", "001 (HIGH)"), "answers.json": JSON.stringify(LEAVING) },
      turns: [...HALF, { role: "reviewer", final: true, document: notReady(again) }],
    });
    await desk.begin("--max-rounds", "1", "--answers", "answers.json");
    const spec = desk.read("depot_v1.0.md");
    expect(spec.slice(spec.indexOf("## Left open"))).toContain(`${FEE} (HIGH, open)`);
    expect(spec).not.toContain(again.title);
  });
});

describe.concurrent("what a session leaves open", () => {
  const blocker = { title: "What becomes of a parcel on day 16 is not said", quotes: [DAYS] };

  async function left(): Promise<Desk> {
    const desk = await accepted([...HALF, { role: "reviewer", final: true, document: notReady(blocker) }]);
    await desk.answer("not-ready", "end");
    await desk.run("resume", "--answers", "answers.json");
    return desk;
  }

  const next = async (desk: Desk) => {
    const begun = await desk.run("init", "depot_v1.0.md");
    const { stdout } = await desk.expecting(0, "status", "sessions/depot_v1.0", "--json");
    return { begun, gaps: (JSON.parse(stdout) as { gaps: { title: string; severity: string }[] }).gaps };
  };

  it("is taken up by the next one on its result, with severity and place", async () => {
    const { begun, gaps } = await next(await left());
    expect(gaps.map(({ title, severity }) => [severity, title])).toContainEqual(["HIGH", blocker.title]);
    expect(begun.stderr).toMatch(/Left open by the session in sessions\/depot: \d gaps?\./);
    expect(begun.stdout).toContain(DAYS);
  });

  it("is the author's where they have changed its words since", async () => {
    const desk = await left();
    const spec = desk.read("depot_v1.0.md");
    desk.write("depot_v1.0.md", spec.replace(DAYS, "What nobody fetches in 15 days is sold."));
    expect((await next(desk)).gaps.map(({ title }) => title)).not.toContain(blocker.title);
  });
});

describe.concurrent("what the finished text settles of what was left open", () => {
  const MAIL = "GAP-MAIL-010";
  const TITLE = "Who tells the customer that a parcel waits is not said";
  const mailed = `- **${MAIL}** (MEDIUM): ${TITLE}\n  - **Parent:** ${KEEP}\n  - **Place:** "${KEPT}"\n  - **Why:** One writes.`;
  const final = (document: string, when?: string): Turn => ({
    ...{ role: "reviewer", final: true, document },
    ...(when === undefined ? {} : { when }),
  });

  /** MAIL is parked, and FEE's review leaves a LOW note. */
  async function parked(...finals: readonly Turn[]): Promise<Desk> {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keeps().replace("None.", mailed)),
        engineer(1, FEE, costs()),
        reviewer(1, reviews({ gap: FEE, low: [ISSUE] }, { gap: KEEP })),
        engineer(2, "GAP-MAIL-011", proposal({ gap: "GAP-MAIL-011", changes: [replace("Storage", DAYS, MAILED)] })),
        ...finals,
      ],
    });
    await desk.refine(0);
    return desk;
  }
  const MAILED = `${DAYS} The clerk writes to the customer.`;

  it("is no longer listed as open anywhere, and traceability has the words", async () => {
    const desk = await parked(
      final(leftOpen(READY, [MAIL, "SETTLED", `"${DAYS}"`], [ISSUE.id, "SETTLED", `"${COSTS}"`])),
    );
    expect(finals(desk)[0]?.prompt).toContain(`- ${MAIL} (MEDIUM, PARKED`);
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, DAYS).replace(SHOWS, `${SHOWS}\n\n${COSTS}`));
    expect((await desk.expecting(0, "status")).stdout).not.toContain("parked:");
    expect(desk.session("status.md")).toMatch(new RegExp(`### Settled by the text\n[^#]*\\| ${MAIL} `));
    const traced = desk.session("traceability.md");
    expect(traced).toContain(`| ${MAIL} | MEDIUM | PARKED, settled by the text |`);
    expect(traced).toContain(`- MEDIUM, PARKED, settled by the text: "${DAYS}"`);
    expect(traced).toContain(`${ISSUE.id} (LOW, VERIFIED)`);
  });

  it("stays listed where the review says nothing of it, or quotes what the spec does not say", async () => {
    for (const document of [READY, leftOpen(READY, [MAIL, "SETTLED", '"The clerk writes."'])]) {
      const desk = await parked(final(document));
      expect(desk.read("depot_v1.0.md")).toContain(`- ${MAIL} (MEDIUM, parked): ${TITLE}`);
    }
  });

  it("of a parked gap that blocks becomes a gap that counts instead, and the session goes on", async () => {
    const desk = await parked(
      final(READY, MAILED),
      final(leftOpen(READY, [MAIL, "BLOCKS", "nobody can build the counter without it"])),
    );
    const { gaps } = await desk.status();
    expect(gaps.slice(2)).toMatchObject([
      { id: MAIL, state: "PARKED" },
      { id: "GAP-MAIL-011", state: "RESOLVED", severity: "HIGH" },
    ]);
    expect(desk.prompt(2, "engineer-GAP-MAIL-011")).toContain("Impact: nobody can build the counter without it");
    expect(finals(desk)).toHaveLength(2);
    expect(desk.read("depot_v1.0.md")).toContain(MAILED);
    expect(desk.read("depot_v1.0.md")).not.toContain(MAIL);
  });

  it("of a gap that the person parked cannot block", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps()), final(leftOpen(READY, [FEE, "BLOCKS", "a fee must be known"]))],
    });
    await desk.refine(3, "--max-rounds", "1");
    await desk.expecting(0, "gap", "park", FEE, "--reason", "it costs nothing this year");
    await desk.answer("max-rounds", "accept");
    const { stderr } = await desk.resume(4);
    expect(stderr).toContain(`${FEE} stays as it is`);
    expect((await desk.status()).gaps).toHaveLength(2);
  });
});

describe.concurrent("the finished spec", () => {
  const working = SOURCE.replace(KEPT, DAYS);

  it("is the working spec followed by a short appendix where something is open", async () => {
    const desk = await accepted();
    const spec = desk.read("depot_v1.0.md");
    expect(spec.startsWith(working)).toBe(true);
    const appendix = spec.slice(working.length);
    expect(appendix).toContain(FEE);
    expect(appendix).toMatch(/<!--[\s\S]*-->[\s\S]*<!--[\s\S]*-->/);
    expect(appendix).not.toContain(KEEP);
    expect(lines(appendix).length).toBeLessThan(12);
  });

  it.each([
    ["none", (appendix: string) => expect(appendix).toBe("")],
    ["full", (appendix: string) => expect(appendix).toMatch(/\|.*GAP-KEEP-001.*\|/)],
  ])("has the appendix that spec.appendix=%s asks for", async (value, check) => {
    const desk = await accepted(HALF, "--set", `spec.appendix=${value}`);
    const spec = desk.read("depot_v1.0.md");
    expect(spec.startsWith(working)).toBe(true);
    check(spec.slice(working.length));
  });

  it("is refined further into the next version, and its appendix is never read as the spec", async () => {
    const desk = await accepted();
    const second = await openDesk({
      files: { "depot_v1.0.md": desk.read("depot_v1.0.md") },
      spec: "depot_v1.0.md",
      turns: [
        engineer(1, FEE, costs("Each day after that costs 3 EUR.")),
        engineer(1, KEEP, proposal({ gap: KEEP, instead: `No change needed: "${DAYS}" gives the number.` })),
      ],
    });
    await second.refine(0);
    expect((await second.status()).gaps.map(({ id }) => id).filter((id) => id === FEE)).toHaveLength(1);
    const spec = second.read("depot_v1.1.md");
    expect(lines(spec).slice(0, lines(working).length + 1)).toEqual(
      lines(working.replace(SHOWS, `${SHOWS}\nEach day after that costs 3 EUR.`)),
    );
  });

  it("names the open HIGH issues in the limitations, and the gate before it too, whatever their gap weighs", async () => {
    const desk = await halfDone();
    await desk.answer("max-rounds", "accept");
    await desk.run("resume");
    const [gate] = await desk.questions();
    expect(gate?.kind).toBe("warning-gate");
    expect(gate && shown(gate)).toContain("ISSUE-R1-001");
    desk.write("answers.json", JSON.stringify(LEAVING));
    await desk.run("resume", "--answers", "answers.json");
    expect(desk.read("depot_v1.0.md")).toContain("ISSUE-R1-001");
  });
});

describe.concurrent("a change that a later one replaces", () => {
  it("is superseded in the result, and the records know both", async () => {
    const later = "Parcels are kept for 15 days, then each day costs 2 EUR.";
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(2, FEE, proposal({ gap: FEE, changes: [replace("Storage", DAYS, later)] })),
        reviewer(2, review({ gap: FEE })),
      ],
    });
    await desk.refine(0, "--parallel-gaps", "1");
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, later));
    for (const gap of [KEEP, FEE]) expect(desk.session("changes.md")).toContain(gap);
  });
});

describe.concurrent("a session of the old journal version", () => {
  const OLD = fileURLToPath(new URL("golden/old-session", import.meta.url));

  it("is refused with a message that says how to read it, and export still works", async () => {
    const desk = await openDesk({ files: {}, spec: "relay.md", turns: [] });
    cpSync(OLD, desk.cwd, { recursive: true });
    const resumed = await desk.run("resume");
    expect(resumed.code).toBe(1);
    expect(resumed.stderr).toMatch(/version/i);
    expect(resumed.stderr).toContain("export");
    const exported = await desk.expecting(0, "export");
    expect(exported.stdout).toContain("settles GAP-INTAKE-001 within 50 ms");
    expect(desk.read(join("sessions", "relay", "journal.jsonl"))).toContain('"version":1');
  });
});
