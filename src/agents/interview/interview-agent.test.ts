import { describe, expect, it } from "vitest";
import { readDocument } from "../../documents/read-document.ts";
import { judge } from "../../mediator/gate/judge.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import type { Decision } from "../../model/decision.ts";
import type { GapId } from "../../model/ids.ts";
import type { AgentOutcome, AgentProgress, AgentTask, TaskBrief } from "../../ports/agent.ts";
import { fixedClock } from "../../testing/fixed-clock.ts";
import { createInterviewAgent } from "./interview-agent.ts";
import { currentSpec } from "./subject.ts";

const SOURCE = "# Search\n\n## Answers\n\nThe service MUST answer a search quickly.\n";
const GAPS = findGaps(SOURCE, {});
const BRIEF: TaskBrief = { source: SOURCE, draft: SOURCE, gaps: GAPS, issues: [], decisions: [], resolutions: [] };

function task(brief: TaskBrief | undefined, role: AgentTask["role"] = "engineer"): AgentTask {
  return {
    id: "engineer-1",
    role,
    label: { round: 1, attempt: 1, gaps: brief?.gaps.map(({ id }) => id) ?? [] },
    preface: "",
    prompt: "",
    documentPath: "/nowhere/document.md",
    mayRead: [],
    budget: { seconds: 10, outputBytes: 1_000_000 },
    ...(brief === undefined ? {} : { brief: async () => brief }),
  };
}

