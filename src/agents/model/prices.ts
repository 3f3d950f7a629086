import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { resourceFolder } from "../../engine/load-prompt-kit.ts";
import type { ModelPrice } from "../../model/config.ts";
import type { Usage } from "../../ports/agent.ts";

export interface Price extends ModelPrice {
  /** The price of all tokens of a request whose input exceeds this many tokens. */
  readonly long?: ModelPrice & { readonly above: number };
}

/** By `provider:model`, or by the beginning of such a name. */
export type Prices = Readonly<Record<string, Price>>;

/** The tokens of a request as providers count them: cached and cache-written tokens are part of the input. */
export interface TokensSpent {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
}

export async function readPrices(): Promise<Prices> {
  return JSON.parse(await readFile(join(await resourceFolder(), "prices.json"), "utf8")).models;
}

/** The price of a model by its full name, else by its longest prefix that ends before a dash. */
export function priceOf(name: string, prices: Prices): Price | undefined {
  const names = Object.keys(prices).filter((key) => name === key || name.startsWith(`${key}-`));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : prices[longest];
}

export function costOf(tokens: TokensSpent, price: Price): number {
  const rate = price.long && tokens.input > price.long.above ? price.long : price;
  const cached = tokens.cachedInput ?? 0;
  const written = tokens.cacheWrite ?? 0;
  const plain = Math.max(0, tokens.input - cached - written);
  const millionths =
    plain * rate.input +
    cached * (rate.cachedInput ?? rate.input) +
    written * (rate.cacheWrite ?? rate.input) +
    tokens.output * rate.output;
  return millionths / 1_000_000;
}

/** A run's usage from the tokens of its requests; without a price it has no cost. */
export function usageOf(requests: readonly TokensSpent[], price: Price | undefined): Omit<Usage, "seconds"> {
  if (requests.length === 0) return {};
  const sum = (of: (tokens: TokensSpent) => number) => requests.reduce((total, each) => total + of(each), 0);
  return {
    inputTokens: sum(({ input }) => input),
    outputTokens: sum(({ output }) => output),
    cachedInputTokens: sum(({ cachedInput }) => cachedInput ?? 0),
    ...(price ? { costUsd: sum((tokens) => costOf(tokens, price)) } : {}),
  };
}
