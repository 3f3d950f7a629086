import { describe, expect, it } from "vitest";
import type { EngineerDocument, ReviewerDocument } from "../../documents/agent-document.ts";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { type Asked, readAsked } from "../../mediator/questions/passage-question.ts";
import type { Decision, PassageAnswer } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { AgentOutcome, AgentProgress, AgentTask, TaskBrief } from "../../ports/agent.ts";
import { fixedClock } from "../../testing/fixed-clock.ts";
import { createInterviewAgent } from "./create-interview-agent.ts";

const SOURCE = `# Booking

## Limits

- **FR-001**: A member cancels up to TBD before the slot.
- **FR-002**: A member cancels up to 2 hours before.

## Rules

A member cancels up to 24 hours before.

## Errors
`;
const FIRST = "- **FR-001**: A member cancels up to TBD before the slot.";

function gap(id: string, title: string, lines: readonly number[], more: Partial<Gap> = {}): Gap {
  const places = lines.map((line) => ({ heading: "Limits", line, endLine: line }));
  const base = {
    text: "",
    severity: "HIGH",
    severityBy: "user",
    state: "OPEN",
    origin: "source",
    round: 0,
    changedInRound: 0,
  };
  return { ...base, id: id as GapId, title, places, dependsOn: [], parts: [], flags: [], ...more } as Gap;
}

const GAPS = [
  gap("GAP-TBD-001", "TBD", [5]),
  gap("GAP-HOURS-001", '"2 hours" here, "24 hours" on line 10', [6, 10], {
    quotations: ["2 hours", "24 hours"],
  }),
  gap("GAP-ERR-001", '"Errors" is empty', [12]),
  gap("GAP-OWN-001", "Who may cancel for others", []),
];
const BRIEF: TaskBrief = { source: SOURCE, draft: SOURCE, gaps: GAPS, issues: [], decisions: [], changes: [] };

function task(brief: TaskBrief | undefined, gaps: readonly string[], role: AgentTask["role"] = "engineer"): AgentTask {
  return {
    id: "engineer-1",
    role,
    label: { round: 1, attempt: 1, gaps: gaps as GapId[] },
    preface: "",
    prompt: "",
    documentPath: "/nowhere/document.md",
    documents: [],
    budget: { seconds: 10, outputBytes: 1_000_000 },
    ...(brief === undefined ? {} : { brief }),
  };
}

async function run(given: AgentTask, options: { key?: string; signal?: AbortSignal } = {}) {
  const environment = options.key === undefined ? {} : { SOME_API_KEY: options.key };
  const running = createInterviewAgent({ clock: fixedClock(), environment }).run(
    given,
    options.signal ?? new AbortController().signal,
  );
  const progress: AgentProgress[] = [];
  for (;;) {
    const next = await running.next();
    if (next.done === true) return { progress, outcome: next.value, text: textOf(next.value) };
    progress.push(next.value);
  }
}

function textOf(outcome: AgentOutcome): string {
  return outcome.type === "document" ? new TextDecoder().decode(outcome.bytes) : "";
}

function decided(id: string, passages: readonly PassageAnswer[], round = 1): Decision {
  const base = { id: "DECISION-R1-001", type: "input", title: "Input", issues: [], decision: "", by: "user", at: "" };
  return { ...base, round, gaps: [id as GapId], passages } as unknown as Decision;
}

async function written(brief: TaskBrief, ...gaps: string[]): Promise<EngineerDocument> {
  const { text } = await run(task(brief, gaps));
  const { document } = readForm(text, "engineer");
  expect(document.unread, text).toEqual([]);
  return document as EngineerDocument;
}

async function asked(brief: TaskBrief, id: string): Promise<Asked | undefined> {
  const [blocked] = (await written(brief, id)).blocked;
  expect(blocked).toMatchObject({ kind: "BLOCKED_NEEDS_INPUT", gap: id });
  return readAsked(blocked?.reason ?? "");
}

