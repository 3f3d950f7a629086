import { describe, expect, it } from "vitest";
import { change, proposal, sampleState, specOf } from "../../../test/support/sample-session.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { GapId } from "../../model/ids.ts";
import { Table } from "../../model/table.ts";
import type { Proposal } from "../state.ts";
import { requirementNumbering } from "./number-requirements.ts";

const GAP: GapId = "GAP-SYNC-001";

function documentThatAdds(text: string): string {
  return `## Gap Resolution: ${GAP}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\nA rule.\n\n### Spec Changes\n\n**Change 1: add at the end** of "Rules"\n\n\`\`\`new\n${text}\n\`\`\`\n`;
}

/** What each document adds once it is numbered. */
function numbered(spec: string, added: readonly string[], proposals: readonly Proposal[] = []): string[] {
  const state = sampleState({ proposals: Table.of(proposals) });
  const number = requirementNumbering({ ...state, spec: { ...state.spec, text: specOf(spec) } });
  return added.map((text) => {
    const { document } = readForm(documentThatAdds(text), "engineer");
    const after = number({ document, text: documentThatAdds(text) });
    if (after.document.role !== "engineer") throw new Error("not an Engineer's document");
    expect(after.text).toContain(after.document.resolutions[0]?.changes[0]?.new);
    return after.document.resolutions[0]?.changes[0]?.new ?? "";
  });
}

describe("the requirements that a round adds", () => {
  it("take the next free numbers, in the order of the documents", () => {
    expect(numbered("- FR-001: A", ["- FR-002: B, FR-004\n- FR-004: C", "- FR-002: D"])).toEqual([
      "- FR-002: B, FR-003\n- FR-003: C",
      "- FR-004: D",
    ]);
  });

  it("keep an id that the spec names already, and one of another series", () => {
    expect(numbered("- FR-001: As FR-009 says.", ["- FR-009: A\n- NEW-7: B\n- FR-012: C"])).toEqual([
      "- FR-009: A\n- NEW-7: B\n- FR-002: C",
    ]);
  });

  it("keep the ids of the last version of their gap", () => {
    const last = proposal({ id: GAP, round: 1, changes: [change({ new: "- FR-005: A" })] });
    expect(numbered("- FR-001: A", ["- FR-005: A\n- FR-009: B"], [last])).toEqual(["- FR-005: A\n- FR-006: B"]);
  });

  it("keep a number whose criteria are cited without the word Requirement", () => {
    const spec = "### Requirement 1\n\nA\n\n### Requirement 2\n\nB";
    expect(numbered(spec, ["### Requirement 5\n\nAs 5.2 says."])).toEqual(["### Requirement 5\n\nAs 5.2 says."]);
    expect(numbered(spec, ["### Requirement 5\n\nC"])).toEqual(["### Requirement 3\n\nC"]);
  });
});
