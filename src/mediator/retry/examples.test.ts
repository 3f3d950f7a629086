import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import {
  engineerOrder,
  failed,
  GAP,
  material,
  openRound,
  proposal,
  reviewerOrder,
  sampleKit,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { Table } from "../../model/table.ts";
import { buildPrompt } from "../build-prompt.ts";
import type { PromptMaterial } from "../prompts/prompt-kit.ts";
import type { RoundLog, Run, State } from "../state.ts";
import { exampleNeeds } from "./examples.ts";

const NO_CANON: PromptMaterial = material({ kit: { ...sampleKit(), examples: {} } });

function chosen(failure: FailureType, state: State, given: PromptMaterial, role: "engineer" | "reviewer" = "engineer") {
  const order = { ...engineerOrder({ attempt: 2, failure: failed(failure) }), role };
  return buildPrompt(state, order, given).example;
}

const EMPTY = sampleState({ proposals: Table.empty() });

describe("where the example of a retry comes from (SPEC 6)", () => {
  it.each(["FILE_MISSING", "NO_CHANGE", "CHANGE_DOES_NOT_APPLY", "UNGROUNDED", "RE_ARGUED_CONFLICT"] as const)(
    "%s has none",
    (failure) => {
      expect(chosen(failure, sampleState(), material())).toBeUndefined();
    },
  );

  it.each([
    ["CLAIM_WITHOUT_CHANGE", "the form of an answer"],
    ["PARTIAL_REVIEW", "the form of a word on earlier issues"],
    ["INVALID_DISAGREE_REF", "the form of a disagreement"],
    ["MALFORMED_DISAGREE", "the form of a disagreement"],
  ] as const)("%s has %s", (failure, origin) => {
    expect(chosen(failure, sampleState(), material())).toMatchObject({ tier: "template", origin });
  });

  it("takes the first tier that there is", () => {
    expect(chosen("EMPTY_OUTPUT", sampleState(), material())?.tier).toBe("canonical");
    expect(chosen("EMPTY_OUTPUT", sampleState(), NO_CANON)?.tier).toBe("session");
    expect(chosen("EMPTY_OUTPUT", EMPTY, NO_CANON)?.tier).toBe("template");
    expect(chosen("WRONG_FORMAT", sampleState(), NO_CANON)?.tier).toBe("template");
    expect(chosen("NO_GAPS_ADDRESSED", sampleState(), material())?.tier).toBe("session");
    expect(chosen("NO_GAPS_ADDRESSED", EMPTY, material())?.tier).toBe("canonical");
    expect(chosen("INCONSISTENT_REFS", EMPTY, material())?.tier).toBe("template");
  });

  it("passes over an example of the user's that is empty, and a session document that is gone", () => {
    const empty = material({ kit: { ...sampleKit(), examples: { engineer: " \n" } }, files: new Map() });
    expect(chosen("EMPTY_OUTPUT", sampleState(), empty)?.tier).toBe("template");
  });

  it("names round, gaps and outcome of a session document", () => {
    expect(chosen("NO_GAPS_ADDRESSED", sampleState(), material())?.origin).toBe("round 2, GAP-SYNC-002, RESOLVED");
  });

  it("takes only documents of earlier rounds", () => {
    const order = engineerOrder({ round: 3, attempt: 2, failure: failed("NO_GAPS_ADDRESSED") });
    expect(exampleNeeds(sampleState(), order)).toEqual(["round_002/engineer.md"]);
  });

  it("has reviews for the Reviewer", () => {
    const log = {
      record: { round: 3 },
      reviewerDocument: { path: "round_003/reviewer.md", digest: { reviewed: ["GAP-SYNC-002"] } },
    };
    const state = sampleState({ recent: [log as unknown as RoundLog] });
    expect(chosen("NO_GAPS_ADDRESSED", state, material(), "reviewer")).toMatchObject({
      tier: "session",
      origin: "round 3, GAP-SYNC-002, RESOLVED",
    });
  });
});

describe("which session document is taken", () => {
  const text = (chars: number, references = "") =>
    `## Gap Resolution: GAP-X\n\n${references}\n\n${"word ".repeat(Math.ceil(chars / 5))}`;

  function pick(
    candidates: readonly { id: `GAP-${string}`; round: number; accepted?: boolean; text: string }[],
  ): string {
    const gaps = candidates.map(({ id, accepted }) => makeGap({ id, state: accepted ? "ACCEPTED" : "NEEDS_REVISION" }));
    const files = new Map(candidates.map((candidate) => [`${candidate.id}.md`, candidate.text]));
    const proposals = candidates.map(({ id, round }) => proposal({ id, round, path: `${id}.md`, endLine: 999 }));
    const state = sampleState({ gaps: Table.of([...gaps, makeGap({ id: GAP })]), proposals: Table.of(proposals) });
    return chosen("NO_GAPS_ADDRESSED", state, material({ files }))?.origin.split(", ")[1] ?? "";
  }

  const refs = (count: number) => Array.from({ length: count }, (_, at) => `GAP-REF-00${at}`).join(" ");

  it.each([
    ["+20 for an accepted gap beats everything", { text: text(100), accepted: true }, { text: text(1000, refs(4)) }],
    ["+2 for each gap reference", { text: text(100, refs(4)) }, { text: text(100, refs(3)) }],
    ["+5 for 500 to 5000 characters over +2 for up to 10000", { text: text(600) }, { text: text(7000) }],
    ["+2 for up to 10000 characters over nothing", { text: text(7000) }, { text: text(12_000) }],
    ["references in code do not count", { text: text(100, refs(1)) }, { text: text(100, `\`${refs(4)}\``) }],
  ])("%s", (_, better, worse) => {
    expect(
      pick([
        { id: "GAP-BB-001", round: 1, ...better },
        { id: "GAP-AA-001", round: 2, ...worse },
      ]),
    ).toBe("GAP-BB-001");
    expect(
      pick([
        { id: "GAP-BB-001", round: 2, ...worse },
        { id: "GAP-AA-001", round: 1, ...better },
      ]),
    ).toBe("GAP-AA-001");
  });

  it("+3 for the same category", () => {
    expect(
      pick([
        { id: "GAP-SYNC-009", round: 1, text: text(100) },
        { id: "GAP-AA-001", round: 2, text: text(100) },
      ]),
    ).toBe("GAP-SYNC-009");
  });

  it("references count up to +10 only", () => {
    const many = { id: "GAP-AA-001", round: 1, text: text(100, refs(9)) } as const;
    expect(pick([many, { id: "GAP-BB-001", round: 1, text: text(600, refs(5)) }])).toBe("GAP-BB-001");
  });

  it("ties go to the newer round", () => {
    expect(
      pick([
        { id: "GAP-AA-001", round: 1, text: text(100) },
        { id: "GAP-BB-001", round: 2, text: text(100) },
      ]),
    ).toBe("GAP-BB-001");
  });
});

describe("an example in a first prompt", () => {
  function state(failures: readonly (FailureType | undefined)[]): State {
    const runs = failures.map(
      (failureType, at) =>
        ({
          id: `r${at}`,
          role: "engineer",
          attempt: 1,
          end: { gate: { success: failureType === undefined, failureType } },
        }) as unknown as Run,
    );
    return sampleState({ round: { ...openRound(4), runs } });
  }

  it("is there, within its smaller budget, when half of the first attempts lacked form or content", () => {
    const prompt = buildPrompt(
      state(["WRONG_FORMAT", undefined, "EMPTY_OUTPUT", undefined]),
      engineerOrder(),
      material(),
    );
    expect(prompt.example?.tier).toBe("canonical");
    const example = prompt.prompt.slice(prompt.prompt.indexOf("Example, from"), prompt.prompt.indexOf("# Task:"));
    expect(estimateTokens(example)).toBeLessThanOrEqual(1000);
    expect(prompt.notice).toBeUndefined();
  });

  it.each([
    ["one failure", ["WRONG_FORMAT", undefined]],
    ["failures of another kind", ["INCONSISTENT_REFS", "INCONSISTENT_REFS"]],
    ["seldom failures", ["WRONG_FORMAT", undefined, undefined, "WRONG_FORMAT", undefined]],
    ["failures long ago", [...Array(5).fill("WRONG_FORMAT"), ...Array(5).fill(undefined)]],
  ] as const)("is not there after %s", (_, failures) => {
    expect(buildPrompt(state(failures), engineerOrder(), material()).example).toBeUndefined();
  });

  it("is not the Reviewer's for the Engineer's failures", () => {
    expect(buildPrompt(state(["WRONG_FORMAT", "WRONG_FORMAT"]), reviewerOrder(), material()).example).toBeUndefined();
  });
});
