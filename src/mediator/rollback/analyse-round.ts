import { check } from "../../checks/check.ts";
import { joinFiles } from "../../documents/layouts/joined-files.ts";
import type { GapId } from "../../model/ids.ts";
import type { AttemptedGap, RootCause, UndoneAttempt } from "../../model/rollback.ts";
import { isBlocking } from "../../model/severity.ts";
import type { RoundView } from "../round/round-view.ts";
import { writerOf } from "../spec/anchor-at.ts";
import type { PendingRollback, State } from "../state.ts";
import { type Adjustment, type GateFailure, recommendAdjustments } from "./adjustments.ts";
import { findingsIn, findPatterns, type PatternContext } from "./patterns.ts";
import { undefinedTerms } from "./prose-words.ts";
import { roundWork, undoneRounds, type Work } from "./read-work.ts";
import { attemptsAt } from "./rollback-targets.ts";
import { asksForCause, type FailedAttempt, rootCauses } from "./root-cause.ts";
import { aspectsOf, coverage } from "./split-proposal.ts";

/** Everything that is said of an attempt at a round before it is undone (SPEC 13.6). */
export interface RoundAnalysis {
  readonly record: UndoneAttempt;
  readonly works: readonly Work[];
  readonly failures: readonly GateFailure[];
  readonly adjustments: readonly Adjustment[];
  /** At this round, oldest first: those that were undone before, and this. */
  readonly attempts: readonly FailedAttempt[];
  /** Why the round keeps failing, the likeliest first; none where that is not looked for (SPEC 13.7). */
  readonly causes: readonly RootCause[];
}

/** Every gap that the undone rounds worked on. */
export function undoneGaps(analyses: readonly RoundAnalysis[]): GapId[] {
  return [...new Set(analyses.flatMap(({ works }) => works.map(({ gap }) => gap)))];
}

export type UndoneWish = Pick<PendingRollback, "to" | "by" | "reason">;

/**
 * The rounds that are undone, in order. Pure: the same state and files give the same, so a killed process writes the same
 * report again.
 */
export function analyseUndone(state: State, wish: UndoneWish, files: ReadonlyMap<string, string>): RoundAnalysis[] {
  return undoneRounds(state, wish.to).map((view) => analyseRound(state, view, roundWork(state, view, files), wish));
}

const MOST_TERMS = 10;
const MOST_CONTRADICTIONS = 5;

function analyseRound(state: State, view: RoundView, works: readonly Work[], wish: UndoneWish): RoundAnalysis {
  const seen = works.map((work) => ({ work, context: contextOf(state, view, work.gap) }));
  const patterns = seen.flatMap(({ work, context }) => {
    const found = findPatterns(work, context);
    // The User's reason is evidence too, the Mediator's is none (SPEC 13.6).
    const said = wish.by === "user" ? findingsIn(wish.reason, work.gap, context.accepted) : [];
    return [...found, ...said.filter(({ pattern }) => !found.some((known) => known.pattern === pattern))];
  });
  const terms = seen.flatMap(({ work, context }) => undefinedTerms(work, context.known));
  const facts = {
    round: view.number,
    attempt: attemptsAt(state, view.number) + 1,
    gaps: works.map((work) => attemptedGap(state, view, work)),
    patterns,
    undefinedTerms: terms.slice(0, MOST_TERMS).map(({ words }) => words.slice(0, 80)),
    contradictions: works.flatMap(contradictionsIn).slice(0, MOST_CONTRADICTIONS),
  };
  const record = { ...facts, score: score(facts, view) };
  const attempts = [...earlierAttempts(state, view.number), { attempt: record, reason: wish.reason }];
  const causes = view.number === wish.to + 1 && asksForCause(state, wish.to) ? rootCauses(attempts) : [];
  const failures = gateFailures(view);
  return { record, works, failures, adjustments: recommendAdjustments(state, patterns, failures), attempts, causes };
}

