import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, KEPT, keeps, lines, SHOWS } from "./support/depot.ts";
import { type Desk, engineer, openDesk, shown, type Turn } from "./support/desk.ts";
import { READY, review } from "./support/documents.ts";
import { openInterview } from "./support/interview.ts";

// SPEC 12: what the author edits while a session is open is merged, and asked about only where both touched the same words.

const SOURCE = depot(KEEP, FEE);
const TURNS: readonly Turn[] = [engineer(1, KEEP, keeps()), engineer(2, FEE, costs())];

/** At the end of round 1: the sentence on keeping is changed, the one on the fee is still to come. */
async function afterOneRound(...flags: string[]): Promise<Desk> {
  const desk = await openDesk({ files: { "depot.md": SOURCE }, turns: TURNS });
  await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "1", ...flags);
  await desk.extend();
  return desk;
}

/** What both changes make of a text. */
const withBoth = (text: string) => lines(text.replace(KEPT, DAYS).replace(SHOWS, `${SHOWS}\n${COSTS}`));

const storage = SOURCE.slice(SOURCE.indexOf("## Storage"), SOURCE.indexOf("## Handing out"));
const ELSEWHERE = SOURCE.replace("weighed at the gate.", "weighed and photographed at the gate.")
  .replace("| Weight | 30 kg |", "| Weight | 25 kg |\n| Height | 1 m |")
  .replace("one shelf.", "one shelf or one hook.");
const MOVED = SOURCE.replace(storage, "").replace("## Intake", `${storage}## Intake`);

describe.concurrent("an edit of the source outside the changes", () => {
  it("is taken over unasked, shown to the next Engineer, and said in a line at resume", async () => {
    const desk = await afterOneRound();
    desk.write("depot.md", ELSEWHERE);
    const { stderr } = await desk.resume(0);
    expect(stderr).toMatch(/depot\.md.*(?:merged|taken over|edit)/i);
    for (const words of ["photographed", "| Height | 1 m |", "one hook", DAYS]) {
      expect(desk.prompt(2, `engineer-${FEE}`)).toContain(words);
    }
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(withBoth(ELSEWHERE));
    expect(desk.read("depot.md")).toBe(ELSEWHERE);
    expect(desk.session("source.md")).toBe(ELSEWHERE);
  });

  it.each([
    ["of the heading above the change", SOURCE.replace("## Storage", "## Keeping parcels")],
    ["that moves the whole section", MOVED],
  ])("is merged in the midst of a run: one %s", async (_, edited) => {
    const meanwhile: Turn = {
      role: "reviewer",
      round: 1,
      document: review({ gap: KEEP }),
      edits: { "depot.md": edited },
    };
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns: [...TURNS, meanwhile] });
    await desk.refine(0, "--parallel-gaps", "1");
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(withBoth(edited));
    expect(desk.read("depot.md")).toBe(edited);
  });

  it("is not undone by a rollback", async () => {
    const desk = await openDesk({ files: { "depot.md": depot(KEEP, FEE) }, turns: TURNS });
    await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "1");
    const edited = SOURCE.replace("at the counter", "at the counter or the window");
    desk.write("depot.md", edited);
    await desk.expecting(0, "rollback", "--reason", "the days are wrong", "--same");
    await desk.run("resume");
    expect(desk.session("spec.md")).toBe(edited.replace(KEPT, DAYS));
    await desk.expecting(0, "rollback", "--reason", "they are wrong again", "--same");
    expect(desk.session("spec.md")).toBe(edited);
  });

  it("is merged at the end too, when it comes during the last review", async () => {
    const edited = SOURCE.replace("one shelf.", "one shelf or one hook.");
    const last: Turn = { role: "reviewer", final: true, document: READY, edits: { "depot.md": edited } };
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns: [...TURNS, last] });
    await desk.refine(0, "--parallel-gaps", "1");
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(withBoth(edited));
    expect(desk.read("depot.md")).toBe(edited);
  });
});