describe("the interview as an agent (SPEC 15.1, 16.4)", () => {
  it("gives the document piece by piece and whole, costs nothing, and is the same for the same facts", async () => {
    const [first, second] = await Promise.all([run(task(BRIEF, ["GAP-TBD-001"])), run(task(BRIEF, ["GAP-TBD-001"]))]);
    expect(first.text).toBe(second.text);
    expect(first.progress.map((each) => (each.type === "text" ? each.text : "")).join("")).toBe(first.text);
    expect(first.outcome.usage).not.toHaveProperty("costUsd");
  });

  it("stops when it is told to, and fails as a value where it is given nothing to work from", async () => {
    const signal = AbortSignal.abort();
    expect((await run(task(BRIEF, ["GAP-TBD-001"]), { signal })).outcome).toMatchObject({ reason: "aborted" });
    expect((await run(task(undefined, []))).outcome).toMatchObject({ type: "failed", reason: "crashed" });
  });

  it("tells no key, even where the spec holds it", async () => {
    const key = "sk-0123456789abcdef0123456789abcdef";
    const source = SOURCE.replace("TBD", `TBD ${key}`);
    const { text, progress } = await run(task({ ...BRIEF, source, draft: source }, ["GAP-TBD-001"]), { key });
    expect(text + JSON.stringify(progress)).not.toContain(key);
  });
});

describe("its question names the place and the passage", () => {
  it("asks what goes in place of a marker", async () => {
    expect(await asked(BRIEF, "GAP-TBD-001")).toEqual({
      section: "Limits",
      question: 'what goes in place of "TBD"?',
      passages: [{ text: FIRST, marks: ["TBD"], place: { heading: "", line: 5, endLine: 5 } }],
      fill: "TBD",
      marker: "TBD",
    });
  });

  it("names the line of a label, and not the first of its block", async () => {
    const source = "# X\n\nVersion: 1\nOwner: TBD\nStatus: Draft\n";
    const places = [{ heading: "X", line: 3, endLine: 5 }];
    const question = await asked(
      { ...BRIEF, source, draft: source, gaps: [gap("GAP-TBD-001", "TBD", [], { places })] },
      "GAP-TBD-001",
    );
    expect(question?.passages).toMatchObject([{ text: "Owner: TBD", place: { line: 4 } }]);
  });

  it("shows two passages that contradict each other side by side", async () => {
    const question = await asked(BRIEF, "GAP-HOURS-001");
    expect(question?.question).toContain("Which one should change?");
    expect(question?.passages.map(({ marks }) => marks)).toEqual([["2 hours"], ["24 hours"]]);
  });

  it("takes type and words of a finding from its fields, whatever its title says", async () => {
    const finding = { rule: "dangling-reference", type: "dangling-ref", subject: "FR-002", words: ["FR-002"] };
    const found = gap("GAP-REF-001", 'no words of the passage, and "member" in quotes', [6], {
      origin: "check",
      finding,
    });
    expect(await asked({ ...BRIEF, gaps: [found] }, "GAP-REF-001")).toMatchObject({
      section: "Limits",
      question: '"FR-002" is not defined in this document. What should replace it?',
      passages: [{ marks: ["FR-002"] }],
    });
  });

  it("asks which of two headings with one number should change", async () => {
    const source = "# Shop\n\n## Rule 2 Payment\n\nPaid by card.\n\n## Rule 2 Shipping\n\nShipped by mail.\n";
    const finding = {
      rule: "duplicate-id",
      type: "duplicate-definition",
      subject: "Rule 2",
      words: ["Rule 2 Shipping"],
    };
    const found = gap("GAP-DOUBLE-001", "the same number", [7, 3], { origin: "check", finding });
    const question = await asked({ ...BRIEF, source, draft: source, gaps: [found] }, "GAP-DOUBLE-001");
    expect(question).toMatchObject({
      question: "Rule 2 is used for two different things, on line 3 and on line 7. Which one should get a new id?",
      passages: [{ text: "## Rule 2 Payment" }, { text: "## Rule 2 Shipping" }],
    });
  });

  it("asks what belongs in an empty section, and for a gap that stands nowhere", async () => {
    expect(await asked(BRIEF, "GAP-ERR-001")).toMatchObject({
      question: 'the section "Errors" is empty. What should it say?',
      empty: true,
    });
    expect(await asked(BRIEF, "GAP-OWN-001")).toEqual({
      question: "Who may cancel for others. What should the spec say?",
      passages: [],
    });
  });
});

