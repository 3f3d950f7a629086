import { expect, it } from "vitest";
import { rememberLines } from "./remember-lines.ts";

it("works a line out once, a long one each time, and forgets", () => {
  const made: string[] = [];
  const read = rememberLines((line) => {
    made.push(line);
    return { line };
  });
  expect(read("a")).toBe(read("a"));
  expect(read("x".repeat(300))).toEqual(read("x".repeat(300)));
  for (let index = 0; index < 700; index++) read(`line ${index}`);
  read("a");
  expect(made.filter((line) => line === "a").length).toBe(2);
  expect(made.filter((line) => line.startsWith("x")).length).toBe(2);
});
