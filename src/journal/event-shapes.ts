import * as z from "zod";
import { CHANGE_KINDS } from "../model/change.ts";
import { ARCHIVE_POLICIES, LATE_HIGH_MODES, ROLLBACK_MODES, SPEC_APPENDIXES } from "../model/config.ts";
import { CONVERGENCE_STATES } from "../model/convergence.ts";
import { CONFLICT_STATES, FLAG_OUTCOMES, HEURISTICS } from "../model/disagreement.ts";
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
export const runRole = z.enum(["engineer", "reviewer", "final-review", "survey", "middle-ground"]);
export const gapState = z.enum(GAP_STATES);
export const issueState = z.enum(ISSUE_STATES);
export const gapFlag = z.literal("FORCED_UNBLOCK");

const file = z.object({ path: text, text });
export const spec = z.array(file);

export const change = z.object({ number, kind: z.enum(CHANGE_KINDS), place: text, old: text, new: text });
const changes = z.array(change);
export const changeSet = z.object({ gap: gapId.exactOptional(), decision: decisionId.exactOptional(), changes });
export const batch = z.object({ round: number, sets: z.array(changeSet) });
export const overlap = z.object({
  batch: number,
  set: number,
  change: number,
  file: text,
  base: text,
  ours: text,
  theirs: text,
});

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

const gapOrigin = z.enum(["source", "user", "engineer", "reviewer", "final-review", "check", "survey", "split"]);

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
  origin: gapOrigin,
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
  parent: gapId.exactOptional(),
  quotations: texts.exactOptional(),
  finding: z.object({ rule: text, type: text, subject: text, words: texts }).exactOptional(),
  why: text.exactOptional(),
  partOf: gapId.exactOptional(),
  duplicateOf: gapId.exactOptional(),
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
  by: z.literal("user").exactOptional(),
  severity,
  severityAsWritten: text.exactOptional(),
  state: issueState,
  round: number,
  document: text,
  line: number,
  late: flag,
  noted: flag,
  anchored: flag,
  quotations: texts,
  notFixedInARow: number,
  contradicts: gapIds.exactOptional(),
  lastWord: text.exactOptional(),
  lastAnswer: text.exactOptional(),
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
  contextTokens: number,
  maxWordsPerGap: number,
  clusterGaps: number,
  surveyGaps: autoOrNumber,
  exampleTokens: z.object({ retry: number, first: number }),
  severityWeights: bySeverity,
  lateHigh: z.enum(LATE_HIGH_MODES),
  disagree: z.object({ round: number, session: number, sessionRounds: number, absolute: number }),
  implicit: z.object({ high: number, critical: number, pattern: number }),
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
  spec: z.object({ appendix: z.enum(SPEC_APPENDIXES) }),
  codebase: text.exactOptional(),
  inventory: z.object({ checks: flagOrAuto, survey: flagOrAuto, approve: flagOrAuto }),
});

export const failureType = z.enum(FAILURE_TYPES);

export const example = z.object({
  tier: z.enum(["canonical", "session", "template"]),
  origin: text,
  size: z.object({ chars: number, tokens: number, cutFrom: number.exactOptional(), of: number }).exactOptional(),
});

export const usage = z.object({
  inputTokens: number,
  outputTokens: number,
  cachedInputTokens: number,
  costUsd: number,
  seconds: number,
  estimated: z.literal(true).exactOptional(),
});

export const warnings = z.array(z.object({ type: z.enum(WARNING_TYPES), message: text, line: number.exactOptional() }));

export const gateResult = z.object({
  success: flag,
  failureType: failureType.exactOptional(),
  retriable: flag,
  message: text,
  warnings,
  gapsAddressed: gapIds,
  offending: texts.exactOptional(),
  details: texts.exactOptional(),
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
    parent: gapId.exactOptional(),
    place: text.exactOptional(),
    why: text.exactOptional(),
    dependsOn: gapIds,
    line: number,
  }),
);

