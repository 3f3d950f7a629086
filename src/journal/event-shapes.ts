import * as z from "zod";
import { ARCHIVE_POLICIES, LATE_HIGH_MODES, ROLLBACK_MODES } from "../model/config.ts";
import { CONVERGENCE_STATES } from "../model/convergence.ts";
import { HEURISTICS, OPINIONS } from "../model/disagreement.ts";
import { GAP_STATES } from "../model/gap.ts";
import { FAILURE_TYPES, WARNING_TYPES } from "../model/gate-result.ts";
import { type DecisionId, type GapId, type IssueId, isDecisionId, isGapId, isIssueId } from "../model/ids.ts";
import { ISSUE_STATES } from "../model/issue.ts";
import { QUESTION_KINDS } from "../model/question.ts";
import { PATTERNS, ROLLBACK_WAYS, ROOT_CAUSES } from "../model/rollback.ts";
import { SEVERITIES } from "../model/severity.ts";

/** The values that events are made of, as the journal has them. `event-schema.ts` holds them against the model's types. */

export const text = z.string();
export const number = z.number();
export const flag = z.boolean();
export const texts = z.array(text);

export const gapId = z.custom<GapId>((value) => typeof value === "string" && isGapId(value), "not a gap id");
export const gapIds = z.array(gapId);
export const issueId = z.custom<IssueId>((value) => typeof value === "string" && isIssueId(value), "not an issue id");
export const issueIds = z.array(issueId);
export const decisionId = z.custom<DecisionId>(
  (value) => typeof value === "string" && isDecisionId(value),
  "not a decision id",
);

export const severity = z.enum(SEVERITIES);
export const actor = z.enum(["mediator", "engineer", "reviewer", "user"]);
export const role = z.enum(["engineer", "reviewer"]);
export const runRole = z.enum(["engineer", "reviewer", "final-review", "survey", "second-opinion"]);
export const gapState = z.enum(GAP_STATES);
export const issueState = z.enum(ISSUE_STATES);
export const gapFlag = z.literal("FORCED_UNBLOCK");

const confidence = z.enum(["HIGH", "MEDIUM", "LOW"]);
const bySeverity = z.object({ CRITICAL: number, HIGH: number, MEDIUM: number, LOW: number });
const autoOrNumber = z.union([number, z.literal("auto")]);

const choices = z.array(z.object({ label: text, text, recommended: flag.exactOptional() })).exactOptional();

const flagOrAuto = z.union([flag, z.literal("auto")]);

export const blocker = z.discriminatedUnion("type", [
  z.object({ type: z.literal("DEPENDENCY"), gaps: gapIds }),
  z.object({ type: z.literal("DIVERGENCE"), reason: text }),
  z.object({ type: z.literal("USER_INPUT"), reason: text, choices }),
  z.object({ type: z.literal("EXTERNAL"), reason: text }),
]);

export const gap = z.object({
  id: gapId,
  label: text.exactOptional(),
  title: text,
  text,
  severity,
  severityBy: actor,
  state: gapState,
  cameFrom: gapState.exactOptional(),
  assignedFrom: gapState.exactOptional(),
  blocker: blocker.exactOptional(),
  origin: z.enum(["source", "user", "engineer", "reviewer", "final-review", "check", "survey", "split"]),
  round: number,
  changedInRound: number,
  places: z.array(
    z.object({
      heading: text,
      line: number,
      endLine: number,
      file: z.object({ path: text, line: number }).exactOptional(),
    }),
  ),
  dependsOn: gapIds,
  partOf: gapId.exactOptional(),
  parts: gapIds,
  flags: z.array(gapFlag),
  resolvedInRound: number.exactOptional(),
  failedInRound: number.exactOptional(),
});

export const issue = z.object({
  id: issueId,
  label: text.exactOptional(),
  gap: gapId,
  title: text,
  text,
  location: text.exactOptional(),
  suggestion: text.exactOptional(),
  impact: text.exactOptional(),
  severity,
  severityAsWritten: text.exactOptional(),
  state: issueState,
  round: number,
  document: text,
  line: number,
  late: flag,
  noted: flag,
  anchored: flag,
  readsAsBlocking: flag,
  notFixedInARow: number,
  bySilence: flag,
  decided: text.exactOptional(),
  unansweredIn: z.array(number),
});

const agentSetting = z.object({
  kind: text,
  model: text.exactOptional(),
  command: z.tuple([text], text).exactOptional(),
  folder: text.exactOptional(),
  baseUrl: text.exactOptional(),
  keyVariable: text.exactOptional(),
  price: z
    .object({
      input: number,
      output: number,
      cachedInput: number.exactOptional(),
      cacheWrite: number.exactOptional(),
    })
    .exactOptional(),
  extra: texts.exactOptional(),
});