async function run(given: AgentTask, options: { key?: string; signal?: AbortSignal } = {}) {
  const environment = options.key === undefined ? {} : { SOME_API_KEY: options.key };
  const agent = createInterviewAgent({ clock: fixedClock(), environment });
  const running = agent.run(given, options.signal ?? new AbortController().signal);
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

function answered(decision: string, option?: string): Decision {
  return {
    id: "DECISION-R1-001",
    round: 1,
    type: "input",
    title: "Input",
    gaps: GAPS.map(({ id }) => id),
    issues: [],
    decision,
    ...(option === undefined ? {} : { option }),
    by: "user",
    at: "2026-01-12T14:30:00Z",
  };
}

describe("the interview as an agent (SPEC 15.1, 16.4)", () => {
  it("gives the document piece by piece and whole, costs nothing, and is the same for the same facts", async () => {
    const [first, second] = await Promise.all([run(task(BRIEF)), run(task(BRIEF))]);
    expect(first.text).toBe(second.text);
    expect(first.progress.map((one) => (one.type === "text" ? one.text : "")).join("")).toBe(first.text);
    expect(first.outcome).toMatchObject({ type: "document", usage: { seconds: 1 } });
    expect(first.outcome.usage).not.toHaveProperty("costUsd");
  });

  it("stops when it is told to, and fails as a value where it is given nothing to work from", async () => {
    const abort = AbortSignal.abort();
    expect((await run(task(BRIEF), { signal: abort })).outcome).toMatchObject({ type: "failed", reason: "aborted" });
    expect((await run(task(undefined))).outcome).toMatchObject({ type: "failed", reason: "crashed" });
  });

  it("tells no key, even where the spec holds it", async () => {
    const key = "sk-0123456789abcdef0123456789abcdef";
    const source = SOURCE.replace("a search quickly", `${key} quickly`);
    const brief = { ...BRIEF, source, draft: source, gaps: findGaps(source, {}) };
    const { text, progress } = await run(task(brief), { key });
    expect(text).toContain("BLOCKED_NEEDS_INPUT");
    expect(text + JSON.stringify(progress)).not.toContain(key);
  });

  it("asks first, and writes what was answered as lines that change", async () => {
    expect((await run(task(BRIEF))).text).toMatch(/^## BLOCKED_NEEDS_INPUT: GAP-VAGUE-001\n/);
    const { text } = await run(task({ ...BRIEF, decisions: [answered("300 ms")] }));
    expect(text).toContain("**Confidence:** HIGH");
    expect(text).toContain(
      "-The service MUST answer a search quickly.\n+The service MUST answer a search within 300 ms.",
    );
  });

  it("recommends no answer again that the review did not accept", async () => {
    const { text } = await run(task(BRIEF));
    const label = /^- \(recommended\) (.+?): /m.exec(text)?.[1] ?? "";
    expect(label).not.toBe("");
    const resolutions = [{ gap: GAPS[0]?.id ?? "GAP-VAGUE-001", round: 1, text: "" }] as TaskBrief["resolutions"];
    const again = await run(task({ ...BRIEF, resolutions, decisions: [answered(label, label)] }));
    expect(again.text).toContain("You answered");
    expect(again.text).not.toContain(`(recommended) ${label}`);
  });

  /** The review of an answer in other words to the first gap of a category. */
  async function reviewed(source: string, category: string, words: string) {
    const gaps = findGaps(source, {});
    const [gap] = gaps.filter(({ id }) => id.startsWith(`GAP-${category}`));
    if (gap === undefined) throw new Error(`no gap of ${category}`);
    const label = { round: 1, attempt: 1, gaps: [gap.id] };
    const decisions = [{ ...answered(words), gaps: [gap.id] }];
    const brief: TaskBrief = { ...BRIEF, source, draft: source, gaps, decisions };
    const { text } = await run({ ...task(brief), label });
    const resolutions = [{ gap: gap.id, round: 1, text }];
    const accepted = gaps.map((one) => (one === gap ? { ...one, state: "ACCEPTED" as const } : one));
    const draft = currentSpec({ ...brief, gaps: accepted, resolutions }, []).text;
    return { draft, review: (await run({ ...task({ ...brief, draft, resolutions }, "reviewer"), label })).text };
  }

  it.each<[string, string, string, string, string]>([
    [
      "another word of the sentence",
      "VAGUE",
      "The list MUST appear fast, and soon be tidied.",
      "within 2 minutes",
      "VAGUE",
    ],
    ["the same word once more", "VAGUE", "Data MUST be stored securely and sent securely.", "encrypted", "VAGUE"],
  ])("an answer is not held back by %s, which is a gap of its own", async (_, category, sentence, words, next) => {
    const { review } = await reviewed(`# Lists\n\n## Duties\n\n${sentence}\n`, category, words);
    expect(review).toContain("APPROVED");
    expect(review).toMatch(new RegExp(`### New Gaps\n\n- \\*\\*GAP-${next}-002`));
  });

  it("an answer that leaves what it was asked about comes back", async () => {
    const source = `# Lists\n\n${"```"}mermaid\nstateDiagram-v2\n  [*] --> Draft\n  Draft --> Parked : put away\n${"```"}\n`;
    const { review } = await reviewed(source, "STATE", "somebody may look at it");
    expect(review).toContain("NEEDS_REVISION");
    expect(review).toContain('The state "Parked" is entered and never left');
    expect((await reviewed(source, "STATE", "taken out, to Draft")).review).toContain("APPROVED");
  });

  it("names lines as they are in the person's file, though answers have added some before", async () => {
    const source =
      "# Lists\n\n## Open Questions\n\n- Which currencies?\n\n## Duties\n\nThe app MUST write CSV, XML, etc.\n\nThe app MUST log each call.\n\n## Look\n\nIt MUST draw quickly.\n";
    const gaps = findGaps(source, {});
    const [first] = gaps.filter(({ origin }) => origin === "source");
    const decisions = [{ ...answered("EUR; CHF and GBP"), gaps: [first?.id ?? ("" as GapId)] }];
    const brief: TaskBrief = { ...BRIEF, source, draft: source, gaps, decisions };
    const { text } = await run({
      ...task(brief),
      label: { round: 1, attempt: 1, gaps: [decisions[0]?.gaps[0] ?? ("" as GapId)] },
    });
    const accepted = gaps.map((gap) => (gap === first ? { ...gap, state: "ACCEPTED" as const } : gap));
    const next = { ...brief, gaps: accepted, resolutions: [{ gap: first?.id ?? ("" as GapId), round: 1, text }] };
    expect(currentSpec(next, []).text.split("\n")[14]).not.toBe("It MUST draw quickly.");
    const vague = gaps.find(({ id }) => id.startsWith("GAP-VAGUE"))?.id ?? ("" as GapId);
    const asked = await run({ ...task(next), label: { round: 2, attempt: 1, gaps: [vague] } });
    expect(asked.text).toContain('"Look" (line 15) says');
  });

  it("SPEC 12: the final review leaves what was put off, though another answer stands on its line now", async () => {
    const source = "# Mail\n\n## Limits\n\nThe service MUST send at most TBD mails. It MUST answer a search quickly.\n";
    const put = findGaps(source, {}).map((gap) =>
      gap.id.startsWith("GAP-TBD")
        ? { ...gap, state: "USER_DEFERRED" as const }
        : { ...gap, state: "ACCEPTED" as const },
    );
    const asked = findGaps(source, {});
    const answer = { ...answered("within 1 minute"), gaps: asked.map(({ id }) => id) };
    const engineer = task({ ...BRIEF, source, draft: source, gaps: asked, decisions: [answer] });
    const vague = asked.find(({ id }) => id.startsWith("GAP-VAGUE"))?.id ?? ("" as GapId);
    const resolution = (await run({ ...engineer, label: { round: 1, attempt: 1, gaps: [vague] } })).text;
    const written = "The service MUST send at most TBD mails. It MUST answer a search within 1 minute.";
    expect(resolution).toContain(`+${written}`);
    const brief: TaskBrief = {
      ...BRIEF,
      source,
      draft: source.replace(/The service.*/, written),
      gaps: put,
      resolutions: [{ gap: vague, round: 1, text: resolution }],
    };
    const review = {
      ...task(brief, "reviewer"),
      label: { round: 1, attempt: 1, gaps: [], purpose: "final-review" as const },
    };
    expect((await run(review)).text).toContain("READY_FOR_TERMINATION");
    const open = { ...brief, gaps: put.map((gap) => ({ ...gap, state: "ACCEPTED" as const })) };
    expect((await run({ ...review, brief: async () => open })).text).toContain("NOT_READY");
  });

  it("writes documents that pass the gate, without a warning", async () => {
    const inventory = new Set(GAPS.map(({ id }) => id));
    const { text } = await run(task({ ...BRIEF, decisions: [answered("300 ms")] }));
    const subject = { type: "document", document: readDocument(text, "engineer"), text } as const;
    const result = judge(subject, { role: "engineer", round: 1, inventory, assigned: GAPS });
    expect(result).toMatchObject({ success: true, warnings: [] });
  });
});