describe.concurrent("an edit of the words that a change replaced", () => {
  const THEIRS = "Parcels are kept for a week.";

  it.each([
    ["the author's words", /author|your|mine|source/i, THEIRS],
    ["the session's words", /session|change|accepted|working/i, DAYS],
  ])(
    "is asked about with the three versions, also with --yes, and goes on with %s if so chosen",
    async (_, label, kept) => {
      const desk = await afterOneRound();
      desk.write("depot.md", SOURCE.replace(KEPT, THEIRS));
      const { stderr } = await desk.resume(3, "--yes");
      expect(stderr).toContain("1 change touches the same words, so you will be asked which to keep");
      const [question, ...more] = await desk.questions();
      expect(more).toEqual([]);
      for (const words of [KEPT, DAYS, THEIRS]) expect(question && shown(question)).toContain(words);
      expect(desk.read("depot.md")).toBe(SOURCE.replace(KEPT, THEIRS));
      const option = question?.options.find((one) => label.test(`${one.id} ${one.label}`));
      await desk.expecting(0, "answer", question?.id ?? "", "--option", option?.id ?? "");
      await desk.resume(0);
      expect(lines(desk.read("depot_v1.0.md"))).toEqual(
        lines(SOURCE.replace(KEPT, kept).replace(SHOWS, `${SHOWS}\n${COSTS}`)),
      );
      expect(desk.session("decisions.md")).toMatch(/DECISION-R\d+-\d+/);
    },
  );
});

describe.concurrent("export --in-place into words that the author has edited since", () => {
  it("writes nothing and says that resume asks, after which it is written", async () => {
    const desk = await afterOneRound();
    const theirs = SOURCE.replace(KEPT, "Parcels are kept for a week.");
    desk.write("depot.md", theirs);
    const { stderr } = await desk.expecting(2, "export", "--in-place");
    expect(stderr).toContain("Run `whetstone resume`, which asks you which words to keep, then export again.");
    expect(desk.read("depot.md")).toBe(theirs);
    await desk.resume(3);
    await desk.expecting(0, "answer", "--option", "change");
    await desk.expecting(0, "export", "--in-place");
    expect(desk.read("depot.md")).toBe(SOURCE.replace(KEPT, DAYS));
  });
});

describe.concurrent("a hand edit of spec.md in the session's folder", () => {
  const EDITED = "Each parcel has one shelf, and the shelf has a number.";

  it("becomes a change of the User's own, with a decision, and survives everything", async () => {
    const desk = await afterOneRound();
    const path = desk.sessionPath("spec.md");
    desk.write(path, desk.session("spec.md").replace("Each parcel has one shelf.", EDITED));
    await desk.resume(0);
    const expected = withBoth(SOURCE.replace("Each parcel has one shelf.", EDITED));
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(expected);
    expect(desk.read("depot.md")).toBe(SOURCE);
    expect(desk.prompt(2, `engineer-${FEE}`)).toContain(EDITED);
    const decision = /(DECISION-R\d+-\d+): Edited by hand/.exec(desk.session("decisions.md"))?.[1] ?? "none";
    expect(desk.session("changes.md")).toContain(decision);
    expect(desk.session("changes.md")).toContain("the shelf has a number");
    const line = (await desk.expecting(0, "blame")).stdout.split("\n").find((one) => one.includes(EDITED));
    expect(line).toContain(decision);
    const before = desk.session("spec.md");
    rmSync(join(desk.cwd, path));
    await desk.expecting(0, "status", "--rebuild");
    expect(desk.session("spec.md")).toBe(before);
  });

  it("may change the very words of an accepted change", async () => {
    const desk = await afterOneRound();
    const mine = "Parcels are kept for 14 days.";
    desk.write(desk.sessionPath("spec.md"), desk.session("spec.md").replace(DAYS, mine));
    await desk.resume(0);
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(
      lines(SOURCE.replace(KEPT, mine).replace(SHOWS, `${SHOWS}\n${COSTS}`)),
    );
  });
});

