import fc from "fast-check";
import { expect, it } from "vitest";
import { UsageError } from "../errors/whetstone-error.ts";
import { formatCommand, parseCommand } from "./command-words.ts";

it.each([
  ["my-agent --fast", ["my-agent", "--fast"]],
  ["  a   b\tc\n", ["a", "b", "c"]],
  ["a 'one word' \"an other\"", ["a", "one word", "an other"]],
  ["a --x='one two'three", ["a", "--x=one twothree"]],
  ['a ""', ["a", ""]],
  ['a "it\'s" \'say "so"\'', ["a", "it's", 'say "so"']],
  ['a "say \\"so\\""', ["a", 'say "so"']],
  ["a one\\ word", ["a", "one word"]],
  ["C:\\tools\\agent.exe C:\\dir\\", ["C:\\tools\\agent.exe", "C:\\dir\\"]],
  ['"C:\\Program Files\\agent.exe" x', ["C:\\Program Files\\agent.exe", "x"]],
  ["a $HOME *.md `x` {document}", ["a", "$HOME", "*.md", "`x`", "{document}"]],
  ['["a", "b | c", ""]', ["a", "b | c", ""]],
  ["a '|' \";\" 'x;' --of=<name> <name> a;b", ["a", "|", ";", "x;", "--of=<name>", "<name>", "a;b"]],
])("reads %s", (text, words) => {
  expect(parseCommand(text)).toEqual(words);
});

it.each(["", "   ", "[]", "[1]", "[", "a 'b", 'a "b', '""'])("refuses %j", (text) => {
  expect(() => parseCommand(text)).toThrow(UsageError);
});

it.each(["a | b", "a > out.md", "a b >&2; exit 3", "a; b", "a && b", "a 2>/dev/null", "a <in.md", "a &"])(
  "refuses %j, because no shell runs it",
  (text) => expect(() => parseCommand(text)).toThrow("no shell runs it"),
);

it("reads back any words that are written as JSON", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(fc.string()), (program, words) => {
      expect(parseCommand(JSON.stringify([program, ...words]))).toEqual([program, ...words]);
    }),
  );
});

it("reads back words in single quotes", () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !text.includes("'") && !text.startsWith("["));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(parseCommand(words.map((each) => `'${each}x'`).join(" "))).toEqual(words.map((each) => `${each}x`));
    }),
  );
});

it("writes words so that they are read back", () => {
  const word = fc.string();
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(word), (program, words) => {
      expect(parseCommand(formatCommand([program, ...words]))).toEqual([program, ...words]);
    }),
  );
});

it("writes plain words as a person would", () => {
  expect(formatCommand(["node", "my agent.mjs", "-x"])).toBe('node "my agent.mjs" -x');
});
