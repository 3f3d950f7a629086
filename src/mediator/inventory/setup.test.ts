import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../../test/support/canonical-documents.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { GapId } from "../../model/ids.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { scriptedAgent } from "../../testing/scripted-agent.ts";
import { testSession } from "../../testing/test-session.ts";
import { applyInventory, wantsSurvey } from "./inventory-question.ts";

const SOURCE = `# Relay

## Intake

- GAP-INTAKE-001 (LOW): The order of messages is not said.

## Limits

## Errors

## Delivery

The relay delivers.
`;

const READY = "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";
const SURVEY = `## Survey

### Gaps

- **GAP-DELIVERY-000** (HIGH): Nothing says in which order messages are delivered.
  - **Location:** "The relay delivers."
  - **Why:** One implementer keeps the order of arrival, another sends what is ready.
- **GAP-INTAKE-000** (LOW): The order of messages is not said.
  - **Location:** "The order of messages is not said."
  - **Why:** Two implementers take two orders.

### Lesser

- Whether the relay counts what it delivers
`;

type Given = Pick<Answer, "options"> & Partial<Answer>;

function session(
  answers: (question: Question) => Given | undefined,
  inventory: Partial<typeof DEFAULT_CONFIG.inventory> = {},
  checks = true,
  survey = SURVEY,
  seen: (task: AgentTask) => void = () => undefined,
) {
  const engineer = scriptedAgent((task: AgentTask) => {
    seen(task);
    return proposalDocument({ gap: task.label.gaps[0] as GapId, target: "Delivery" });
  });
  const reviewer = scriptedAgent((task: AgentTask) => {
    seen(task);
    if (task.label.purpose === "survey") return survey;
    if (task.label.purpose === "final-review") return READY;
    return reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) });
  });
  const config = { inventory: { ...DEFAULT_CONFIG.inventory, survey: false, ...inventory }, parallelGaps: 1 };
  return testSession({
    source: SOURCE,
    engineer,
    reviewer,
    config,
    answer: answers,
    ...(checks ? { checks: {} } : {}),
  });
}

const taken = (): Given => ({ options: ["accept"] });

/** Answers one after the other; then takes the inventory as it is. */
function inTurn(...answers: Given[]) {
  let turn = 0;
  return () => answers[turn++] ?? taken();
}

