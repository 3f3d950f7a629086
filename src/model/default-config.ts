import type { Config } from "./config.ts";
import { DEFAULT_SEVERITY_WEIGHTS } from "./severity.ts";

/** SPEC 18. */
export const DEFAULT_CONFIG: Config = {
  stallThreshold: "auto",
  divergenceThreshold: "auto",
  criticalOverride: true,
  maxRounds: "auto",
  hardLimit: 50,
  maxRetries: 2,
  parallelGaps: 4,
  autoConfirm: true,
  minSectionChars: 200,
  contextTokens: 24_000,
  maxWordsPerGap: 150,
  clusterGaps: 3,
  surveyGaps: "auto",
  exampleTokens: { retry: 2000, first: 1000 },
  severityWeights: DEFAULT_SEVERITY_WEIGHTS,
  lateHigh: "once",
  disagree: { round: 0.5, session: 0.4, sessionRounds: 3, absolute: 5 },
  implicit: { high: 2, critical: 1, pattern: 3 },
  rollback: { mode: "INTERACTIVE", maxSession: 7, analysisThreshold: 2, backupRetentionRounds: 3 },
  archive: { policy: "ask", coldPath: "~/.whetstone/archive", days: 30 },
  budgets: { usd: 5, tokens: 2_000_000, secondsPerRun: 600, concurrentRuns: 4 },
  agents: { engineer: { kind: "auto" }, reviewer: { kind: "auto" } },
  checks: {},
  sessionFolder: "sessions",
  inPlace: false,
  spec: { appendix: "open" },
  inventory: { checks: "auto", survey: "auto", approve: "auto" },
};
