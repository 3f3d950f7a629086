import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../model/events.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { openJournal } from "./journal.ts";
import { EventProblem } from "./line.ts";
import { parseStep } from "./parse-step.ts";
import { readJournal } from "./read-journal.ts";

const SKIPPED: SessionEvent = { type: "role_skipped", role: "reviewer", why: "there is nothing to review" };

const problemOf = (...events: unknown[]): string => {
  const parsed = parseStep({ type: "step", events });
  return parsed instanceof EventProblem ? parsed.message : "";
};

describe("reading a step of the journal", () => {
  it("takes what the types allow, and gives it back as it is", () => {
    const step = { type: "step", events: [SKIPPED, { type: "paused", reason: "lunch", later: 1 }] };
    expect(parseStep(step)).toBe(step);
  });

  it.each([
    [[{ ...SKIPPED, role: "mediator" }], /^event 1 of the step \(role_skipped\) is wrong at role: /],
    [[SKIPPED, { type: "paused" }], /^event 2 of the step \(paused\) is wrong at reason: /],
    [[{ type: "gap_context_given", gaps: ["GAP-FLOW-1"], text: "" }], /wrong at gaps\.0: not a gap id/],
    [[{ type: "dreamt", of: "sheep" }], /^event 1 of the step has the type "dreamt", which only a newer version knows/],
    [[{ type: "toString" }], /has the type "toString"/],
    [[{ role: "reviewer" }], /has no type/],
    [[], /holds no events/],
  ])("says what is wrong with %j", (events, words) => {
    expect(problemOf(...events)).toMatch(words);
  });

  it("refuses what is no step", () => {
    expect(parseStep({ type: "note" })).toBeInstanceOf(EventProblem);
    expect(parseStep(null)).toBeInstanceOf(EventProblem);
  });

  it("names the line of an event that a newer version wrote, and the way out", async () => {
    const files = memoryFiles();
    const { journal } = await openJournal(files, "journal.jsonl", {
      parse: (value) => value as { type: "step"; events: readonly unknown[] },
      clock: fixedClock(),
    });
    await journal.append({ type: "step", events: [SKIPPED] }, { sync: false });
    await journal.append({ type: "step", events: [{ type: "dreamt" }] }, { sync: false });
    await journal.close();
    await expect(readJournal(files, "journal.jsonl", { parse: parseStep })).rejects.toMatchObject({
      code: "JOURNAL_NOT_UNDERSTOOD",
      message: expect.stringMatching(/^Line 3 of journal\.jsonl is not understood: .*"dreamt".*newer version/),
      fix: expect.stringContaining("Update"),
    });
  });
});
