import { describe, expect, it } from "vitest";
import { sampleState } from "../../../test/support/sample-session.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { Table } from "../../model/table.ts";
import { makeGap } from "../../testing/make-gap.ts";
import type { Proposal, State } from "../state.ts";
import { neighboursOf, similarGaps } from "./neighbours.ts";

function accepted(id: GapId, facts: Partial<Gap> = {}): Gap {
  return makeGap({ id, state: "ACCEPTED", title: id, text: "", ...facts });
}

function stateOf(gaps: readonly Gap[]): State {
  const proposals = gaps.map(
    ({ id }): Proposal => ({ id, round: 1, path: "x.md", line: 1, endLine: 2, title: "", chars: 1, reviewed: true }),
  );
  return sampleState({ gaps: Table.of(gaps), proposals: Table.of(proposals) });
}

function found(own: Gap, others: readonly Gap[]): { named: GapId[]; beside: GapId[] } {
  const { named, beside } = neighboursOf(stateOf([own, ...others]), [own]);
  return { named: named.map(({ gap }) => gap.id), beside: beside.map(({ gap }) => gap.id) };
}

const at = (heading: string, line: number, endLine = line) => ({ places: [{ heading, line, endLine }] });

describe("neighboursOf (SPEC 15.4)", () => {
  it("has what the gap depends on, what its text names, and what it is a part of", () => {
    const own = makeGap({
      id: "GAP-AA-001a",
      dependsOn: ["GAP-AA-002"],
      text: "See GAP-AA-003.",
      partOf: "GAP-AA-001",
    });
    const others = ["GAP-AA-001", "GAP-AA-002", "GAP-AA-003", "GAP-AA-004"] as const;
    expect(
      found(
        own,
        others.map((id) => accepted(id)),
      ).named,
    ).toEqual(["GAP-AA-002", "GAP-AA-001", "GAP-AA-003"]);
  });

  it("has what stands under the same heading or in the same lines", () => {
    const own = makeGap({ id: "GAP-AA-001", ...at("Limits", 10, 12) });
    const others = [
      accepted("GAP-AA-002", at("Limits", 40)),
      accepted("GAP-AA-003", at("Other", 12)),
      accepted("GAP-AA-004", at("Other", 13)),
    ];
    expect(found(own, others).beside).toEqual(["GAP-AA-002", "GAP-AA-003"]);
  });

  it("does not take a list of gaps for a shared place", () => {
    const own = makeGap({ id: "GAP-AA-001", ...at("Known gaps", 10) });
    const listed = (["GAP-AA-002", "GAP-AA-003", "GAP-AA-004"] as const).map((id, place) =>
      accepted(id, at("Known gaps", 11 + place)),
    );
    expect(found(own, listed.slice(0, 2)).beside).toEqual(["GAP-AA-002", "GAP-AA-003"]);
    expect(found(own, listed).beside).toEqual([]);
  });

  it("has only accepted and resolved ones, and never the gap itself", () => {
    const own = makeGap({ id: "GAP-AA-001", ...at("Limits", 10), dependsOn: ["GAP-AA-001", "GAP-AA-002"] });
    const others = [
      makeGap({ id: "GAP-AA-002", state: "PROPOSED" }),
      accepted("GAP-AA-003", { ...at("Limits", 11), state: "RESOLVED" }),
    ];
    expect(found(own, others)).toEqual({ named: [], beside: ["GAP-AA-003"] });
  });
});

describe("similarGaps (SPEC 7)", () => {
  it("has what the gap depends on, then what is most alike", () => {
    const own = makeGap({ id: "GAP-AA-001", title: "How long a session token lives", dependsOn: ["GAP-AA-002"] });
    const others = [
      accepted("GAP-AA-002"),
      accepted("GAP-BB-001", { title: "Colour of the sky" }),
      accepted("GAP-BB-002", { title: "How long a token of a device lives" }),
      accepted("GAP-BB-003", { title: "Which token a session has, and how long" }),
    ];
    expect(similarGaps(stateOf([own, ...others]), [own]).map(({ gap }) => gap.id)).toEqual([
      "GAP-AA-002",
      "GAP-BB-002",
      "GAP-BB-003",
    ]);
  });
});
