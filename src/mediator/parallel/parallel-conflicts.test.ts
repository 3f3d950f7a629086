import { describe, expect, it } from "vitest";
import { readDocument } from "../../documents/read-document.ts";
import type { EngineerDocument } from "../../documents/values.ts";
import { gapId } from "../../model/ids.ts";
import { proposalDocument } from "../../testing/canonical-documents.ts";
import { parallelConflicts } from "./parallel-conflicts.ts";

const [A, B] = [gapId("FLOW", 1), gapId("FLOW", 2)];

function conflicts(...drafts: readonly { readonly target?: string; readonly text: string }[]) {
  const text = drafts.map((draft, index) => proposalDocument({ gap: gapId("FLOW", index + 1), ...draft })).join("\n");
  return parallelConflicts(readDocument(text, "engineer") as EngineerDocument);
}

describe("conflicts between parallel proposals (SPEC 15.4)", () => {
  it("finds proposals that write into the same section", () => {
    const [found] = conflicts(
      { target: "5.2 Expiry", text: "It expires." },
      { target: "5.2 expiry", text: "It stays." },
    );
    expect(found).toEqual({ gap: B, message: `${A} and ${B} both write into the section "5.2 expiry"` });
  });

  it("finds a term that is defined differently, and one that is defined twice in the same words", () => {
    const different = conflicts(
      { text: "**Lease**: 30 seconds of right." },
      { text: "**Lease**: a right for 60 seconds." },
    );
    expect(different.map((one) => one.message)).toEqual([`${A} and ${B} both define "Lease", differently`]);
    const same = conflicts(
      { text: "`lease`: a right for 60 seconds." },
      { text: "**Lease**: A right for 60 seconds." },
    );
    expect(same[0]?.message).toContain("in the same words");
  });

  it("finds the same thing introduced twice", () => {
    const found = conflicts({ text: "#### Retry queue\n\nIt holds 10." }, { text: "#### Retry Queue\n\nIt holds 20." });
    expect(found.map((one) => one.message)).toEqual([`${A} and ${B} both introduce a section "Retry Queue"`]);
  });

  it("has nothing to say of proposals that have nothing in common, or of one alone", () => {
    expect(conflicts({ target: "Intake", text: "A." }, { target: "Delivery", text: "B." })).toEqual([]);
    expect(conflicts({ target: "Intake", text: "**Lease**: one.\n\n**Lease**: two." })).toEqual([]);
  });

  it("is bounded and linear, whatever is written", () => {
    const wild = Array.from({ length: 5000 }, (_, index) => `**Term ${index}**: ${"x".repeat(100)}`).join("\n\n");
    expect(conflicts({ text: wild }, { text: wild })).toHaveLength(20);
  });
});
