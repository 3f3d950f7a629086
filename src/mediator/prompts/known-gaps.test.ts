import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { sampleState } from "../../../test/support/sample-session.ts";
import type { Gap } from "../../model/gap.ts";
import { gapId } from "../../model/ids.ts";
import { Table } from "../../model/table.ts";
import { gapLines, knownGaps, knownPart } from "./gap-parts.ts";

const TASK = makeGap({
  id: "GAP-PAY-001",
  title: "Refund of a cancelled booking",
  text: "",
  places: [{ heading: "Refunds", line: 40, endLine: 42 }],
});
const SPEC = [{ path: "spec.md", text: "# Booking\n\n## Refunds\n\nA booking is refunded.\n" }];
const closed = (number: number, facts: Partial<Gap>) =>
  makeGap({ id: gapId("OLD", number), state: "RESOLVED", text: "", ...facts });

function known(...gaps: Gap[]) {
  return knownGaps(sampleState({ gaps: Table.of([TASK, ...gaps]) }), [TASK]);
}

describe("known gaps (SPEC 15.4)", () => {
  it("are the open ones all, without those of the task", () => {
    const open = ["OPEN", "BLOCKED", "USER_DEFERRED"] as const;
    const gaps = open.map((state, at) => makeGap({ id: gapId("NEW", at + 1), state, title: "Colours", text: "" }));
    expect(known(...gaps).shown).toEqual(gaps);
  });

  it("are, of many closed ones, those that share words or place with it, or name it; of the others their number", () => {
    const near = [
      closed(1, { title: "Whether a booking that was cancelled is refunded twice" }),
      closed(2, { title: "Rounding", places: [{ heading: "Refunds", line: 41, endLine: 41 }] }),
      closed(3, { title: "Something else", parent: TASK.id }),
    ];
    const far = Array.from({ length: 10 }, (_, at) => closed(at + 4, { title: `Colour ${at} of the page` }));
    const { shown, others } = known(...near, ...far);
    expect(new Set(shown)).toEqual(new Set(near));
    expect(others).toBe(10);
    expect(known(...near, ...far.slice(2)).others).toBe(0);
  });

  it("are at most twelve closed ones, the nearest", () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      closed(at + 1, { title: "Refund of a booking", changedInRound: at }),
    );
    const { shown, others } = known(...many);
    expect([shown.length, others]).toEqual([12, 188]);
    expect(shown[0]?.id).toBe("GAP-OLD-200");
  });

  it("are a line each, by id, with state, place and the whole title", () => {
    const title = "Who ".repeat(200).trim();
    const gaps = [closed(2, { title: "Colours" }), closed(1, { title, quotations: ["is\nrefunded"] })];
    expect(gapLines(gaps, SPEC)).toEqual([
      `- GAP-OLD-001 (MEDIUM, RESOLVED, "is refunded"): ${title}`,
      "- GAP-OLD-002 (MEDIUM, RESOLVED): Colours",
    ]);
    expect(knownPart({ shown: [], others: 1, more: 0 }, SPEC)).toBe("- and 1 closed or parked gap on other matters");
  });

  it("have no place that the spec no longer has", () => {
    const places = [{ heading: "Gone", line: 4, endLine: 4 }];
    const gaps = [
      closed(1, { state: "PARKED", places, quotations: ["was taken out"] }),
      closed(2, { state: "PARKED", places: [...places, { heading: "Refunds", line: 1, endLine: 3 }] }),
      closed(3, { state: "PARKED", places, quotations: ["is refunded"] }),
    ];
    expect(gapLines(gaps, SPEC).map((line) => line.split(":")[0])).toEqual([
      "- GAP-OLD-001 (MEDIUM, PARKED)",
      '- GAP-OLD-002 (MEDIUM, PARKED, "Refunds")',
      '- GAP-OLD-003 (MEDIUM, PARKED, "is refunded")',
    ]);
  });
});