describe("the inventory before round 1 (SPEC 16.1)", () => {
  it("is shown for approval with everything in it, in the order of the work", async () => {
    const one = session(taken);
    await one.run();
    const [question] = one.questions;
    expect(question).toMatchObject({ kind: "inventory", personOnly: false });
    expect(question?.options.find((option) => option.recommended)?.id).toBe("accept");
    expect(question?.text).toBe("3 gaps (2 MEDIUM, 1 LOW). Work on these, in this order?");
    expect(question?.gaps).toMatchObject([
      { id: "GAP-LIMITS-001", severity: "MEDIUM", where: "spec.md:7, Limits", origin: "check" },
      { id: "GAP-ERRORS-001", severity: "MEDIUM", where: "spec.md:9, Errors" },
      { id: "GAP-INTAKE-001", severity: "LOW", where: "spec.md:5, Intake", origin: "source" },
    ]);
    expect(one.questions).toHaveLength(1);
  });

  it("shows what a survey parked, and takes it up right there", async () => {
    const one = session(inTurn({ options: ["take"], fields: { take: "GAP-RELAY-001" } }), { survey: true });
    const { store } = await one.run();
    const [first, second] = one.questions;
    expect(first?.evidence).toContainEqual({
      title: "Not worked on",
      body: "- LOW: GAP-RELAY-001 Whether the relay counts what it delivers (parked)",
    });
    expect(first?.gaps?.map(({ id }) => id)).not.toContain("GAP-RELAY-001");
    expect(second?.gaps?.map(({ id }) => id)).toContain("GAP-RELAY-001");
    expect(second?.options.map(({ id }) => id)).not.toContain("take");
    expect(store.state.gaps.get("GAP-RELAY-001")?.state).toBe("RESOLVED");
    expect(store.state.decisions).toMatchObject([{ type: "taken-up", gaps: ["GAP-RELAY-001"] }]);
  });

  it("is not asked about where it holds only what the source states, or where nobody wants to be asked", async () => {
    const plain = session(taken, {}, false);
    await plain.run();
    expect(plain.questions).toEqual([]);
    const silent = session(taken, { approve: false });
    await silent.run();
    expect(silent.questions).toEqual([]);
  });

  it("waits for an answer before anything is paid for", async () => {
    const one = session(() => undefined);
    const { reason } = await one.run();
    expect(reason).toBe("waiting");
    expect(one.events.filter((event) => event.type === "run_started")).toEqual([]);
  });

  it("drops gaps by their numbers in the list: they are closed, listed, and not worked on", async () => {
    const one = session(inTurn({ options: ["drop"], fields: { drop: "1", reason: "not ours" } }));
    const { store } = await one.run();
    expect(one.questions[1]?.gaps?.map(({ id }) => id)).toEqual(["GAP-ERRORS-001", "GAP-INTAKE-001"]);
    expect(store.state.gaps.get("GAP-LIMITS-001" as GapId)?.state).toBe("WONT_FIX");
    expect(await one.files.readText("traceability.md")).toContain("| GAP-LIMITS-001 | MEDIUM | WONT_FIX |");
    expect(store.state.decisions[0]).toMatchObject({
      type: "dropped",
      gaps: ["GAP-LIMITS-001"],
      rationale: "not ours",
    });
    expect(store.state.session.initialGaps).toBe(2);
  });

  it("keeps these only, and is taken in the same answer", async () => {
    const one = session(
      inTurn({ options: ["accept"], fields: { only: "GAP-LIMITS-001 GAP-ERRORS-001", park: "low" } }),
    );
    const { store } = await one.run();
    expect(one.questions).toHaveLength(1);
    expect(store.state.gaps.get("GAP-INTAKE-001" as GapId)?.state).toBe("PARKED");
    expect(store.state.session.initialGaps).toBe(2);
  });

  it("merges a duplicate into another, which has the worse severity from then on", async () => {
    const one = session(inTurn({ options: ["duplicate"], fields: { duplicate: "1 of 3" } }));
    const { store } = await one.run();
    expect(store.state.gaps.get("GAP-LIMITS-001" as GapId)).toMatchObject({
      state: "SUPERSEDED",
      duplicateOf: "GAP-INTAKE-001",
    });
    expect(store.state.gaps.get("GAP-INTAKE-001" as GapId)?.severity).toBe("MEDIUM");
    expect(await one.files.readText("traceability.md")).toContain("SUPERSEDED, a duplicate of GAP-INTAKE-001");
  });

  it("shows the scope beside it, and every prompt has the person's words from then on", async () => {
    const prompts: string[] = [];
    const one = session(
      inTurn({ options: ["scope"], fields: { scope: "Relays on one machine only." } }),
      {},
      true,
      SURVEY,
      (task) => prompts.push(task.prompt),
    );
    const { store } = await one.run();
    expect(one.questions[1]?.evidence[0]).toEqual({ title: "The scope", body: "Relays on one machine only." });
    expect(store.state.session.scope).toBe("Relays on one machine only.");
    expect(prompts.length).toBeGreaterThan(0);
    expect(prompts.filter((prompt) => !prompt.includes("Relays on one machine only."))).toEqual([]);
  });

  it("is shown anew when a command has changed it meanwhile", async () => {
    const one = session(() => undefined);
    await one.run();
    const result = await one.command({ type: "gap-park", gaps: "GAP-INTAKE-001" });
    expect(result.ok).toBe(true);
    await one.run();
    expect(one.questions.at(-1)?.gaps?.map(({ id }) => id)).toEqual(["GAP-LIMITS-001", "GAP-ERRORS-001"]);
  });

  it("leaves what a command has changed between an answer and its effect", async () => {
    const one = session(() => undefined);
    await one.run();
    const [question] = one.questions;
    if (question === undefined) throw new Error("nothing was asked");
    await one.command({ type: "gap-wont-fix", gaps: "GAP-INTAKE-001", reason: "gone" });
    const { store } = await one.run();
    const answer = {
      question: question.id,
      options: ["drop"],
      fields: { park: "LOW", drop: "1" },
      via: "command",
    } as const;
    const events = applyInventory(store.state, {
      question,
      answer,
      choice: "drop",
      field: () => "",
      gaps: [],
      issues: [],
    });
    const changed = events.flatMap((event) => (event.type === "gap_changed" ? [event.gap] : []));
    expect(changed).toEqual(["GAP-LIMITS-001"]);
  });

  it("adds gaps in the person's words", async () => {
    const one = session(inTurn({ options: ["add"], fields: { add: "- HIGH: who may send\nhow long it is kept" } }));
    const { store } = await one.run();
    expect(store.state.gaps.filter((gap) => gap.origin === "user")).toMatchObject([
      { id: "GAP-USER-001", severity: "HIGH", title: "who may send" },
      { id: "GAP-USER-002", severity: "MEDIUM", title: "how long it is kept" },
    ]);
  });

  it("sets severities, and what is worse comes first", async () => {
    const one = session(inTurn({ options: ["severity"], fields: { severity: "GAP-INTAKE-001 critical" } }));
    await one.run();
    const first = one.events.find((event) => event.type === "round_opened");
    expect(first).toMatchObject({ assigned: ["GAP-INTAKE-001"] });
  });

  it("keeps the person's order", async () => {
    const one = session(inTurn({ options: ["order"], fields: { order: "GAP-INTAKE-001 GAP-ERRORS-001" } }));
    await one.run();
    const rounds = one.events.flatMap((event) => (event.type === "round_opened" ? event.assigned : []));
    expect(rounds).toEqual(["GAP-INTAKE-001", "GAP-ERRORS-001", "GAP-LIMITS-001"]);
  });

  it("pauses, and asks again after a resume", async () => {
    const one = session(inTurn({ options: ["pause"] }));
    const { reason } = await one.run();
    expect(reason).toBe("paused");
  });
});

