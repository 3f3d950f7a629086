import { describe, expect, test } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import { paperSession } from "../../test/support/paper-session.ts";
import { evolve } from "../mediator/evolve/evolve.ts";
import type { State } from "../mediator/state.ts";
import { gapId } from "../model/ids.ts";
import { patchOf, type SessionView, type ViewPatch, viewOf } from "./session-view.ts";
import { patched } from "./view-patch.ts";

/** Seventy gaps: more than one stretch of a table. Some fail, some are criticised, one is disputed. */
function states(): State[] {
  const gaps = Array.from({ length: 70 }, (_, index) =>
    makeGap({ id: gapId("FLOW", index + 1), severity: index % 9 === 0 ? "HIGH" : "LOW" }),
  );
  const session = paperSession({
    gaps,
    engineer: (order) => (order.attempt === 1 ? { type: "fails", failure: "WRONG_FORMAT" } : { type: "valid" }),
    issues: (round, state) =>
      state.round && round % 3 === 1
        ? state.round.slots.slice(0, 2).map((slot) => ({ gap: slot.gap, severity: "HIGH" as const }))
        : [],
    answer: (question) => ({ options: question.options[0] ? [question.options[0].id] : [] }),
  });
  session.run();
  let state: State | undefined;
  return session.entries.map((entry) => {
    state = evolve(state, entry);
    return state;
  });
}

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("a patch", () => {
  const all = states();

  test("leads from one view to the next, whatever happened, over the wire", () => {
    let view = overTheWire(viewOf(all[0] as State));
    for (let index = 1; index < all.length; index++) {
      const [before, after] = [all[index - 1] as State, all[index] as State];
      view = patched(view, overTheWire<ViewPatch>(patchOf(before, after)));
      expect(view).toEqual(overTheWire(viewOf(after)));
    }
    expect(all.length).toBeGreaterThan(100);
  });

  test("leads over many steps at once", () => {
    const [first, last] = [all[5] as State, all.at(-1) as State];
    const view: SessionView = patched(overTheWire(viewOf(first)), overTheWire<ViewPatch>(patchOf(first, last)));
    expect(view).toEqual(overTheWire(viewOf(last)));
  });

  test("says what is gone: a round that is closed is no longer there", () => {
    const closing = all.findIndex((state, index) => index > 0 && all[index - 1]?.round && !state.round);
    const patch = patchOf(all[closing - 1] as State, all[closing] as State);
    expect(patch.gone).toContain("round");
  });

  test("names only the rows that changed", () => {
    const opening = all.findIndex((state) => state.round?.number === 1);
    const patch = patchOf(all[opening - 1] as State, all[opening] as State);
    expect(patch.rows.gaps?.length).toBeGreaterThan(0);
    expect(patch.rows.gaps?.length).toBeLessThan(5);
    expect(patch.set).not.toHaveProperty("config");
    expect(patch.set).not.toHaveProperty("checkpoints");
  });
});
