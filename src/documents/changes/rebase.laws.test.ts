import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { random } from "../../../test/support/spec-arbitrary.ts";
import type { Change, ChangeBatch } from "../../model/change.ts";
import { rebase } from "./rebase.ts";
import { replay } from "./replay.ts";

// SPEC 12: whoever changed a line finds it whole, or is asked. Every word tells whose it is and of which line.

type Pick = (below: number) => number;

/** A line of the author's first text: its marks, and words that no other line has. */
interface Line {
  readonly marks: string;
  readonly end: string;
  readonly words: readonly string[];
}

const KINDS = [
  ["- ", "- ", "  - ", "  - ", "- "],
  ["1. ", "2. ", "   - ", "3. "],
  ["", "", ""],
  ["> ", "> "],
] as const;

function drawLines(pick: Pick): (Line | undefined)[] {
  let number = 0;
  const line = (marks: string, end = ".") => {
    number++;
    return { marks, end, words: Array.from({ length: 3 + pick(5) }, (_, at) => `b${number}x${at}`) };
  };
  const lines: (Line | undefined)[] = [line("# ", ""), undefined];
  for (let blocks = 1 + pick(4); blocks > 0; blocks--) {
    if (pick(3) === 0) lines.push(line("## ", ""), undefined);
    const kind = pick(KINDS.length + 1);
    const marks = KINDS[kind]?.slice(0, 1 + pick(5));
    if (marks !== undefined) lines.push(...marks.map((mark) => line(mark, [".", "?", "", "  "][pick(4)])));
    else {
      const row = () => line("| ", " |");
      lines.push(row(), { marks: "| --- |", end: "", words: [] }, row(), ...(pick(2) ? [row()] : []));
    }
    lines.push(undefined);
  }
  return lines.slice(0, -1);
}

const textOf = (line: Line | undefined) => (line ? line.marks + line.words.join(" ") + line.end : "");

/** What the author made of a line: how it reads now, and lines of their own above and below it. */
interface Edit {
  readonly text: string | undefined;
  readonly above: readonly string[];
  readonly below: readonly string[];
}

