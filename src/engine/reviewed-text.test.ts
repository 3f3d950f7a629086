import { describe, expect, it } from "vitest";
import type { Proposal, State } from "../mediator/state.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { reviewedPassages } from "./reviewed-text.ts";

describe("the passages that a review is about", () => {
  it("are the parts about their own gap, now and before", async () => {
    const files = memoryFiles();
    await files.writeAtomic("round_001/engineer.md", "# A before\nold\n# B before\n");
    await files.writeAtomic("round_002/engineer.md", "# B\nother\n# A\nnew\n");
    const proposal = {
      path: "round_002/engineer.md",
      line: 3,
      endLine: 4,
      previous: { path: "round_001/engineer.md", line: 1, endLine: 2, round: 1 },
    };
    const proposals = new Map([["GAP-NET-001", proposal as unknown as Proposal]]);
    const passages = await reviewedPassages(files, { proposals } as unknown as State, ["GAP-NET-001"]);
    expect(passages.get("GAP-NET-001")).toEqual({ now: "# A\nnew", before: "# A before\nold" });
  });
});