describe.concurrent("a hand edit of spec.md of words that read otherwise since", () => {
  const MINE = "Parcels are kept for 14 days.";
  const NUMBERED = "Each parcel has one shelf, and the shelf has a number.";

  /** The words of a change, and others, are edited by hand; then the round of the change is undone. */
  async function undone(): Promise<Desk> {
    const desk = await afterOneRound();
    const edited = desk.session("spec.md").replace(DAYS, MINE).replace("weighed at", "weighed twice at");
    desk.write(desk.sessionPath("spec.md"), edited);
    await desk.expecting(0, "status", "--rebuild");
    await desk.expecting(0, "rollback", "--reason", "the days are wrong", "--same");
    return desk;
  }

  it.each([
    ["mine", MINE],
    ["change", KEPT],
  ])("is asked about after a rollback, with the three versions shown whole: %s", async (option, kept) => {
    const desk = await undone();
    const { stderr } = await desk.resume(3);
    for (const words of [`Before both changes\n    ${DAYS}`, `Your edit\n    ${MINE}`, `now\n    ${KEPT}`]) {
      expect(stderr).toContain(words);
    }
    await desk.expecting(0, "answer", "--option", option);
    expect(desk.session("spec.md")).toContain(kept);
    expect(desk.session("decisions.md")).toContain(`> ${kept}`);
  });

  it("keeps the decision that its words are recorded under", async () => {
    const desk = await undone();
    const [, name = ""] = /by hand R1 (DECISION-R1-\d+)/.exec((await desk.expecting(0, "blame")).stdout) ?? [];
    expect(desk.session("changes.md")).toContain(`, ${name}`);
    expect(desk.session("decisions.md")).toContain(`### ${name}: Edited by hand`);
    expect((await desk.expecting(2, "decisions", "reapply", name)).stderr).toContain("is not an archived decision");
  });

  it("is shown beside the source where that was edited in the same words", async () => {
    const desk = await afterOneRound();
    const shelf = "Each parcel has one shelf.";
    desk.write("depot.md", SOURCE.replace(shelf, "Each parcel has one hook."));
    desk.write(desk.sessionPath("spec.md"), desk.session("spec.md").replace(shelf, NUMBERED));
    const { stderr } = await desk.resume(3);
    for (const words of [shelf, "Each parcel has one hook.", NUMBERED]) expect(stderr).toContain(`    ${words}`);
  });
});

describe.concurrent("an edit of spec.md that is saved while a program runs", () => {
  const WINDOW = SOURCE.replace("at the counter.", "at the counter or the window.");

  /** Saved twice in an editor, which has not seen that it was put back: one edit. */
  async function saved(): Promise<Desk> {
    const edits = { "sessions/depot/spec.md": WINDOW };
    const meanwhile: Turn = { role: "reviewer", round: 1, document: review({ gap: KEEP }), edits };
    const turns: readonly Turn[] = [{ ...engineer(1, KEEP, keeps()), edits }, ...TURNS, meanwhile];
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns });
    const { stderr } = await desk.refine(3, "--parallel-gaps", "1", "--yes");
    expect(stderr).toMatch(/spec\.md was changed while R1-engineer-\S+ ran\. You will be asked whether it was you\./);
    expect(stderr).toContain("Parcels are taken in at the gate and handed out at the counter or the window.");
    expect(desk.session("status.md")).toMatch(/## Permission violations\n\nNone\./);
    return desk;
  }

  it("is asked about, also with --yes, and becomes a change of the User's own where they say so", async () => {
    const desk = await saved();
    await desk.expecting(0, "answer", "--option", "mine");
    await desk.resume(0);
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(withBoth(WINDOW));
    expect(desk.session("decisions.md")).toContain("Edited by hand in the working spec");
    expect(desk.session("status.md")).toMatch(/## Permission violations\n\nNone\./);
  });

  it("is put back and listed where they say that it was not they", async () => {
    const desk = await saved();
    await desk.expecting(0, "answer", "--option", "program");
    await desk.resume(0);
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(withBoth(SOURCE));
    expect(desk.session("aside/spec.md")).toBe(WINDOW);
    expect(desk.session("status.md")).toContain("| `spec.md` | was changed (moved to aside/spec.md) |");
  });
});