/** What survives of the attempts that were undone before. */
function earlierAttempts({ rollbacks }: State, round: number): FailedAttempt[] {
  const all = rollbacks.flatMap(({ analyses, reason }) => analyses.map((attempt) => ({ attempt, reason })));
  return all.filter(({ attempt }) => attempt.round === round);
}

function contextOf({ spec }: State, view: RoundView, gap: GapId): PatternContext {
  const others = spec.batches.flatMap(({ sets }) => sets).filter((set) => set.gap !== undefined && set.gap !== gap);
  const texts = others.flatMap(({ changes }) => changes.map((change) => change.new));
  return {
    known: [joinFiles(spec.source), ...texts].join("\n"),
    issues: view.reviewerDocument?.digest.issues.filter((issue) => issue.gap === gap) ?? [],
    accepted: new Set(others.flatMap((set) => set.gap ?? [])),
    writer: (quotation) => writerOf(spec, quotation),
  };
}

function gateFailures({ assigned, engineerDocument, runs }: RoundView): GateFailure[] {
  const proposed = new Set(engineerDocument?.digest.proposals.map(({ gap }) => gap));
  return assigned.flatMap((gap) => {
    const last = runs.findLast(({ role, gaps, end }) => role === "engineer" && gaps.includes(gap) && end);
    const { failureType: failure, message = "" } = last?.end?.gate ?? {};
    return failure === undefined || proposed.has(gap) ? [] : [{ gap, failure, message }];
  });
}

function attemptedGap(state: State, { reviewerDocument }: RoundView, work: Work): AttemptedGap {
  const { gap, resolution, parts, chars, spec } = work;
  const known = state.gaps.get(gap);
  const substance = parts.has("solution") || parts.has("changes");
  const whole = substance && parts.has("examples") && parts.has("trade-offs") && chars >= state.config.minSectionChars;
  const held = reviewerDocument?.digest.issues.filter((issue) => issue.gap === gap && isBlocking(issue.severity));
  return {
    gap,
    addressed: !resolution ? "no" : whole ? "yes" : "partial",
    sections: resolution?.sections.map(({ heading }) => heading.slice(0, 200)) ?? [],
    examples: resolution?.examples ?? 0,
    chars,
    ...coverage(known ? aspectsOf(known) : [], resolution ? spec.markdown.text : ""),
    criticised: held?.map(({ title }) => title.slice(0, 160)) ?? [],
  };
}

/** What `whetstone check` calls a contradiction, within one resolution. */
function contradictionsIn({ gap, resolution, spec, line: first }: Work): string[] {
  if (!resolution) return [];
  const found = check(spec.markdown.text, { rules: { all: false, contradiction: true } });
  return found.map(({ message, line }) => `${gap}, line ${line + first - 1}: ${message}`.slice(0, 240));
}

const ADDRESSED = { yes: 20, partial: 10, no: 0 } as const;
const PATTERN = { HIGH: 6, MEDIUM: 3, LOW: 1 } as const;
const ISSUE = { CRITICAL: 8, HIGH: 4, MEDIUM: 1, LOW: 0 } as const;

/** How good an attempt at a round was, per gap of it (SPEC 13.7): what is there, less what is wrong with it. */
function score(facts: Omit<UndoneAttempt, "score">, { reviewerDocument }: RoundView): number {
  const points = [
    ...facts.gaps.map(worth),
    ...facts.patterns.map(({ confidence }) => -PATTERN[confidence]),
    ...(reviewerDocument?.digest.issues ?? []).map(({ severity }) => -ISSUE[severity]),
    -3 * facts.contradictions.length,
    -Math.min(5, facts.undefinedTerms.length),
  ];
  return Math.round(points.reduce((sum, point) => sum + point, 0) / Math.max(1, facts.gaps.length));
}

function worth({ addressed, examples, sections, covered, missed }: AttemptedGap): number {
  const form = 3 * Math.min(2, examples) + Math.min(5, sections.length);
  return ADDRESSED[addressed] + form + covered.length - missed.length;
}
