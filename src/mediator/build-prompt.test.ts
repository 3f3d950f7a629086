import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../test/support/make-gap.ts";
import {
  change,
  engineerOrder,
  FILES,
  failed,
  GAP,
  GAPS,
  longState,
  makeDecision,
  material,
  openRound,
  proposal,
  reviewerOrder,
  reviewState,
  sampleState,
} from "../../test/support/sample-session.ts";
import { gapId } from "../model/ids.ts";
import { Table } from "../model/table.ts";
import { buildPrompt, promptNeeds } from "./build-prompt.ts";
import type { PromptOrder } from "./prompts/prompt-kit.ts";
import type { State } from "./state.ts";
import { proposalVersions } from "./working-spec/candidate.ts";

function engineer(facts: Partial<PromptOrder> = {}, state = sampleState(), given = material()): string {
  return buildPrompt(state, engineerOrder(facts), given).prompt;
}

function reviewer(facts: Partial<PromptOrder> = {}, state = reviewState(), given = material()): string {
  return buildPrompt(state, reviewerOrder(facts), given).prompt;
}

function expectInOrder(text: string, pieces: readonly string[]): void {
  const places = pieces.map((piece) => text.indexOf(piece));
  expect(pieces.filter((_, at) => (places[at] ?? -1) < 0)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
}

function withIssues(...issues: Parameters<typeof makeIssue>[0][]): State {
  const made = issues.map((facts) => makeIssue({ gap: GAP, ...facts }));
  return sampleState({ issues: Table.of(made) });
}

describe("the scope (SPEC 3.5a, 15.4)", () => {
  const OVERVIEW = "## Overview\n\nNotes of one person.\n\n## Out of Scope\n\n- Sharing\n";
  const scope = "Notes of one person.\n\nOut of Scope:\n- Sharing";
  const withScope = (facts: Partial<State["session"]>, state = sampleState({}, OVERVIEW)): State => {
    return { ...state, session: { ...state.session, ...facts } };
  };
  const survey = (state: State) => buildPrompt(state, { ...reviewerOrder({ gaps: [] }), role: "survey" }, material());

  it.each([
    ["the survey's", (state: State) => survey(state).prompt],
    ["the Engineer's", (state: State) => engineer({}, state)],
    ["the Reviewer's", (state: State) => reviewer({}, state)],
  ])("is the place of its words in %s prompt where they stand in the spec", (_, promptOf) => {
    const text = promptOf(withScope({ scope }));
    expect(text).toContain('# Scope of this session\n\nWhat the spec says under "Overview" and "Out of Scope".\n');
    expect(text).not.toContain("- Sharing");
  });

  it("is whole where it is the User's own, or the spec is shown by its outline", () => {
    expect(engineer({}, withScope({ scope: "Only search." }))).toContain(
      "# Scope of this session\n\n```\nOnly search.",
    );
    const long = longState();
    const [{ text = "" } = {}] = long.spec.text;
    const outlined = withScope({ scope: "A server keeps notes for the devices of one person." }, long);
    expect(text).toContain(outlined.session.scope);
    expect(engineer({}, outlined)).toContain(`# Scope of this session\n\n\`\`\`\n${outlined.session.scope}`);
  });

  it("is what the spec says now where a change settled something about it", () => {
    const written = sampleState({}, OVERVIEW);
    const changed = OVERVIEW.replace("- Sharing", "- Sharing with other persons");
    const state = { ...written, spec: { ...written.spec, text: sampleState({}, changed).spec.text } };
    expect(engineer({}, withScope({ scope }, state))).toContain(
      '# Scope of this session\n\nWhat the spec says under "Overview" and "Out of Scope".\n',
    );
  });

  it("is said to be missing where nobody states it", () => {
    expect(survey(withScope({ scope: "" })).prompt).toContain("# Scope of this session\n\nThe spec does not state it");
  });
});

describe("the preface (SPEC 15.4)", () => {
  it("is the same bytes for every gap and attempt of a role in a round, with the working spec whole", () => {
    const { preface } = buildPrompt(sampleState(), engineerOrder(), material());
    const order = engineerOrder({ attempt: 3, gaps: ["GAP-SEARCH-001"], failure: failed("WRONG_FORMAT") });
    expect(buildPrompt(sampleState({ decisions: [] }), order, material()).preface).toBe(preface);
    expect(preface).toContain("A version is a counter that the server raises by one");
    expect(preface).not.toContain("{{");
  });

  it("is the same bytes for every gap where the spec is shown by its outline", () => {
    const preface = (gap: `GAP-${string}`) =>
      buildPrompt(longState(), engineerOrder({ gaps: [gap] }), material()).preface;
    expect(preface(GAP)).toBe(preface("GAP-SEARCH-001"));
    expect(preface(GAP)).toContain("    2.1 Conflicts\n");
    expect(preface(GAP)).toContain("- **Device**: a phone");
    expect(preface(GAP)).not.toContain("A text has at most 64 KiB");
  });

  it("has the candidate for the Reviewer", () => {
    const { preface } = buildPrompt(reviewState(), reviewerOrder(), material());
    expect(preface).toContain("| FR-003 | A copy carries the name of its device in its title |");
    expect(preface).not.toContain("TBD: how.");
  });

  it("has every file of a spec by its path, in a fence that nothing in it ends", () => {
    const text = [
      { path: "requirements.md", text: "# Requirements\n\n````\ncode\n````\n" },
      { path: "design.md", text: "# Design\r\n\r\nA queue.\r\n" },
    ];
    const state = sampleState();
    const { preface } = buildPrompt({ ...state, spec: { ...state.spec, text } }, engineerOrder(), material());
    expectInOrder(preface, [
      "File: requirements.md\n\n`````markdown\n# Requirements",
      "File: design.md\n\n```markdown\n# Design\n\nA queue.\n```",
    ]);
  });

  it("of the survey and the final review has the spec whole, however long", () => {
    for (const role of ["survey", "final-review"] as const) {
      const { preface } = buildPrompt(longState(), { ...reviewerOrder({ gaps: [] }), role }, material());
      expect(preface).toContain("It names 40 trays");
    }
  });
});

describe("the Engineer's task (SPEC 15.4)", () => {
  it("has its parts in the order of the contract", () => {
    expectInOrder(engineer({ attempt: 2, failure: failed("EMPTY_OUTPUT") }), [
      "Sharing notes is out of scope.",
      '- GAP-SEARCH-001 (MEDIUM, OPEN, "1.1 Search"): How quickly results come',
      '- GAP-SYNC-002 (HIGH, RESOLVED, "2. Sync"): What a version of a note is',
      "**DECISION-R3-001**, option D on ISSUE-R3-002: A copy carries the name",
      "Because: People know their devices.",
      "DECISION-R1-001",
      "# Retry, attempt 1 of 2: EMPTY_OUTPUT",
      "Example, from",
      "# Task: GAP-SYNC-001, round 4",
      "**GAP-SYNC-001** (CRITICAL): How the server decides",
      'Place: under "2.1 Conflicts"',
      "Impact: One server keeps the first change, another the last.",
      "> A person has at most five devices.",
      "> Give at least two examples.",
      '**Change 1: replace** in "2.1 Conflicts"',
      "**ISSUE-R3-001** (CRITICAL, NOT_FIXED)",
      "Your last answer: The phone came first and wins.",
      "The Reviewer's last word: Which of two offline devices",
      "- ISSUE-R3-001\n- ISSUE-R3-002: do what the User decided",
      "these are free: FR-003 and up.",
    ]);
  });

  it("prints nothing twice", () => {
    const { preface, prompt } = buildPrompt(sampleState(), engineerOrder(), material());
    const sentences: string[] = `${preface}\n${prompt}`.match(/[A-Z][^.\n]{40,}\./g) ?? [];
    const twice = sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at);
    // The passage of the gap stands in the spec, and the last version quotes it.
    expect(new Set(twice)).toEqual(new Set(["If two devices change one note, the server decides."]));
  });

  it("names every decision on a gap that is shown, the last round's first, and says that they are settled", () => {
    const decisions = [3, 7, 1, 7].map((round, at) =>
      makeDecision({ id: `DECISION-R${round}-00${at}`, round, decision: `Rule ${at}.`, issues: [] }),
    );
    const search = makeDecision({
      id: "DECISION-R0-001",
      round: 0,
      gaps: ["GAP-SEARCH-001"],
      issues: [],
      decision: "Within 200 ms.",
    });
    const text = engineer({}, sampleState({ decisions: [...decisions, search] }));
    expectInOrder(text, ["do not argue them again", "Rule 1.", "Rule 3.", "Rule 0.", "Rule 2.", "Within 200 ms."]);
  });

  it("names of a decision on an issue what the issue is about, whatever became of it", () => {
    expect(engineer()).toContain(
      "on ISSUE-R3-002: A copy carries the name of the device that sent it.\n> Asked: The name",
    );
  });

  it("names what deferred a gap only while it is deferred", () => {
    const put = makeDecision({ type: "divergence", gaps: ["GAP-SEARCH-001"], issues: [], decision: "Scope narrowed." });
    const prompt = (state: "USER_DEFERRED" | "OPEN") => {
      const sample = sampleState({ decisions: [put] });
      const gaps = Table.of([...sample.gaps].map((gap) => (gap.id === "GAP-SEARCH-001" ? { ...gap, state } : gap)));
      return engineer({}, { ...sample, gaps });
    };
    expect(prompt("USER_DEFERRED")).toContain("Scope narrowed.");
    expect(prompt("OPEN")).not.toContain("Scope narrowed.");
  });

  it("names the newest decisions on other gaps, each with the question that it answers, on a line", () => {
    const question = "How long\nis it kept?";
    const other = (at: number) =>
      makeDecision({
        id: `DECISION-R0-00${at}`,
        gaps: ["GAP-GONE-001"],
        issues: [],
        decision: `Other ${at}.`,
        question,
      });
    const text = engineer({}, sampleState({ decisions: [1, 2, 3, 4, 5, 6, 7].map(other) }));
    for (const at of [1, 2, 3, 4, 5, 6]) expect(text).toContain(`Other ${at}.\n> Asked: How long is it kept?\n`);
    expect(text).not.toContain("Other 7.");
  });

  it("names them also in a prompt that is cut short, and those on a gap that belongs to the task and is not listed", () => {
    const near = makeDecision({ gaps: ["GAP-SEARCH-001"], issues: [], decision: "Within 200 ms." });
    expect(engineer({ condensed: true }, sampleState({ decisions: [near] }))).toContain("Within 200 ms.");
    const closed = Array.from({ length: 40 }, (_, at) =>
      makeGap({ id: gapId("OLD", at + 1), state: "RESOLVED", title: "Devices that change a note", changedInRound: 9 }),
    );
    const twin = makeGap({
      id: "GAP-TWIN-001",
      state: "SUPERSEDED",
      title: "x",
      text: "",
      duplicateOf: "GAP-SYNC-001",
    });
    const decision = makeDecision({ gaps: ["GAP-TWIN-001"], issues: [], decision: "The server decides." });
    const state = sampleState({ decisions: [decision] });
    expect(engineer({}, { ...state, gaps: Table.of([...state.gaps, ...closed, twin]) })).toContain(
      "The server decides.",
    );
  });

  it("gives every issue whole, however long, whatever it weighs", () => {
    const long = `${"A long concern. ".repeat(400)}END`;
    const state = withIssues(
      { id: "ISSUE-R3-009", text: long },
      { id: "ISSUE-R3-010", severity: "LOW", text: "x", suggestion: long },
    );
    expect(engineer({}, state).split(long)).toHaveLength(3);
  });

  it("names an issue once, also where its text does", () => {
    const text = '**ISSUE-R3-009**: No limit is said.\n- **Location:** "decides"';
    expect(engineer({}, withIssues({ id: "ISSUE-R3-009", title: "No limit is said.", text }))).toContain(
      "**ISSUE-R3-009** (HIGH) on GAP-SYNC-001\n```\nNo limit is said.\n- **Location:**",
    );
  });

  it("asks for no answer to what waits for the User, is lowered or is only noted", () => {
    const text = engineer(
      {},
      withIssues(
        { id: "ISSUE-R3-001", state: "DISPUTED" },
        { id: "ISSUE-R3-002", state: "LOWERED", severity: "LOW" },
        { id: "ISSUE-R3-003", noted: true },
        { id: "ISSUE-R3-005", state: "DISPUTED", severity: "LOW", limitation: true },
      ),
    );
    expect(text).toContain("**ISSUE-R3-005** (LOW, a known limitation)");
    expect(text).toContain("**ISSUE-R3-001** (HIGH, waits for the User)");
    expect(text).not.toContain("Answer by id");
  });

  it("asks for an answer to what was decided, whatever it weighs", () => {
    expect(engineer({}, withIssues({ id: "ISSUE-R3-001", severity: "LOW", decided: "Do it so." }))).toMatch(
      /Decided by the User: Do it so\.[\s\S]+- ISSUE-R3-001: do what the User decided/,
    );
  });

  it("has no issue or context of another gap, and a context that is for every gap", () => {
    expect(engineer()).not.toContain("ISSUE-R3-004");
    expect(engineer({ gaps: ["GAP-SEARCH-001"] })).not.toContain("five devices");
    const state = sampleState({ contexts: [{ gaps: [], text: "Only for nurses." }] });
    expect(engineer({ gaps: ["GAP-SEARCH-001"] }, state)).toContain("> Only for nurses.");
  });

  it("gives a part of a split gap what was proposed, decided and criticised for the whole", () => {
    const part = makeGap({ id: "GAP-SYNC-001a", partOf: GAP, title: "Equal versions" });
    const text = engineer({ gaps: [part.id] }, sampleState({ gaps: Table.of([...GAPS, part]) }));
    expectInOrder(text, ["a part of GAP-SYNC-001", "GAP-SYNC-001, round 3.", "ISSUE-R3-001"]);
    expect(text).toContain("DECISION-R3-001");
  });

  it("says of a reopened gap that its text stands in the spec", () => {
    const text = engineer({ gaps: ["GAP-SYNC-002"] });
    expect(text).toContain("It was accepted and stands in the spec shown here; do not give it again.");
    expect(engineer()).toContain("None of it is in the spec shown here.");
  });

  it("says of a later version of a reopened gap that the earlier one stands in the spec", () => {
    const id = "GAP-SYNC-002";
    const state = sampleState();
    const later = { ...state, proposals: state.proposals.set(proposal({ id, round: 9 })) };
    expect(engineer({ gaps: [id] }, later)).toContain(
      `${id}, round 9. An earlier resolution of this gap was accepted and stands in the spec; this is about a later one. None of it`,
    );
  });

  it("leaves earlier versions out where the User asked for fresh prompts", () => {
    expect(engineer({}, sampleState({ freshAfter: 3 }))).not.toContain("## Your last version");
  });

  it("says what an overlapping run comes after, and what it wrote before", () => {
    const round = openRound(4);
    const slots = round.slots.map((slot) => ({
      ...slot,
      overlap: {
        with: "GAP-SEARCH-001" as const,
        after: [{ gap: "GAP-SEARCH-001" as const, changes: [change()] }],
        changes: [change({ new: "The server keeps both." })],
      },
    }));
    expectInOrder(engineer({}, sampleState({ round: { ...round, slots } })), [
      "Another Engineer changed the same place at the same time, for GAP-SEARCH-001",
      "give what you add the next free number",
      "Yours were,",
      "The server keeps both.",
    ]);
  });

  it("says of a gap that an issue on another one reopened what is asked of each role", () => {
    const state = withIssues({ id: "ISSUE-R3-004", gap: "GAP-SEARCH-001", contradicts: [GAP] });
    expect(engineer({}, state)).toContain("quotes words of it: change its words where that settles the issue.");
    expect(reviewer({}, state)).toContain("quotes words of it: of this gap judge only what changed");
  });

  it("asks for one resolution for each gap of a cluster", () => {
    const text = engineer({ gaps: [GAP, "GAP-SEARCH-001"] });
    expectInOrder(text, [
      "# Task: GAP-SYNC-001, GAP-SEARCH-001",
      "**GAP-SYNC-001**",
      "**GAP-SEARCH-001**",
      "They belong together",
    ]);
    expect(text).not.toContain("- GAP-SEARCH-001 (");
  });

  it("says how far the spec has grown, once that is noticeable", () => {
    const state = sampleState();
    const source = state.spec.text.map((file) => ({ ...file, text: file.text.slice(0, file.text.length / 2) }));
    expect(engineer({}, { ...state, spec: { ...state.spec, source } })).toMatch(
      /The spec had \d+ words at the beginning and has \d+ now: look first for words that yours can replace/,
    );
    expect(engineer({}, { ...state, spec: { ...state.spec, source: state.spec.text } })).not.toContain(
      "words at the beginning",
    );
  });

  it("gives parallel runs disjoint numbers of gaps, and no id of the spec that a pending proposal takes", () => {
    const round = openRound(4);
    const second = { gap: "GAP-SEARCH-001" as const, allowed: 3, dropped: false, condensed: false };
    const pending = proposal({ id: "GAP-SEARCH-001", round: 3, changes: [change({ new: "| FR-007 | Soon |" })] });
    const gaps = Table.of(
      GAPS.map((gap) => (gap.id === "GAP-SEARCH-001" ? { ...gap, state: "PROPOSED" as const } : gap)),
    );
    const state = sampleState({
      gaps,
      proposals: Table.of([pending]),
      round: { ...round, slots: [...round.slots, second] },
    });
    expect(engineer({}, state)).toContain("FR-008 and up. New gaps are numbered 003 to 006");
    expect(engineer({ gaps: ["GAP-SEARCH-001"] }, state)).toContain("FR-008 and up;");
    expect(engineer({ gaps: ["GAP-SEARCH-001"] }, state)).toContain("New gaps are numbered 007 to 010");
  });

  it("names what the User wants answered before the review (SPEC 9)", () => {
    const text = engineer({ attempt: 2, revision: { why: "one issue is passed over", issues: ["ISSUE-R3-003"] } });
    expectInOrder(text, [
      "One issue is passed over.",
      "A typo in line 3.",
      "- ISSUE-R3-003: the User asks for your answer to it",
    ]);
  });

  it("welcomes a partial answer after UNCERTAINTY, with how similar gaps were settled (SPEC 7)", () => {
    expectInOrder(engineer({ attempt: 2, uncertain: true }), [
      "**Confidence:** LOW` is welcome",
      "## How similar gaps were settled",
      "GAP-SYNC-002: What a version of a note is",
      "A version is a counter",
    ]);
  });

  it("is shorter when condensed, and keeps decisions and what must be answered", () => {
    const condensed = engineer({ condensed: true });
    expect(condensed.length).toBeLessThan(engineer().length);
    expectInOrder(condensed, [
      "DECISION-R3-001",
      "DECISION-R1-001",
      "**ISSUE-R3-001** (CRITICAL",
      "**ISSUE-R3-002** (MEDIUM",
    ]);
    expect(condensed).not.toContain("GAP-SEARCH-001");
  });
});

