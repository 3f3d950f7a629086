import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  engineerOrder,
  LONG_SOURCE,
  makeDecision,
  material,
  openRound,
  reviewerOrder,
  sampleKit,
  sampleState,
} from "../../../test/support/sample-session.ts";
import type { Gap } from "../../model/gap.ts";
import { gapId, issueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { Table } from "../../model/table.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { makeGap, makeIssue } from "../../testing/make-gap.ts";
import type { Proposal, State } from "../state.ts";
import { buildPrompt } from "./build-prompt.ts";

const KIT = sampleKit(LONG_SOURCE);
const WORDS = "The server keeps the change with the higher version and stores the other one as a copy of the note. ";

/** A session in its n-th round, in which each round resolved one gap and decided one thing; the last one is revised. */
function stateInRound(round: number, chars: number): { readonly state: State; readonly files: Map<string, string> } {
  const gaps: Gap[] = [];
  const proposals: Proposal[] = [];
  const issues: Issue[] = [];
  const files = new Map<string, string>();
  for (let at = 1; at < round; at++) {
    const id = gapId("SYNC", at);
    const last = at === round - 1;
    const place = { heading: "2.1 Conflicts", line: 17, endLine: 19 };
    gaps.push(
      makeGap({
        id,
        title: `Conflict rule number ${at} of notes`,
        state: last ? "IN_PROGRESS" : "RESOLVED",
        places: [place],
      }),
    );
    const path = `round_${String(at).padStart(3, "0")}/engineer.md`;
    const text = `## Gap Resolution: ${id}\n\n**Confidence:** HIGH\n\n### Spec Text\n\n${WORDS.repeat(Math.ceil(chars / 100))}`;
    files.set(path, text);
    proposals.push({ id, round: at, path, line: 1, endLine: 7, title: "", chars, reviewed: true });
    const state = last ? "OPEN" : "VERIFIED";
    issues.push(makeIssue({ id: issueId(at, 1), gap: id, round: at, state, text: WORDS.repeat(3) }));
  }
  const state = sampleState({
    gaps: Table.of(gaps),
    proposals: Table.of(proposals),
    issues: Table.of(issues),
    liveIssues: issues.filter((issue) => issue.state === "OPEN").map((issue) => issue.id),
    decisions: gaps.map((gap, at) =>
      makeDecision({ id: `DECISION-R${at + 1}-001`, round: at + 1, gaps: [gap.id], issues: [] }),
    ),
    contexts: [],
    adjustments: [],
    round: openRound(round),
  });
  return { state, files };
}

function sizes(round: number, chars: number): { readonly engineer: number; readonly reviewer: number } {
  const { state, files } = stateInRound(round, chars);
  const gap = gapId("SYNC", round - 1);
  const document = estimateTokens(files.get(`round_${String(round - 1).padStart(3, "0")}/engineer.md`) ?? "");
  const size = (prompt: ReturnType<typeof buildPrompt>) =>
    estimateTokens(`${prompt.preface}\n\n${prompt.prompt}`) - document;
  const given = material({ kit: KIT, files });
  return {
    engineer: size(buildPrompt(state, engineerOrder({ round, gaps: [gap] }), given)),
    reviewer: size(buildPrompt(state, reviewerOrder({ round, gaps: [gap] }), given)),
  };
}

describe("the size of a prompt", () => {
  it("in round 30 is within 10 % of round 3, apart from the document (SPEC 15.4)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 8000 }), (chars) => {
        const early = sizes(3, chars);
        const late = sizes(30, chars);
        expect(late.engineer / early.engineer).toBeLessThan(1.1);
        expect(late.reviewer / early.reviewer).toBeLessThan(1.1);
      }),
      { numRuns: 12 },
    );
  });

  it("in round 300 is that of round 30", () => {
    const early = sizes(30, 2000);
    const late = sizes(300, 2000);
    expect(late.engineer / early.engineer).toBeLessThan(1.03);
    expect(late.reviewer / early.reviewer).toBeLessThan(1.03);
  });
});