describe.concurrent("--in-place", () => {
  it("writes the merged text into the person's file, without an appendix", async () => {
    const desk = await afterOneRound("--in-place");
    const edited = SOURCE.replace("weighed at the gate.", "weighed and photographed at the gate.");
    desk.write("depot.md", edited);
    await desk.resume(0);
    expect(lines(desk.read("depot.md"))).toEqual(withBoth(edited));
    expect(desk.has("depot_v1.0.md")).toBe(false);
  });

  const EXPORTED = SOURCE.replace(KEPT, DAYS);
  it.each([
    ["other words", "weighed at the gate.", "weighed twice at the gate.", "GAP-KEEP-001 R1"],
    ["words that a change wrote", "15 days", "14 days", "by hand R1 DECISION-R1-"],
  ])("by export in mid-session leaves each word its writer where the author edits %s", async (_, old, text, writer) => {
    const twice = EXPORTED.replace(old, text).replace("at the counter.", "at the window.");
    const again: Turn = {
      role: "reviewer",
      round: 2,
      document: review({ gap: FEE }),
      edits: { "depot.md": twice },
    };
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns: [...TURNS, again] });
    await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "1");
    await desk.expecting(0, "export", "--in-place");
    expect(desk.read("depot.md")).toBe(EXPORTED);
    desk.write("depot.md", EXPORTED.replace(old, text));
    await desk.extend();
    await desk.resume(0);
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(withBoth(twice));
    const blamed = (await desk.expecting(0, "blame")).stdout.split("\n");
    expect(blamed.find((line) => line.includes("Parcels are kept"))).toContain(writer);
    expect(blamed.find((line) => line.includes(text))).toContain("by hand R1 DECISION-R1-");
    expect(desk.session("traceability.md")).toMatch(/GAP-KEEP-001 .*\| Storage \| 1 \|/);
    expect(desk.session("decisions.md").match(/: Edited by hand/g)).toHaveLength(2);
  });
});