describe("its resolution is the person's words as exact changes", () => {
  const edit = { kind: "edit" as const, passage: FIRST, text: FIRST.replace("TBD", "2 hours") };

  it("passes the reader, applies, and changes nothing else", async () => {
    const brief = { ...BRIEF, decisions: [decided("GAP-TBD-001", [edit])] };
    const [resolution] = (await written(brief, "GAP-TBD-001")).resolutions;
    expect(resolution).toMatchObject({ gap: "GAP-TBD-001", confidence: "HIGH" });
    const applied = applyChanges([{ path: "spec.md", text: SOURCE }], resolution?.changes ?? []);
    expect(applied).toMatchObject({ spec: [{ text: SOURCE.replace("TBD", "2 hours") }] });
  });

  it("edits both of two passages, and numbers the changes through the document", async () => {
    const both = [
      {
        kind: "edit" as const,
        passage: "- **FR-002**: A member cancels up to 2 hours before.",
        text: "- **FR-002**: Up to 4 hours.",
      },
      { kind: "edit" as const, passage: "A member cancels up to 24 hours before.", text: "Up to 4 hours." },
    ];
    const decisions = [decided("GAP-TBD-001", [edit]), decided("GAP-HOURS-001", both)];
    const { resolutions } = await written({ ...BRIEF, decisions }, "GAP-TBD-001", "GAP-HOURS-001");
    expect(resolutions.flatMap(({ changes }) => changes.map(({ number }) => number))).toEqual([1, 2, 3]);
  });

  it("gives two requirements that are added at the same time two ids, as they were shown", async () => {
    const second = "- **FR-002**: A member cancels up to TBD before.";
    const source = SOURCE.replace("2 hours before", "TBD before");
    const decisions = [
      decided("GAP-TBD-002", [{ kind: "add", passage: second, text: "One." }]),
      decided("GAP-TBD-001", [{ kind: "add", passage: FIRST, text: "Two." }]),
    ];
    const gaps = [...GAPS, gap("GAP-TBD-002", "TBD", [6])];
    const brief = { ...BRIEF, source, draft: source, gaps, decisions };
    const added = async (id: string) => (await written(brief, id)).resolutions[0]?.changes[0]?.new;
    expect(await added("GAP-TBD-002")).toBe("- **FR-003**: One.");
    expect(await added("GAP-TBD-001")).toBe("- **FR-004**: Two.");
  });

  it("keeps a passage by quoting it, and never asks about the same words again", async () => {
    const keep = decided("GAP-TBD-001", [{ kind: "keep", passage: FIRST, text: "" }]);
    const other = gap("GAP-OPEN-001", '"TBD" marks something open', [5]);
    const brief = { ...BRIEF, gaps: [...GAPS, other], decisions: [keep] };
    for (const id of ["GAP-TBD-001", "GAP-OPEN-001"]) {
      const [resolution] = (await written(brief, id)).resolutions;
      expect(resolution?.noChange?.quotation).toBe("**FR-001**: A member cancels up to TBD before the slot.");
    }
  });

  it("asks again where other words of the passage changed, and offers the answer in them", async () => {
    const draft = SOURCE.replace("A member cancels up to TBD", "A member may cancel up to TBD");
    const question = await asked({ ...BRIEF, draft, decisions: [decided("GAP-TBD-001", [edit])] }, "GAP-TBD-001");
    const text = edit.text.replace("A member cancels", "A member may cancel");
    expect(question).toMatchObject({ before: { kind: "edit", text } });
  });

  it("has nothing to write where the author wrote the same meanwhile", async () => {
    const draft = SOURCE.replace(FIRST, edit.text);
    const brief = { ...BRIEF, draft, decisions: [decided("GAP-TBD-001", [edit])] };
    const [resolution] = (await written(brief, "GAP-TBD-001")).resolutions;
    expect(edit.text).toContain(resolution?.noChange?.quotation);
  });

  it("asks again where the same words changed, shows the passage as it is now and what was answered", async () => {
    const draft = SOURCE.replace("up to TBD before", "up to one day before");
    const question = await asked({ ...BRIEF, draft, decisions: [decided("GAP-TBD-001", [edit])] }, "GAP-TBD-001");
    expect(question?.passages[0]?.text).toContain("up to one day before");
    expect(question).toMatchObject({ before: { kind: "edit", text: edit.text } });
    expect(question?.question).toContain(`You answered before: "${edit.text}"`);
  });

  it("asks about an item and about one nested in it apart where both are marked, and about neither twice", async () => {
    const source = "# X\n\n## Tags\n\n- Keep tags for TBD releases\n  - Sign tags with TBD keys\n";
    const gaps = [gap("GAP-TBD-001", "Keep tags", [5]), gap("GAP-TBD-002", "Sign tags", [6])];
    const brief = { ...BRIEF, source, draft: source, gaps };
    expect(await asked(brief, "GAP-TBD-001")).toMatchObject({
      passages: [{ text: "- Keep tags for TBD releases", nested: 1 }],
      marker: "TBD",
    });
    const draft = source.replaceAll("TBD", "two");
    expect((await written({ ...brief, draft }, "GAP-TBD-002")).resolutions).toMatchObject([{ gap: "GAP-TBD-002" }]);
  });

  it("asks about one passage once at a time", async () => {
    const other = gap("GAP-OPEN-001", '"slot" is explained nowhere', [5]);
    const { blocked } = await written({ ...BRIEF, gaps: [...GAPS, other] }, "GAP-TBD-001", "GAP-OPEN-001");
    expect(blocked.map(({ gap: id }) => id)).toEqual(["GAP-TBD-001"]);
  });
});

