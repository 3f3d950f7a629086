import { describe, expect, it } from "vitest";
import { createInterviewAgent } from "../agents/interview/create-interview-agent.ts";
import { settledIn, withoutSettled } from "../mediator/inventory/earlier-session.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import type { Question } from "../model/question.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { testSession } from "../testing/test-session.ts";

const SOURCE = `# Backup

- **FR-001**: The service MUST keep a backup for TBD.
- **FR-002**: The service MUST keep a log for TBD.
- **FR-003**: The service MUST keep a list for TBD.
`;

type Given = { options: string[]; fields?: Record<string, string> } | "back" | "leave" | undefined;
type Said = (question: Question, count: number, refusal?: string) => Given | ((question: Question) => Given);

/** An interview about three markers, answered as the test says. */
async function interview(said: Said, source = SOURCE, attended = false) {
  const session = interviewSession(said, source, attended);
  const { store, reason } = await session.run();
  return { reason, state: store.state, spec: store.state.spec.text[0]?.text ?? "", questions: session.questions };
}

function interviewSession(said: Said, source = SOURCE, attended = false) {
  const agent = createInterviewAgent({ clock: fixedClock(), environment: {} });
  let count = 0;
  return testSession({
    source,
    attended,
    engineer: agent,
    reviewer: agent,
    config: { agents: { engineer: { kind: "interview" }, reviewer: { kind: "interview" } } },
    checks: {},
    answer: (question, refusal) => {
      const given = said(question, ++count, refusal);
      return typeof given === "function" ? given(question) : given;
    },
  });
}

/** The passage with words in place of its marker. */
const fill = (text: string) => (question: Question) => ({
  options: ["edit"],
  fields: { edit: question.evidence[0]?.body.replace("TBD", text) ?? "" },
});
const isAbout = (question: Question, line: number) => question.about.includes(`spec.md:${line}`);

describe("what nobody answers in an interview (SPEC 16.4)", () => {
  it("holds nothing back: what was answered is in the spec, the rest stays open", async () => {
    const { reason, spec, state } = await interview((question) => (isAbout(question, 4) ? fill("a year") : undefined));
    expect(reason).toBe("waiting");
    expect(spec).toBe(SOURCE.replace("a log for TBD", "a log for a year"));
    expect(state.questions.map(({ about }) => about[1])).toEqual(["spec.md:3", "spec.md:5"]);
  });

  it("is not asked on where the person has left, and their answers are in the spec", async () => {
    const { reason, spec, questions } = await interview((_, count) => (count === 1 ? fill("a year") : "leave"));
    expect(reason).toBe("waiting");
    expect(spec).toBe(SOURCE.replace("TBD", "a year"));
    expect(questions).toHaveLength(2);
  });

  it("is asked once more where some was answered, and not a third time", async () => {
    let asked = 0;
    const { questions } = await interview(
      (question) => {
        if (isAbout(question, 3)) return undefined;
        return isAbout(question, 4) || asked++ > 0 ? fill("a year") : undefined;
      },
      SOURCE,
      true,
    );
    expect(questions.map(({ about }) => about[1]?.split(":")[1])).toEqual(["3", "4", "5", "3", "5"]);
  });

  it("waits with the others after the person left", async () => {
    const { state } = await interview((_, count) => (count === 1 ? fill("a year") : count === 2 ? undefined : "leave"));
    expect(state.round).toBeUndefined();
    expect(state.questions.map(({ about }) => about[1])).toEqual(["spec.md:4", "spec.md:5"]);
  });
});

describe("the questions of an interview", () => {
  it("wait all together, also where the person leaves at the first (SPEC 14)", async () => {
    const things = ["cats", "dogs", "birds", "fish", "frogs", "mice"];
    const source = `# Zoo\n\n${things.map((thing) => `- The keeper feeds ${thing} every TBD.`).join("\n")}\n`;
    const { state } = await interview(() => "leave", source);
    expect(state.questions).toHaveLength(things.length);
  });

  it("come in the order of the document, what weighs more first", async () => {
    const source = `# Backup

## Open Questions

- Who pays?

## Limits

- A file has TBD lines.
- See Table 7.
- A list is [NEEDS CLARIFICATION: how long?].
- A row has TBD cells.
- **FR-001**: It keeps copies for a year.
- **FR-001**: Rain falls upward in spring.
`;
    const { questions } = await interview(() => ({ options: ["keep"] }), source);
    const lines = questions.map(({ about }) => Number(about[1]?.split(":")[1]));
    expect(lines).toEqual([14, 5, 9, 10, 11, 12]);
  });
});

