import { expect, test } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { GapState } from "../../model/gap.ts";
import { gapId } from "../../model/ids.ts";
import { interviewClosing, noneOpenLine } from "./interview-closing.ts";

const NUMBERS = Array.from({ length: 12 }, (_, index) => index + 1);
const WORDS = "abcdefghijkl";

/** A session in which each of twelve gaps changed one line. */
function changed(attended: boolean, fromFile: boolean): string[] {
  const line = (number: number) => `The limit of ${WORDS[number - 1]} is open.`;
  const session = paperSession({
    gaps: NUMBERS.map((number) => makeGap({ id: gapId("FLOW", number), title: `Limit ${number}` })),
    source: `# Store\n\n${NUMBERS.map(line).join("\n\n")}\n`,
    config: { parallelGaps: NUMBERS.length },
    engineerDigest: (digest) => ({
      ...digest,
      proposals: digest.proposals.map(({ noChange: _, ...proposal }, index) => {
        const old = line(Number(proposal.gap.slice(-3)));
        const change = {
          number: index + 1,
          kind: "replace",
          place: "Store",
          old,
          new: old.replace("open", "5"),
        } as const;
        return { ...proposal, changes: [change] };
      }),
    }),
    answer: () => ({ options: ["accept"] }),
  });
  const before = session.state;
  session.run();
  const end = { state: session.state, before, folder: "sessions/store", root: "/nowhere", spec: "store_v1.0.md" };
  return interviewClosing({ ...end, attended, fromFile });
}

const changesIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith("  + ")).length;

test("what the answers of a file change is shown on a terminal as it is elsewhere", () => {
  const onTerminal = changed(true, true);
  expect(onTerminal.slice(1, 3)).toEqual(["  - The limit of a is open.", "  + The limit of a is 5."]);
  for (const lines of [onTerminal, changed(false, true)]) expect(changesIn(lines)).toBe(12);
});

test("removed lines are told by their number in the author's file", () => {
  const { state } = paperSession({ gaps: [], source: "# Store\n\n- a\n- b\n\nEnd.\n" });
  const text = state.spec.text.map((file) => ({ ...file, text: file.text.replace("- b\n", "") }));
  const end = { before: state, folder: "sessions/store", root: "/nowhere", spec: "store.md", attended: false };
  const [first] = interviewClosing({ ...end, state: { ...state, spec: { ...state.spec, text } } });
  expect(first).toMatch(/:4 /);
});

test("gaps that the answers brought are told, as they change the count", () => {
  const gaps = [makeGap({ id: gapId("FLOW", 1) }), makeGap({ id: gapId("FLOW", 2), origin: "reviewer", round: 1 })];
  const { state } = paperSession({ gaps, source: "# Store\n\nThe limit is TBD.\n" });
  const end = { before: state, folder: "sessions/store", root: "/nowhere", spec: "store.md", attended: false };
  expect(interviewClosing({ ...end, state })).toContain("0 of 2 settled, 2 open (1 came up in your answers):");
});

test("whoever was asked at the terminal has seen the changes", () => {
  expect(changesIn(changed(true, false))).toBe(0);
});

test("of many that are open a terminal shows the first twelve, a file or a pipe all", () => {
  const gaps = Array.from({ length: 20 }, (_, index) =>
    makeGap({ id: gapId("FLOW", index + 1), title: `Limit ${index}` }),
  );
  const { state } = paperSession({ gaps, source: "# Store\n\nText.\n" });
  const end = { state, before: state, folder: "sessions/store", root: "/nowhere", spec: "store.md" };
  const rows = (attended: boolean) =>
    interviewClosing({ ...end, attended }).filter((line) => /^ {2}(?:MEDIUM|…)/.test(line));
  expect(rows(true).slice(11)).toEqual(["  MEDIUM  Limit 11", "  … 8 more"]);
  expect(rows(false)).toHaveLength(20);
});

test("a section without text is named once, by what is missing", () => {
  const place = { heading: "Limits", line: 3, endLine: 3 };
  const gap = makeGap({ id: gapId("FLOW", 1), title: 'The section "Limits" has no text.', places: [place] });
  const { state } = paperSession({ gaps: [gap], source: "# Store\n\n## Limits\n" });
  const end = { state, before: state, folder: "sessions/store", root: "/nowhere", spec: "store.md" };
  const line = interviewClosing({ ...end, attended: true }).find((each) => each.includes("Limits"));
  expect(line).toMatch(/^ {2}MEDIUM {2}\S+:3: The section "Limits" has no text\.$/);
});

test.each<[GapState[], string, string]>([
  [["RESOLVED"], "No gap that the checks found is left open", ""],
  [["RESOLVED", "WONT_FIX"], "No gap that the checks found is left open; 1 was dropped", "decisions.md"],
  [["PARKED"], "No gap that the checks found is left open; 1 was parked", "status.md"],
  [
    ["WONT_FIX", "PARKED", "PARKED"],
    "No gap that the checks found is left open; 1 was dropped, 2 were parked",
    "decisions.md and status.md",
  ],
])("of gaps that are %j: %s", (states, words, files) => {
  const gaps = states.map((state, index) => makeGap({ id: gapId("FLOW", index + 1), state }));
  const { state } = paperSession({ gaps });
  const places = files === "" ? "" : ` (see ${files} in sessions/store)`;
  expect(noneOpenLine({ state, folder: "sessions/store" })).toBe(`${words}${places}. A reader may find more.`);
});

test("what a person asked is listed with its passage, and not as that passage", () => {
  const places = [{ heading: "Context", line: 5, endLine: 5 }];
  const gap = makeGap({ id: gapId("FLOW", 1), title: "Who may configure it?", origin: "user", places });
  const { state } = paperSession({ gaps: [gap], source: "# Store\n\n## Context\n\nThere is one.\n" });
  const end = { state, before: state, folder: "sessions/store", root: "/nowhere", spec: "store.md" };
  const lines = interviewClosing({ ...end, attended: true });
  const at = lines.findIndex((line) => line.includes("There is one."));
  expect(lines.slice(at, at + 2)).toEqual([expect.stringMatching(/: There is one\.$/), "    Who may configure it?"]);
});
