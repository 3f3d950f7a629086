import { expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { gapId } from "../../model/ids.ts";
import { gapEvidence } from "./passage-question.ts";

it("a gap is shown with the words that it quotes, those of its own text once", () => {
  const id = gapId("WHOLE", 1);
  const quotations = ["Up to 5 thresholds.", "At most three\nthresholds."];
  const { state } = paperSession({ gaps: [makeGap({ id, text: "Two limits. Up to 5 thresholds.", quotations })] });
  expect(gapEvidence(state, [id])[0]?.body).toBe("Two limits. Up to 5 thresholds.\n\n> At most three\n> thresholds.");
});
