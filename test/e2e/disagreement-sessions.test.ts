import { describe, expect, it } from "vitest";
import type { Question } from "../../src/model/question.ts";
import { proposalDocument } from "../support/canonical-documents.ts";
import { disagreeBlock, type IssueWords, replayedSession, reviewOf } from "../support/replayed-session.ts";

const GAP = "GAP-COPY-001";
const SOURCE = `# Depot

## Copying

Parcels of data are copied from one depot to the next.

## Open questions

- ${GAP}: What happens when a copy fails is not said.
`;
const FIRST =
  "A copy that fails is tried again at once, three times in all. The index of the depot lists what arrived.";
const BETTER =
  "A copy that fails is tried again, three times in all, and the index lists each attempt with its time and its cause.";
const LISTS_CAUSE = `${FIRST} It has a column for the cause of each failure.`;

const engineer = (round: number) => `round_00${round}/engineer-${GAP}.md`;
const reviewer = (round: number) => `round_00${round}/reviewer-${GAP}.md`;
const prompt = (round: number) => `round_00${round}/prompts/engineer-${GAP}-1.md`;
const propose = (text: string, more?: string, responses: { issue: string; text: string }[] = []) =>
  proposalDocument({ gap: GAP, text, responses, ...(more === undefined ? {} : { more }) });
const kinds = (questions: readonly Question[]) => questions.map((question) => question.kind);

const BACKOFF: IssueWords = {
  id: "ISSUE-R1-001",
  severity: "HIGH",
  title: "Attempts follow each other without a pause",
  location: "three times in all",
  suggestion: "Wait 1 s, 2 s and 4 s between the attempts.",
  impact: "Attempts without a pause may overwhelm a remote service that fails.",
};
const CAUSE: IssueWords = {
  id: "ISSUE-R1-002",
  severity: "HIGH",
  title: "The index does not list the cause of a failure",
  location: "lists what arrived",
};
const CAUSE_ANSWER = {
  issue: "ISSUE-R1-002",
  text: "The index has a column `cause` with the error code of the attempt.",
};
const AT_ONCE = disagreeBlock({
  issue: "ISSUE-R1-001",
  concern: "Attempts follow each other without a pause",
  position: "Attempts on a local disk follow at once.",
  rationale: "The target is a local file: it fails within 100 ms or not at all, and pauses only slow the copy.",
  alternative: "A note says that copies to other machines, once there are any, wait between attempts.",
});

describe("explicit disagreement, decided for a synthesis (SPEC 8, 10)", () => {
  it("records option C with both positions, and binds the next prompt to it", async () => {
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, [BACKOFF, CAUSE]),
        [engineer(2)]: propose(BETTER, AT_ONCE, [CAUSE_ANSWER]),
        [reviewer(2)]: reviewOf(GAP, [], { "ISSUE-R1-002": "RESOLVED" }),
        [engineer(3)]: propose(
          "A copy to a local file is tried again at once, one to a remote service after 1 s, 2 s and 4 s.",
          undefined,
          [{ issue: "ISSUE-R1-001", text: "Both are said, each for its place." }],
        ),
        [reviewer(3)]: reviewOf(GAP, [], { "ISSUE-R1-001": "RESOLVED" }),
      },
      answer: (question) =>
        question.kind === "conflict"
          ? { options: ["C"], fields: { rationale: "Both are right, each in its place." } }
          : undefined,
    });
    const { reason } = await session.run();
    expect(reason).toBe("ended");
    const asked = session.questions.find((question) => question.kind === "conflict");
    expect(asked?.options.map((option) => option.id)).toEqual(["A", "B", "C", "D"]);
    const decisions = await session.read("decisions.md");
    expect(decisions).toContain("ISSUE-R1-001 (HIGH, explicit)");
    expect(decisions).toContain("Wait 1 s, 2 s and 4 s between the attempts.");
    expect(decisions).toContain("Attempts on a local disk follow at once.");
    expect(decisions).toContain("Both are right, each in its place.");
    expect(await session.read("status.md")).toMatch(/ISSUE-R1-001 .*explicit.*decided.* C /);
    const next = await session.read(prompt(3));
    expect(next).toContain("DECISION-R2-001");
    expect(next).toContain("ISSUE-R1-001");
    expect(next).toMatch(/settled/i);
  });
});

const STRICT: IssueWords = {
  id: "ISSUE-R1-001",
  severity: "CRITICAL",
  title: "A manifest with unknown fields must be refused",
  location: "The index of the depot",
  suggestion: "Read manifests in a strict mode that fails on unexpected keys.",
  impact: "Fields that nobody reads are lost in silence.",
};

