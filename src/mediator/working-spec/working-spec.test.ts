import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../../test/support/paper-session.ts";
import { ROLLED_BACK } from "../../../test/support/session-events.ts";
import type { Change } from "../../model/change.ts";
import type { EngineerDigest } from "../../model/digest.ts";
import { type GapId, gapId } from "../../model/ids.ts";
import { decide } from "../ledger-events.ts";
import { overlapEvents } from "../round/join-round.ts";
import type { State } from "../state.ts";
import { earlierTexts, handEditEvents, mergeEvents } from "./author-edits.ts";

const [A, B] = [gapId("FLOW", 1), gapId("FLOW", 2)];
const SOURCE = "# Store\n\nIt keeps entries for a while.\n\nIt answers fast.\n";

function replace(old: string, added: string): Change {
  return { number: 1, kind: "replace", place: "Store", old, new: added };
}

/** Proposals that change the spec as this says, gap by gap. */
function changing(changes: Readonly<Record<GapId, readonly Change[]>>): NonNullable<PaperScript["engineerDigest"]> {
  return (digest): EngineerDigest => ({
    ...digest,
    proposals: digest.proposals.map(({ noChange: _, ...proposal }) => ({
      ...proposal,
      changes: changes[proposal.gap] ?? [],
    })),
  });
}

const KEEPS = replace("for a while", "for 15 minutes");
const ANSWERS = replace("fast", "within 2 seconds");
const BOTH: PaperScript = {
  gaps: [makeGap({ id: A }), makeGap({ id: B, text: "Another matter." })],
  source: SOURCE,
  engineerDigest: changing({ [A]: [KEEPS], [B]: [ANSWERS] }),
};

function text(state: State): string {
  return state.spec.text[0]?.text ?? "";
}

