import { check } from "../../checks/check.ts";
import { readSpec } from "../../checks/reading/spec.ts";
import type { EngineerDocument, Resolution, SectionPart } from "../../documents/agent-document.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { codeText, inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import type { GapId } from "../../model/ids.ts";
import type { Evidence } from "../../model/question.ts";
import type { AttemptedGap, PatternFinding, RootCause, UndoneAttempt } from "../../model/rollback.ts";
import { type RoundView, roundView } from "../queries.ts";
import { blocks, table } from "../record-text.ts";
import type { PendingRollback, Run, State } from "../state.ts";
import {
  type Adjustment,
  findingsIn,
  findPatterns,
  type GateFailure,
  REQUIRED_SECTIONS,
  recommendAdjustments,
  type Work,
} from "./patterns.ts";
import { archiveName, attemptsAt } from "./request-rollback.ts";
import { asksForCause, aspectsOf, CAUSE_TEXT, coverage, type FailedAttempt, rootCauses } from "./root-causes.ts";

/** The analysis of an attempt at a round, made before it is undone (SPEC 13.6). */
export interface RoundAnalysis {
  readonly record: UndoneAttempt;
  readonly works: readonly Work[];
  readonly failures: readonly GateFailure[];
  readonly adjustments: readonly Adjustment[];
  /** All undone attempts at this round, oldest first, this one last. */
  readonly attempts: readonly FailedAttempt[];
  /** Why the round keeps failing, the likeliest first; empty if no cause is looked for yet (SPEC 13.7). */
  readonly causes: readonly RootCause[];
}

export function undoneGaps(analyses: readonly RoundAnalysis[]): GapId[] {
  return [...new Set(analyses.flatMap(({ works }) => works.map(({ gap }) => gap)))];
}

export type UndoneWish = Pick<PendingRollback, "to" | "by" | "reason">;

/** Analyses the undone rounds, in order. It is pure, so that after a crash the same report is written again. */
export function analyseUndone(state: State, wish: UndoneWish, files: ReadonlyMap<string, string>): RoundAnalysis[] {
  return undoneRounds(state, wish.to).map((view) => analyseRound(state, view, roundWork(state, view, files), wish));
}

const MOST_CONTRADICTIONS = 5;

function analyseRound(state: State, view: RoundView, works: readonly Work[], wish: UndoneWish): RoundAnalysis {
  const patterns = works.flatMap((work) => patternsOf(state, work, wish));
  const facts = {
    round: view.number,
    attempt: attemptsAt(state, view.number) + 1,
    gaps: works.map((work) => attemptedGap(state, work)),
    patterns,
    contradictions: works.flatMap(contradictionsIn).slice(0, MOST_CONTRADICTIONS),
  };
  const record = { ...facts, score: score(facts, view) };
  const earlier = state.rollbacks.flatMap(({ analyses, reason }) => analyses.map((attempt) => ({ attempt, reason })));
  const attempts = [
    ...earlier.filter(({ attempt }) => attempt.round === view.number),
    { attempt: record, reason: wish.reason },
  ];
  const causes = view.number === wish.to + 1 && asksForCause(state, wish.to) ? rootCauses(attempts) : [];
  const failures = gateFailures(view);
  return { record, works, failures, adjustments: recommendAdjustments(state, patterns, failures), attempts, causes };
}

/** Patterns in the text, and those the User complains of; the Mediator's own reason is no evidence (SPEC 13.6). */
function patternsOf({ spec }: State, work: Work, { by, reason }: UndoneWish): PatternFinding[] {
  const others = spec.batches.flatMap(({ sets }) => sets).filter(({ gap }) => gap !== undefined && gap !== work.gap);
  const texts = others.flatMap(({ changes }) => changes.map((change) => change.new));
  const found = findPatterns(work, [joinFiles(spec.source), ...texts].join("\n"));
  const complaints = by === "user" ? findingsIn(reason, work.gap) : [];
  return [...found, ...complaints.filter(({ pattern }) => !found.some((known) => known.pattern === pattern))];
}

function gateFailures({ assigned, engineerDocument, runs }: RoundView): GateFailure[] {
  const proposed = new Set(engineerDocument?.digest.proposals.map(({ gap }) => gap));
  return assigned.flatMap((gap) => {
    const last = runs.findLast(({ role, gaps, end }) => role === "engineer" && gaps.includes(gap) && end);
    const { failureType: failure, message = "" } = last?.end?.gate ?? {};
    return failure === undefined || proposed.has(gap) ? [] : [{ gap, failure, message }];
  });
}