describe("implicit disagreement, made a conflict (SPEC 9, 10)", () => {
  it("recommends A for a CRITICAL issue, offers D, says that it was inferred, and binds the next prompt", async () => {
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, [STRICT, CAUSE]),
        [engineer(2)]: propose(LISTS_CAUSE, undefined, [CAUSE_ANSWER]),
        [reviewer(2)]: reviewOf(GAP, [], { "ISSUE-R1-001": "NOT_FIXED", "ISSUE-R1-002": "RESOLVED" }),
        [engineer(3)]: propose("Manifests are read in a strict mode: an unexpected key fails the copy.", undefined, [
          { issue: "ISSUE-R1-001", text: "Manifests are read strictly; `UNKNOWN_KEY` names the key." },
        ]),
        [reviewer(3)]: reviewOf(GAP, [], { "ISSUE-R1-001": "RESOLVED" }),
      },
      answer: ({ kind }) => {
        if (kind === "flag") return { options: ["conflict"] };
        return kind === "conflict" ? { options: ["A"], fields: { rationale: "Nothing may be lost." } } : undefined;
      },
    });
    expect((await session.run()).reason).toBe("ended");
    expect(kinds(session.questions)).toEqual(["flag", "conflict"]);
    const [flag, conflict] = session.questions;
    expect(flag?.evidence[1]?.body).toContain("no answer names ISSUE-R1-001, and no DISAGREE does");
    expect(conflict?.options.map(({ id, recommended }) => `${id}${recommended ? "*" : ""}`)).toEqual(
      expect.arrayContaining(["A*", "B", "D"]),
    );
    const decisions = await session.read("decisions.md");
    expect(decisions).toContain("ISSUE-R1-001 (CRITICAL, converted, inferred by H1");
    expect(decisions).toContain("Read manifests in a strict mode that fails on unexpected keys.");
    expect(decisions).toContain("Nothing may be lost.");
    expect(await session.read("status.md")).toMatch(/FLAG-R2-001 .*ISSUE-R1-001.*conflict/);
    const next = await session.read(prompt(3));
    expect(next).toContain("Read manifests in a strict mode that fails on unexpected keys.");
    expect(next).toContain("ISSUE-R1-001");
  });
});

const OBJECTIONS = [
  "Times have no zone",
  "Messages are too long",
  "The limit of a copy is not said",
  "Nothing is kept over a restart",
];

function objections(severities: readonly IssueWords["severity"][]): IssueWords[] {
  return severities.map((severity, index) => ({
    id: `ISSUE-R1-${String(index + 1).padStart(3, "0")}`,
    severity,
    title: OBJECTIONS[index] ?? `Objection ${index + 1} is not met`,
    location: "three times in all",
  }));
}

const refuseAll = (issues: readonly IssueWords[]) =>
  issues
    .map(({ id, title }) =>
      disagreeBlock({
        issue: id,
        concern: title,
        position: `It stays as it is: ${title.toLowerCase()} on purpose.`,
        rationale: "The depot is a small one and its keepers know it.",
      }),
    )
    .join("\n\n");

describe("the rate of explicit disagreement (SPEC 8)", () => {
  it("warns of four in four, takes the rate again after two were lowered, and asks about the other two only", async () => {
    const issues = objections(["HIGH", "HIGH", "HIGH", "CRITICAL"]);
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, issues),
        [engineer(2)]: propose(BETTER, refuseAll(issues)),
        [reviewer(2)]: reviewOf(GAP, []),
      },
      answer: ({ kind }) => {
        if (kind === "disagree-rate") {
          return {
            options: ["review"],
            fields: { lower: "ISSUE-R1-001=LOW, ISSUE-R1-002=LOW", reason: "Nobody is hurt." },
          };
        }
        return kind === "conflict" ? { options: ["A"], fields: { rationale: "It is needed." } } : undefined;
      },
    });
    await session.runToEndOf(2);
    const conflicts = session.questions.filter((question) => question.kind === "conflict");
    expect(session.questions[0]?.text).toContain("4 of 4 CRITICAL and HIGH issues in round 2 (100 %)");
    expect(conflicts.map((question) => question.about[0])).toEqual(["ISSUE-R1-004", "ISSUE-R1-003"]);
    expect(await session.read("status.md")).toContain("| [002](round_002/log.md) | 2 | 2 | 100 % | WARN_USER |");
    expect(await session.read("decisions.md")).toContain("ISSUE-R1-001 is LOW, ISSUE-R1-002 is LOW");
  });

  it("holds the round for six of eight before a review is paid for, and the history has them", async () => {
    const issues = objections(Array.from({ length: 8 }, () => "HIGH" as const));
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, issues),
        [engineer(2)]: propose(BETTER, refuseAll(issues.slice(0, 6)), [
          { issue: "ISSUE-R1-007", text: "The seventh is met with a column `seven` of 7 bytes." },
          { issue: "ISSUE-R1-008", text: "The eighth is met with a column `eight` of 8 bytes." },
        ]),
      },
    });
    expect((await session.run()).reason).toBe("waiting");
    expect(session.questions).toHaveLength(1);
    expect(session.questions[0]).toMatchObject({ kind: "disagree-rate", header: "Blocked" });
    const status = await session.read("status.md");
    expect(status).toMatch(/\| +8 \| +6 \| +75 % \| BLOCK_ROUND/);
    await expect(session.read("round_002/reviewer.md")).rejects.toThrow();
  });
});