export const config = z.object({
  stallThreshold: autoOrNumber,
  divergenceThreshold: autoOrNumber,
  criticalOverride: flag,
  maxRounds: autoOrNumber,
  hardLimit: number,
  maxRetries: number,
  parallelGaps: number,
  autoConfirm: flag,
  minSectionChars: number,
  exampleTokens: z.object({ retry: number, first: number }),
  severityWeights: bySeverity,
  lateHigh: z.enum(LATE_HIGH_MODES),
  disagree: z.object({ round: number, session: number, sessionRounds: number, absolute: number }),
  implicit: z.object({ high: number, critical: number, pattern: number, overlap: number, secondOpinion: flag }),
  rollback: z.object({
    mode: z.enum(ROLLBACK_MODES),
    maxSession: number,
    analysisThreshold: number,
    backupRetentionRounds: number,
  }),
  archive: z.object({ policy: z.enum(ARCHIVE_POLICIES), coldPath: text, days: number }),
  budgets: z.object({ usd: number, tokens: number, secondsPerRun: number, concurrentRuns: number }),
  agents: z.object({ engineer: agentSetting, reviewer: agentSetting }),
  checks: z.record(text, z.union([flag, severity])).default({}), // journals from before the checks could be switched
  sessionFolder: text,
  inPlace: flag.default(false), // journals from before a spec could be refined in place
  codebase: text.exactOptional(),
  inventory: z.object({ checks: flagOrAuto, survey: flag, approve: flagOrAuto }),
});

export const usage = z.object({
  inputTokens: number,
  outputTokens: number,
  cachedInputTokens: number,
  costUsd: number,
  seconds: number,
});

export const warnings = z.array(z.object({ type: z.enum(WARNING_TYPES), message: text, line: number.exactOptional() }));

export const gateResult = z.object({
  success: flag,
  failureType: z.enum(FAILURE_TYPES).exactOptional(),
  retriable: flag,
  message: text,
  warnings,
  gapsAddressed: gapIds,
  offending: texts.exactOptional(),
});

export const repairs = z.array(z.object({ kind: text, line: number, from: text, to: text }));

export const blocked = z.array(
  z.object({ kind: z.enum(["BLOCKED_NEEDS_INPUT", "UNCERTAINTY"]), gap: gapId, reason: text, choices }),
);

const newGaps = z.array(
  z.object({
    id: gapId,
    label: text.exactOptional(),
    title: text,
    text,
    severity,
    dependsOn: gapIds,
    line: number,
  }),
);

const engineerDigest = z.object({
  role: z.literal("engineer"),
  proposals: z.array(
    z.object({
      gap: gapId,
      title: text,
      line: number,
      endLine: number,
      confidence: confidence.exactOptional(),
      chars: number,
      examples: number,
      sections: texts,
      claimsResolved: flag,
    }),
  ),
  newGaps,
  responses: z.array(
    z.object({ issue: issueId, line: number, endLine: number, form: z.enum(["heading", "table", "list", "inline"]) }),
  ),
  disagreements: z.array(
    z.object({
      issue: issueId,
      concern: text,
      position: text,
      rationale: text,
      alternative: text.exactOptional(),
      request: text.exactOptional(),
      line: number,
      endLine: number,
    }),
  ),
  blocked,
  setAside: gapIds,
});

const verdict = z.enum(["APPROVED", "APPROVED_WITH_NOTES", "NEEDS_REVISION", "NONE"]);

const reviewerDigest = z.object({
  role: z.literal("reviewer"),
  reviewed: gapIds,
  issues: z.array(
    z.object({
      id: issueId,
      label: text.exactOptional(),
      gap: gapId,
      title: text,
      text,
      location: text.exactOptional(),
      impact: text.exactOptional(),
      suggestion: text.exactOptional(),
      severity,
      severityAsWritten: text.exactOptional(),
      readsAsBlocking: flag,
      anchored: flag,
      late: flag,
      line: number,
    }),
  ),
  rechecks: z.array(
    z.object({
      issue: issueId,
      status: z.enum(["RESOLVED", "NOT_FIXED", "UNCLEAR", "WITHDRAWN"]),
      why: text,
      line: number,
    }),
  ),
  newGaps,
  severities: z.array(z.object({ gap: gapId, severity })),
  verdict,
  verdictByGap: z.array(z.object({ gap: gapId, value: verdict })),
  noIssuesFound: flag,
});

export const digest = z.discriminatedUnion("role", [engineerDigest, reviewerDigest]);

const heuristics = z.array(z.enum(HEURISTICS));

export const rate = z.object({
  round: number,
  blocking: number,
  disagreed: number,
  action: z.enum(["BLOCK_ROUND", "SYSTEMATIC_ALERT", "WARN_USER", "NONE"]),
});

export const flagOutcome = z.enum([
  "raised",
  "asked",
  "conflict",
  "waived",
  "explained",
  "false-positive",
  "confirmed",
]);

export const opinion = z.enum([...OPINIONS, "FAILED"]);

