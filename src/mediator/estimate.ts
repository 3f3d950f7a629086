import type { ModelPrice } from "../model/config.ts";
import { plural } from "../model/plural.ts";

/** What is known before the first run. Tokens are of one prompt. */
export interface EstimateFacts {
  /** Gaps that are open. */
  readonly gaps: number;
  readonly parallelGaps: number;
  /** The mean of the first round's prompts. */
  readonly engineerPrompt: number;
  readonly reviewerPreface: number;
  readonly source: number;
  /** Absent where nobody knows what a run costs; `"free"` where it needs no token. */
  readonly engineerPrice?: ModelPrice | "free";
  readonly reviewerPrice?: ModelPrice | "free";
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface Estimate {
  readonly gaps: number;
  readonly rounds: Range;
  readonly runs: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** Absent where the price of an agent is not known. */
  readonly usd?: Range;
}

/** What agents write for one gap, in tokens: the middle of real documents. */
const PROPOSAL = 1_300;
const REVIEW = 700;
const FINAL_REVIEW = 400;
/** What stands around a document in a review's prompt. */
const AROUND = 300;

/**
 * Expected tokens and cost of a session (SPEC 15.3): from every gap accepted at once, to half as many new ones found and
 * each proposed twice.
 */
export function estimateSession(facts: EstimateFacts): Estimate {
  const low = course(facts, { gaps: facts.gaps, proposals: 1 });
  const high = course(facts, { gaps: Math.ceil(facts.gaps * 1.5), proposals: 2 });
  const range = (of: (course: Course) => number): Range => ({ low: of(low), high: of(high) });
  const priced = facts.engineerPrice !== undefined && facts.reviewerPrice !== undefined;
  return {
    gaps: facts.gaps,
    rounds: range((course) => course.rounds),
    runs: range(({ engineerRuns, rounds }) => engineerRuns + rounds + 1),
    inputTokens: range(({ engineer, reviewer }) => engineer.input + reviewer.input),
    outputTokens: range(({ engineer, reviewer }) => engineer.output + reviewer.output),
    ...(priced ? { usd: range((course) => costOf(course, facts)) } : {}),
  };
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

interface Course {
  readonly rounds: number;
  readonly engineerRuns: number;
  readonly engineer: Tokens;
  readonly reviewer: Tokens;
}

const NO_TOKENS: Tokens = { input: 0, output: 0 };

function course(facts: EstimateFacts, { gaps, proposals }: { gaps: number; proposals: number }): Course {
  const runs = gaps * proposals;
  const rounds = Math.ceil(runs / Math.max(1, facts.parallelGaps));
  const revisions = runs - gaps;
  const final = facts.source + gaps * PROPOSAL;
  const engineer = {
    input: runs * facts.engineerPrompt + revisions * (PROPOSAL + REVIEW),
    output: runs * PROPOSAL,
  };
  const reviewer = {
    input: rounds * facts.reviewerPreface + runs * (PROPOSAL + AROUND) + final,
    output: runs * REVIEW + FINAL_REVIEW,
  };
  return {
    rounds,
    engineerRuns: runs,
    engineer: facts.engineerPrice === "free" ? NO_TOKENS : engineer,
    reviewer: facts.reviewerPrice === "free" ? NO_TOKENS : reviewer,
  };
}

function costOf({ engineer, reviewer }: Course, { engineerPrice, reviewerPrice }: EstimateFacts): number {
  return priceOf(engineer, engineerPrice) + priceOf(reviewer, reviewerPrice);
}

function priceOf({ input, output }: Tokens, price: EstimateFacts["engineerPrice"]): number {
  return price === undefined || price === "free" ? 0 : (input * price.input + output * price.output) / 1_000_000;
}

/** The estimate in a sentence or two, for people. */
export function estimateText(estimate: Estimate): string {
  const { gaps, rounds, runs, inputTokens, outputTokens, usd } = estimate;
  const count = (range: Range, name: string) => `${between(range)} ${range.high === 1 ? name : `${name}s`}`;
  const work = `${plural(gaps, "open gap")}: about ${count(rounds, "round")} and ${count(runs, "run")}`;
  if (inputTokens.high === 0) return `${work}, which need no tokens.`;
  const cost = usd === undefined ? "what that costs is not known" : `${money(usd.low)} to ${money(usd.high)} USD`;
  return `${work}, ${between(inputTokens, thousands)} tokens in and ${between(outputTokens, thousands)} out; ${cost}.`;
}

/** What a gap takes in a survey's answer, in tokens, and what a survey writes besides. */
const SURVEYED_GAP = 100;
const LESSER_GAPS = 200;

/** Surveys without a session (SPEC 16.2): tokens of each prompt, and the most gaps that it may name. */
export function surveyEstimateText(
  surveys: readonly { readonly prompt: number; readonly gaps: number }[],
  price: ModelPrice | "free" | undefined,
): string {
  const work = plural(surveys.length, "survey");
  if (price === "free") return `${work}, which ${surveys.length === 1 ? "needs" : "need"} no tokens.`;
  const input = surveys.reduce((sum, { prompt }) => sum + prompt, 0);
  const output = surveys.reduce((sum, { gaps }) => sum + gaps * SURVEYED_GAP + LESSER_GAPS, 0);
  const usd = upToTwice(priceOf({ input, output }, price));
  const cost = price === undefined ? "what that costs is not known" : `${between(usd, money)} USD`;
  return `${work}, ${between(upToTwice(input), thousands)} tokens in and ${between(upToTwice(output), thousands)} out; ${cost}.`;
}

/** A second attempt is made where quotations were not to the letter. */
function upToTwice(low: number): Range {
  return { low, high: low * 2 };
}

function between({ low, high }: Range, show: (value: number) => string = String): string {
  return show(low) === show(high) ? show(low) : `${show(low)} to ${show(high)}`;
}

function thousands(value: number): string {
  return value < 10_000 ? `${(value / 1000).toFixed(1)}k` : `${Math.round(value / 1000)}k`;
}

function money(value: number): string {
  return value.toFixed(2);
}