function attemptedGap(state: State, { gap, resolution, parts, chars, prose }: Work): AttemptedGap {
  const known = state.gaps.get(gap);
  const isWhole = parts.has("examples") && parts.has("trade-offs") && chars >= state.config.minSectionChars;
  return {
    gap,
    addressed: !resolution ? "no" : isWhole ? "yes" : "partial",
    sections: resolution?.sections.map(({ heading }) => heading.slice(0, 200)) ?? [],
    examples: resolution?.examples ?? 0,
    chars,
    ...coverage(known ? aspectsOf(known) : [], resolution ? prose.markdown.text : ""),
  };
}

function contradictionsIn({ gap, resolution, prose }: Work): string[] {
  if (!resolution) return [];
  const found = check(prose.markdown.text, { rules: { all: false, contradiction: true } });
  return found.map(({ message }) => `${gap}: ${message}`.slice(0, 240));
}

const ADDRESSED = { yes: 20, partial: 10, no: 0 } as const;
const PATTERN = { HIGH: 6, MEDIUM: 3, LOW: 1 } as const;
const ISSUE = { CRITICAL: 8, HIGH: 4, MEDIUM: 1, LOW: 0 } as const;

/** Scores an attempt per gap (SPEC 13.7): points for what is answered, less points for patterns and issues. */
function score({ gaps, patterns }: Omit<UndoneAttempt, "score">, { reviewerDocument }: RoundView): number {
  const points = [
    ...gaps.map(({ addressed, covered, missed }) => ADDRESSED[addressed] + covered.length - missed.length),
    ...patterns.map(({ confidence }) => -PATTERN[confidence]),
    ...(reviewerDocument?.digest.issues ?? []).map(({ severity }) => -ISSUE[severity]),
  ];
  return Math.round(points.reduce((sum, point) => sum + point, 0) / Math.max(1, gaps.length));
}

function undoneRounds(state: State, to: number): RoundView[] {
  const closed = state.recent.filter(({ record }) => record.round > to);
  return [...closed, ...(state.round ? [state.round] : [])].map((round) => roundView(state, round));
}

export function analysisNeeds(state: State, to: number): string[] {
  return undoneRounds(state, to).flatMap((view) =>
    view.assigned.flatMap((gap) => answerTo(view, gap)?.end?.path ?? []),
  );
}

function roundWork(state: State, view: RoundView, files: ReadonlyMap<string, string>): Work[] {
  return view.assigned.map((gap) => {
    const { gaps = [gap], end } = answerTo(view, gap) ?? {};
    return workOf(gap, files.get(end?.path ?? "") ?? "", gaps, state.gaps);
  });
}

/** The last run on a gap whose document passed the gate; if none did, the last that gave a document. */
function answerTo({ runs }: RoundView, gap: GapId): Run | undefined {
  const answers = runs.filter(({ role, gaps, end }) => role === "engineer" && gaps.includes(gap) && end?.path);
  return answers.findLast(({ end }) => end?.gate.success) ?? answers.at(-1);
}

/** The work on one gap in a document whose run was assigned these gaps. */
export function workOf(gap: GapId, text: string, assigned: readonly GapId[], known: Pick<State["gaps"], "has">): Work {
  const { resolutions, references, newGaps } = readForm(text, "engineer").document as EngineerDocument;
  const resolution = resolutions.find((resolved) => resolved.gap === gap);
  const declared = new Set(newGaps.map(({ id }) => id));
  return {
    gap,
    prose: readSpec(resolution ? proseOf(resolution) : text),
    resolution,
    parts: new Set<SectionPart>([
      ...(resolution?.sections.map(({ part }) => part) ?? []),
      ...(resolution?.noChange === undefined ? [] : (["changes"] as const)),
      ...(newGaps.length === 0 ? [] : (["new-gaps"] as const)),
    ]),
    chars: resolution?.chars ?? text.trim().length,
    others: resolutions.map((resolved) => resolved.gap).filter((id) => !assigned.includes(id)),
    unknown: references.map((named) => named.gap).filter((id) => !known.has(id) && !declared.has(id)),
  };
}

/** The Engineer's own text: of a change only what it adds, because what it quotes is the author's. */
function proseOf({ sections, changes }: Resolution): string {
  const written = sections.filter(({ part }) => part !== "changes").map((section) => section.text);
  return [...written, ...changes.map((change) => change.new)].join("\n\n");
}

