import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { random, realLookingChange, setOf, specText, viewsOf } from "../../../test/support/spec-arbitrary.ts";
import type { Change, ChangeBatch, ChangeSet, Spec } from "../../model/change.ts";
import { applyBatch, applyChanges } from "./apply-changes.ts";
import { blameLines } from "./blame-lines.ts";
import { changesBetween } from "./changes-between.ts";
import { checkLaws } from "./check-laws.ts";
import { rebase } from "./rebase.ts";
import { replay } from "./replay.ts";

const DOCS = new URL("../../../../shared/specs/docs/", import.meta.url);
const SEED = fc.readConfigureGlobal()?.seed ?? 42;
const SEQUENCES = 150;

type Pick = (below: number) => number;

/** Batches of sets of changes that apply, as rounds of a session give them, and the text after each. */
function sequence(source: Spec, pick: Pick): { batches: ChangeBatch[]; texts: Spec[] } {
  const batches: ChangeBatch[] = [];
  const texts = [source];
  for (let round = 1; round <= 1 + pick(3); round++) {
    const spec = texts.at(-1) ?? source;
    const batch = { round, sets: randomSets(spec, pick, round) };
    const applied = applyBatch(spec, batch);
    if (!applied.ok) throw new Error(applied.problems.map(({ message }) => message).join("\n"));
    batches.push(batch);
    texts.push(applied.spec);
  }
  return { batches, texts };
}

function randomSets(spec: Spec, pick: Pick, round: number): ChangeSet[] {
  const views = viewsOf(spec);
  const sets: ChangeSet[] = [];
  for (let gap = 1; gap <= 1 + pick(3); gap++) {
    const changes: Change[] = [];
    for (let number = 1; number <= 1 + pick(2); number++) {
      const next = realLookingChange(views, pick, number);
      const set = setOf([...changes, next], round * 10 + gap);
      if (applyChanges(spec, set.changes).ok && applyBatch(spec, { round, sets: [...sets, set] }).ok)
        changes.push(next);
    }
    if (changes.length > 0) sets.push(setOf(changes, round * 10 + gap));
  }
  return sets;
}

/** The lines of a source that no quotation has anything to do with. */
function unnamedLines(source: Spec, batches: readonly ChangeBatch[]): string[] {
  const old = batches.flatMap(({ sets }) =>
    sets.flatMap(({ changes }) => changes.flatMap((change) => change.old.split(/\r?\n/))),
  );
  const quoted = old.map((line) => line.trim()).filter((line) => line !== "");
  return source
    .flatMap(({ text }) => text.replace("\uFEFF", "").split(/\r?\n/))
    .filter(
      (line) => line.trim() !== "" && !quoted.some((words) => line.includes(words) || words.includes(line.trim())),
    );
}

function isSubsequence(lines: readonly string[], spec: Spec): boolean {
  const all = spec.flatMap(({ text }) => text.replace("\uFEFF", "").split(/\r?\n/));
  let at = 0;
  for (const line of all) if (line === lines[at]) at++;
  return at === lines.length;
}

function checkSequence(source: Spec, pick: Pick): number {
  const { batches, texts } = sequence(source, pick);
  const result = texts.at(-1) ?? source;
  expect(checkLaws(source, batches, result)).toEqual([]);
  expect(isSubsequence(unnamedLines(source, batches), result)).toBe(true);
  const left = pick(batches.length);
  expect(replay(source, batches.slice(0, left))).toEqual({ spec: texts[left], failed: [] });
  const [batch] = batches;
  if (batch !== undefined) expectCommuting(source, batch);
  return batches.reduce((sum, { sets }) => sum + sets.reduce((many, { changes }) => many + changes.length, 0), 0);
}

/** The order of the sets of a batch matters for insertions at one point alone. */
function expectCommuting(spec: Spec, batch: ChangeBatch): void {
  const forward = applyBatch(spec, batch);
  const backward = applyBatch(spec, { ...batch, sets: batch.sets.toReversed() });
  if (!forward.ok || !backward.ok) throw new Error("applies in one order alone");
  const points = forward.hunks.filter(({ start, end }) => start === end).map(({ file, start }) => `${file}:${start}`);
  if (new Set(points).size === points.length) expect(backward.spec).toEqual(forward.spec);
}