const OPEN_LIMIT: IssueWords = {
  id: "ISSUE-R1-001",
  severity: "HIGH",
  title: "Nothing says what becomes of a parcel after the third failure",
  location: "three times in all",
  suggestion: "Move the parcel to a quarantine folder and tell its sender.",
};
const QUARANTINE = {
  issue: "ISSUE-R1-001",
  text: "After the third failure the parcel is moved to `quarantine/`, and its sender gets error 52.",
};

describe("an issue that a revision passes over (SPEC 9)", () => {
  it("is listed by its flag, and the person has the Engineer answer it by id in the next prompt", async () => {
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, [OPEN_LIMIT, CAUSE]),
        [engineer(2)]: propose(LISTS_CAUSE, undefined, [CAUSE_ANSWER]),
        [reviewer(2)]: reviewOf(GAP, [], { "ISSUE-R1-001": "NOT_FIXED", "ISSUE-R1-002": "RESOLVED" }),
        [engineer(3)]: propose(BETTER, undefined, [QUARANTINE]),
        [reviewer(3)]: reviewOf(GAP, [], { "ISSUE-R1-001": "RESOLVED" }),
      },
    });
    await session.runToEndOf(2);
    expect(session.questions).toEqual([]);
    expect(await session.read("round_002/summary.md")).toMatch(/FLAG-R2-001 \| ISSUE-R1-001 .*H1/);
    const asked = await session.command({ type: "flag-settle", flag: "FLAG-R2-001", action: "ask" });
    expect(asked).toMatchObject({ ok: true });
    expect((await session.run()).reason).toBe("ended");
    const next = await session.read(prompt(3));
    expect(next).toContain("ISSUE-R1-001");
    expect(next).toContain("Move the parcel to a quarantine folder and tell its sender.");
    const status = await session.read("status.md");
    expect(status).toMatch(/FLAG-R2-001 .*asked/);
    expect(status).toMatch(/\| H1 \| 1 \| 0 \| 100 % \|/);
  });

  it("is no answer when it is named with nothing behind it; the person may still call the flag wrong", async () => {
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, [{ ...OPEN_LIMIT, severity: "CRITICAL" }]),
        [engineer(2)]: propose(BETTER, "## Response to ISSUE-R1-001\n\nAdded a clarification."),
        [reviewer(2)]: reviewOf(GAP, []),
        // A review that passes over an issue does not settle its gap (SPEC 5): the next round has another.
        [reviewer(3)]: reviewOf(GAP, []),
      },
      answer: ({ kind }) => (kind === "flag" ? { options: ["false-positive"] } : undefined),
    });
    expect((await session.run()).reason).toBe("ended");
    expect(session.questions[0]?.evidence[1]?.body).toContain("names neither a change nor words of the spec");
    const status = await session.read("status.md");
    expect(status).toMatch(/CLAIM_WITHOUT_CHANGE/);
    expect(status).toMatch(/FLAG-R2-001 .*H5.*false-positive/);
    expect(status).toMatch(/\| H5 \| 0 \| 1 \| 0 % \|/);
  });

  it("is systematic when the concern goes unanswered in three rounds, under whatever id", async () => {
    const again = (round: number): IssueWords => ({ ...OPEN_LIMIT, id: `ISSUE-R${round}-001` });
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        "engineer.md": propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, [again(1)]),
        [reviewer(2)]: reviewOf(GAP, [again(2)], { "ISSUE-R1-001": "RESOLVED" }),
        [reviewer(3)]: reviewOf(GAP, [again(3)], { "ISSUE-R2-001": "RESOLVED" }),
        [reviewer(4)]: reviewOf(GAP, []),
      },
      config: { lateHigh: "always" },
    });
    expect((await session.run()).reason).toBe("waiting");
    expect(kinds(session.questions)).toEqual(["flag"]);
    expect(session.questions[0]?.about).toContain("ISSUE-R3-001");
    expect(session.questions[0]?.evidence.find((one) => one.title === "Systematic")?.body).toBe(
      "The same concern went unanswered in rounds 2, 3, 4 (ISSUE-R1-001, ISSUE-R2-001, ISSUE-R3-001).",
    );
    const status = await session.read("status.md");
    for (const flag of ["FLAG-R2-001", "FLAG-R3-001", "FLAG-R4-001"]) expect(status).toContain(flag);
  });

  it("is no answer when it turns the Reviewer away: the Reviewer is told, and has the word", async () => {
    const away =
      "The reviewer misunderstands the purpose of this section. The copy as described is complete, and the suggestion would break it.";
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, [OPEN_LIMIT]),
        [engineer(2)]: propose(FIRST, undefined, [{ issue: "ISSUE-R1-001", text: away }]),
        [reviewer(2)]: reviewOf(GAP, [], { "ISSUE-R1-001": "NOT_FIXED" }),
        [engineer(3)]: propose(BETTER, undefined, [QUARANTINE]),
        [reviewer(3)]: reviewOf(GAP, [], { "ISSUE-R1-001": "RESOLVED" }),
      },
    });
    expect((await session.run()).reason).toBe("ended");
    expect(session.questions).toEqual([]);
    expect(await session.read(`round_002/prompts/reviewer-1.md`)).toContain("which is the same as in the last version");
    expect(await session.read("status.md")).toMatch(/FLAG-R2-001 .*H4.*confirmed/);
    const next = await session.read(prompt(3));
    expect(next).toContain(away);
    expect(next).toContain("as the text stands");
  });
});

