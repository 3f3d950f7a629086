import { check } from "../../../checks/check.ts";
import { readSpec, type Spec } from "../../../checks/spec/spec.ts";
import type { SectionPart } from "../../../documents/values.ts";
import type { Gap } from "../../../model/gap.ts";
import type { GapId } from "../../../model/ids.ts";
import type { AttemptedGap, PatternFinding, UndoneAttempt } from "../../../model/rollback.ts";
import { isBlocking } from "../../../model/severity.ts";
import { textAt } from "../../prompts/session-text.ts";
import type { RoundView } from "../../records/round-view.ts";
import { writerOf } from "../../spec/writer-of.ts";
import type { State } from "../../state.ts";
import { undefinedTerms } from "../patterns/domain-confusion.ts";
import { findPatterns } from "../patterns/find-patterns.ts";
import type { PatternContext, Work } from "../patterns/work.ts";
import { attemptsAt } from "../rollback-targets.ts";
import { type Adjustment, type GateFailure, recommendAdjustments } from "./adjustments.ts";
import { aspectsOf, coverage, topicsOf } from "./aspects.ts";
import { patternsInReason } from "./reasons.ts";
import { type AnalysisMaterial, roundWork, undoneRounds } from "./round-work.ts";
import { scoreAttempt } from "./score-attempt.ts";

/** Everything that is said of an attempt at a round before it is undone (SPEC 13.6). */
export interface RoundAnalysis {
  readonly record: UndoneAttempt;
  readonly works: readonly Work[];
  readonly failures: readonly GateFailure[];
  readonly adjustments: readonly Adjustment[];
}

const MOST_TERMS = 10;
const MOST_CONTRADICTIONS = 5;

/** Pure: the same state and texts give the same analysis, so a killed process writes the same report again. */
export function analyseRound(state: State, view: RoundView, material: AnalysisMaterial, reason = ""): RoundAnalysis {
  const source = readSpec(material.source);
  const works = roundWork(state, view, material);
  const contexts = new Map(works.map((work) => [work, contextOf(state, view, work.gap, source, material)]));
  const patterns = [...contexts].flatMap(([work, context]) => {
    const found = findPatterns(work, context);
    return [...found, ...patternsInReason(reason, work.gap, context.accepted).filter((one) => !isAmong(found, one))];
  });
  const failures = gateFailures(view, works);
  const gaps = works.map((work) => attemptedGap(state, view, work));
  const facts = {
    gaps,
    patterns,
    undefinedTerms: [...contexts].flatMap(([work, context]) => termsIn(work, context)).slice(0, MOST_TERMS),
    contradictions: works.flatMap(contradictionsIn).slice(0, MOST_CONTRADICTIONS),
  };
  const { number: round } = view;
  const score = scoreAttempt(facts, view.reviewerDocument?.digest);
  return {
    record: { round, attempt: attemptsAt(state, round) + 1, ...facts, score },
    works,
    failures,
    adjustments: recommendAdjustments(patterns, failures, { state, source, files: material.files }),
  };
}

/** The rounds that going back to the end of `to` undoes, in order. */
export function analyseUndone(state: State, to: number, material: AnalysisMaterial, reason?: string): RoundAnalysis[] {
  return undoneRounds(state, to).map((view) => analyseRound(state, view, material, reason));
}

function isAmong(found: readonly PatternFinding[], { pattern }: PatternFinding): boolean {
  return found.some((one) => one.pattern === pattern);
}

function contextOf(
  state: State,
  view: RoundView,
  gap: GapId,
  source: Spec,
  { files }: AnalysisMaterial,
): PatternContext {
  // A gap that was reopened has its text in the spec all the same.
  const written = state.spec.batches.flatMap(({ sets }) => sets.flatMap(({ gap: writer }) => writer ?? []));
  const accepted = new Set([...state.gaps.filter(isAccepted).map(({ id }) => id), ...written]);
  const others = [...accepted].filter((id) => id !== gap);
  return {
    source,
    known: others.flatMap((id) => {
      const proposal = state.proposals.get(id);
      return proposal ? [textAt(files, proposal) ?? ""] : [];
    }),
    issues: view.reviewerDocument?.digest.issues.filter((issue) => issue.gap === gap) ?? [],
    accepted,
    writer: (quotation) => writerOf(state.spec, quotation),
  };
}

function isAccepted({ state }: Gap): boolean {
  return state === "ACCEPTED" || state === "RESOLVED";
}

function gateFailures(view: RoundView, works: readonly Work[]): GateFailure[] {
  return works
    .filter((work) => !view.engineerDocument?.digest.proposals.some((one) => one.gap === work.gap))
    .flatMap(({ gap }) => {
      const last = view.runs.findLast((run) => run.role === "engineer" && run.gaps.includes(gap) && run.end);
      const failure = last?.end?.gate.failureType;
      return failure === undefined ? [] : [{ gap, failure }];
    });
}

function attemptedGap(state: State, view: RoundView, work: Work): AttemptedGap {
  const gap = state.gaps.get(work.gap);
  const whole = (work.parts.has("solution") || work.parts.has("changes")) && hasAll(work, ["examples", "trade-offs"]);
  const lacking = !whole || work.chars < state.config.minSectionChars;
  const issues = view.reviewerDocument?.digest.issues ?? [];
  return {
    gap: work.gap,
    addressed: !work.resolved ? "no" : lacking ? "partial" : "yes",
    sections: work.sections,
    examples: work.examples,
    chars: work.chars,
    ...coverage(gap ? aspectsOf(gap) : [], work.resolved ? work.text : ""),
    topics: work.resolved ? topicsOf(work.text) : [],
    criticised: issues
      .filter((issue) => issue.gap === work.gap && isBlocking(issue.severity))
      .map((issue) => issue.title.slice(0, 160)),
  };
}

function hasAll(work: Work, parts: readonly SectionPart[]): boolean {
  return parts.every((part) => work.parts.has(part));
}

function termsIn(work: Work, context: PatternContext): string[] {
  return work.text === "" ? [] : undefinedTerms(work.text, context).map(({ term }) => term.slice(0, 80));
}

/** What `whetstone check` calls a contradiction, within one resolution. */
function contradictionsIn(work: Work): string[] {
  if (!work.resolved || work.text === "") return [];
  return check(work.text, { rules: { all: false, contradiction: true } }).map(({ message, line }) =>
    `${work.gap}, line ${line + work.line - 1}: ${message}`.slice(0, 240),
  );
}
