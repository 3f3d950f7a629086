import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { resourceFolder } from "../../engine/prompt-files.ts";
import type { Usage } from "../../ports/agent.ts";

const rates = {
  input: z.number().min(0),
  output: z.number().min(0),
  /** Input that the provider had in its cache; as `input` where there is no such price. */
  cachedInput: z.number().min(0).exactOptional(),
  /** Input that goes into the cache; as `input` where there is no such price. */
  cacheWrite: z.number().min(0).exactOptional(),
};

/** US dollars for a million tokens. */
const priceSchema = z.strictObject({
  ...rates,
  /** What all tokens of a request cost when its input is above so many. */
  long: z.strictObject({ above: z.int().min(1), ...rates }).exactOptional(),
});

const tableSchema = z.strictObject({
  version: z.literal(1),
  /** The day on which the prices were taken down. */
  dated: z.iso.date(),
  currency: z.literal("USD"),
  per: z.literal(1_000_000),
  note: z.string(),
  models: z.record(z.string(), priceSchema),
});

export type Price = z.output<typeof priceSchema>;
/** By model, as `provider:model` or the beginning of such names. */
export type Prices = Readonly<Record<string, Price>>;
export type PriceTable = z.output<typeof tableSchema>;

/** Tokens of one request as providers count them: the cached and the cache-written ones are part of the input. */
export interface TokensSpent {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
}

/** The table that comes with the program. */
export async function readPriceTable(): Promise<PriceTable> {
  return tableSchema.parse(JSON.parse(await readFile(join(await resourceFolder(), "prices.json"), "utf8")));
}

/** The price of a model by its whole name, else by the longest beginning of it that ends before a dash. */
export function priceOf(name: string, prices: Prices): Price | undefined {
  const names = Object.keys(prices).filter((key) => name === key || name.startsWith(`${key}-`));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : prices[longest];
}

/** What one request costs, in US dollars. */
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

/** A run's usage from the tokens of its requests. Money is left out where the price is not known. */
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
