import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeIssue } from "../../../test/support/make-gap.ts";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import type { Change, Spec } from "../../model/change.ts";
import type { ResponseDigest } from "../../model/digest.ts";
import { gapId, issueId } from "../../model/ids.ts";
import { type AnswerFacts, judgeAnswer, sameChange } from "./judge-answer.ts";

const GAP = gapId("NET", 1);
const OTHER = gapId("NET", 2);
const ISSUE = makeIssue({ id: issueId(1, 1), gap: GAP, quotations: ["an upload is tried three times"] });

const FIRST: Change = {
  number: 1,
  kind: "replace",
  place: "",
  old: "An upload is tried three times.",
  new: "Tried 3 times.",
};
const SECOND: Change = { ...FIRST, new: "Tried as often as `upload.attempts` says, 5 by default." };

const TEXT = "An upload is tried three times.\n\nKept a day.\n";

function answer(facts: Partial<ResponseDigest> = {}): ResponseDigest {
  return { issue: ISSUE.id, line: 9, endLine: 12, text: "Done.", changedIn: [], ...facts };
}

interface Case {
  readonly responses?: readonly ResponseDigest[];
  readonly disagrees?: boolean;
  readonly changes?: readonly Change[];
  readonly last?: readonly Change[];
  readonly gap?: typeof GAP;
  readonly claims?: boolean;
  readonly rolledBack?: boolean;
  readonly occurs?: boolean;
  readonly base?: string;
}

function applied(spec: Spec, changes: readonly Change[]): Spec {
  const result = applyChanges(spec, changes);
  if (!result.ok) throw new Error("the changes do not apply");
  return result.spec;
}

function judged(given: Case) {
  const { responses = [], changes = [SECOND], last = [FIRST], gap = GAP, claims = false } = given;
  const spec = given.base === undefined ? undefined : [{ path: "spec.md", text: given.base }];
  const facts: AnswerFacts = {
    ...(spec ? { texts: { last: applied(spec, last), now: applied(spec, changes) } } : {}),
    digest: {
      proposals: [{ gap, changes, claimsResolved: claims }],
      responses,
      disagreements: given.disagrees ? [{ issue: ISSUE.id }] : [],
    },
    document: "round_002/engineer.md",
    succeeds: (proposed, whole) => proposed === whole,
    lastChanges: () => last,
    isRolledBack: () => given.rolledBack ?? false,
    occurs: () => given.occurs ?? false,
  };
  return judgeAnswer(ISSUE, facts);
}