describe.concurrent("an edit of a passage whose answer is not in the spec yet", () => {
  const ASKED =
    "# Depot\n\n## Open Questions\n\n1. Which parcels?\n2. Who weighs them?\n\n## Limits\n\n- At most TBD a day.\n";

  /** Everything is answered by command; then the author edits the source. */
  async function answeredThenEdited(edited: string) {
    const person = await openInterview(ASKED);
    expect((await person.refine([])).code).toBe(3);
    for (const [id, field] of [
      ["Q-DEPOT-001", "add=Small ones."],
      ["Q-DEPOT-002", "add=The clerk."],
      ["Q-LIMITS-001", "edit=- At most 10 a day."],
    ]) {
      const done = await person.run("answer", id ?? "", "--field", field ?? "");
      expect(done.code, done.stderr).toBe(0);
    }
    writeFileSync(join(person.cwd, "depot.md"), edited);
    return { ...person, ...(await person.run("resume")) };
  }

  it.each([
    ["words within a question", ASKED.replace("Which parcels", "Which heavy parcels")],
    ["other words of a line with a marker", ASKED.replace("a day", "a day and clerk")],
  ])("does not take an answer to other words for one to these: %s", async (_, edited) => {
    const { code, stdout, working, questions, run } = await answeredThenEdited(edited);
    expect(code).toBe(3);
    expect(stdout).toContain("1 answer of yours waits, because its passage has changed; you will be asked again:");
    const [question, ...others] = await questions();
    expect(others).toEqual([]);
    expect(question?.text).toContain("You answered before: ");
    const offered = question?.fields.find(
      ({ id }) => id === (question.id === "Q-LIMITS-001" ? "edit" : "add"),
    )?.initial;
    expect(working()).not.toContain(offered);
    const given = question?.id === "Q-LIMITS-001" ? "edit" : "add";
    expect((await run("answer", question?.id ?? "", "--field", `${given}=${offered}`)).code).toBe(0);
    await run("resume");
    expect(working()).toBe(
      edited
        .replace("\n2. ", "\n   - Small ones.\n2. ")
        .replace("them?\n", "them?\n   - The clerk.\n")
        .replace("TBD", "10"),
    );
  });

  it("says which answer waits, offers it with the question, and keeps its words", async () => {
    const edited = ASKED.replace("TBD", "100");
    const { code, stdout, stderr, questions, run } = await answeredThenEdited(edited);
    expect(code, stderr).toBe(3);
    expect(stdout).toContain("1 answer of yours waits, because its passage has changed; you will be asked again:");
    expect(stdout).toContain("depot.md:10: - At most 10 a day.");
    const [question] = await questions();
    expect(question?.text).toContain('You answered before: "- At most 10 a day."');
    expect(question && shown(question)).toContain("- At most 100 a day.");
    expect((await run("answer", question?.id ?? "", "--option", "keep")).code).toBe(0);
    expect((await run("decisions")).stdout).toMatch(
      /Replaced by DECISION-R\d+-\d+\. It said:\n\n> - At most 10 a day\./,
    );
  });

  it("of a struck line below one that was answered is decided, and the decision is carried out", async () => {
    const person = await openInterview(ASKED.replaceAll(/\d\. /g, "- "));
    const answered = await person.refine([
      { about: "depot.md:5", add: "Small ones." },
      { about: "depot.md:6", strike: true },
    ]);
    expect(answered.code, answered.stderr).toBe(3);
    writeFileSync(
      join(person.cwd, "depot.md"),
      person.read("depot.md").replace("weighs them?", "weighs them? And when?"),
    );
    await person.run("resume");
    const asked = (await person.questions()).find(({ kind }) => kind === "merge-overlap");
    const done = await person.run("answer", asked?.id ?? "", "--option", "change");
    expect(done.code, done.stderr).toBe(0);
    await person.run("resume");
    expect(person.working()).not.toContain("weighs");
    expect(person.working()).toContain("- Which parcels?\n  - Small ones.\n");
  });
});

describe.concurrent("an answer of the author's own", () => {
  const ASKED = "# Depot\n\n## Open Questions\n\n- Who weighs them?\n- Which parcels?\n\n## Returns\n";
  const cases: [string, string, string, string][] = [
    [
      "below a question",
      "- Who weighs them?",
      "- Who weighs them?\n  - The gatekeeper.\n- Who labels them?",
      "The clerk.",
    ],
    ["in an empty section", "## Returns\n", "## Returns\n\nWithin a week.\n", "To the sender."],
  ];

  it.each(cases)("%s that is answered in the working spec is asked about", async (_, old, theirs, kept) => {
    const person = await openInterview(ASKED);
    const answers = [
      { about: "depot.md:5", add: "The clerk." },
      { about: "depot.md:8", add: "To the sender." },
    ];
    expect((await person.refine(answers)).code).toBe(3);
    const before = person.working();
    expect(before).toContain("The clerk.");
    writeFileSync(join(person.cwd, "depot.md"), ASKED.replace(old, theirs));
    expect((await person.run("resume")).stderr).toContain("1 change touches the same words");
    const [asked] = (await person.questions()).filter(({ kind }) => kind === "merge-overlap");
    for (const words of [kept, "Your edit", theirs.split("\n").find((line) => /gatek|week/.test(line)) ?? ""])
      expect(asked && shown(asked)).toContain(words);
    expect((await person.run("answer", asked?.id ?? "", "--option", "change")).code).toBe(0);
    await person.run("resume");
    const added = theirs.includes("- Who labels") ? "\n- Who labels them?\n- Which" : "\n- Which";
    expect(person.working()).toBe(before.replace("\n- Which", added));
  });
});