describe("the survey (SPEC 16.1)", () => {
  it("adds what the Reviewer finds, at its place, without what is known", async () => {
    const one = session(taken, { survey: true }, false);
    const { store } = await one.run();
    const found = store.state.gaps.filter((gap) => gap.origin === "survey");
    expect(found).toMatchObject([
      { id: "GAP-DELIVERY-001", severity: "HIGH", places: [{ heading: "Delivery" }], severityBy: "reviewer" },
      { id: "GAP-RELAY-001", severity: "LOW", state: "PARKED" },
    ]);
    expect(one.questions[0]?.gaps?.map(({ origin }) => origin)).toContain("survey");
    expect(one.events.find((event) => event.type === "survey_read")).toMatchObject({ found: 1 });
  });

  it("says what to expect of each list, changed or not", async () => {
    const order: Given = { options: ["order"], fields: { order: "2" } };
    const one = session(inTurn(order, { options: ["drop"], fields: { drop: "1" } }), { survey: true }, false);
    await one.run();
    const expected = one.questions.map(({ evidence }) => evidence.find(({ title }) => title === "Expected")?.body);
    expect(expected).toEqual([
      expect.stringMatching(/^2 open gaps: /),
      expected[0],
      expect.stringMatching(/^1 open gap: /),
    ]);
  });

  it("may find a parked gap that is a duplicate of a listed one", async () => {
    const merge: Given = { options: ["duplicate"], fields: { duplicate: "GAP-RELAY-001=GAP-DELIVERY-001" } };
    const one = session(inTurn(merge), { survey: true }, false);
    const { store } = await one.run();
    expect(store.state.gaps.get("GAP-RELAY-001" as GapId)).toMatchObject({
      state: "SUPERSEDED",
      duplicateOf: "GAP-DELIVERY-001",
    });
  });

  it("that fails leaves the session to what is known", async () => {
    const one = session(taken, { survey: true }, false, "I would rather not.");
    const { reason, store } = await one.run();
    expect(reason).toBe("ended");
    expect(store.state.totals.usage.survey.runs).toBe(3);
  });
});

describe("whether there is a survey (SPEC 16.1)", () => {
  const wanted = (survey: boolean | "auto", kind: string) =>
    wantsSurvey({
      config: {
        ...DEFAULT_CONFIG,
        inventory: { ...DEFAULT_CONFIG.inventory, survey },
        agents: { engineer: { kind }, reviewer: { kind } },
      },
    });

  it.each<[boolean | "auto", string, boolean]>([
    ["auto", "anthropic", true],
    ["auto", "claude", true],
    ["auto", "command", true],
    ["auto", "interview", false],
    ["auto", "human", false],
    ["auto", "replay", false],
    [true, "human", true],
    [false, "anthropic", false],
    [false, "command", false],
  ])("by %s, with %s as Reviewer: %s", (survey, kind, expected) => {
    expect(wanted(survey, kind)).toBe(expected);
  });
});
