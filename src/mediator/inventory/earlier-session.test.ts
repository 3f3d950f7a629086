import { describe, expect, it } from "vitest";
import type { Gap } from "../../model/gap.ts";
import { withoutSettled } from "./earlier-session.ts";
import { findGaps } from "./find-gaps.ts";

const SOURCE =
  "# Shop\n\n## Cart\n\n- A cart holds TBD items.\n- A box holds TBD items.\n- See Table 7 for the fees.\n";

describe("what an earlier session on a spec settled (SPEC 16.4)", () => {
  const gaps = findGaps(SOURCE, {});
  const left = (gap: Pick<Gap, "title" | "finding"> | undefined, line: string, source = SOURCE) =>
    withoutSettled(findGaps(source, {}), gap === undefined ? [] : [{ gap, lines: line.split("\n") }], source).map(
      ({ places }) => places[0]?.line,
    );

  it("is no gap again: the same finding in the same line", () => {
    expect(left(undefined, "")).toEqual([5, 6, 7]);
    expect(left(gaps[0], "- A cart holds TBD items.")).toEqual([6, 7]);
    expect(left(gaps[2], "- See Table 7 for the fees.")).toEqual([5, 6]);
  });

  it("is no gap again on another line of the passage", () => {
    const passage = "A cart is kept.\nIts size is TBD.";
    const source = `# Shop\n\n${passage}\n`;
    expect(left(findGaps(source, {})[0], passage, source)).toEqual([]);
  });

  it("is no gap again where either of two passages was kept", () => {
    const source = "# A\n\nThe hold period is 7 days.\n\n## B\n\nThe hold period is 10 days.\n";
    const [pair] = findGaps(source, {});
    expect(left(undefined, "", source)).toEqual([7]);
    expect(left(pair, "The hold period is 7 days.", source)).toEqual([]);
    expect(left(pair, "The hold period is 10 days.", source)).toEqual([]);
  });

  it("is one where the line reads otherwise, or another thing is found in it", () => {
    const line = "- A cart holds TBD items.";
    expect(left(gaps[0], line, SOURCE.replace("A cart", "A big cart"))).toEqual([5, 6, 7]);
    expect(left(gaps[2], line)).toEqual([5, 6, 7]);
  });

  it("is known by its title where nothing else of the finding was kept", () => {
    expect(left({ title: gaps[2]?.title ?? "" }, "- See Table 7 for the fees.")).toEqual([5, 6]);
  });
});
