import type { ModelPrice } from "../model/config.ts";
import { defined } from "../model/defined.ts";
import { plural } from "../model/plural.ts";

/** What a run costs: unknown where absent, `"free"` where it needs no token. */
type Price = ModelPrice | "free" | undefined;

/** What is known before the first run. Tokens are of one prompt. */
export interface EstimateFacts {
  readonly gaps: number;
  readonly parallelGaps: number;
  /** The mean of the first round's prompts. */
  readonly engineerPrompt: number;
  readonly reviewerPreface: number;
  readonly source: number;
  readonly engineerPrice?: Price;
  readonly reviewerPrice?: Price;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Without a cost where the price of an agent is not known. */
export type Estimate = ReturnType<typeof estimateSession>;

/** What agents write for one gap, in tokens: the middle of real documents. */
const PROPOSAL = 1_300;
const REVIEW = 700;
const FINAL_REVIEW = 400;
/** What stands around a document in a review's prompt. */
const AROUND = 300;

/** Tokens and cost to expect (SPEC 15.3): from every gap accepted at once, to half as many more and each twice. */
export function estimateSession(facts: EstimateFacts) {
  const { gaps, engineerPrice, reviewerPrice } = facts;
  const [low, high] = [course(facts, gaps, 1), course(facts, Math.ceil(gaps * 1.5), 2)];
  const range = (of: keyof typeof low): Range => ({ low: low[of], high: high[of] });
  const usd = engineerPrice === undefined || reviewerPrice === undefined ? undefined : range("usd");
  const tokens = { inputTokens: range("inputTokens"), outputTokens: range("outputTokens") };
  return { gaps, rounds: range("rounds"), runs: range("runs"), ...tokens, ...defined({ usd }) };
}

/** The runs and rounds that so many proposals of each gap take, with the tokens and the cost of both roles. */
function course(facts: EstimateFacts, gaps: number, proposals: number) {
  const proposed = gaps * proposals;
  const rounds = Math.ceil(proposed / Math.max(1, facts.parallelGaps));
  const engineerInput = proposed * facts.engineerPrompt + (proposed - gaps) * (PROPOSAL + REVIEW);
  const reviewerInput =
    rounds * facts.reviewerPreface + proposed * (PROPOSAL + AROUND) + facts.source + gaps * PROPOSAL;
  const engineer = used(facts.engineerPrice, engineerInput, proposed * PROPOSAL);
  const reviewer = used(facts.reviewerPrice, reviewerInput, proposed * REVIEW + FINAL_REVIEW);
  return {
    rounds,
    runs: proposed + rounds + 1,
    inputTokens: engineer.input + reviewer.input,
    outputTokens: engineer.output + reviewer.output,
    usd: engineer.usd + reviewer.usd,
  };
}

function used(price: Price, input: number, output: number) {
  if (price === "free") return { input: 0, output: 0, usd: 0 };
  const usd = price === undefined ? 0 : (input * price.input + output * price.output) / 1_000_000;
  return { input, output, usd };
}

export function estimateText({ gaps, rounds, runs, inputTokens, outputTokens, usd }: Estimate): string {
  const count = (range: Range, name: string) => `${between(range)} ${range.high === 1 ? name : `${name}s`}`;
  const work = `${plural(gaps, "open gap")}: about ${count(rounds, "round")} and ${count(runs, "run")}`;
  if (inputTokens.high === 0) return `${work}; no tokens needed.`;
  const cost = usd && `${money(usd.low)} to ${money(usd.high)} USD`;
  return `${work}, ${tokensText(inputTokens, outputTokens, cost)}`;
}

/** What a gap takes in a survey's answer, in tokens, and what a survey writes besides. */
const SURVEYED_GAP = 100;
const LESSER_GAPS = 200;

/** Surveys without a session (SPEC 16.2): tokens of each prompt, and the most gaps that it may name. */
export function surveyEstimateText(
  surveys: readonly { readonly prompt: number; readonly gaps: number }[],
  price: Price,
): string {
  const work = plural(surveys.length, "survey");
  if (price === "free") return `${work}; no tokens needed.`;
  const input = surveys.reduce((sum, { prompt }) => sum + prompt, 0);
  const output = surveys.reduce((sum, { gaps }) => sum + gaps * SURVEYED_GAP + LESSER_GAPS, 0);
  // A second attempt is made where quotations were not to the letter.
  const upToTwice = (low: number): Range => ({ low, high: low * 2 });
  const cost = price && `${between(upToTwice(used(price, input, output).usd), money)} USD`;
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