describe("a decided conflict (SPEC 10.5)", () => {
  /** Round 2 disagrees and the person decides for the Reviewer; round 3 comes with what a test gives. */
  async function recordsWith(third: string, retried = third) {
    const session = await replayedSession({
      source: SOURCE,
      recordings: {
        [engineer(1)]: propose(FIRST),
        [reviewer(1)]: reviewOf(GAP, [BACKOFF, CAUSE]),
        [engineer(2)]: propose(BETTER, AT_ONCE, [CAUSE_ANSWER]),
        [reviewer(2)]: reviewOf(GAP, [], { "ISSUE-R1-002": "RESOLVED" }),
        [`round_003/engineer-${GAP}-1.md`]: third,
        [`round_003/engineer-${GAP}-2.md`]: retried,
        [reviewer(3)]: reviewOf(GAP, [], { "ISSUE-R1-001": "RESOLVED" }),
      },
      answer: ({ kind }) => (kind === "conflict" ? { options: ["A"], fields: { rationale: "Wait." } } : undefined),
    });
    await session.runToEndOf(3);
    return `${await session.read("status.md")}${await session.read("round_003/log.md")}`;
  }
  const PAUSES = { issue: "ISSUE-R1-001", text: "The copy waits between the attempts." };
  const obeys = "Between the attempts the copy waits 1 s, 2 s and 4 s, and the index lists each pause.";

  it("fails the gate when it is argued again, and the next attempt is told so", async () => {
    const status = await recordsWith(propose(BETTER, AT_ONCE), propose(obeys, undefined, [PAUSES]));
    expect(status).toMatch(/RE_ARGUED_CONFLICT/);
  });

  it("warns when the rejected position comes back lightly reworded", async () => {
    const status = await recordsWith(
      propose(
        "Attempts on a local disk follow at once. A note says that copies to other machines, once there are some, wait between attempts.",
        undefined,
        [PAUSES],
      ),
    );
    expect(status).toMatch(/REPEATED_POSITION/);
    expect(status).not.toMatch(/RE_ARGUED_CONFLICT/);
  });

  it("says nothing about another proposal", async () => {
    const status = await recordsWith(propose(obeys, undefined, [PAUSES]));
    expect(status).not.toMatch(/REPEATED_POSITION|RE_ARGUED_CONFLICT/);
  });
});