describe("exact edits of generated specs", () => {
  test("obey the laws of the working spec", () => {
    fc.assert(
      fc.property(fc.array(specText, { minLength: 1, maxLength: 2 }), fc.nat(), (texts, seed) => {
        const source = texts.map((text, index) => ({ path: `${"ab"[index]}.md`, text }));
        checkSequence(source, random(seed));
      }),
      { numRuns: 400 },
    );
  });

  test("between two texts turn one into the other, byte for byte", () => {
    const anyText = fc.oneof(
      specText,
      fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\r\n", "#", "- ", "\t"), maxLength: 40 }),
    );
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), (before, other, seed) => {
        for (const after of [other, edited(before, random(seed))]) {
          const spec = [
            { path: "a.md", text: before },
            { path: "b.md", text: "fixed\n" },
          ];
          const wanted = [
            { path: "a.md", text: after },
            { path: "b.md", text: "fixed\n" },
          ];
          const changes = changesBetween(spec, wanted);
          expect(applyChanges(spec, changes)).toMatchObject({ ok: true, spec: wanted });
        }
      }),
      { numRuns: 500 },
    );
  });

  test("are found again in the author's next version, and nothing of it is lost", () => {
    fc.assert(
      fc.property(specText, fc.nat(), (text, seed) => {
        const source = [{ path: "a.md", text }];
        const pick = random(seed);
        const { batches } = sequence(source, pick);
        const newest = [{ path: "a.md", text: edited(text, pick) }];
        const rebased = rebase(source, newest, batches);
        expect(replay(newest, rebased.batches)).toEqual({ spec: rebased.spec, failed: [] });
        expect(checkLaws(newest, rebased.batches, rebased.spec)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("of an author who changed nothing are as they were", () => {
    fc.assert(
      fc.property(specText, fc.nat(), (text, seed) => {
        const source = [{ path: "a.md", text }];
        const { batches, texts } = sequence(source, random(seed));
        expect(rebase(source, [{ path: "a.md", text }], batches)).toEqual({
          batches,
          spec: texts.at(-1),
          overlaps: [],
        });
      }),
      { numRuns: 100 },
    );
  });

  test("tell for each line of the result who wrote it", () => {
    fc.assert(
      fc.property(specText, fc.nat(), (text, seed) => {
        const source = [{ path: "a.md", text }];
        const { batches, texts } = sequence(source, random(seed));
        const [blamed] = blameLines(source, batches);
        const result = (texts.at(-1)?.[0]?.text ?? "").replace(/^\uFEFF/, "").split(/\r?\n/);
        if (result.at(-1) === "") result.pop();
        expect(blamed?.lines.map((line) => line.text)).toEqual(result);
        const own = blamed?.lines.filter(({ by }) => by === undefined).map((line) => line.text) ?? [];
        const known = new Set(text.replace(/^\uFEFF/, "").split(/\r?\n/));
        expect(own.filter((line) => !known.has(line))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** What a hand does to a text: words, lines and blocks. */
function edited(text: string, pick: Pick): string {
  const lines = text.split("\n");
  for (let edits = 1 + pick(3); edits > 0; edits--) {
    const at = pick(lines.length);
    const line = lines[at] ?? "";
    const how = pick(6);
    if (how === 0) lines.splice(at, 1);
    else if (how === 1) lines.splice(at, 0, `Added by hand ${pick(100)}.`, "");
    else if (how === 2) lines.splice(at, 0, ...lines.splice(pick(lines.length), 1 + pick(3)));
    else if (how === 3) lines[at] = `${line}  `;
    else
      lines[at] = line
        .split(" ")
        .with(0, `hand${pick(100)}`)
        .join(" ");
  }
  return lines.join("\n");
}

describe.skipIf(!existsSync(DOCS))("exact edits of real specs (needs ../shared)", () => {
  const names = existsSync(DOCS) ? readdirSync(DOCS) : [];
  test.each(names)("obey the laws of the working spec: %s", (name) => {
    const source = [{ path: name, text: readFileSync(new URL(name, DOCS), "utf8") }];
    let changes = 0;
    for (let index = 0; index < SEQUENCES; index++) changes += checkSequence(source, random(SEED * 1000 + index));
    expect(changes).toBeGreaterThan(SEQUENCES);
  });
});
