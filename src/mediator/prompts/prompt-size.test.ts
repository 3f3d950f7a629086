import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../../test/support/make-gap.ts";
import {
  change,
  engineerOrder,
  makeDecision,
  material,
  openRound,
  proposal,
  reviewerOrder,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import type { Gap } from "../../model/gap.ts";
import { gapId, issueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { Table } from "../../model/table.ts";
import { buildPrompt } from "../build-prompt.ts";
import type { State } from "../state.ts";

const WORDS = "The server keeps the change with the higher version and stores the other one as a copy of the note. ";
/** Rounds after which as many closed gaps and decisions are near the task as a prompt shows. */
const FULL = 22;

/** A session in its n-th round, in which each round resolved one gap and decided one thing; the last one is revised. */
function stateInRound(round: number): State {
  const gaps: Gap[] = [];
  const issues: Issue[] = [];
  for (let at = 1; at < round; at++) {
    const last = at === round - 1;
    const places = [{ heading: "2.1 Conflicts", line: 17, endLine: 19 }];
    const state = last ? "IN_PROGRESS" : "RESOLVED";
    gaps.push(makeGap({ id: gapId("SYNC", at), title: `Conflict rule number ${at} of notes`, state, places }));
    issues.push(
      makeIssue({
        id: issueId(at, 1),
        gap: gapId("SYNC", at),
        round: at,
        text: WORDS,
        state: last ? "OPEN" : "VERIFIED",
      }),
    );
  }
  return sampleState({
    gaps: Table.of(gaps),
    proposals: Table.of(gaps.map(({ id }, at) => proposal({ id, round: at + 1, changes: [change()] }))),
    issues: Table.of(issues),
    decisions: gaps.map((gap, at) =>
      makeDecision({ id: `DECISION-R${at + 1}-001`, round: at + 1, gaps: [gap.id], issues: [] }),
    ),
    contexts: [],
    adjustments: [],
    round: openRound(round),
  });
}

function size(round: number, role: "engineer" | "reviewer"): number {
  const order = {
    ...(role === "engineer" ? engineerOrder : reviewerOrder)({ round, gaps: [gapId("SYNC", round - 1)] }),
  };
  const { preface, prompt } = buildPrompt(stateInRound(round), order, material({ files: new Map() }));
  return estimateTokens(`${preface}\n\n${prompt}`);
}

describe("the size of a prompt, apart from the working spec and the documents under review (SPEC 15.4)", () => {
  it.each(["engineer", "reviewer"] as const)("does not grow with the number of rounds: %s", (role) => {
    const early = size(FULL, role);
    expect(size(60, role) / early).toBeLessThan(1.03);
    expect(size(300, role) / early).toBeLessThan(1.03);
  });

  it("is under a second for 10,000 gaps, the first time", () => {
    const gaps = Array.from({ length: 10_000 }, (_, at) =>
      makeGap({
        id: gapId(`C${"ABCDEFGHIJKLM".charAt(at % 13)}`, 1 + Math.floor(at / 13)),
        state: "PARKED" as Gap["state"],
        text: WORDS,
      }),
    );
    const state = sampleState({ gaps: Table.of([...sampleState().gaps, ...gaps]) });
    const { prompt } = buildPrompt(state, engineerOrder(), material());
    expect(prompt).toContain("closed or parked gaps on other matters");
  });
});