describe("what a reopened answer wrote is asked about, and another answer takes its place (SPEC 4.5)", () => {
  const reopening = (id: string) =>
    ({ ...decided(id, []), type: "reopening", passages: undefined }) as unknown as Decision;
  const wrote = (now: string) => ({ number: 1, kind: "replace" as const, place: "", old: "", new: now });
  const answered = (id: string, passages: readonly PassageAnswer[], draft: string): TaskBrief => ({
    ...BRIEF,
    draft,
    decisions: [decided(id, passages), reopening(id)],
    changes: [{ gap: id as GapId, round: 2, changes: [wrote(passages.at(-1)?.text ?? "")] }],
  });

  it("words that were added below a heading or a line are replaced, however often", async () => {
    const heading = "## Errors";
    const draft = `${SOURCE}\nOne.\nTwo.\n`;
    const brief = answered("GAP-ERR-001", [{ kind: "add", passage: heading, text: "One.\nTwo." }], draft);
    expect(await asked(brief, "GAP-ERR-001")).toMatchObject({
      section: "Errors",
      question: '"Errors" is empty. You answered with this. What should it say?',
      passages: [{ text: "One.\nTwo." }],
    });
    const again = [{ kind: "edit" as const, passage: "One.\nTwo.", text: "Three." }];
    const decisions = [...brief.decisions, decided("GAP-ERR-001", again, 3)];
    const [resolution] = (await written({ ...brief, decisions }, "GAP-ERR-001")).resolutions;
    const applied = applyChanges([{ path: "spec.md", text: draft }], resolution?.changes ?? []);
    expect(applied).toMatchObject({ spec: [{ text: `${SOURCE}\nThree.\n` }] });
    const third = { ...brief, draft: `${SOURCE}\nThree.\n`, decisions: [...decisions, reopening("GAP-ERR-001")] };
    third.changes = [{ gap: "GAP-ERR-001" as GapId, round: 4, changes: [wrote("Three.")] }];
    expect(await asked(third, "GAP-ERR-001")).toMatchObject({ passages: [{ text: "Three." }] });
  });

  it("of a passage that was edited the line is asked for, and nothing is added below it", async () => {
    const text = FIRST.replace("TBD", "2 hours");
    const brief = answered("GAP-TBD-001", [{ kind: "edit", passage: FIRST, text }], SOURCE.replace(FIRST, text));
    const question = await asked(brief, "GAP-TBD-001");
    expect(question?.passages).toMatchObject([{ text }]);
    expect(question).not.toHaveProperty("fill");
  });

  it("what was struck again is asked about as at first", async () => {
    const added: PassageAnswer[] = [
      { kind: "add", passage: "## Errors", text: "One." },
      { kind: "strike", passage: "One.", text: "" },
    ];
    expect(await asked(answered("GAP-ERR-001", added, SOURCE), "GAP-ERR-001")).toMatchObject({ empty: true });
  });
});

