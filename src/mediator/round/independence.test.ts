import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, gapId, type IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { Table } from "../../model/table.ts";
import type { Proposal } from "../state.ts";
import { areIndependent } from "./choose-gaps.ts";

const gap = (number: number, facts: Partial<Gap> = {}): Gap =>
  makeGap({ id: gapId("FLOW", number), title: "A question", text: "Something is not said.", places: [], ...facts });
/** No proposal and no issue ties them together. */
const NOTHING = { proposals: Table.empty<GapId, Proposal>(), issues: Table.empty<IssueId, Issue>() };
const at = (line: number, endLine = line, heading = "") => ({ places: [{ heading, line, endLine }] });

describe("gaps are independent (SPEC 4.1)", () => {
  it.each<[string, Partial<Gap>, Partial<Gap>, boolean]>([
    ["with nothing in common", {}, {}, true],
    ["unless one states the other", { dependsOn: [gapId("FLOW", 2)] }, {}, false],
    ["unless one was found in work on the other", { parent: gapId("FLOW", 2) }, {}, false],
    ["unless one names the other", { text: "As in GAP-FLOW-002, nothing is said." }, {}, false],
    ["unless a title names the other", { title: "What GAP-FLOW-002 leaves" }, {}, false],
    ["unless their places overlap", at(3, 9), at(9, 12), false],
    ["though they stand in one list", at(3, 3, "7. Open questions"), at(4, 4, "7. Open questions"), true],
  ])("%s", (_, first, second, independent) => {
    expect(areIndependent(NOTHING, gap(1, first), gap(2, second))).toBe(independent);
    expect(areIndependent(NOTHING, gap(2, { ...second }), gap(1, { ...first }))).toBe(independent);
  });
});
