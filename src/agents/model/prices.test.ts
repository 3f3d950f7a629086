import { expect, it } from "vitest";
import { PROVIDER_FACTS } from "./language-model.ts";
import { costOf, priceOf, readPrices, usageOf } from "./prices.ts";

it("has a price for every model that is chosen by itself", async () => {
  const models = await readPrices();
  for (const [provider, { model }] of Object.entries(PROVIDER_FACTS)) {
    if (model !== "") expect(priceOf(`${provider}:${model}`, models), model).toBeDefined();
  }
});

it("has numbers for every model of the table", async () => {
  const rates = ({ above, ...price }: Record<string, unknown>) => Object.values(price);
  for (const [name, { long, ...price }] of Object.entries(await readPrices())) {
    const all = [...rates(price), ...rates({ ...long })];
    expect(
      all.every((rate) => typeof rate === "number" && rate >= 0),
      name,
    ).toBe(true);
    expect([price.input, price.output], name).not.toContain(undefined);
  }
});

it("takes the price of the longest name, and of no name that merely begins alike", () => {
  const prices = { "a:model": { input: 1, output: 1 }, "a:model-mini": { input: 2, output: 2 } };
  expect(priceOf("a:model-20260101", prices)?.input).toBe(1);
  expect(priceOf("a:model-mini-20260101", prices)?.input).toBe(2);
  expect(priceOf("a:models", prices)).toBeUndefined();
  expect(priceOf("b:model", prices)).toBeUndefined();
});

it("counts cached and cache-written input at their own prices", () => {
  const price = { input: 10, output: 100, cachedInput: 1, cacheWrite: 20 };
  expect(costOf({ input: 1000, output: 10, cachedInput: 600, cacheWrite: 300 }, price)).toBeCloseTo(
    (100 * 10 + 600 * 1 + 300 * 20 + 10 * 100) / 1e6,
    12,
  );
});

it("takes the price of long requests for all their tokens", () => {
  const price = { input: 1, output: 2, long: { above: 100, input: 10, output: 20 } };
  expect(costOf({ input: 100, output: 1 }, price)).toBeCloseTo(102 / 1e6, 12);
  expect(costOf({ input: 101, output: 1 }, price)).toBeCloseTo(1030 / 1e6, 12);
});

it("leaves money out where the price is not known, and everything where nothing was counted", () => {
  expect(usageOf([{ input: 5, output: 6 }], undefined)).toEqual({
    inputTokens: 5,
    outputTokens: 6,
    cachedInputTokens: 0,
  });
  expect(usageOf([], { input: 1, output: 1 })).toEqual({});
});