describe("the working spec (SPEC 1, 4.5)", () => {
  it("takes the changes of accepted gaps, and those alone", () => {
    const session = paperSession({
      ...BOTH,
      issues: (round) => (round === 1 ? [{ gap: B, severity: "HIGH" }] : []),
    });
    session.runUntil((state) => state.records.length === 1);
    expect(text(session.state)).toBe(SOURCE.replace("for a while", "for 15 minutes"));
    session.run();
    expect(text(session.state)).toBe("# Store\n\nIt keeps entries for 15 minutes.\n\nIt answers within 2 seconds.\n");
    expect(session.state.spec.batches.map(({ round, sets }) => [round, sets.map(({ gap }) => gap)])).toEqual([
      [1, [A]],
      [2, [B]],
    ]);
  });

  it("takes the User's own words at an end that no Reviewer passes, and those alone", () => {
    const session = paperSession({
      ...BOTH,
      reviewer: () => ({ type: "fails", failure: "WRONG_FORMAT" }),
      answer: ({ kind }) => {
        if (kind === "role-failed") return { options: ["skip"] };
        return kind === "warning-gate" ? { options: ["accept"] } : undefined;
      },
    });
    const passages = [{ kind: "edit" as const, passage: "It keeps entries for a while.", text: "15 minutes" }];
    session.record(decide(session.state, { type: "input", title: "Owner", gaps: [A], decision: "15 min", passages }));
    session.runUntil((state) => state.records.length === 1);
    session.record({ type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger: "the User" });
    session.run();
    expect(text(session.state)).toBe(SOURCE.replace("for a while", "for 15 minutes"));
    expect(session.state.gaps.get(B)?.state).toBe("PROPOSED");
  });

  it("finds two runs that change the same words, and lets the later gap run again after the other", () => {
    const session = paperSession(BOTH);
    session.runUntil((state) => state.round?.slots.length === 2);
    const { state } = session;
    const digest = { role: "engineer", proposals: [] } as unknown as EngineerDigest;
    const proposal = (gap: GapId, changes: readonly Change[]) =>
      ({ gap, changes, after: [] }) as unknown as EngineerDigest["proposals"][number];
    if (!state.round) throw new Error("no round is open");
    const apart = { ...digest, proposals: [proposal(A, [KEEPS]), proposal(B, [ANSWERS])] };
    expect(overlapEvents(state, state.round, apart)).toBeUndefined();
    const same = { ...digest, proposals: [proposal(B, [replace("a while", "ever")]), proposal(A, [KEEPS])] };
    const [found] = overlapEvents(state, state.round, same) ?? [];
    expect(found).toMatchObject({ type: "overlap_found", gap: B, after: [{ gap: A, changes: [KEEPS] }] });
  });

  it("finds two runs that give one number to two items of a list, and lets the later gap run again (SPEC 4.2)", () => {
    const listed = "# Store\n\n## Limits\n\n1. Ten entries.\n2. One owner.\n";
    const add = (words: string, facts: Partial<Change> = {}): Change => {
      return { ...KEEPS, kind: "add-after", old: "2. One owner.", new: words, ...facts };
    };
    const session = paperSession({ ...BOTH, source: listed });
    session.runUntil((state) => state.round?.slots.length === 2);
    const { round } = session.state;
    if (!round) throw new Error("no round is open");
    const joined = (first: Change, second: Change) => {
      const proposals = [
        { gap: A, changes: [first], after: [] },
        { gap: B, changes: [second], after: [] },
      ];
      return overlapEvents(session.state, round, { role: "engineer", proposals } as unknown as EngineerDigest);
    };
    expect(joined(add("3. Two readers."), add("4. No guest."))).toBeUndefined();
    const atTheEnd = add("3. No guest.", { kind: "add-at-end", place: "Limits", old: "" });
    for (const second of [add("3. No guest."), atTheEnd]) {
      const found = joined(add("3. Two readers."), second) ?? [];
      expect(found).toMatchObject([{ type: "overlap_found", gap: B, with: A }, { note: { kind: "overlap" } }]);
    }
  });

  it("is replayed on the author's newest text, and the author is asked only where both touched the same words", () => {
    const session = paperSession(BOTH);
    session.runUntil((state) => state.records.length === 1);
    const edit = (newest: string) => mergeEvents(session.state, [{ path: "paper.md", text: newest }]);
    expect(edit(SOURCE)).toEqual([]);
    const outside = SOURCE.replace("# Store", "# The store");
    expect(edit(outside)).toMatchObject([{ type: "source_merged", overlaps: [] }]);
    session.record(...edit(outside));
    expect(text(session.state)).toBe(
      "# The store\n\nIt keeps entries for 15 minutes.\n\nIt answers within 2 seconds.\n",
    );
    const inside = outside.replace("for a while", "for an hour");
    session.record(...edit(inside));
    expect(session.state.spec.overlaps).toHaveLength(1);
    expect(text(session.state)).toContain("for an hour");
    expect(text(session.state)).toContain("within 2 seconds");
    session.runUntil((state) => state.questions.length > 0);
    expect(session.state.questions[0]).toMatchObject({ kind: "merge-overlap", personOnly: true });
    expect(session.state.questions[0]?.evidence.map(({ body }) => body)).toEqual([
      expect.stringContaining("for a while"),
      expect.stringContaining("for an hour"),
      expect.stringContaining("for 15 minutes"),
    ]);
  });

  it.each<[choice: string, fields: Record<string, string>, kept: string]>([
    ["mine", {}, "for an hour"],
    ["change", {}, "for 15 minutes"],
    ["own", { text: "It keeps entries for 40 minutes." }, "for 40 minutes"],
  ])("holds what the User chose on an overlap: %s", (choice, fields, kept) => {
    const session = paperSession({
      ...BOTH,
      answer: ({ kind }) => (kind === "merge-overlap" ? { options: [choice], fields } : undefined),
    });
    session.runUntil((state) => state.records.length === 1);
    const newest = [{ path: "paper.md", text: SOURCE.replace("for a while", "for an hour") }];
    session.record(...mergeEvents(session.state, newest));
    session.run();
    expect(text(session.state)).toContain(`It keeps entries ${kept}.\n\nIt answers within 2 seconds.`);
    expect(session.state.decisions.at(-1)).toMatchObject({ type: "merge", gaps: [A] });
  });

  it("reopens the gap whose change the author's words replace where they leave something open", () => {
    const session = paperSession({
      ...BOTH,
      answer: ({ kind }) => (kind === "merge-overlap" ? { options: ["mine"], fields: {} } : undefined),
    });
    session.runUntil((state) => state.records.length === 1);
    const newest = [{ path: "paper.md", text: SOURCE.replace("for a while", "for an hour, TBD") }];
    session.record(...mergeEvents(session.state, newest));
    session.runUntil((state) => state.decisions.at(-1)?.type === "merge");
    expect(session.state.gaps.get(A)?.state).toBe("NEEDS_REVISION");
  });

  it("takes what the User changed by hand in it as a change of theirs, with a decision", () => {
    const session = paperSession(BOTH);
    session.runUntil((state) => state.records.length === 1);
    const { state } = session;
    const found = [{ path: "paper.md", text: `${text(state)}\nIt is blue.\n` }];
    session.record(...handEditEvents(state, state.spec.text, found));
    expect(text(session.state)).toBe(found[0]?.text);
    expect(session.state.spec.batches.at(-1)?.sets).toMatchObject([{ decision: "DECISION-R1-001" }]);
  });

  it("takes an edit that was saved while programs ran that only read, unasked, before the next round", () => {
    const session = paperSession({ ...BOTH, config: { parallelGaps: 1 } });
    session.runUntil((state) => state.records.length === 1);
    const shown = session.state.spec.text;
    const found = [{ path: "paper.md", text: `${text(session.state)}\nIt is blue.\n` }];
    const edit = { shown, found, aside: "aside/spec.md", own: true } as const;
    session.record({ type: "violation_found", run: "R1-reviewer-1", path: "spec.md", what: "was changed", edit });
    session.run();
    expect(text(session.state)).toContain("It is blue.");
    expect(session.state.decisions.map(({ type, round }) => [type, round])).toEqual([["edit", 1]]);
    expect(session.state.totals.violations).toEqual([]);
  });

  it("keeps what was accepted since the text that the User edited", () => {
    const session = paperSession(BOTH);
    session.runUntil((state) => state.records.length === 1);
    const { state } = session;
    const edited = [{ path: "paper.md", text: SOURCE.replace("It keeps", "The blue store keeps") }];
    session.record(...handEditEvents(state, state.spec.source, edited));
    expect(text(session.state)).toBe(
      "# Store\n\nThe blue store keeps entries for 15 minutes.\n\nIt answers within 2 seconds.\n",
    );
    expect([...earlierTexts(state)].map(([file]) => file?.text)).toEqual([text(state), SOURCE]);
  });

  it("goes back with a rollback, and keeps what the author and the User edited since", () => {
    const session = paperSession({ ...BOTH, config: { parallelGaps: 1 } });
    session.runUntil((state) => state.round?.number === 2);
    session.record(
      ...mergeEvents(session.state, [{ path: "paper.md", text: SOURCE.replace("# Store", "# The store") }]),
    );
    session.runUntil((state) => state.records.length === 2);
    const found = [{ path: "paper.md", text: text(session.state).replace("It keeps", "The blue store keeps") }];
    session.record(...handEditEvents(session.state, session.state.spec.text, found));
    session.record({ type: "rounds_rolled_back", to: 1, archives: [], reason: "too abstract", ...ROLLED_BACK });
    expect(text(session.state)).toBe(
      "# The store\n\nThe blue store keeps entries for 15 minutes.\n\nIt answers fast.\n",
    );
  });

  it("goes on asking, after a rollback, about a hand edit that met the author's own words", () => {
    const session = paperSession({ ...BOTH, config: { parallelGaps: 1 } });
    session.runUntil((state) => state.records.length === 2);
    const shown = session.state.spec.text;
    const found = [{ path: "paper.md", text: text(session.state).replace("# Store", "# My store") }];
    session.record(
      ...mergeEvents(session.state, [{ path: "paper.md", text: SOURCE.replace("# Store", "# The store") }]),
    );
    session.record(...handEditEvents(session.state, shown, found));
    session.record({ type: "rounds_rolled_back", to: 1, archives: [], reason: "too abstract", ...ROLLED_BACK });
    const { overlaps, batches } = session.state.spec;
    expect(overlaps).toMatchObject([{ ours: "# My store", theirs: "# The store", batch: batches.length - 1 }]);
  });
});