export const flags = z.array(
  z.object({
    id: text,
    issue: issueId,
    gap: gapId,
    severity,
    round: number,
    status: z.enum(["NON_RESPONSE", "IGNORED", "DEFLECTION"]),
    confidence: z.enum(["HIGH", "MEDIUM"]),
    heuristics,
    evidence: z.array(z.object({ what: text, where: text, line: number.exactOptional() })),
    outcome: flagOutcome,
    reason: text.exactOptional(),
    secondOpinion: z.object({ verdict: opinion, why: text }).exactOptional(),
  }),
);

export const conflictOption = z.enum(["A", "B", "C", "D"]);

export const conflict = z.object({
  issue: issueId,
  gap: gapId,
  severity,
  round: number,
  kind: z.enum(["explicit", "implicit"]),
  heuristics,
  reviewerPosition: text,
  reviewerImpact: text.exactOptional(),
  engineerPosition: text,
  engineerRationale: text.exactOptional(),
  engineerAlternative: text.exactOptional(),
  state: z.enum(["open", "decided", "dropped"]),
  option: conflictOption.exactOptional(),
  decision: decisionId.exactOptional(),
  rejected: text.exactOptional(),
});

export const note = z.object({
  id: text,
  kind: z.enum([
    "verdict-mismatch",
    "severity-conflict",
    "late-finding",
    "closed-over-open-issue",
    "ambiguity",
    "unanchored",
    "verified-by-silence",
    "set-aside",
    "parallel-conflict",
    "gate-warning",
    "information",
  ]),
  message: text,
  gap: gapId.exactOptional(),
  issue: issueId.exactOptional(),
});

export const question = z.object({
  id: text,
  kind: z.enum(QUESTION_KINDS),
  header: text,
  text,
  evidence: z.array(z.object({ title: text, body: text, where: text.exactOptional() })),
  options: z.array(
    z.object({
      id: text,
      label: text,
      description: text,
      effect: text,
      recommended: flag.exactOptional(),
      requires: texts.exactOptional(),
    }),
  ),
  fields: z.array(
    z.object({
      id: text,
      label: text,
      required: flag,
      exactText: text.exactOptional(),
      long: flag.exactOptional(),
      initial: text.exactOptional(),
    }),
  ),
  multiple: flag,
  about: texts,
  personOnly: flag,
});

export const answer = z.object({
  question: text,
  options: texts,
  fields: z.record(text, text),
  via: z.enum(["terminal", "command", "answers-file", "policy", "page", "library"]),
});

export const decision = z.object({
  id: decisionId,
  round: number,
  type: text,
  title: text,
  gaps: gapIds,
  issues: issueIds,
  option: text.exactOptional(),
  decision: text,
  rationale: text.exactOptional(),
  action: text.exactOptional(),
  outcome: text.exactOptional(),
  positions: z.object({ reviewer: text, engineer: text }).exactOptional(),
  constraints: texts.exactOptional(),
  by: actor,
  at: text,
  origin: decisionId.exactOptional(),
});

export const roundRecord = z.object({
  round: number,
  openAtStart: number,
  openAtEnd: number,
  resolved: bySeverity,
  created: bySeverity,
  net: number,
  weightedNet: number,
  state: z.enum(CONVERGENCE_STATES),
  flatCount: number,
  cause: z.enum(["new-critical", "weight", "stall"]).exactOptional(),
  outcome: z.enum(["FULL", "PARTIAL", "INPUT_ONLY"]),
  openedAt: text,
  closedAt: text,
  engineerChars: number,
});

export const rollbackMode = z.enum(ROLLBACK_MODES);
export const rollbackWay = z.enum(ROLLBACK_WAYS);

export const rollbackRetry = z.object({
  way: rollbackWay,
  context: text.exactOptional(),
  adjustments: texts,
  split: z.object({ gap: gapId, parts: z.array(z.object({ title: text, text })) }).exactOptional(),
  attempt: number.exactOptional(),
});

export const patterns = z.array(
  z.object({
    pattern: z.enum(PATTERNS),
    confidence,
    gap: gapId,
    message: text,
    count: number,
    evidence: z.array(z.object({ words: text, line: number })),
  }),
);

export const undoneAttempts = z.array(
  z.object({
    round: number,
    attempt: number,
    gaps: z.array(
      z.object({
        gap: gapId,
        addressed: z.enum(["yes", "partial", "no"]),
        sections: texts,
        examples: number,
        chars: number,
        covered: texts,
        missed: texts,
        topics: texts,
        criticised: texts,
      }),
    ),
    patterns,
    undefinedTerms: texts,
    contradictions: texts,
    score: number,
  }),
);

export const rootCauses = z.array(z.object({ cause: z.enum(ROOT_CAUSES), confidence, evidence: text }));

export const archivePolicy = z.enum(ARCHIVE_POLICIES).exclude(["ask"]);
