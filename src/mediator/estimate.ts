import type { ModelPrice } from "../model/config.ts";
import { isOpen } from "../model/counting.ts";
import { defined } from "../model/defined.ts";
import type { EstimateBasis } from "../model/events/session-events.ts";
import { plural } from "../model/plural.ts";
import type { State } from "./state.ts";

/** The price of an agent's tokens: `undefined` is unknown, `"free"` an agent that uses none. */
type Price = ModelPrice | "free" | undefined;

export interface EstimateFacts extends EstimateBasis {
  readonly gaps: number;
  readonly parallelGaps: number;
  readonly survey?: SurveyFacts;
}

interface SurveyFacts {
  readonly prompt: number;
  readonly gaps: number;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Has no cost if the price of an agent is unknown. */
export type Estimate = ReturnType<typeof estimateSession>;

/** Tokens that agents write for one gap: the means of a session with models. */
const PROPOSAL = 400;
const REVIEW = 250;
const FINAL_REVIEW = 1_000;
/** Tokens that a review's prompt adds around each document. */
const AROUND_DOCUMENT = 500;

/** Proposals for a gap: fitted to what sessions with models took (estimate.test.ts), and where every other one is revised twice. */
const PROPOSALS: Range = { low: 1.75, high: 2.5 };
const GROWTH = 2;

/**
 * Tokens and cost to expect (SPEC 15.3). Low: the known gaps. High: the survey finds as many gaps as it may, reviews 50 %
 * more, and each is revised once or twice.
 */
export function estimateSession(facts: EstimateFacts) {
  const { gaps, survey, engineerPrice, reviewerPrice } = facts;
  const most = Math.ceil((gaps + (survey?.gaps ?? 0)) * 1.5);
  const [low, high] = [estimateCourse(facts, gaps, PROPOSALS.low, 1), estimateCourse(facts, most, PROPOSALS.high, 2)];
  const range = (of: keyof typeof low): Range => ({ low: low[of], high: high[of] });
  const usd = engineerPrice === undefined || reviewerPrice === undefined ? undefined : range("usd");
  const tokens = { inputTokens: range("inputTokens"), outputTokens: range("outputTokens") };
  const surveyed = survey?.gaps;
  return { gaps, rounds: range("rounds"), runs: range("runs"), ...tokens, ...defined({ surveyed, usd }) };
}

/** Rounds, runs, tokens and cost if gaps take this number of proposals, with a polishing round (SPEC 12). */
function estimateCourse(facts: EstimateFacts, gaps: number, perGap: number, attempts: number) {
  const polishing = gaps > 0 ? 1 : 0;
  const proposed = Math.ceil(gaps * perGap) + polishing;
  const rounds = Math.ceil((proposed - polishing) / Math.max(1, facts.parallelGaps)) + polishing;
  const surveys = facts.survey === undefined ? 0 : attempts;
  const { prompt, gaps: found } = facts.survey ?? { prompt: 0, gaps: 0 };
  // The mean over the session: every prompt contains the spec, which grows.
  const grown = Math.round((facts.source * (GROWTH - 1)) / 2);
  const engineerInput = proposed * (facts.engineerPrompt + grown) + (proposed - gaps) * (PROPOSAL + REVIEW);
  const finalInput = facts.reviewerPreface + 2 * grown + gaps * PROPOSAL;
  const reviewInput = rounds * (facts.reviewerPreface + grown) + proposed * (PROPOSAL + AROUND_DOCUMENT);
  const written = proposed * REVIEW + FINAL_REVIEW + surveys * surveyOutput(found);
  const engineer = usageAt(facts.engineerPrice, engineerInput, proposed * PROPOSAL);
  const reviewer = usageAt(facts.reviewerPrice, reviewInput + finalInput + surveys * prompt, written);
  return {
    rounds,
    runs: surveys + proposed + rounds + 1,
    inputTokens: engineer.input + reviewer.input,
    outputTokens: engineer.output + reviewer.output,
    usd: engineer.usd + reviewer.usd,
  };
}

function usageAt(price: Price, input: number, output: number) {
  if (price === "free") return { input: 0, output: 0, usd: 0 };
  const usd = price === undefined ? 0 : (input * price.input + output * price.output) / 1_000_000;
  return { input, output, usd };
}

export function estimateText(estimate: Estimate): string {
  const { gaps, surveyed, rounds, runs, inputTokens, outputTokens, usd } = estimate;
  const count = (range: Range, name: string) => `${between(range)} ${range.high === 1 ? name : `${name}s`}`;
  const more = surveyed === undefined ? "" : ` and up to ${surveyed} from the survey`;
  const work = `${plural(gaps, "open gap")}${more}: about ${count(rounds, "round")} and ${count(runs, "run")}`;
  if (inputTokens.high === 0) return `${work}; no tokens needed.`;
  const cost = usd && `${money(usd.low)} to ${money(usd.high)} USD`;
  return `${work}, ${tokensText(inputTokens, outputTokens, cost)}`;
}

/** The estimate after the survey, for the gaps that are open now (SPEC 15.4a); `undefined` if none was made. */
export function expectedNow({ setup: { basis }, gaps, config }: Pick<State, "setup" | "gaps" | "config">) {
  const open = gaps.filter(isOpen).length;
  const parallelGaps = Math.min(config.parallelGaps, Math.max(1, open));
  return basis && estimateText(estimateSession({ ...basis, gaps: open, parallelGaps }));
}

/** Tokens of a survey's answer: for each gap, and for the list of lesser gaps. */
const SURVEYED_GAP = 100;
const LESSER_GAPS = 200;

function surveyOutput(gaps: number): number {
  return gaps * SURVEYED_GAP + LESSER_GAPS;
}

/** The estimate for surveys without a session (SPEC 16.2): of each the tokens of its prompt and the most gaps. */
export function surveyEstimateText(surveys: readonly SurveyFacts[], price: Price): string {
  const work = plural(surveys.length, "survey");
  if (price === "free") return `${work}; no tokens needed.`;
  const input = surveys.reduce((sum, { prompt }) => sum + prompt, 0);
  const output = surveys.reduce((sum, { gaps }) => sum + surveyOutput(gaps), 0);
  // A survey whose quotations do not match the spec letter for letter is asked for once more.
  const upToTwice = (low: number): Range => ({ low, high: low * 2 });
  const cost = price && `${between(upToTwice(usageAt(price, input, output).usd), money)} USD`;
  return `${work}, ${tokensText(upToTwice(input), upToTwice(output), cost)}`;
}

function tokensText(input: Range, output: Range, cost = "cost unknown"): string {
  return `${between(input, thousands)} tokens in and ${between(output, thousands)} out; ${cost}.`;
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
