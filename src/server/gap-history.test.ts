import { describe, expect, test } from "vitest";
import { proposalDocument, reviewDocument } from "../../test/support/canonical-documents.ts";
import { readEntries } from "../engine/folder-home.ts";
import { readState } from "../engine/session-store.ts";
import type { GapId } from "../model/ids.ts";
import type { AgentTask } from "../ports/agent.ts";
import { scriptedAgent } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { type GapTurn, gapHistories } from "./gap-history.ts";

const SOURCE = `# Relay

## Intake

- GAP-FLOW-001 (HIGH): The order of messages is not said.
- GAP-FLOW-002: The size of messages is not said.
`;
const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

const ANSWER = {
  text: "Messages go out in the order in which they came in: it says in which order now, by the time of arrival.",
  responses: [{ issue: "ISSUE-R1-001", text: "It does say in which order now: by the time of arrival." }],
};

/** In round 1 an issue is raised, in round 2 it is answered and verified. */
async function finished() {
  const engineer = scriptedAgent((task: AgentTask) =>
    proposalDocument({
      gap: task.label.gaps[0] as GapId,
      target: "Intake",
      ...(task.label.round === 2 ? ANSWER : {}),
    }),
  );
  const reviewer = scriptedAgent((task: AgentTask) => {
    if (task.label.purpose === "final-review") return FINAL;
    if (task.label.round === 1) {
      const issues = [{ severity: "HIGH" as const, title: "It does not say in which order" }];
      return reviewDocument({
        reviews: [{ gap: "GAP-FLOW-001", issues, verdict: "NEEDS_REVISION" }, { gap: "GAP-FLOW-002" }],
      });
    }
    const rechecks = [{ issue: "ISSUE-R1-001", status: "RESOLVED" as const, why: "It is said." }];
    return reviewDocument({ reviews: [{ gap: "GAP-FLOW-001", rechecks }] });
  });
  const session = testSession({ source: SOURCE, engineer, reviewer });
  await session.run();
  const state = await readState(session.files);
  if (!state) throw new Error("there is no session");
  return { files: session.files, state };
}

function ofType<Type extends GapTurn["type"]>(history: readonly GapTurn[], type: Type) {
  return history.filter((turn): turn is Extract<GapTurn, { type: Type }> => turn.type === type);
}

describe("the history of a gap", () => {
  test("has every proposal with its place, and what both sides said on each issue", async () => {
    const { files, state } = await finished();
    const history = gapHistories(await readEntries(files), state).get("GAP-FLOW-001") ?? [];
    expect(ofType(history, "proposed").map(({ round, path }) => [round, path])).toEqual([
      [1, "round_001/engineer.md"],
      [2, "round_002/engineer.md"],
    ]);
    for (const { path, line } of ofType(history, "proposed")) {
      const text = (await files.readText(path)) ?? "";
      expect(text.split("\n")[line - 1]).toContain("GAP-FLOW-001");
    }
    expect(
      history.filter((turn) => "issue" in turn).map((turn) => (turn.type === "issue_changed" ? turn.to : turn.type)),
    ).toEqual(["answered", "ANSWERED", "rechecked", "VERIFIED"]);
    expect(ofType(history, "gap_changed").map((change) => change.to)).toEqual([
      "IN_PROGRESS",
      "PROPOSED",
      "NEEDS_REVISION",
      "IN_PROGRESS",
      "PROPOSED",
      "ACCEPTED",
      "RESOLVED",
    ]);
  });

  test("has nothing of another gap", async () => {
    const { files, state } = await finished();
    const history = gapHistories(await readEntries(files), state).get("GAP-FLOW-002") ?? [];
    expect(history.filter((turn) => "issue" in turn)).toEqual([]);
    expect(ofType(history, "proposed").map((proposal) => proposal.round)).toEqual([1]);
  });

  test("leaves out what was rolled back", async () => {
    const { files, state } = await finished();
    const entries = await readEntries(files);
    const rolledBack = {
      type: "rounds_rolled_back",
      to: 1,
      reason: "test",
      archives: [],
    } as unknown as (typeof entries)[number]["event"]["events"][number];
    const last = { seq: entries.length + 1, at: "", event: { type: "step" as const, events: [rolledBack] } };
    const history = gapHistories([...entries, last], state).get("GAP-FLOW-001");
    expect(ofType(history ?? [], "proposed").map((proposal) => proposal.round)).toEqual([1]);
    expect(history?.filter((turn) => "issue" in turn)).toEqual([]);
  });
});