function edit(line: Line | undefined, at: number, pick: Pick): Edit {
  const none = { text: textOf(line), above: [], below: [] };
  if (line === undefined || line.words.length === 0 || pick(3) > 0) return none;
  const own = `h${at}x0 h${at}x1`;
  const { marks, words, end } = line;
  const put = (to: number) => ({ ...none, text: textOf({ ...line, words: words.toSpliced(to, 0, own) }) });
  const ways: (() => Edit)[] = [
    () => put(0),
    () => put(1 + pick(words.length - 1)),
    () => put(words.length),
    () => ({ ...none, text: `${none.text} ${own}.` }),
    () => ({ ...none, text: `${none.text.trimEnd()}(${own})` }),
    () => ({ ...none, text: textOf({ ...line, words: words.with(pick(words.length), own) }) }),
    () => ({ ...none, below: [`${marks}${own}${end}`] }),
    () => ({ ...none, above: [`${marks}${own}${end}`] }),
    () => ({ ...none, text: undefined }),
    () => ({ ...none, text: `${marks}${own}${end}` }),
    () => ({ ...none, text: `${none.text} ${own}.`, below: [`${marks}h${at}x2 h${at}x3${end}`] }),
  ];
  // What is added behind the end of a row or a heading is another thing.
  const apt = /^[|#]/.test(marks) ? ways.filter((_, way) => ![3, 4, 10].includes(way)) : ways;
  return apt[pick(apt.length)]?.() ?? none;
}

interface Accepted {
  readonly change: Change;
  /** The line that it is about. */
  readonly at: number;
  /** The lines that it puts there, whole. */
  readonly lines: readonly string[];
  readonly kind: "words" | "anew" | "below" | "end" | "remove";
}

function accept(lines: readonly (Line | undefined)[], at: number, number: number, pick: Pick): Accepted | undefined {
  const line = lines[at];
  if (line === undefined || line.words.length === 0 || line.marks.startsWith("#")) return undefined;
  const { marks, end, words } = line;
  const old = textOf(line);
  const own = `a${number}x0 a${number}x1`;
  const made = (kind: Accepted["kind"], change: Change["kind"], put: readonly string[]): Accepted => ({
    ...{ kind, at, lines: put },
    change: { number, kind: change, place: "", old, new: put.join("\n") },
  });
  const marker = marks.startsWith("|") || marks.startsWith(">") ? marks : [marks, "  - ", "   - ", ""][pick(4)];
  const sibling = `${marker}${own}${marks.startsWith("|") ? " |" : "."}`;
  switch (pick(5)) {
    case 0:
      return made("words", "replace", [textOf({ ...line, words: words.with(pick(words.length), own) })]);
    case 1:
      return made("anew", "replace", [
        `${marks}${own}${end}`.trimEnd(),
        ...(pick(2) ? [`${marks}a${number}x2${end}`.trimEnd()] : []),
      ]);
    case 2:
      return made("remove", "remove", []);
    case 3: {
      const head = lines.slice(0, at).findLast((above) => above?.marks.startsWith("#"));
      const added = made("end", "add-at-end", [`- ${own}.`]);
      return { ...added, change: { ...added.change, old: "", place: head?.words.join(" ") ?? "" } };
    }
    default:
      return made("below", "add-after", [sibling]);
  }
}

function draw(seed: number) {
  const pick = random(seed);
  const lines = drawLines(pick);
  const edits = lines.map((line, at) => edit(line, at, pick));
  const taken = new Set<number>();
  const accepted: Accepted[] = [];
  for (let count = 1 + pick(4); count > 0; count--) {
    const at = pick(lines.length);
    const made = taken.has(at) ? undefined : accept(lines, at, accepted.length + 1, pick);
    if (made) accepted.push(made);
    taken.add(at);
  }
  const lineEnd = pick(3) === 0 ? "\r\n" : "\n";
  const final = pick(2) ? lineEnd : "";
  const before = lines.map(textOf).join(lineEnd) + final;
  const now = edits.flatMap(({ above, text, below }) => [...above, ...(text === undefined ? [] : [text]), ...below]);
  const after = now.join(lineEnd) + final;
  const set = ({ change }: Accepted) => ({ changes: [change] });
  const isOne = pick(2) === 0;
  const batches: ChangeBatch[] = isOne
    ? [{ round: 1, sets: accepted.map(set) }]
    : accepted.map((each, index) => ({ round: index + 1, sets: [set(each)] }));
  return { lines, edits, accepted, before, after, batches, lineEnd };
}

/** Who wrote words of a line. */
const holds = (line: string, who: "a" | "h") => new RegExp(`\\b${who}\\d+x\\d`).test(line);
const wordsOf = (text: string, who: "a" | "h") => text.match(new RegExp(`\\b${who}\\d+x\\d+`, "g")) ?? [];

const numberOf = (line: Line | undefined) => /^b(\d+)x/.exec(line?.words[0] ?? "")?.[1];

/** The next line above that has words. */
function lineAbove(lines: readonly string[], line: string): string | undefined {
  return lines.slice(0, lines.indexOf(line)).findLast((each) => each.trim() !== "");
}

function check(seed: number) {
  const { lines, edits, accepted, before, after, batches, lineEnd } = draw(seed);
  const source = [{ path: "a.md", text: before }];
  if (replay(source, batches).failed.length > 0) return undefined;
  const { spec, overlaps, batches: next } = rebase(source, [{ path: "a.md", text: after }], batches);
  const result = spec[0]?.text ?? "";
  expect(replay([{ path: "a.md", text: after }], next)).toEqual({ spec, failed: [] });
  const found = result.split(lineEnd);
  const ends = found.map((line) => line.trimEnd());
  // A change of words that are asked about already joins that question.
  const joined = (number: number) =>
    overlaps.some(({ ours, theirs }) => ours.includes(`a${number}x`) && !theirs.includes(`a${number}x`));
  const asked = (number: number) => joined(number) || overlaps.some(({ change }) => change === number);
  const shown = overlaps.map(({ theirs }) => theirs).join("\n");
  const about = JSON.stringify(
    { seed, before, after, result, changes: accepted.map(({ change }) => change), overlaps },
    null,
    1,
  );
  const say = (what: string) => `${what}\n${about}`;
  expect(result.replaceAll(lineEnd, "").includes("\n"), say("line ends")).toBe(false);
  for (const { kind, lines: put, change, at } of accepted) {
    const isEdited = edits[at]?.text !== textOf(lines[at]);
    // Of a last line without a line end the one above it goes, which may be another change's.
    const isLast = kind === "remove" && !before.endsWith("\n");
    if (kind !== "end" && !isEdited && !isLast) expect(asked(change.number), say("asked for nothing")).toBe(false);
    if (asked(change.number)) continue;
    const isIn = (text: string) => text.includes(textOf(lines[at]).trimEnd());
    if (kind === "remove" && !overlaps.some(({ ours, theirs }) => isIn(theirs) && !isIn(ours)))
      expect(ends, say("removed")).not.toContain(textOf(lines[at]).trimEnd());
    if (kind === "below")
      expect(lineAbove(found, put[0] ?? ""), say("stands below its line")).toContain(`b${numberOf(lines[at])}x`);
    for (const line of put) {
      if (ends.includes(line.trimEnd())) continue;
      expect(kind === "words" && isEdited, say(`lost: ${line}`)).toBe(true);
      const own = [...wordsOf(line, "a"), ...wordsOf(edits[at]?.text ?? "", "h")];
      expect(
        found.some((each) => own.every((word) => each.includes(word))),
        say(`lost: ${line}`),
      ).toBe(true);
    }
  }
  edits.forEach(({ text, above, below }, at) => {
    const changed = text === undefined || text === textOf(lines[at]) ? [] : [text];
    for (const line of [...above, ...below, ...changed]) {
      if (ends.includes(line.trimEnd()) || shown.includes(line.trimEnd())) continue;
      const isBoth = accepted.some((each) => each.at === at && each.kind === "words") && line === text;
      expect(isBoth, say(`the author's: ${line}`)).toBe(true);
    }
    const isNamed = accepted.some((each) => each.at === at && ["words", "anew", "remove"].includes(each.kind));
    if (text && text === textOf(lines[at]) && !isNamed) expect(found, say(`untouched: ${text}`)).toContain(text);
  });
  for (const line of found.filter((each) => holds(each, "a") && holds(each, "h"))) {
    const number = Number(/\ba(\d+)x/.exec(line)?.[1]);
    const own = accepted.find(({ change }) => change.number === number);
    const isBoth = own?.kind === "words" && wordsOf(line, "h").every((word) => word.startsWith(`h${own.at}x`));
    expect(isBoth, say(`glued: ${line}`)).toBe(true);
  }
  return overlaps.length;
}

describe("a merge of whole lines", () => {
  test("keeps every line of both, or asks", () => {
    const counts = { merged: 0, asked: 0 };
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const overlaps = check(seed);
        if (overlaps !== undefined) counts[overlaps === 0 ? "merged" : "asked"]++;
      }),
      { numRuns: 1500 },
    );
    expect(counts.merged).toBeGreaterThan(counts.asked);
    expect(counts.asked).toBeGreaterThan(0);
  });
});
