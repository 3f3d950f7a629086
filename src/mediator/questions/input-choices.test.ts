import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../../test/support/canonical-documents.ts";
import { recommendedAnswer } from "../../cli/asking/create-asker.ts";
import type { GapId } from "../../model/ids.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { scriptedAgent } from "../../testing/scripted-agent.ts";
import { testSession } from "../../testing/test-session.ts";
import { applyEvents } from "../evolve/evolve.ts";
import { changeByUser, moveGap } from "../ledger-events.ts";
import type { Answered } from "../make-question.ts";
import { decidedLines } from "../records/open-points.ts";
import { applyInput, inputsOf } from "./input-question.ts";

const SOURCE = "# Relay\n\n## Delivery\n\nDelivery is tried again.\n\n- GAP-DELIVER-001: How often is not said.\n";
const ASKS =
  "## BLOCKED_NEEDS_INPUT: GAP-DELIVER-001\n\nHow often?\n\nChoices:\n\n- 3 times: usual\n- (recommended) 5 times: safe\n";
const READY = "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

type Given = Pick<Answer, "options"> & Partial<Answer>;

async function answered(answer: Given) {
  const engineer = scriptedAgent((task: AgentTask) =>
    task.label.attempt === 1 ? ASKS : proposalDocument({ gap: task.label.gaps[0] as GapId, target: "Delivery" }),
  );
  const reviewer = scriptedAgent((task: AgentTask) =>
    task.label.purpose === "final-review"
      ? READY
      : reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) }),
  );
  const session = testSession({ source: SOURCE, engineer, reviewer, answer: () => answer });
  const { store } = await session.run();
  return { session, store, spec: (await session.specFolder.readText("spec_v1.0.md")) ?? "" };
}

describe("several questions about one gap (SPEC 7)", () => {
  const GAP = "GAP-DELIVER-001";
  const TWO = `BLOCKED_NEEDS_INPUT: ${GAP}\nHow often?\n- 3 times\n- 5 times\n\nBLOCKED_NEEDS_INPUT: ${GAP}\nWho pays for it?\n- The sender\n- The shop\n`;

  /** Until the first question that has no answer here. */
  async function askedBoth(...answers: readonly string[]) {
    const prompts: string[] = [];
    const engineer = scriptedAgent(({ prompt, label }: AgentTask) => {
      prompts.push(prompt);
      return prompts.length === 1 ? TWO : proposalDocument({ gap: label.gaps[0] as GapId, target: "Delivery" });
    });
    const reviewer = scriptedAgent(({ label }: AgentTask) =>
      label.purpose === "final-review" ? READY : reviewDocument({ reviews: label.gaps.map((gap) => ({ gap })) }),
    );
    const left = [...answers];
    const answer = () => {
      const option = left.shift();
      return option === undefined ? undefined : { options: [option] };
    };
    const session = testSession({ source: SOURCE, engineer, reviewer, answer });
    const { store } = await session.run();
    const { questions } = session;
    return {
      prompts,
      state: store.state,
      asked: questions.map(({ text }) => text),
      evidence: questions.flatMap((question) => question.evidence),
      options: questions.map((question) => question.options.map(({ id }) => id)),
    };
  }

  it("are all asked, and the Engineer gets every answer in one run", async () => {
    const { prompts, asked } = await askedBoth("choice-2", "choice-1");
    expect(asked).toEqual(["How often?", "Who pays for it?"]);
    expect(prompts).toHaveLength(2);
    for (const words of ["5 times", "The sender"]) expect(prompts[1]).toContain(words);
  });

  it("keep the gap waiting until the last is answered, and only that one is asked again", async () => {
    const { prompts, asked, state } = await askedBoth("choice-2", "end");
    expect(prompts).toHaveLength(1);
    expect(state.gaps.get(GAP)?.state).toBe("BLOCKED");
    expect(asked).toEqual(["How often?", "Who pays for it?", "Who pays for it?"]);
  });

  it("are counted from the first on, and the gap's own words stand with that one alone", async () => {
    const { evidence } = await askedBoth("choice-2", "choice-1");
    expect(evidence).toMatchObject([
      { title: `${GAP} (MEDIUM), question 1 of 2 about it`, body: expect.stringContaining("How often is not said.") },
      { title: `${GAP} (MEDIUM), question 2 of 2 about it`, body: "How often is not said" },
    ]);
  });

  it("can be covered by an earlier answer, which then stands with both questions", async () => {
    const { prompts, asked, options, state } = await askedBoth("choice-2", "covered");
    expect(options.map((ids) => ids.includes("covered"))).toEqual([false, true]);
    expect(asked).toEqual(["How often?", "Who pays for it?"]);
    expect(state.decisions).toMatchObject([{ decision: "5 times", question: "How often?\nWho pays for it?" }]);
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain("Asked: How often? Who pays for it?");
  });

  it("of which none is answered yet are not covered by anything", async () => {
    const { state } = await askedBoth();
    const [, question] = state.questions;
    const answered = { question, choice: "covered", gaps: [GAP] } as unknown as Answered;
    expect(applyInput(state, answered)).toEqual([]);
  });

  it("are taken back together when the gap is put off", async () => {
    const { asked, state } = await askedBoth("defer");
    expect(asked).not.toContain("Who pays for it?");
    expect(state.gaps.get(GAP)?.state).toBe("USER_DEFERRED");
  });

  it("are asked again, both, once the gap that was put off is taken up", async () => {
    const { state } = await askedBoth("defer");
    expect(state.decisions).toMatchObject([{ type: "deferral", question: "How often?" }]);
    const [first, more] = [{ reason: "How often?" }, { reason: "Who pays for it?" }].map((input) => {
      return { ...input, choices: [{ label: "x", text: "" }] };
    });
    const now = applyEvents(state, [
      changeByUser(GAP, "OPEN", "taken up"),
      {
        ...moveGap(GAP, "BLOCKED", "engineer", "asks"),
        blocker: { type: "USER_INPUT", reason: "", ...first, more: more ? [more] : [] },
      },
    ]);
    expect(inputsOf(now, GAP).map(({ reason }) => reason)).toEqual(["How often?", "Who pays for it?"]);
  });
});

