import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import type { Change, Spec } from "../../model/change.ts";
import { passageFacts } from "./passage-facts.ts";

function replace(old: string, text: string, number = 1): Change {
  return { number, kind: "replace", place: "", old, new: text };
}

const ADD: Change = { number: 1, kind: "add-after", place: "", old: "The file is sent.", new: "It is tried 3 times." };

function spec(text: string): Spec {
  return [{ path: "spec.md", text }];
}

describe("words that an issue quotes, looked up in the texts", () => {
  const fact = (last: string, now: string) =>
    passageFacts(["tried 3 times"], { changes: [], lastChanges: [], texts: { last: spec(last), now: spec(now) } });

  it("are gone by this version, or were before it, or stand", () => {
    expect(fact("It is tried 3 times.", "It is sent.")).toEqual([
      { was: "tried 3 times", changed: true, is: "", gone: "now" },
    ]);
    expect(fact("It is sent.", "It is sent.")).toEqual([{ was: "tried 3 times", changed: false, gone: "before" }]);
    expect(fact("It is tried 3 times.\nSent.", "It is tried 3 times.\nKept.")).toEqual([
      { was: "tried 3 times", changed: false, beside: true },
    ]);
  });

  it("are changed where they stood twice and one of them is replaced", () => {
    expect(fact("Sent: tried 3 times. Kept: tried 3 times.", "Sent: tried 5 times. Kept: tried 3 times.")).toEqual([
      { was: "tried 3 times", changed: true, is: "" },
    ]);
  });
});

describe("words that an issue quotes", () => {
  const BASE = "The file is sent.\n\nAn upload is tried three times.\n\nSent at once. Kept a day.\n\nShown.\n";

  function applied(changes: readonly Change[]): Spec {
    const result = applyChanges(spec(BASE), changes);
    if (!result.ok) throw new Error("the changes do not apply");
    return result.spec;
  }

  function fact(was: string, changes: readonly Change[], lastChanges: readonly Change[]) {
    const texts = { last: applied(lastChanges), now: applied(changes) };
    return passageFacts([was], { changes, lastChanges, texts })[0];
  }

  it("are changed where a new change replaces them, or part of them", () => {
    const now = [replace("tried three times", "tried five times")];
    expect(fact("an upload is tried three times", now, [])).toMatchObject({ changed: true, is: "tried five times" });
  });

  it("stand where something is added after them", () => {
    expect(fact("the file is sent", [ADD], [])).toEqual({ was: "the file is sent", changed: false });
  });

  it("stand where only the rest of the replaced words changes", () => {
    const now = [replace("Sent at once. Kept a day.", "Sent at once. Kept an hour.")];
    expect(fact("Sent at once", now, [])?.changed).toBe(false);
  });

  it("are changed where their sentence goes on after its last word", () => {
    const now = [replace("Kept a day.", "Kept a day, counted from intake.")];
    expect(fact("Kept a day.", now, [])).toMatchObject({ changed: true, is: "Kept a day, counted from intake." });
  });

  it("are changed where the last version brought them and this one brings others", () => {
    const now = [{ ...ADD, new: "It is tried until it works." }];
    expect(fact("tried 3 times", now, [ADD])).toMatchObject({ changed: true, is: "It is tried until it works." });
  });

  it("stand where the version that brought them is made again, and are gone where it is not", () => {
    expect(fact("tried 3 times", [{ ...ADD, number: 4 }], [ADD])?.changed).toBe(false);
    expect(fact("tried 3 times", [], [ADD])).toMatchObject({ changed: true, is: "" });
  });

  it("never change by a version that leads to the same text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ minLength: 1, maxLength: 10 }), (text, quote) => {
        const texts = { last: spec(text), now: spec(text) };
        return passageFacts([quote], { changes: [ADD], lastChanges: [], texts }).every(({ changed }) => !changed);
      }),
      { numRuns: 500 },
    );
  });
});