describe("the Reviewer's task (SPEC 15.4)", () => {
  it("has its parts in order: the diff to the last version, the rest of the diff, the proposals, issues, what to look at", () => {
    expectInOrder(reviewer(), [
      "# Task: review GAP-SYNC-001, round 4",
      "## What changed\n",
      "### GAP-SYNC-001",
      "Since your last review:",
      "stores the other one as a copy. {+Of two changes",
      "Against the spec without it, where that says more:",
      "the server [-decides-]{+keeps the change",
      "## What the Engineer says",
      "### Proposed Solution",
      "## Response to ISSUE-R3-001\n\nEqual versions are kept both.\n\n**Changed in:** 1",
      "## Earlier issues, still open",
      "Your last word: Which of two offline devices",
      "A typo in line 3.",
      "## To look at",
      "- ISSUE-R3-001: its passage is unchanged",
      "- The resolution of GAP-SYNC-001 adds 180 words to the spec, 30 over the budget.",
    ]);
  });

  it("names the lesser issues that are open on other gaps, and no others", () => {
    const others = [
      makeIssue({ id: "ISSUE-R3-021", gap: "GAP-SYNC-002", severity: "MEDIUM", title: "Two words for one thing" }),
      makeIssue({ id: "ISSUE-R3-022", gap: "GAP-SYNC-002", severity: "HIGH", title: "Two limits" }),
    ];
    const state = reviewState();
    const noted = {
      ...state,
      issues: others.reduce((table, issue) => table.set(issue), state.issues),
    };
    expect(reviewer({}, noted)).toContain(
      "raise it again only where a change under review makes it worse.\n\n- ISSUE-R3-021 (MEDIUM) on GAP-SYNC-002: Two words for one thing\n\n##",
    );
    expect(reviewer()).not.toContain("## Open notes on settled gaps");
  });

  it("shows the lines around a change as the proposals of other gaps leave them", () => {
    const neighbour = "GAP-SEARCH-001";
    const changes = [change({ place: "2.1 Conflicts", old: "### 2.1 Conflicts", new: "### 2.1 Two changes" })];
    const state = reviewState();
    const both = { ...state, proposals: state.proposals.set(proposal({ id: neighbour, round: 4, changes })) };
    const diffs = reviewer({ gaps: [GAP, neighbour] }, both).split(`### ${neighbour}\n`);
    expect(diffs[0]).toContain("### 2.1 Two changes\nIf two devices change one note, the server keeps");
    expect(diffs[0]).not.toContain("### 2.1 Conflicts");
    expect(diffs[1]).toContain("[-Conflicts-]{+Two changes+}\nIf two devices change one note, the server keeps");
  });

  it("compares a reopened gap with its text that stands in the spec", () => {
    const state = sampleState();
    const id = "GAP-SYNC-002";
    const previous = state.proposals.get(id);
    const changes = [change({ place: "2. Sync", old: "A version is a counter", new: "A version is a number" })];
    const revised = proposal({ id, round: 4, changes, ...(previous === undefined ? {} : { previous }) });
    const versions = proposalVersions({ ...state, proposals: state.proposals.set(revised) }, id, []);
    expect(versions.previous).toEqual(state.spec.text);
    expect(versions.after).not.toEqual(versions.previous);
  });

  it("has of each change its place and first words, and leaves the others to the diff", () => {
    const text = reviewer();
    expect(text).toContain(
      '**Change 1: replace** in "2.1 Conflicts"\n\n> If two devices change one note, the server keeps the change …',
    );
    expect(text).not.toContain("```old");
  });

  it("has a proposal that an earlier round left unreviewed, and no more of that round", () => {
    const text = reviewer({}, sampleState());
    expect(text).toContain("round_003/engineer.md:\n\n```markdown\n## Gap Resolution: GAP-SYNC-001");
    expect(text).not.toContain("Equal versions are kept both.");
  });

  it("says so where no word of the spec changes", () => {
    const state = sampleState({ proposals: Table.of([proposal({ id: GAP, round: 3, noChange: "decides" })]) });
    expect(reviewer({}, state)).toContain("No word of the spec: see below why.");
  });

  it("has nothing of the Engineer's prompt, and no issue of another gap", () => {
    for (const words of ["Give at least two examples.", "Mind this time", "Another gap's issue."]) {
      expect(reviewer()).not.toContain(words);
    }
  });

  it("numbers new issues by the round, and new gaps after those of the Engineers", () => {
    expect(reviewer()).toContain("New issues are numbered from ISSUE-R4-001. New gaps are numbered 007 to 010");
    expect(reviewer({ round: 3 })).toContain("New issues are numbered from ISSUE-R3-005");
  });
});

