import { describe, expect, it } from "vitest";
import { readQuotations } from "./read-quotations.ts";

describe("quotations", () => {
  it.each([
    ['"a quote", "another"', ["a quote", "another"]],
    ['"relays ?? [],", "call `load()` with it"', ["relays ?? [],", "call `load()` with it"]],
    ['"  - CASHBACK", "  - FREE"', ["- CASHBACK", "- FREE"]],
    ['"it says "yes" and goes on"', ['it says "yes" and goes on']],
    ['"it is kept", "the message "Task not"', ["it is kept", 'the message "Task not']],
    ["“one” and “two”", ["one", "two"]],
    ["`code` alone", ["code"]],
    ["> a line\n> and the next", ["a line\nand the next"]],
    ["nothing", []],
  ])("of %j", (text, expected) => expect(readQuotations(text)).toEqual(expected));
});