describe("an issue that a document had to answer (SPEC 9)", () => {
  it("is answered by id with a change that the last version does not have", () => {
    const judgement = judged({ responses: [answer({ changedIn: [1] })] });
    expect(judgement).toMatchObject({ status: "ANSWERED", heuristics: [] });
  });

  it("is answered by words that the spec has already", () => {
    const responses = [answer({ alreadyIn: "attempts are limited" })];
    expect(judged({ responses, occurs: true, changes: [FIRST] }).status).toBe("ANSWERED");
  });

  it("is disagreed with by a DISAGREE, whatever else is missing", () => {
    expect(judged({ disagrees: true, claims: true, rolledBack: true })).toMatchObject({
      status: "DISAGREED",
      heuristics: [],
    });
  });

  it("is not due while the document proposes another gap", () => {
    expect(judged({ gap: OTHER }).status).toBe("NOT_DUE");
  });

  it("is unanswered without an answer by id (H1), with confidence HIGH where its passage stands", () => {
    const kept: Change = { ...FIRST, old: "Kept a day.", new: "Kept an hour." };
    const judgement = judged({ base: TEXT, changes: [kept], last: [kept] });
    expect(judgement).toMatchObject({ status: "UNANSWERED", heuristics: ["H1"], confidence: "HIGH" });
    expect(judgement.evidence.map(({ what }) => what)).toEqual([
      "no answer names ISSUE-R1-001, and no DISAGREE does",
      "the quoted words stand as they were",
    ]);
  });

  it("drops H1 alone to MEDIUM where the passage was changed, and shows what it was and is", () => {
    const judgement = judged({ base: TEXT, last: [] });
    expect(judgement).toMatchObject({ heuristics: ["H1"], confidence: "MEDIUM" });
    expect(judgement.evidence[1]).toMatchObject({
      what: "the quoted words were changed",
      words: `an upload is tried three times\n->\n${SECOND.new}`,
    });
  });

  it("adds H2 where the gap was rolled back for different patterns, and H3 where it is called resolved", () => {
    const judgement = judged({ rolledBack: true, claims: true, last: [] });
    expect(judgement).toMatchObject({ heuristics: ["H1", "H2", "H3"], confidence: "HIGH" });
  });

  it("raises neither H2 nor H3 on an issue that is answered", () => {
    const responses = [answer({ changedIn: [1] })];
    expect(judged({ responses, rolledBack: true, claims: true }).heuristics).toEqual([]);
  });

  it("is H4 where the answer names changes that the last version has, under whatever numbers", () => {
    const responses = [answer({ text: "Reworked as asked.", changedIn: [4] })];
    const judgement = judged({ responses, changes: [{ ...FIRST, number: 4, place: "Upload" }] });
    expect(judgement).toMatchObject({ status: "UNCHANGED", heuristics: ["H4"], confidence: "HIGH" });
    expect(judgement.evidence[0]).toMatchObject({ line: 9, words: "Reworked as asked." });
    expect(judgement.evidence[1]?.what).toBe("it names change 4, which is the same as in the last version");
  });

  it("is no H4 where one of the named changes is new, or there was no version before", () => {
    const responses = [answer({ changedIn: [1, 2] })];
    const more: Change = { ...SECOND, number: 2, old: "Kept a day.", new: "Kept an hour." };
    expect(judged({ responses, changes: [FIRST, more] }).status).toBe("ANSWERED");
    expect(judged({ responses, changes: [FIRST], last: [] }).status).toBe("ANSWERED");
  });

  it("is H5 where the answer names nothing, or what does not exist", () => {
    expect(judged({ responses: [answer({ text: "Handled in GAP-NET-002." })] })).toMatchObject({
      status: "CLAIM_ONLY",
      heuristics: ["H5"],
      confidence: "HIGH",
    });
    expect(judged({ responses: [answer({ changedIn: [9] })] }).heuristics).toEqual(["H5"]);
    expect(judged({ responses: [answer({ alreadyIn: "words of nobody" })] }).heuristics).toEqual(["H5"]);
  });

  it("is answered where the words that it quotes are taken back, unless the answer names what does not exist", () => {
    const base = "The file is sent.\n\nKept a day.\n";
    const brought: Change = { ...FIRST, kind: "add-after", old: "The file is sent.", new: ISSUE.quotations[0] ?? "" };
    const kept: Change = { ...FIRST, number: 2, old: "Kept a day.", new: "Kept an hour." };
    const last = [brought, kept];
    const taken = { base, last, changes: [kept] };
    expect(judged({ ...taken, responses: [answer()] })).toMatchObject({ status: "ANSWERED", heuristics: [] });
    expect(judged({ ...taken, responses: [answer({ changedIn: [2] })] }).status).toBe("ANSWERED");
    for (const named of [{ changedIn: [9] }, { alreadyIn: "words of nobody" }])
      expect(judged({ ...taken, responses: [answer(named)] }).heuristics).toEqual(["H5"]);
    expect(judged(taken)).toMatchObject({ status: "UNANSWERED", confidence: "MEDIUM" });
    const replaced = { ...taken, changes: [{ ...brought, new: "An upload is tried twice." }, kept] };
    expect(judged({ ...replaced, responses: [answer()] })).toMatchObject({ status: "CLAIM_ONLY", heuristics: ["H5"] });
    expect(judged({ ...replaced, responses: [answer({ changedIn: [1] })] }).status).toBe("ANSWERED");
    expect(judged({ ...taken, changes: last, responses: [answer()] }).status).toBe("CLAIM_ONLY");
  });

  it("says of words that an earlier version took out that they are not there", () => {
    const base = "An upload is tried three times.";
    const judgement = judged({ base, changes: [FIRST], last: [FIRST] });
    expect(judgement.evidence[1]?.what).toBe("the quoted words are not in the text, nor were they in the last version");
  });

  it("takes a number for a change of the issue's own gap first", () => {
    const responses = [answer({ changedIn: [1] })];
    const facts: AnswerFacts = {
      digest: {
        proposals: [
          { gap: OTHER, changes: [SECOND], claimsResolved: false },
          { gap: GAP, changes: [FIRST], claimsResolved: false },
        ],
        responses,
        disagreements: [],
      },
      document: "engineer.md",
      succeeds: (proposed, whole) => proposed === whole,
      lastChanges: () => [FIRST],
      isRolledBack: () => false,
      occurs: () => false,
    };
    expect(judgeAnswer(ISSUE, facts).status).toBe("UNCHANGED");
  });

  it("is never flagged where a named change is new, and always where all are old, whatever they are", () => {
    const change = fc.record({ old: fc.string({ minLength: 1, maxLength: 12 }), new: fc.string({ maxLength: 12 }) });
    const numbered = (texts: readonly { old: string; new: string }[], from: number): Change[] =>
      texts.map((text, index) => ({ ...text, number: from + index, kind: "replace", place: "" }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (texts) => {
        const last = numbered(texts, 1);
        const again = numbered(texts, 10);
        const fresh: Change = { ...SECOND, number: 99, old: "words of no other change" };
        const old = [answer({ changedIn: again.map(({ number }) => number) })];
        const honest = [answer({ changedIn: [10, 99] })];
        return (
          judged({ responses: old, changes: again, last }).status === "UNCHANGED" &&
          judged({ responses: honest, changes: [...again, fresh], last }).status === "ANSWERED"
        );
      }),
      { numRuns: 300 },
    );
  });
});

const ADD: Change = { number: 1, kind: "add-after", place: "", old: "The file is sent.", new: "It is tried 3 times." };

describe("two changes", () => {
  it("are the same whatever their numbers, places and white space", () => {
    const again = { ...ADD, number: 7, place: "Upload", new: "It is  tried\n3 times." };
    expect(sameChange(ADD, again)).toBe(true);
  });

  it("are the same where an addition is written as a replacement", () => {
    expect(sameChange(ADD, { ...ADD, kind: "replace", new: `${ADD.old}\n\n${ADD.new}` })).toBe(true);
  });

  it("differ by a word, a value or its case", () => {
    expect(sameChange(ADD, { ...ADD, new: "It is tried 5 times." })).toBe(false);
    expect(sameChange({ ...FIRST, new: "may" }, { ...FIRST, new: "MAY" })).toBe(false);
  });
});
