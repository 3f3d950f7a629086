import { expect, test } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { GapState } from "../../model/gap.ts";
import { gapId } from "../../model/ids.ts";
import { noneOpenLine } from "./closing-lines.ts";

test.each<[GapState[], string]>([
  [["RESOLVED"], "Nothing that was found is left open."],
  [["RESOLVED", "WONT_FIX"], "No gap is left open; 1 was dropped: see sessions/store/traceability.md"],
  [
    ["WONT_FIX", "PARKED", "PARKED"],
    "No gap is left open; 1 was dropped and 2 were parked: see sessions/store/traceability.md",
  ],
])("of gaps that are %j: %s", (states, words) => {
  const gaps = states.map((state, index) => makeGap({ id: gapId("FLOW", index + 1), state }));
  expect(noneOpenLine({ state: paperSession({ gaps }).state, folder: "sessions/store" })).toBe(words);
});
