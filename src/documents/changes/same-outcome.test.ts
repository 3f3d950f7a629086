import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../model/change.ts";
import { sameOutcome } from "./same-outcome.ts";

const SPEC = [{ path: "spec.md", text: "# A\n\nKept a day. Sent at once. Weighed.\n\n# B\n\nNothing.\n" }];

function replace(number: number, old: string, text: string): Change {
  return { number, kind: "replace", place: "", old, new: text };
}

/** The numbers of the changes that leave the text as the earlier ones do. */
function same(changes: readonly Change[], earlier: readonly Change[]): number[] | undefined {
  return sameOutcome(SPEC, changes, earlier)?.map(({ number }) => number);
}

describe("changes that leave their place as an earlier version does (SPEC 9, H4)", () => {
  const whole = [replace(1, "Kept a day. Sent at once.", "Kept an hour. Sent later.")];
  const cut = [replace(1, "a day", "an hour"), replace(2, "at once", "later")];

  it("are those that lead to the same text, however they are cut", () => {
    expect(same(cut, whole)).toEqual([1, 2]);
    expect(same(whole, cut)).toEqual([1]);
    expect(same(cut, [replace(1, "Kept a day.", "Kept\nan hour.")])).toEqual([1]);
  });

  it("stay so beside a change that is new, in another place or in the same sentence", () => {
    expect(same([...cut, replace(3, "Nothing.", "Something.")], whole)).toEqual([1, 2]);
    expect(same([...cut, replace(3, "Weighed.", "Weighed twice.")], whole)).toEqual([1, 2]);
    const longer = [replace(1, "Kept a day. Sent at once. Weighed.", "Kept an hour. Sent later. Weighed.")];
    expect(same([...cut, replace(3, "Weighed", "Measured")], longer)).toEqual([1, 2]);
  });

  it("are none that bring, replace or take out other words", () => {
    expect(same([replace(1, "a day", "a week"), cut[1] as Change], whole)).toEqual([2]);
    expect(same([{ ...replace(1, " Sent at once.", ""), kind: "remove" }], [])).toEqual([]);
    const at = (place: string): Change => ({ number: 1, kind: "add-at-end", place, old: "", new: "Told." });
    expect(same([at("A")], [at("B")])).toEqual([]);
    expect(same([at("A")], [at("A")])).toEqual([1]);
  });

  it("are none that take out or replace a passage too long to compare its words", () => {
    const long = "A rule that nobody reads to its end. ".repeat(200).trim();
    const spec = [{ path: "spec.md", text: `# A\n\nShort.\n\n${long}\n\nKept.\n\nLast.\n` }];
    const removed: Change = { ...replace(1, long, ""), kind: "remove" };
    const last = replace(2, "Last.", "Last of all.");
    expect(sameOutcome(spec, [removed, last], [last])).toEqual([last]);
    expect(sameOutcome(spec, [replace(1, long, `${long} So be it.`), last], [removed, last])).toEqual([last]);
  });

  it("are all of an earlier version that is made again, and never one that brings new words, whatever else is there", () => {
    const words = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    const spec = [{ path: "spec.md", text: `${words.map((word) => `Rule ${word} holds.`).join("\n\n")}\n` }];
    const text = fc.constantFrom("Rule holds.", "It holds at noon.", "holds.\n\nRule one holds.", "");
    const change = (at: number, to: string): Change => replace(at, `Rule ${words[at]} holds.`, `${to} ${at}.`);
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 7 }), fc.nat(7), (texts, at) => {
        const earlier = texts.map((to, index) => change(index, to));
        const fresh = change(at, "Never said before");
        const now = [...earlier.filter(({ number }) => number !== at), fresh];
        const kept = sameOutcome(spec, now, earlier) ?? [];
        return sameOutcome(spec, earlier, earlier)?.length === earlier.length && !kept.includes(fresh);
      }),
      { numRuns: 300 },
    );
  });

  it("are not known where a version does not apply", () => {
    expect(same([replace(1, "Never said.", "x")], [])).toBeUndefined();
    expect(same(cut, [replace(1, "Never said.", "x")])).toBeUndefined();
  });
});