describe("its Reviewer is the checks on the changed lines (SPEC 16.4)", () => {
  async function reviewed(brief: TaskBrief): Promise<ReviewerDocument> {
    const { text } = await run(task(brief, ["GAP-TBD-001"], "reviewer"));
    const { document } = readForm(text, "reviewer");
    expect(document.unread, text).toEqual([]);
    return document as ReviewerDocument;
  }

  it("approves, holds nothing back, and says that it is the absence of findings", async () => {
    const draft = SOURCE.replace("TBD", "2 hours");
    const document = await reviewed({ ...BRIEF, draft });
    expect(document).toMatchObject({ issues: [], newGaps: [], verdicts: [{ gap: "GAP-TBD-001", value: "APPROVED" }] });
    expect(document.noIssuesFound).toHaveLength(1);
  });

  it("makes a gap of what the answer brings out elsewhere: a requirement that is written lacks its scenario", async () => {
    const requirement = (name: string) =>
      `### Requirement: ${name}\n\nThe system SHALL do ${name}.\n\n#### Scenario: ${name}\n\n- **WHEN** asked\n- **THEN** it does\n\n`;
    const source = `# Auth\n\n## Requirements\n\n${["One", "Two", "Three"].map(requirement).join("")}### Requirement: Reset\n`;
    const text = "The system SHALL send a link.";
    const change = { number: 1, kind: "add-after" as const, place: "", old: "### Requirement: Reset", new: text };
    const changes = [{ gap: "GAP-TBD-001" as GapId, round: 1, changes: [change] }];
    const gaps = [gap("GAP-TBD-001", "The section has no text", [source.split("\n").length - 1])];
    const decisions = [decided("GAP-TBD-001", [{ kind: "add", passage: "### Requirement: Reset", text }])];
    const { newGaps } = await reviewed({ ...BRIEF, gaps, source, draft: `${source}\n${text}\n`, changes, decisions });
    expect(newGaps.map(({ title }) => title)).toEqual([expect.stringContaining("Requirement: Reset")]);
  });

  it("quotes both passages of an id that the answer gives twice, and they are asked about with their places", async () => {
    const line = "- **FR-002**: The member is told by mail.";
    const draft = SOURCE.replace(FIRST, `${FIRST}\n${line}`);
    const change = { number: 1, kind: "add-after" as const, place: "", old: FIRST, new: line };
    const changes = [{ gap: "GAP-TBD-001" as GapId, round: 1, changes: [change] }];
    const [found] = (await reviewed({ ...BRIEF, draft, changes })).newGaps;
    expect(found?.place).toMatch(/"- \*\*FR-002\*\*: A member cancels.*" and "- \*\*FR-002\*\*: The member is told/);
    const quotations = ["- **FR-002**: A member cancels up to 2 hours before.", line];
    const brought = gap("GAP-DOUBLE-001", found?.title ?? "", [], {
      origin: "reviewer",
      quotations,
      ...defined({ finding: found?.finding }),
    });
    const question = await asked({ ...BRIEF, draft, gaps: [...GAPS, brought] }, "GAP-DOUBLE-001");
    expect(question?.passages.map(({ text }) => text)).toEqual([line, quotations[0]]);
    expect(question?.question).toContain("on line 5 and on line 6. Which one should get a new id?");
  });

  it("asks again about a marker that an edit leaves on a line that it does not change", async () => {
    const lines = (end: string) => `The tool handles TBD of the crates\nwithout help. It is ${end}.`;
    const source = `# Tool\n\n## Crates\n\n${lines("slow")}\n`;
    const draft = source.replace("slow", "fast");
    const passage = { kind: "edit" as const, passage: lines("slow"), text: lines("fast") };
    const change = { number: 1, kind: "replace" as const, place: "", old: lines("slow"), new: lines("fast") };
    const brief = {
      ...BRIEF,
      source,
      draft,
      gaps: [gap("GAP-TBD-001", "TBD", [5])],
      decisions: [decided("GAP-TBD-001", [passage])],
      changes: [{ gap: "GAP-TBD-001" as GapId, round: 1, changes: [change] }],
    };
    expect((await reviewed(brief)).newGaps).toMatchObject([{ parent: "GAP-TBD-001" }]);
    const filled = draft.replace("TBD", "half");
    const decisions = [decided("GAP-TBD-001", [{ ...passage, text: lines("fast").replace("TBD", "half") }])];
    expect((await reviewed({ ...brief, draft: filled, decisions })).newGaps).toEqual([]);
  });

  it.each(["still to be decided", "undecided", "TBD"])(
    "does not ask again about %j that words added below leave, nor where it was kept",
    async (said) => {
      const passage = `Which one we take is ${said}.`;
      const source = `# Mail\n\n## Channels\n\n${passage}\n`;
      const text = "We take SES.";
      const change = { number: 1, kind: "add-after" as const, place: "", old: passage, new: text };
      const finding = { rule: "explicit-marker", type: "explicit-marker", subject: said, words: [said] } as const;
      const first = gap("GAP-TBD-001", passage, [5], { finding });
      const brief = {
        ...BRIEF,
        source,
        draft: `${source}\n${text}\n`,
        gaps: [first],
        decisions: [decided("GAP-TBD-001", [{ kind: "add", passage, text }])],
        changes: [{ gap: "GAP-TBD-001" as GapId, round: 1, changes: [change] }],
      };
      expect((await reviewed(brief)).newGaps).toEqual([]);
      const kept = brief.decisions.map((each) => ({
        ...each,
        passages: [{ kind: "keep" as const, passage, text: "" }],
      }));
      expect((await reviewed({ ...brief, decisions: kept })).newGaps, "kept is answered").toEqual([]);
    },
  );

  it("does not find again what another gap stands at, wherever an edit moved or changed its line", async () => {
    const [old, now] = [
      "- Keep logs for TBD days\n  and backups for TBC weeks.",
      "- Keep all logs for 30 days,\n  backups for TBC weeks.",
    ];
    const source = `# Tool\n\n## Logs\n\n${old}\n`;
    const places = [{ heading: "Logs", line: 5, endLine: 6 }];
    const gaps = ["GAP-TBD-001", "GAP-TODO-001"].map((id) => gap(id, id, [], { places }));
    const changes = [{ gap: "GAP-TBD-001" as GapId, round: 1, changes: [] }];
    const brief = { ...BRIEF, source, draft: source.replace(old, `- New.\n${now}`), gaps, changes };
    const decisions = [decided("GAP-TBD-001", [{ kind: "edit", passage: old, text: now }])];
    expect((await reviewed({ ...brief, decisions })).newGaps).toEqual([]);
    expect((await reviewed({ ...brief, decisions, gaps: gaps.slice(0, 1) })).newGaps).toHaveLength(1);
  });

  it("holds nothing back, also of what is LOW", async () => {
    const draft = SOURCE.replace("up to TBD", "as FR-099 says");
    const { newGaps } = await reviewed({ ...BRIEF, draft, checks: { "dangling-ref": "LOW" } });
    expect(newGaps).toMatchObject([{ severity: "LOW" }]);
  });

  it("makes a gap of what the changed lines bring, to be asked about", async () => {
    const line = "- **FR-001**: A member cancels as FR-099 says, up to 2 hours before the slot.";
    const draft = SOURCE.replace(FIRST, line);
    const change = { number: 1, kind: "replace" as const, place: "", old: FIRST, new: line };
    const changes = [{ gap: "GAP-TBD-001" as GapId, round: 1, changes: [change] }];
    const { newGaps, verdicts } = await reviewed({ ...BRIEF, draft, changes });
    expect(newGaps.map(({ title }) => title).join()).toContain("FR-099");
    expect(verdicts).toMatchObject([{ value: "APPROVED" }]);
  });
});
