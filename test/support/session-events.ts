import type { RoundRecord } from "../../src/model/convergence.ts";
import type { EngineerDigest, ReviewerDigest } from "../../src/model/digest.ts";
import type { RunRole } from "../../src/model/events/round-events.ts";
import type { SessionEvent } from "../../src/model/events.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { FailureType } from "../../src/model/gate-result.ts";
import type { GapId } from "../../src/model/ids.ts";
import { minute, type PaperSession } from "./paper-session.ts";

/** Events of a session, for tests that tell it one by one: `paperSession(…).record(…)`. */

export interface RunFacts {
  readonly run: string;
  readonly role?: RunRole;
  readonly gaps?: readonly GapId[];
  readonly attempt?: number;
  /** The failure that a retry is told of. */
  readonly notice?: FailureType;
  readonly failure?: FailureType;
  readonly message?: string;
  readonly example?: { readonly tier: "canonical" | "session" | "template"; readonly origin: string };
}

/** A run from its start to its end. */
export function runEvents(facts: RunFacts): SessionEvent[] {
  const { run, role = "engineer", gaps = [], attempt = 1, notice, failure, message = "", example } = facts;
  return [
    {
      type: "run_started",
      run,
      role,
      gaps,
      attempt,
      agent: "replay",
      promptPath: `prompts/${run}.md`,
      promptChars: 1234,
      ...(notice ? { notice } : {}),
      ...(example ? { example } : {}),
    },
    {
      type: "run_ended",
      run,
      outcome: "document",
      path: `attempts/${run}.md`,
      usage: { inputTokens: 1000, outputTokens: 200, cachedInputTokens: 500, costUsd: 0.01, seconds: 3 },
      gate: {
        success: failure === undefined,
        ...(failure === undefined ? {} : { failureType: failure }),
        retriable: failure !== undefined,
        message,
        warnings: [],
        gapsAddressed: gaps,
      },
      fatal: false,
      repairs: 0,
      blocked: [],
      recovered: false,
    },
  ];
}

export function engineerDigest(gaps: readonly GapId[]): EngineerDigest {
  return {
    role: "engineer",
    proposals: gaps.map((gap, index) => ({
      gap,
      title: `Resolution of ${gap}`,
      line: 1 + index * 10,
      endLine: 9 + index * 10,
      confidence: "HIGH",
      chars: 400,
      examples: 1,
      sections: ["solution", "changes"],
      claimsResolved: false,
      changes: [],
      noChange: "Words.",
      after: [],
    })),
    newGaps: [],
    responses: [],
    disagreements: [],
    blocked: [],
    outOfScope: [],
  };
}

export function reviewerDigest(gaps: readonly GapId[], facts: Partial<ReviewerDigest> = {}): ReviewerDigest {
  return {
    role: "reviewer",
    reviewed: gaps,
    issues: [],
    rechecks: [],
    newGaps: [],
    severities: [],
    outOfScope: [],
    verdicts: gaps.map((gap) => ({ gap, value: "APPROVED" })),
    noIssuesFound: false,
    ...facts,
  };
}

export function joined(round: number, digest: EngineerDigest | ReviewerDigest): SessionEvent {
  const path = `round_${String(round).padStart(3, "0")}/${digest.role}.md`;
  return {
    type: "document_joined",
    round,
    path,
    sha256: "0".repeat(64),
    chars: 800,
    digest,
    repairs: [],
    warnings: [],
  };
}

const NONE = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };

export function roundRecord(round: number, facts: Partial<RoundRecord> = {}): RoundRecord {
  return {
    round,
    openAtStart: 2,
    openAtEnd: 1,
    resolved: { ...NONE, MEDIUM: 1 },
    created: NONE,
    net: 1,
    weightedNet: 2,
    state: "CONVERGING",
    flatCount: 0,
    outcome: "FULL",
    openedAt: minute(round * 10),
    closedAt: minute(round * 10 + 5),
    specWords: 100,
    ...facts,
  };
}

/** A round in which the Engineer resolves one gap and the Reviewer finds nothing. */
export function plainRound(story: PaperSession, round: number, gap: GapId): void {
  const change = (to: Gap["state"], actor: "mediator" | "engineer" | "reviewer"): SessionEvent => ({
    type: "gap_changed",
    gap,
    to,
    actor,
    why: `to ${to}`,
  });
  story.record({ type: "round_opened", round, assigned: [gap], carriedOver: [] }, change("IN_PROGRESS", "mediator"));
  story.record(...runEvents({ run: `R${round}-engineer-${gap}-1`, gaps: [gap] }));
  story.record(joined(round, engineerDigest([gap])), change("PROPOSED", "engineer"));
  story.record(...runEvents({ run: `R${round}-reviewer-1`, role: "reviewer", gaps: [gap] }));
  story.record(joined(round, reviewerDigest([gap], { noIssuesFound: true })), change("ACCEPTED", "reviewer"));
  story.record({ type: "round_closed", record: roundRecord(round) });
}

/** What a rollback says besides where it goes: nothing in particular. */
export const ROLLED_BACK = {
  by: "user",
  mode: "INTERACTIVE",
  way: "same",
  analyses: [],
  rootCauses: [],
  adjustments: [],
} as const;
