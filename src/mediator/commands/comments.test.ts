import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { engineerOrder, material, sampleState, specOf } from "../../../test/support/sample-session.ts";
import type { SpecPlace } from "../../model/change.ts";
import { buildPrompt } from "../build-prompt.ts";
import { applyEvents } from "../evolve/evolve.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { applyCommand } from "./apply-command.ts";
import type { Command } from "./command.ts";

const WRITTEN = "A version is a counter that the server raises by one with every change it accepts.";
const NOW = "2026-01-12T14:30:00Z";

function lineOf(state: State, words: string): number {
  return (state.spec.text[0]?.text.split("\n").findIndex((line) => line.includes(words)) ?? -1) + 1;
}

function raise(at: SpecPlace, text = "Does it wrap around?"): Command {
  return { type: "issue-add", text, severity: "MEDIUM", at };
}

function add(at: SpecPlace): Command {
  return {
    type: "gap-add",
    title: "Who may delete",
    text: "Who may delete a note?",
    severity: "HIGH",
    category: "USER",
    dependsOn: [],
    at,
  };
}

function carryOut(state: State, command: Command): State {
  const result = applyCommand(state, command, NOW);
  if (!result.ok) throw new Error(result.problem);
  return applyEvents(state, result.events);
}

function problem(state: State, command: Command): string {
  const result = applyCommand(state, command, NOW);
  return result.ok ? "" : result.problem;
}

describe("a comment of the User's that is an issue", () => {
  it("is raised on the gap that wrote the line, and opens it again, whatever its severity", () => {
    const state = sampleState();
    const commented = carryOut(state, raise({ line: lineOf(state, WRITTEN) }));
    expect(commented.issues.get("ISSUE-R4-001")).toMatchObject({
      gap: "GAP-SYNC-002",
      by: "user",
      state: "OPEN",
      title: "Does it wrap around?",
      quotations: [WRITTEN],
      document: "spec.md",
    });
    expect(commented.gaps.get("GAP-SYNC-002")?.state).toBe("NEEDS_REVISION");
  });

  it("stands in the next prompt of the Engineer, with the words that it is about, and has to be answered", () => {
    const state = sampleState();
    const commented = carryOut(state, raise({ quote: "raises by one", line: lineOf(state, WRITTEN) }));
    const { prompt } = buildPrompt(commented, engineerOrder({ gaps: ["GAP-SYNC-002"] }), material());
    expect(prompt).toContain("**ISSUE-R4-001** (MEDIUM, raised by the User) on GAP-SYNC-002");
    expect(prompt).toContain("Does it wrap around?");
    expect(prompt).toContain('Location: "raises by one"');
    expect(prompt).toContain("- ISSUE-R4-001\n");
  });

  it("is refused on a line of the author's, which no gap wrote", () => {
    const state = sampleState();
    expect(problem(state, raise({ quote: "Results come quickly." }))).toContain("no gap wrote that line");
  });

  it("is refused where its words are not, or are no words", () => {
    const state = sampleState();
    expect(problem(state, raise({ quote: "nobody wrote this" }))).toContain("not in the current spec");
    expect(problem(state, raise({ line: 2 }))).toContain("line 2 has no text");
    expect(problem(state, raise({ line: 1, file: "other.md" }))).toContain("name the file that the line is in");
  });

  it("is not taken back by the Reviewer", () => {
    const gap = makeGap({ id: "GAP-FLOW-001" });
    const paper = paperSession({
      gaps: [gap],
      source: "# Paper\n\nIt is sent.\n",
      engineerDigest: (digest) => ({
        ...digest,
        proposals: digest.proposals.map((proposal) => ({
          ...proposal,
          changes: [{ number: 1, kind: "replace", place: "", old: "It is sent.", new: "It is sent once." }],
        })),
      }),
      rechecks: (_round, state) =>
        liveIssues(state).map(({ id: issue }) => ({ issue, status: "WITHDRAWN", why: "not needed", line: 1 })),
    });
    paper.runUntil((state) => state.records.length === 1);
    const result = applyCommand(paper.state, raise({ quote: "sent once" }), NOW);
    if (!result.ok) throw new Error(result.problem);
    paper.record(...result.events);
    paper.runUntil((state) => state.records.length === 2);
    expect(paper.state.issues.get("ISSUE-R1-001")).toMatchObject({ state: "NOT_FIXED", lastWord: "not needed" });
    expect(paper.state.gaps.get(gap.id)?.state).toBe("NEEDS_REVISION");
  });
});

describe("a comment of the User's that is a gap", () => {
  it("keeps the words that it is about, and shows them to the Engineer", () => {
    const state = sampleState();
    const commented = carryOut(state, add({ line: lineOf(state, "A deleted note goes") }));
    expect(commented.gaps.get("GAP-USER-001")).toMatchObject({
      origin: "user",
      quotations: ["A deleted note goes from all devices."],
    });
    const { prompt } = buildPrompt(commented, engineerOrder({ gaps: ["GAP-USER-001"] }), material());
    expect(prompt).toContain('Place: "A deleted note goes from all devices."');
    expect(prompt).toContain("Who may delete a note?");
  });

  it("takes lines above in where its words stand more than once", () => {
    const state = sampleState();
    const text = "# Doors\n\n## Front\n\n- open\n\n## Back\n\n- open\n";
    const twice = { ...state, spec: { ...state.spec, source: specOf(text), batches: [], text: specOf(text) } };
    const quoted = (line: number) => carryOut(twice, add({ line })).gaps.get("GAP-USER-001")?.quotations;
    expect(quoted(5)).toEqual(["- open"]);
    expect(quoted(9)).toEqual(["## Back\n\n- open"]);
  });

  it("follows words that moved since the person read them", () => {
    const state = sampleState();
    const commented = carryOut(state, add({ line: 3, quote: "A deleted note goes from all devices." }));
    expect(commented.gaps.get("GAP-USER-001")?.quotations).toEqual(["A deleted note goes from all devices."]);
  });
});
