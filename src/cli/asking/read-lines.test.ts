import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readLines } from "./read-lines.ts";

/** What a terminal of 40 columns shows of a line, once it was typed. */
async function typed(line: string) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 40, rows: 24, isTTY: true });
  const reading = readLines({ input, output }, "", new AbortController().signal, { single: true });
  input.write(`${line}\r`);
  const { text } = await reading;
  return { text, shown: String(output.read()) };
}

test("a line that is longer than the screen is drawn again, broken at words, and taken as it is", async () => {
  const words = "Nothing: what no entry allows is refused, and the most specific one wins.";
  const { text, shown } = await typed(words);
  expect(text).toBe(words);
  const [, drawn = ""] = shown.split("\u001b[2A\u001b[J");
  expect(drawn.split("\n").slice(0, 3)).toEqual([
    "  Nothing: what no entry allows is",
    "  refused, and the most specific one",
    "  wins.",
  ]);
});

test("a line that fits is left alone", async () => {
  expect((await typed("Nothing.")).shown).not.toContain("\u001b[1A");
});