it.concurrent("an edit of the working spec that a command takes over is said", async () => {
  const person = await openInterview(
    "# Depot\n\n## Limits\n\n- At most TBD a day.\n- Each weighs TBD.\n\nIt opens at 8.\n",
  );
  expect((await person.refine([])).code).toBe(3);
  writeFileSync(join(person.cwd, "sessions/depot/spec.md"), person.working().replace("at 8", "at 9"));
  const answered = await person.run("answer", "Q-LIMITS-001", "--field", "edit=At most 9 a day.");
  expect(answered.stderr).toContain("merged your edit of the working spec\n");
});

describe.concurrent("other words for a line that both edited", () => {
  const NESTED = "# Depot\n\n## Limits\n\n- Parcels:\n  - Small:\n    - at most TBD\n    - no food\n\nIt closes TBD.\n";

  it.each(["at most 25", "- at most 25", "    - at most 25"])("keep its place in the list: %j", async (words) => {
    const person = await openInterview(NESTED);
    expect((await person.refine([{ about: "depot.md:7", edit: "at most 20" }])).code).toBe(3);
    writeFileSync(join(person.cwd, "depot.md"), NESTED.replace("at most TBD", "at most 30"));
    await person.run("resume");
    const [asked] = (await person.questions()).filter(({ kind }) => kind === "merge-overlap");
    const done = await person.run("answer", asked?.id ?? "", "--option", "own", "--field", `text=${words}`);
    expect(done.stderr).toContain("  -     - at most 30\n  +     - at most 25\n");
    await person.run("resume");
    expect(person.working()).toBe(NESTED.replace("at most TBD", "at most 25"));
  });
});

describe.concurrent("a question that the author adds to the source", () => {
  const BEFORE = "# Depot\n\n## Limits\n\n- At most TBD a day.\n\n## Open Questions\n\n- Who weighs them?\n";
  const TORN = "- What if the label is torn?";
  const answers = [
    { about: "depot.md:7", edit: "- At most 10 a day.\n- At most 90 a week." },
    { about: "depot.md:11", add: "The clerk." },
  ];

  it("is named by its line in the author's file in every command, also after an export into it", async () => {
    const person = await openInterview(BEFORE);
    expect((await person.refine([])).code).toBe(3);
    const edited = `${BEFORE.replace("# Depot\n", "# Depot\n\nParcels are taken in.\n")}${TORN}\n`;
    writeFileSync(join(person.cwd, "depot.md"), edited);
    expect((await person.run("resume")).stdout).toContain(`depot.md:12  Open Questions\n  + ${TORN}`);
    const { stdout } = await person.resume(answers);
    expect(stdout).toContain("depot.md:11  Open Questions\n  +   - The clerk.");
    expect(stdout).toContain(`depot.md:12, section "Open Questions": ${TORN}`);
    expect((await person.run("status")).stdout).toContain('Q-DEPOT-002 depot.md:12, section "Open Questions"');
    expect((await person.run("export", "--in-place")).code).toBe(0);
    expect((await person.run("resume")).stdout).toContain(`depot.md:14, section "Open Questions": ${TORN}`);
    expect(person.read("depot.md").split("\n")[13]).toBe(TORN);
    expect((await person.resume([{ about: "depot.md:14", strike: true }])).code).toBe(0);
    expect(person.working()).not.toContain(TORN);
  });
});

