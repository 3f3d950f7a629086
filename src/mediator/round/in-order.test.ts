import fc from "fast-check";
import { expect, it } from "vitest";
import { inOrder } from "./in-order.ts";

const byNumber = (a: number, b: number) => a - b;

it("gives what sorting gives", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      expect([...inOrder(items, byNumber)]).toEqual([...items].sort(byNumber));
    }),
  );
});

it("compares little for the first few of many", () => {
  const items = Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 10_007);
  let compared = 0;
  const first = inOrder(items, (a, b) => {
    compared += 1;
    return a - b;
  });
  const four = [first.next(), first.next(), first.next(), first.next()].map(({ value }) => value);
  expect(four).toEqual([...items].sort(byNumber).slice(0, 4));
  expect(compared).toBeLessThan(25_000);
});