describe("what an answer leaves open, or writes into a list of open points", () => {
  it("is asked again where an edit leaves what was found, and is open where that is put off", async () => {
    const source = "# Backup\n\n## Rules\n\n- See Table 7 for the fees.\n";
    const { questions, state } = await interview(
      (_, count) =>
        count === 1 ? { options: ["edit"], fields: { edit: "- See Table 7 for all fees." } } : { options: ["later"] },
      source,
    );
    expect(questions.map(({ text }) => text.replace(/.*": /, ""))).toEqual([
      "This document has no table 7. Where should it point?",
      "This document has no table 7. Where should it point?",
    ]);
    expect([...state.gaps].map((gap) => gap.state)).toContain("USER_DEFERRED");
  });

  it("is no question, in the same session and in the next", async () => {
    const source =
      "# Backup\n\n## Open Issues\n\n- Cache size\n- Region: TBD\n\n## Clarifications Needed\n\n- [NEEDS CLARIFICATION: which disks?]\n";
    const { spec, state, questions } = await interview(({ options: [first], evidence: [passage] }) => {
      const id = first?.id ?? "";
      return { options: [id], fields: { [id]: passage?.body.includes("Region") ? "EU" : "Ten" } };
    }, source);
    expect(questions).toHaveLength(3);
    expect(spec).toBe(
      source
        .replace("size\n", "size\n  - Ten\n")
        .replace("TBD", "EU")
        .replace(/\[NEEDS.*\]/, "Ten"),
    );
    expect(findGaps(spec, {}).length, "the text alone does not say that they are settled").toBeGreaterThan(0);
    expect(withoutSettled(findGaps(spec, {}), settledIn(state), spec)).toEqual([]);
  });

  it("is not asked about again in the next session where it was kept", async () => {
    const source = "# Backup\n\n## Rules\n\n- The fee is TBD. The owner is TODO: ask Ana.\n";
    const kept = "- The fee is 5. The owner is TODO: ask Ana.";
    const { spec, state } = await interview(
      (_, count) => (count === 1 ? { options: ["edit"], fields: { edit: kept } } : { options: ["keep"] }),
      source,
    );
    expect(spec).toContain(kept);
    expect(withoutSettled(findGaps(spec, {}), settledIn(state), spec)).toEqual([]);
  });
});

describe("a passage of very many words", () => {
  it("is asked about as any other", async () => {
    const words = "A member cancels. ".repeat(900);
    const source = `# Backup\n\n## Limits\n\n${words}The limit is TBD. ${words.trimEnd()}\n`;
    const { spec, questions } = await interview(() => fill("two hours"), source);
    expect(questions.map(({ options: [first] }) => first?.id)).toEqual(["fill"]);
    expect(spec).toBe(source.replace("TBD", "two hours"));
  });
});

describe("two markers in one passage", () => {
  const source = "# Shop\n\n## Cart\n\n- One TBD.\n  Two TBD.\n- Three TBD.\n";
  const edit = (text: string) => ({ options: ["edit"], fields: { edit: text } });

  it("are asked about once where one edit settles both", async () => {
    const { reason, spec, questions } = await interview(
      (question) => (isAbout(question, 7) ? fill("pears") : edit("- One apple.\n  Two apples.")),
      source,
    );
    expect(questions.map(({ about }) => about[1])).toEqual(["spec.md:5", "spec.md:7"]);
    expect([reason, spec]).toEqual([
      "ended",
      source.replace(/- One.*/s, "- One apple.\n  Two apples.\n- Three pears.\n"),
    ]);
  });

  it("are asked about one after the other where an edit leaves one, with the passage as it reads then", async () => {
    const { spec, questions } = await interview(
      (question, count) =>
        isAbout(question, 7) ? fill("pears") : count === 1 ? edit("- One apple.\n  Two TBD.") : fill("apples"),
      source,
    );
    expect(questions.map(({ evidence: [first] }) => first?.body)).toEqual([
      "- One TBD.\n  Two TBD.",
      "- Three TBD.",
      "- One apple.\n  Two TBD.",
    ]);
    expect(spec).toContain("- One apple.\n  Two apples.\n");
  });

  it.each(["keep", "later"])("are asked about apart where the first is answered with %s", async (first) => {
    const { spec, state, questions } = await interview((question, count) => {
      if (isAbout(question, 7)) return fill("pears");
      return count === 1 ? { options: [first] } : edit("- One TBD.\n  Two apples.");
    }, source);
    expect(questions.map(({ about }) => about[1]).toSorted()).toEqual(["spec.md:5", "spec.md:6", "spec.md:7"]);
    expect(spec).toBe(source.replace("Two TBD", "Two apples").replace("Three TBD", "Three pears"));
    const left = [...state.gaps].filter((gap) => gap.state === "USER_DEFERRED");
    expect(left).toHaveLength(first === "later" ? 1 : 0);
  });

  it("are asked about once where the first was passed over, and the edit came with the second", async () => {
    const { questions } = await interview(
      (question, count) => (count === 1 ? undefined : isAbout(question, 6) ? edit("- One and two.") : fill("pears")),
      source,
    );
    expect(questions.map(({ about }) => about[1])).toEqual(["spec.md:5", "spec.md:6", "spec.md:7"]);
  });
});

describe("an interview that was left and is gone on with (SPEC 16.4)", () => {
  it("has in the spec what was answered before the person left again, and asks about the rest later", async () => {
    const agent = createInterviewAgent({ clock: fixedClock(), environment: {} });
    let asked = 0;
    const session = testSession({
      source: SOURCE,
      engineer: agent,
      reviewer: agent,
      config: { agents: { engineer: { kind: "interview" }, reviewer: { kind: "interview" } } },
      checks: {},
      answer: (question) => (++asked % 2 === 1 ? fill(`${asked} days`)(question) : "leave"),
    });
    await session.run();
    const { reason, store } = await session.run();
    expect(reason).toBe("waiting");
    expect(store.state.spec.text[0]?.text).toBe(SOURCE.replace("TBD", "1 days").replace("TBD", "3 days"));
    expect([...store.state.gaps].map((gap) => gap.state)).toEqual(["RESOLVED", "ACCEPTED", "BLOCKED"]);
    expect(store.state.questions.map(({ about }) => about[1])).toEqual(["spec.md:5"]);
  });
});

describe("an interview whose last question was answered (SPEC 16.4)", () => {
  const later = { options: ["later"] };

  it("waits without a word of rounds or gates where everything was put off, and asks again when it goes on", async () => {
    const { reason, state, spec, questions } = await interview(() => later);
    expect(reason).toBe("paused");
    expect(spec).toBe(SOURCE);
    expect(questions.map(({ about }) => about[1])).toEqual(["spec.md:3", "spec.md:4", "spec.md:5"]);
    expect([...state.gaps].map((gap) => gap.state)).toEqual(["OPEN", "OPEN", "OPEN"]);
  });

  it("ends by itself with what was answered; what was put off is open in it, also where it weighs much", async () => {
    const source = `${SOURCE}- **FR-001**: Rain falls upward in spring.\n`;
    const { reason, state, spec, questions } = await interview(
      (question) => (isAbout(question, 4) ? fill("a year") : later),
      source,
    );
    expect(reason).toBe("ended");
    expect(state.stop).toMatchObject({ termination: "USER_APPROVED" });
    expect(spec).toBe(source.replace("a log for TBD", "a log for a year"));
    expect(questions.map(({ kind }) => kind)).toEqual(["input", "input", "input", "input"]);
  });

  it("writes no copy of a spec that stays as it is", async () => {
    const { reason, state } = await interview(() => ({ options: ["keep"] }));
    expect(reason).toBe("ended");
    expect(state.stop).toMatchObject({ termination: "COMPLETE", specPath: "spec.md" });
  });
});

describe("going back in an interview", () => {
  it("comes to a question that was passed over", async () => {
    const { questions } = await interview((_, count) =>
      count === 1 ? undefined : count === 2 ? "back" : fill("a year"),
    );
    expect(questions.map(({ about }) => about[1]).slice(0, 4)).toEqual([
      "spec.md:3",
      "spec.md:4",
      "spec.md:3",
      "spec.md:4",
    ]);
  });

  it("asks the question before once more, and the last answer holds", async () => {
    const { spec, questions } = await interview((question, count) => {
      if (count === 2) return "back";
      return fill(isAbout(question, 3) && count > 2 ? "a month" : "a year");
    });
    expect(questions.map(({ about }) => about[1]).slice(0, 4)).toEqual([
      "spec.md:3",
      "spec.md:4",
      "spec.md:3",
      "spec.md:4",
    ]);
    expect(spec).toBe(SOURCE.replace("backup for TBD", "backup for a month").replaceAll("TBD", "a year"));
  });

  it("goes over answered ones that stay as they are: they are not asked again, and lie on the way back once more", async () => {
    const lines: (string | undefined)[] = [];
    const { spec } = await interview(
      (question, count) => {
        lines.push(question.about[1]?.split(":")[1]);
        if ([3, 4, 6, 7].includes(count)) return "back";
        return fill(count === 5 ? "a month" : "a year");
      },
      SOURCE,
      true,
    );
    expect(lines).toEqual(["3", "4", "5", "4", "3", "5", "4", "3", "5"]);
    expect(spec).toBe(SOURCE.replaceAll("TBD", "a year"));
  });

  it("takes up what was put off", async () => {
    const { spec, state } = await interview((_, count) => {
      if (count === 1) return { options: ["later"] };
      return count === 2 ? "back" : fill("a year");
    });
    expect(spec).toBe(SOURCE.replaceAll("TBD", "a year"));
    expect([...state.gaps].map((gap) => gap.state)).not.toContain("USER_DEFERRED");
  });

  it("puts off again what was put off", async () => {
    const { spec, state } = await interview((question, count) => {
      if (count === 2) return "back";
      return isAbout(question, 3) ? { options: ["later"] } : fill("a year");
    });
    expect(spec.match(/TBD/g)).toHaveLength(1);
    expect(spec).toContain("backup for TBD");
    expect([...state.gaps].map((gap) => gap.state)).toContain("USER_DEFERRED");
  });

  it("comes, in a sitting that follows, to what the one before answered and is not written yet", async () => {
    const killed = new AbortController();
    const said: Said = (_, count) => {
      if (count === 1) killed.abort();
      return count === 1 ? undefined : count === 2 ? "back" : fill("a month");
    };
    const session = interviewSession(said);
    const { store } = await session.run(killed.signal);
    const [first] = store.state.questions;
    const answer = { question: first?.id ?? "", options: ["later"], fields: {}, via: "command" } as const;
    expect(await session.command({ type: "answer", answer })).toMatchObject({ ok: true });
    await session.run();
    expect(session.questions.map(({ about }) => about[1]).slice(1, 3)).toEqual(["spec.md:4", "spec.md:3"]);
  });

  it("says of what an earlier sitting wrote into the spec that it is there", async () => {
    const refusals: (string | undefined)[] = [];
    const session = interviewSession((_, count, refusal) => {
      refusals.push(refusal);
      return count === 1 ? fill("a year") : count === 3 ? "back" : "leave";
    });
    await session.run();
    await session.run();
    expect(refusals.at(-1)).toBe("what you answered before this is already in the spec: `whetstone diff` shows it");
  });

  it("does nothing at the first question", async () => {
    const { spec } = await interview((_, count) => (count === 1 ? "back" : fill("a year")));
    expect(spec).toBe(SOURCE.replaceAll("TBD", "a year"));
  });
});

describe("what was answered by command before an interview is ended", () => {
  const accepted: Said = ({ kind }) => (kind === "input" ? undefined : { options: ["accept"] });
  const given = (question: Question) => {
    const fields = { edit: question.evidence[0]?.body.replace("TBD", "a year") ?? "" };
    return { type: "answer", answer: { question: question.id, options: ["edit"], fields, via: "command" } } as const;
  };

  it.each([
    ["while the round that asked is open", true],
    ["between rounds", false],
  ])("is in the spec, and is not listed as open: %s", async (_, isWithin) => {
    const killed = new AbortController();
    const session = interviewSession((question, count) => {
      if (isWithin) killed.abort();
      return accepted(question, count);
    });
    const { store } = await session.run(killed.signal);
    expect(store.state.round !== undefined).toBe(isWithin);
    for (const question of store.state.questions.slice(0, 2)) {
      expect(await session.command(given(question))).toMatchObject({ ok: true });
    }
    expect(await session.command({ type: "finish" })).toMatchObject({ ok: true });
    const { store: ended, reason } = await session.run();
    expect(reason).toBe("ended");
    expect(ended.state.spec.text[0]?.text).toBe(SOURCE.replace("TBD", "a year").replace("TBD", "a year"));
    const shown = session.questions.find(({ kind }) => kind === "finish")?.evidence ?? [];
    expect(shown.map(({ body }) => body.match(/GAP-BACKUP-\d+/g))).toEqual([["GAP-BACKUP-003"]]);
  });
});

describe("the source that the author edits while questions wait", () => {
  it.each([
    ["while the round that asked is open", true],
    ["between rounds", false],
  ])("settles what it settles, and the rest is asked as it reads now: %s", async (_, isWithin) => {
    const killed = new AbortController();
    const session = interviewSession(() => {
      if (isWithin) killed.abort();
      return undefined;
    });
    const { store: before } = await session.run(killed.signal);
    expect(before.state.questions).toHaveLength(3);
    const edited = SOURCE.replace("# Backup\n", "# Backup\n\nFor one tenant.\n")
      .replace("a backup for TBD", "a backup for a year")
      .replace("a log for TBD", "a log of each run for TBD");
    await session.specFolder.writeAtomic("spec.md", edited);
    const { store } = await session.run();
    const { gaps, questions } = store.state;
    expect(gaps.get("GAP-BACKUP-001")?.state).toMatch(/ACCEPTED|RESOLVED/);
    expect(Object.fromEntries(questions.map(({ about, evidence }) => [about[1], evidence[0]?.body]))).toEqual({
      "spec.md:6": "- **FR-002**: The service MUST keep a log of each run for TBD.",
      "spec.md:7": "- **FR-003**: The service MUST keep a list for TBD.",
    });
  });

  it("settles the gap of a passage that is gone", async () => {
    const session = interviewSession(() => undefined);
    await session.run();
    await session.specFolder.writeAtomic("spec.md", SOURCE.replace(/.*a log.*\n/, ""));
    const { store } = await session.run();
    expect(store.state.gaps.get("GAP-BACKUP-002")?.state).toMatch(/ACCEPTED|RESOLVED/);
    expect(store.state.questions.map(({ about }) => about[1])).toEqual(["spec.md:3", "spec.md:4"]);
  });
});

describe("a passage that the author changes while its answer waits (SPEC 12)", () => {
  const TEXT =
    "# Export\n\n## Limits\n\n- At most TBD files a day.\n\n## Open Questions\n\n1. Which formats?\n2. Who may export?\n3. Who pays?\n";
  const answerTo = (question: Question): Given => {
    const [body = ""] = question.evidence.map((each) => each.body);
    if (body.includes("formats")) return { options: ["add"], fields: { add: "CSV and JSON." } };
    if (body.includes("Who")) return { options: ["add"], fields: { add: "Admins." } };
    return { options: ["edit"], fields: { edit: body.replace("TBD", "10") } };
  };

  /** All are answered; the author edits, and the person leaves, before the questions of these numbers. */
  async function played(edited: string, { editAt, leaveAt }: { editAt: number; leaveAt?: number }) {
    let isLeft = false;
    let asked = 0;
    const session = interviewSession(
      (question) => {
        if (/answered before/.test(question.text)) return undefined;
        asked++;
        if (asked === editAt) void session.specFolder.writeAtomic("spec.md", edited);
        if (asked !== leaveAt || isLeft) return answerTo(question);
        isLeft = true;
        return "leave";
      },
      TEXT,
      true,
    );
    await session.specFolder.writeAtomic("spec.md", TEXT);
    let { store, reason } = await session.run();
    if (isLeft) ({ store, reason } = await session.run());
    const { state } = store;
    return { reason, spec: state.spec.text[0]?.text, asks: state.questions.map(({ text }) => text) };
  }

  const WAYS = [{ editAt: 1 }, { editAt: 4 }, { editAt: 1, leaveAt: 4 }, { editAt: 4, leaveAt: 4 }];
  const written = (text: string) =>
    text
      .replace("\n2. ", "\n   - CSV and JSON.\n2. ")
      .replace("\n3. ", "\n   - Admins.\n3. ")
      .replace("TBD", "10")
      .concat("   - Admins.\n");

  it.each([
    ["words at the end of a question", TEXT.replace("formats?", "formats? CSV.")],
    ["words within a question", TEXT.replace("Which formats", "Which file formats")],
    ["words beside the marker's", TEXT.replace("files a day", "files per day and user")],
  ])("offers the answer again the same way, whenever the person stops: %s", async (_, edited) => {
    const asks = [expect.stringContaining("You answered before: ")];
    const all = await Promise.all(WAYS.map((way) => played(edited, way)));
    for (const result of all) expect(result).toEqual({ reason: "waiting", spec: all[0]?.spec, asks });
  });

  it("asks the same again with what was answered, whenever the person stops, where both wrote the same words", async () => {
    const edited = TEXT.replace("TBD files", "100 files");
    const asks = [expect.stringContaining('You answered before: "- At most 10 files a day."')];
    for (const way of WAYS) {
      expect(await played(edited, way), JSON.stringify(way)).toEqual({
        reason: "waiting",
        spec: written(edited),
        asks,
      });
    }
  });
});
