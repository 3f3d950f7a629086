import { evolve } from "../../src/mediator/evolve/evolve.ts";
import type { State } from "../../src/mediator/state.ts";
import type { RoundRecord } from "../../src/model/convergence.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import type { EngineerDigest, ReviewerDigest } from "../../src/model/digest.ts";
import type { RunRole } from "../../src/model/events/round-events.ts";
import type { Entry, SessionEvent } from "../../src/model/events.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { FailureType } from "../../src/model/gate-result.ts";
import type { GapId } from "../../src/model/ids.ts";

/** A session told event by event: each step is an entry of the journal, a minute after the one before. */
export interface SessionStory {
  readonly entries: readonly Entry[];
  readonly state: State;
  step(...events: SessionEvent[]): State;
}

export function sessionStory(gaps: readonly Gap[], config = DEFAULT_CONFIG): SessionStory {
  const entries: Entry[] = [];
  let state: State | undefined;
  const story = {
    entries,
    get state(): State {
      if (!state) throw new Error("the story has not begun");
      return state;
    },
    step(...events: SessionEvent[]): State {
      const entry: Entry = { seq: entries.length + 1, at: minute(entries.length), event: { type: "step", events } };
      entries.push(entry);
      state = evolve(state, entry);
      return state;
    },
  };
  story.step({
    type: "session_created",
    session: "s-1",
    name: "sample",
    specPath: "../../sample.md",
    source: [{ path: "sample.md", text: "# Sample\n\nWords.\n" }],
    scope: "",
    gaps,
    config,
    engineer: "replay",
    reviewer: "replay",
  });
  return story;
}

/** The n-th minute of 2026, as the journal writes it. */
export function minute(n: number): string {
  const [day, hour] = [Math.floor(n / 1440) + 1, Math.floor((n % 1440) / 60)];
  return `2026-01-${two(day)}T${two(hour)}:${two(n % 60)}:00Z`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

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
    setAside: [],
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
export function plainRound(story: SessionStory, round: number, gap: GapId): void {
  const change = (to: Gap["state"], actor: "mediator" | "engineer" | "reviewer"): SessionEvent => ({
    type: "gap_changed",
    gap,
    to,
    actor,
    why: `to ${to}`,
  });
  story.step({ type: "round_opened", round, assigned: [gap], carriedOver: [] }, change("IN_PROGRESS", "mediator"));
  story.step(...runEvents({ run: `R${round}-engineer-${gap}-1`, gaps: [gap] }));
  story.step(joined(round, engineerDigest([gap])), change("PROPOSED", "engineer"));
  story.step(...runEvents({ run: `R${round}-reviewer-1`, role: "reviewer", gaps: [gap] }));
  story.step(joined(round, reviewerDigest([gap], { noIssuesFound: true })), change("ACCEPTED", "reviewer"));
  story.step({ type: "round_closed", record: roundRecord(round) });
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