/** `rollback_analysis_round_005_1.md` (SPEC 13.6). */
export function renderAnalysis(state: State, pending: PendingRollback, analysis: RoundAnalysis): string {
  const { round, attempt, score } = analysis.record;
  const facts = [
    `- reason: ${inlineText(pending.reason, 500)}`,
    `- requested by: ${pending.by === "user" ? "the User" : "the Mediator"}, ${state.at}`,
    `- attempt: ${attempt} of this round`,
    `- archive: ${codeText(archiveName(round, attempt), 120)}`,
    `- next: ${pending.retry.way}`,
    `- score: ${score}`,
  ];
  const sections = [{ title: "Structural checks", body: checks(state, analysis) }, ...analysisEvidence(analysis)];
  const parts = sections.flatMap(({ title, body }) => [`## ${title}`, body]);
  return `${blocks(`# Rollback analysis: round ${round}, attempt ${attempt}`, facts.join("\n"), ...parts)}\n`;
}

/** The analysis as evidence: what was produced, its patterns, earlier attempts, adjustments and causes. */
export function analysisEvidence({ record, failures, attempts, adjustments, causes }: RoundAnalysis): Evidence[] {
  const produced = record.gaps.map(({ gap, addressed, sections, examples, chars }) => {
    const failed = failures.find((failure) => failure.gap === gap)?.failure;
    const headings = sections.map((heading) => inlineText(heading, 60)).join(", ") || "none";
    return [gap, failed ?? addressed, headings, examples, chars];
  });
  const patterns = record.patterns.map(({ pattern, confidence, gap, message, evidence }) => {
    const words = evidence.map(({ words: quoted }) => codeText(quoted, 80)).join(", ");
    return `- **${pattern}** (${confidence}), ${gap}: ${inlineText(message, 300)}.${words === "" ? "" : ` ${words}`}`;
  });
  const cures = adjustments.map(({ source, gaps, confidence, text }) => {
    return `- **${source}** for ${gaps.join(", ")} (${confidence}). Added to the prompt:\n\n${quotedText(text)}`;
  });
  const likely = causes.map(({ cause, confidence, evidence }, index) => {
    return `${index + 1}. ${CAUSE_TEXT[cause]} (${confidence}): ${inlineText(evidence, 400)}`;
  });
  return [
    { title: "What was produced", body: table(PRODUCED, produced, "The round had no gaps of its own.") },
    { title: "Patterns", body: patterns.join("\n") || "None detected." },
    {
      title: "Compared with earlier attempts",
      body: attempts.length < 2 ? FIRST : attempts.map(attemptLine).join("\n"),
    },
    { title: "Recommended adjustments", body: cures.join("\n\n") || NO_CURE },
    ...(likely.length === 0 ? [] : [{ title: "Possible causes", body: likely.join("\n") }]),
  ];
}

const PRODUCED = "Gap | Addressed | Sections | #Examples | #Characters";
const FIRST = "This is the first attempt at this round to be undone.";
const NO_CURE = "None: nothing in the documents suggests a fix. Context in your own words may help.";

function checks({ config: { minSectionChars } }: State, { works }: RoundAnalysis): string {
  const all: readonly (readonly [string, (work: Work) => boolean])[] = [
    ["`## Gap Resolution` heading", ({ resolution }) => resolution !== undefined],
    ...REQUIRED_SECTIONS.map(([part, heading]) => [`\`${heading}\``, (work: Work) => work.parts.has(part)] as const),
    [`at least ${minSectionChars} characters`, ({ chars }) => chars >= minSectionChars],
    ["references to gaps that exist", ({ unknown }) => unknown.length === 0],
    ["the assigned gap and no other", ({ others }) => others.length === 0],
  ];
  const rows = all.map(([check, passes]) => {
    const failing = works.filter((work) => !passes(work)).map(({ gap }) => gap);
    return [check, failing.length === 0 ? "PASS" : "FAIL", failing.join(", ")];
  });
  return table("Check | Status | Fails for", rows);
}

function attemptLine({ attempt: { attempt, gaps, patterns, score }, reason }: FailedAttempt): string {
  const made = gaps.map(({ gap, addressed, chars, covered, missed }) => {
    const has = covered.length === 0 ? "" : `; covered: ${covered.join(", ")}`;
    const lacks = missed.length === 0 ? "" : `; missed: ${missed.join(", ")}`;
    return `${gap} (addressed: ${addressed}, ${chars} characters${has}${lacks})`;
  });
  const names = new Set(patterns.map(({ pattern }) => pattern));
  const shown = `Patterns: ${[...names].join(", ") || "none"}`;
  return `- Attempt ${attempt}: "${inlineText(reason, 500)}". ${made.join(", ")}. ${shown}. Score ${score}.`;
}
