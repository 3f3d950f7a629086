import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openReplayAgent } from "../../src/agents/replay/open-replay-agent.ts";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import type { Config } from "../../src/model/config.ts";
import type { Severity } from "../../src/model/severity.ts";
import { type TestSession, type TestSessionOptions, testSession } from "../../src/testing/test-session.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A session on disk whose agents replay recorded documents. */
export interface ReplayedSession extends TestSession {
  /** A file of the session, as it stands on the disk. */
  read(path: string): Promise<string>;
}

export interface Recorded {
  readonly source: string;
  /** By the names that the replay agent looks for: `round_002/engineer-GAP-COPY-001.md`. */
  readonly recordings: Readonly<Record<string, string>>;
  readonly answer?: TestSessionOptions["answer"];
  readonly config?: Partial<Config>;
}

const FINAL_REVIEW =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

export async function replayedSession({ source, recordings, answer, config }: Recorded): Promise<ReplayedSession> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ "final-review.md": FINAL_REVIEW, ...recordings })) {
    const path = join(folder, "recordings", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const agent = await openReplayAgent({ folder: join(folder, "recordings"), clock: systemClock, environment: {} });
  await mkdir(join(folder, "session"), { recursive: true });
  const session = testSession({
    source,
    engineer: agent,
    reviewer: agent,
    files: nodeFiles(join(folder, "session")),
    ...(answer && { answer }),
    // The stories are about disagreement: none of them is to be stopped for not converging.
    config: { stallThreshold: 9, ...config },
  });
  return { ...session, read: (path) => readFile(join(folder, "session", path), "utf8") };
}

export interface IssueWords {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** Words of the text under review. */
  readonly location: string;
  readonly suggestion?: string;
  readonly impact?: string;
}

const SECTIONS: Readonly<Record<Severity, string>> = {
  CRITICAL: "Critical Issues",
  HIGH: "High Priority",
  MEDIUM: "Medium Priority",
  LOW: "Low Priority",
};

/** A review of one gap in the form of SPEC 5, in words of its own. */
export function reviewOf(
  gap: string,
  issues: readonly IssueWords[],
  earlier: Readonly<Record<string, "RESOLVED" | "NOT_FIXED">> = {},
): string {
  const rows = Object.entries(earlier).map(([id, status]) => `| ${id} | ${status} | as the text stands |`);
  const table =
    rows.length === 0
      ? []
      : [`### Earlier Issues\n\n| Issue | Status | Why |\n| --- | --- | --- |\n${rows.join("\n")}`];
  const sections = Object.entries(SECTIONS).map(([severity, heading]) => {
    const own = issues.filter((issue) => issue.severity === severity).map(issueText);
    return `### ${heading}\n\n${own.length === 0 ? "None." : own.join("\n\n")}`;
  });
  const blocking = issues.some(({ severity }) => severity === "CRITICAL" || severity === "HIGH");
  const isLeft = blocking || Object.values(earlier).includes("NOT_FIXED");
  const verdict = `**Verdict:** ${isLeft ? "NEEDS_REVISION" : "APPROVED"}`;
  return `${[`## Review: ${gap}`, ...table, ...sections, "### New Gaps\n\nNone.", verdict].join("\n\n")}\n`;
}

function issueText({ id, title, location, suggestion, impact }: IssueWords): string {
  return [
    `- **${id}**: ${title}`,
    `  - **Location:** "${location}"`,
    `  - **Impact:** ${impact ?? "An implementer would have to guess."}`,
    `  - **Suggestion:** ${suggestion ?? "Say it in one sentence."}`,
  ].join("\n");
}

export interface DisagreementWords {
  readonly issue: string;
  readonly concern: string;
  readonly position: string;
  readonly rationale: string;
  readonly alternative?: string;
}

/** A DISAGREE block in the form of SPEC 8. */
export function disagreeBlock({ issue, concern, position, rationale, alternative }: DisagreementWords): string {
  return [
    `## DISAGREE: ${issue}`,
    `**Reviewer Concern:** "${concern}"`,
    `**Engineer Position:** ${position}`,
    `**Rationale:** ${rationale}`,
    ...(alternative === undefined ? [] : [`**Alternative Approach:** ${alternative}`]),
    "**Request:** Put it to the user.",
  ].join("\n\n");
}