describe.concurrent("an edit of a source whose session has ended", () => {
  const LIMITS = "# Depot\n\n## Limits\n\n- At most TBD a day.\n- Each weighs TBD.\n\nThe gate opens at 8.\n";
  const QUOTA = "\nThe quota is TBD.\n";

  async function ended() {
    const person = await openInterview(LIMITS);
    const entries = [
      { about: "depot.md:5", edit: "- At most 10 a day." },
      { about: "depot.md:6", later: true },
    ];
    expect((await person.refine(entries)).code).toBe(0);
    return { ...person, edit: (text: string) => writeFileSync(join(person.cwd, "depot.md"), text) };
  }

  it("is refused with both ways on, and nothing is written", async () => {
    const { run, read, edit } = await ended();
    const version = read("depot_v1.0.md");
    edit(LIMITS + QUOTA);
    for (const words of [
      ["refine", "depot.md"],
      ["resume", "sessions/depot"],
    ]) {
      const { code, stderr } = await run(...words);
      expect(code).toBe(2);
      expect(stderr).toContain("whetstone refine --new depot.md");
      expect(stderr).toContain("whetstone refine depot_v1.0.md");
    }
    expect([read("depot.md"), read("depot_v1.0.md")]).toEqual([LIMITS + QUOTA, version]);
  });

  it("that has its result, because it was exported there, begins a new session with what was left", async () => {
    const { run, read, edit } = await ended();
    expect((await run("export", "--in-place")).stderr).toContain("Written: depot.md\n");
    const edited = read("depot.md").replace("most 10", "most 20") + QUOTA;
    edit(edited);
    expect((await run("export", "--in-place")).stderr).toContain("Nothing to write: your files have everything");
    expect(read("depot.md")).toBe(edited);
    const { stderr } = await run("refine", "depot.md");
    expect(stderr).toContain("The earlier session is kept in sessions/depot-old-1.");
    expect(stderr).toContain("Left open by the session in sessions/depot-old-1: 1 gap.");
    expect(read("sessions/depot/spec.md")).toBe(edited);
  });

  it("is listed with its line where it left a gap that was put off, and its words are told once", async () => {
    const person = await openInterview(LIMITS);
    expect((await person.refine([{ about: "depot.md:5", edit: "- At most 10 a day." }])).code).toBe(3);
    writeFileSync(join(person.cwd, "depot.md"), LIMITS + QUOTA);
    await person.resume([{ about: "depot.md:6", keep: true }]);
    const { stdout } = await person.resume([{ about: "depot.md:10", later: true }]);
    expect(stdout).toContain('  MEDIUM  depot.md:10, section "Limits": The quota is TBD.\n');
    expect(person.read("depot_v1.0.md")).toContain('"The quota is TBD." is still unresolved.\n');
  });

  it("leaves its session listed by its present name once another has replaced it", async () => {
    const { run } = await ended();
    await run("refine", "depot_v1.0.md");
    await run("refine", "--new", "depot.md");
    expect((await run("doctor", "sessions/depot")).stdout).toContain("documents: none to check yet\n");
    const listed = (await run("status")).stdout;
    expect(listed).toContain("2 sessions below this folder:");
    expect(listed).toContain("\nReplaced by later ones: sessions/depot-old-1\n");
    const old = (await run("status", "sessions/depot-old-1")).stdout;
    expect(old).toMatch(/^depot-old-1 {2}finished.* · replaced by depot$/m);
  });

  it("is the file that an export of its result is written into, which is said first", async () => {
    const { run } = await ended();
    expect((await run("export", "depot_v1.0.md", "--in-place")).stderr).toBe(
      "depot_v1.0.md is the result of a session on depot.md: that is written.\nWritten: depot.md\nLeft open:\n  - GAP-LIMITS-002 (MEDIUM, deferred): Each weighs TBD\n",
    );
  });

  it("that is its own result begins a new session, which does not ask again", async () => {
    const person = await openInterview(LIMITS);
    const entries = [5, 6].map((line) => ({ about: `depot.md:${line}`, keep: true }));
    expect((await person.refine(entries)).code).toBe(0);
    writeFileSync(join(person.cwd, "depot.md"), LIMITS + QUOTA);
    const { stderr } = await person.run("refine", "depot.md");
    expect(stderr).toContain("The earlier session is kept in sessions/depot-old-1.");
    expect(stderr).toContain("depot.md: 1 gap (1 MEDIUM).");
  });
});