const outOfScope = z.array(z.object({ gap: gapId, reason: text }));

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
      sections: z.array(z.enum(["solution", "changes", "examples", "trade-offs", "new-gaps"])),
      claimsResolved: flag,
      changes,
      noChange: text.exactOptional(),
      after: gapIds,
    }),
  ),
  newGaps,
  responses: z.array(
    z.object({
      issue: issueId,
      line: number,
      endLine: number,
      text,
      changedIn: z.array(number),
      alreadyIn: text.exactOptional(),
    }),
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
  outOfScope,
  setAside: gapIds,
});

const verdict = z.enum(["APPROVED", "APPROVED_WITH_NOTES", "NEEDS_REVISION"]);

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
      quotations: texts,
      anchored: flag,
      late: flag,
      line: number,
    }),
  ),
  rechecks: z.array(
    z.object({
      issue: issueId,
      status: z.enum(["RESOLVED", "PARTLY", "NOT_FIXED", "WITHDRAWN"]),
      why: text,
      line: number,
    }),
  ),
  newGaps,
  severities: z.array(z.object({ gap: gapId, severity })),
  outOfScope,
  verdicts: z.array(z.object({ gap: gapId, value: verdict })),
  noIssuesFound: flag,
  examined: texts.exactOptional(),
});

export const digest = z.discriminatedUnion("role", [engineerDigest, reviewerDigest]);

const heuristics = z.array(z.enum(HEURISTICS));

export const rate = z.object({
  round: number,
  blocking: number,
  disagreed: number,
  action: z.enum(["BLOCK_ROUND", "SYSTEMATIC_ALERT", "WARN_USER", "NONE"]),
  accepted: z.literal(true).exactOptional(),
});

export const flagOutcome = z.enum(FLAG_OUTCOMES);

export const flags = z.array(
  z.object({
    id: text,
    issue: issueId,
    gap: gapId,
    severity,
    round: number,
    confidence: z.enum(["HIGH", "MEDIUM"]),
    heuristics,
    evidence: z.array(z.object({ what: text, where: text, line: number.exactOptional(), words: text.exactOptional() })),
    outcome: flagOutcome,
    reason: text.exactOptional(),
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
  middleGround: z.object({ run: text, text: text.exactOptional() }).exactOptional(),
  state: z.enum(CONFLICT_STATES),
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
    "set-aside",
    "overlap",
    "check",
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
  evidence: z.array(z.object({ title: text, body: text, where: text.exactOptional(), marks: texts.exactOptional() })),
  options: z.array(
    z.object({
      id: text,
      label: text,
      description: text,
      effect: text,
      recommended: flag.exactOptional(),
      requires: texts.exactOptional(),
      offers: texts.exactOptional(),
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
      letters: texts.exactOptional(),
      replaces: text.exactOptional(),
      ids: texts.exactOptional(),
      sentence: flag.exactOptional(),
      selects: flag.exactOptional(),
    }),
  ),
  multiple: flag,
  about: texts,
  personOnly: flag,
  gaps: z
    .array(
      z.object({
        id: gapId,
        severity,
        title: text,
        origin: gapOrigin,
        where: text.exactOptional(),
        quote: text.exactOptional(),
      }),
    )
    .exactOptional(),
});

export const answer = z.object({
  question: text,
  options: texts,
  fields: z.record(text, text),
  via: z.enum(["terminal", "command", "answers-file", "policy", "page", "library"]),
  policy: text.exactOptional(),
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
  question: text.exactOptional(),
  rationale: text.exactOptional(),
  action: text.exactOptional(),
  outcome: text.exactOptional(),
  positions: z.object({ reviewer: text, engineer: text }).exactOptional(),
  constraints: texts.exactOptional(),
  by: actor,
  policy: text.exactOptional(),
  passages: z.array(z.object({ kind: z.enum(["edit", "add", "keep", "strike"]), passage: text, text })).exactOptional(),
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
  cause: z.enum(["new-critical", "weight", "growth", "stall"]).exactOptional(),
  polishing: z.literal(true).exactOptional(),
  outcome: z.enum(["FULL", "PARTIAL", "INPUT_ONLY", "DROPPED"]),
  openedAt: text,
  closedAt: text,
  seconds: number.exactOptional(),
  specWords: number,
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
    related: gapIds.exactOptional(),
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
