import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type GapId, gapId } from "../../src/model/ids.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { inTempFolder, runCli } from "./run-cli.ts";

const AREAS = ["INTAKE", "ORDER", "STORE", "DELIVER", "REPORT"] as const;
const GAPS: readonly GapId[] = AREAS.flatMap((area) => [1, 2, 3, 4, 5].map((number) => gapId(area, number)));

const SOURCE = `# Relay\n\n${AREAS.map(
  (area) =>
    `## ${area}\n\n${GAPS.filter((gap) => gap.includes(area))
      .map((gap) => `- ${gap} (HIGH): What ${gap} does when its time is up is not said.`)
      .join("\n")}`,
).join("\n\n")}\n`;

/** A document for every gap, and a review that fits any round. The first one holds a gap back; its revision passes. */
function recordings(): Record<string, string> {
  const first = gapId("DELIVER", 1);
  const issue = { severity: "HIGH" as const, id: "ISSUE-R1-001", title: "The bound has no start" };
  const reviews = GAPS.map((gap) => ({ gap, verdict: "APPROVED" }));
  const held = { gap: first, issues: [issue], verdict: "NEEDS_REVISION" };
  const met = { issue: issue.id, status: "RESOLVED" as const, why: "its start is named" };
  const text = `The service settles ${first} within 50 ms after the message is taken in, and answers with status 200.`;
  const answered = { issue: "ISSUE-R1-001", text: "The bound begins when the message is taken in." };
  return {
    "final-review.md":
      "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n",
    "reviewer.md": reviewDocument({ reviews }),
    "round_001/reviewer.md": reviewDocument({
      reviews: reviews.map((review) => (review.gap === first ? held : review)),
    }),
    "round_002/reviewer.md": reviewDocument({
      reviews: reviews.map((review) => (review.gap === first ? { ...review, rechecks: [met] } : review)),
    }),
    ...Object.fromEntries(GAPS.map((gap) => [`engineer-${gap}.md`, proposalDocument({ gap })])),
    [`round_002/engineer-${first}.md`]: proposalDocument({ gap: first, text, responses: [answered] }),
  };
}

it("a session of 25 gaps on recorded documents runs to COMPLETE", async () => {
  const files = Object.fromEntries(Object.entries(recordings()).map(([name, text]) => [`recorded/${name}`, text]));
  await inTempFolder({ "relay.md": SOURCE, ...files }, async (cwd) => {
    const agents = ["--engineer", "replay:recorded", "--reviewer", "replay:recorded"];
    const run = await runCli(["refine", "relay.md", "--yes", "--json", ...agents], { cwd });
    expect(run.code, run.stderr).toBe(0);
    const spec = await readFile(join(cwd, "relay_v1.0.md"), "utf8");
    const trace = await readFile(join(cwd, "sessions/relay/traceability.md"), "utf8");
    expect(spec.startsWith(SOURCE)).toBe(true);
    for (const gap of GAPS) {
      expect(spec.split(`The service settles ${gap} within 50 ms`)).toHaveLength(2);
      expect(trace).toMatch(new RegExp(`${gap} .*RESOLVED`));
    }
    const status = await readFile(join(cwd, "sessions/relay/status.md"), "utf8");
    expect(status).toContain("COMPLETE");
    const events = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string });
    expect(events.filter(({ type }) => type === "round_closed")).toHaveLength(7);
    expect(events.at(-1)).toMatchObject({ type: "session_ended", termination: "COMPLETE" });
  });
});