describe("tasks over the whole spec", () => {
  it("of the final review names what is left open on purpose, what was decided of it, and earlier blockers (SPEC 12)", () => {
    const gaps = [
      makeGap({ id: "GAP-AA-001", state: "USER_DEFERRED", title: "Put off" }),
      makeGap({ id: "GAP-AA-002", state: "RESOLVED", origin: "final-review", title: "Was a blocker" }),
    ];
    const decisions = [makeDecision({ gaps: ["GAP-AA-001"], issues: [], decision: "Next year." })];
    const order = { ...reviewerOrder({ gaps: [] }), role: "final-review" as const };
    const { prompt } = buildPrompt(sampleState({ gaps: Table.of(gaps), decisions }), order, material());
    expectInOrder(prompt, ["Next year.", "Put off", "Was a blocker"]);
  });

  it("take no decision that only says when a gap is worked on", () => {
    const gaps = [makeGap({ id: "GAP-AA-001", state: "USER_DEFERRED", title: "Put off" })];
    const decisions = [makeDecision({ gaps: ["GAP-AA-001"], issues: [], type: "taken-up", decision: "Taken up." })];
    const order = { ...reviewerOrder({ gaps: [] }), role: "final-review" as const };
    const { prompt } = buildPrompt(sampleState({ gaps: Table.of(gaps), decisions }), order, material());
    expect(prompt).not.toContain("Taken up.");
  });

  it("of the survey says how many gaps may be named, and lists what is known (SPEC 16.1)", () => {
    const { preface, prompt } = buildPrompt(
      sampleState(),
      { ...reviewerOrder({ gaps: [] }), role: "survey" },
      material(),
    );
    expect(preface).toContain("12 is the most, and no target");
    for (const { title } of GAPS) expect(prompt).toContain(title);
  });
});

describe("promptNeeds", () => {
  it.each([
    ["engineer", engineerOrder(), sampleState()],
    ["engineer, uncertain", engineerOrder({ uncertain: true }), sampleState()],
    ["engineer, retry", engineerOrder({ attempt: 2, failure: failed("NO_GAPS_ADDRESSED") }), sampleState()],
    ["reviewer", reviewerOrder(), reviewState()],
    ["reviewer of an earlier round's proposal", reviewerOrder(), sampleState()],
  ] as const)("names every file that the prompt reads: %s", (_, order, state) => {
    const needed = new Set(promptNeeds(state, order));
    const some = new Map([...FILES].filter(([path]) => needed.has(path)));
    expect(buildPrompt(state, order, material({ files: some }))).toEqual(buildPrompt(state, order, material()));
  });

  it("needs no document for the Engineer's first attempt: the state has all of it", () => {
    expect(promptNeeds(sampleState(), engineerOrder())).toEqual([]);
  });
});