describe("an Engineer's question with choices (SPEC 7, 14, 16.4)", () => {
  it("offers them as options before free text, the recommended one marked", async () => {
    const { session } = await answered({ options: ["choice-1"] });
    expect(session.questions[0]).toMatchObject({ kind: "input", text: "How often?", about: ["GAP-DELIVER-001"] });
    expect(session.questions[0]?.options.map(({ id, label, recommended }) => [id, label, recommended])).toEqual([
      ["choice-1", "3 times", undefined],
      ["choice-2", "5 times", true],
      ["give", "Another answer", undefined],
      ["defer", "Leave it undecided", undefined],
      ["end", "End the round here", undefined],
    ]);
  });

  it("a choice is the person's decision, and no assumption", async () => {
    const { store, spec } = await answered({ options: ["choice-1"], via: "terminal" });
    expect(store.state.decisions).toMatchObject([
      {
        type: "input",
        decision: expect.stringMatching(/^3 times/),
        option: expect.stringMatching(/^3 times/),
        alternatives: ["5 times: safe"],
        by: "user",
      },
    ]);
    expect(spec).not.toContain("assumed");
  });

  it("what a policy takes is listed as an assumption to confirm", async () => {
    const { store, spec } = await answered({ options: ["choice-2"], via: "policy" });
    expect(store.state.decisions).toMatchObject([
      { type: "assumption", decision: expect.stringMatching(/^5 times/), by: "mediator" },
    ]);
    const [, decided = ""] = spec.split("## Decided without the owner");
    expect(decidedLines(store.state)).toHaveLength(1);
    expect(decided).toContain(
      "- GAP-DELIVER-001 (assumed, DECISION-R1-001, to be confirmed): 5 times: safe (asked: How often?)",
    );
  });

  it("words of one's own are taken as before", async () => {
    const { store } = await answered({ options: ["give"], fields: { input: "Four times." } });
    const alternatives = ["3 times: usual", "5 times: safe"];
    expect(store.state.decisions).toMatchObject([{ type: "input", decision: "Four times.", alternatives }]);
    expect(store.state.decisions[0]).not.toHaveProperty("option");
  });
});

describe("an Engineer that asks again what was answered (SPEC 7, 14)", () => {
  const GAP = "GAP-DELIVER-001";

  async function asking(document: (run: number) => string, answer: (question: Question) => Given | undefined) {
    let runs = 0;
    const engineer = scriptedAgent(() => {
      runs += 1;
      if (runs > 50) throw new Error("asked without end");
      return document(runs);
    });
    const session = testSession({ source: SOURCE, engineer, reviewer: scriptedAgent(() => READY), answer });
    const { store } = await session.run();
    return { runs, state: store.state, questions: session.questions };
  }

  it("is not run again at once, and a policy answers no second time: the gap is left open", async () => {
    const { runs, state, questions } = await asking(
      () => ASKS,
      (question) => {
        const answer = recommendedAnswer(question);
        return answer === "later" ? undefined : answer;
      },
    );
    expect(runs).toBe(3);
    const inputs = questions.filter(({ kind }) => kind === "input");
    expect(inputs.map(({ options }) => options.some(({ recommended }) => recommended))).toEqual([true, false]);
    expect(state.gaps.get(GAP)?.state).toBe("USER_DEFERRED");
    expect(decidedLines(state)).toEqual([]);
    expect(state.stop.type).toBe("ended");
  });

  it("counts as a flat round, so that a stall is asked about, also if a person answers", async () => {
    const { state, questions } = await asking(
      () => ASKS,
      ({ kind }) => (kind === "input" ? { options: ["choice-1"], via: "terminal" } : undefined),
    );
    expect(questions.map(({ kind }) => kind)).toEqual(["input", "input", "divergence"]);
    expect(state.records).toMatchObject([
      { outcome: "PARTIAL", flatCount: 1 },
      { outcome: "PARTIAL", flatCount: 2 },
    ]);
  });

  it("may ask other questions, as many in a round as it has attempts", async () => {
    const { state } = await asking(
      (run) => ASKS.replace("How often?", `How often, question ${run}?`),
      ({ kind }) => (kind === "input" ? { options: ["choice-1"], via: "terminal" } : undefined),
    );
    expect(state.decisions.filter(({ round }) => round === 1)).toHaveLength(state.config.maxRetries + 1);
  });
});
