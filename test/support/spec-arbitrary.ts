import fc from "fast-check";
import { FileView } from "../../src/documents/changes/file-view.ts";
import { sectionsIn } from "../../src/documents/changes/section-places.ts";
import type { Change, ChangeSet, Spec } from "../../src/model/change.ts";

/** For tests: specs, and changes such as an Engineer writes. */

const WORDS =
  "entry cache write read expires minutes limit user grant admin scope event shall when 15 10,000 `id` **bold**".split(
    " ",
  );

const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 8 })
  .map((words) => `${words.join(" ")}.`);
const block = fc.oneof(
  sentence,
  fc.tuple(sentence, sentence).map(([a, b]) => `${a}  \n${b}`),
  fc.array(sentence, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- ${item}`).join("\n")),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item, at) => `${at + 1}. ${item}`).join("\n\n")),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((rows) => `| a | b |\n| - | - |\n${rows.map((row) => `| x | ${row} |`).join("\n")}`),
  sentence.map((text) => `\`\`\`\`md\n# ${text}\n\`\`\`js\n${text}\n\`\`\`\n\`\`\`\``),
  sentence.map((text) => `> ${text}\n> ${text}`),
  fc.constant("---"),
);
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), sentence)
  .map(([level, text]) => `${"#".repeat(level)} ${text.slice(0, -1)}`);

/** A markdown text with headings, with line ends of one kind or another. */
export const specText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "\uFEFF", "---\ntitle: a\n---\n\n"),
    fc.array(fc.tuple(fc.oneof(heading, block), fc.constantFrom("\n\n", "\n\n", "\n", "\n\n\n")), {
      minLength: 1,
      maxLength: 14,
    }),
    fc.constantFrom("\n", "", "\n\n"),
    fc.constantFrom("\n", "\n", "\r\n"),
  )
  .map(([front, blocks, final, lineEnd]) =>
    (
      front +
      blocks
        .map(([text, gap]) => text + gap)
        .join("")
        .trimEnd() +
      final
    ).replaceAll("\n", lineEnd),
  );

/** Small and fast; the same numbers for the same seed. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ADDED = [
  "An entry expires 15 minutes after its last write.",
  "- A write that arrives while an entry is removed: the write wins.",
  "| FR-099 | New row | P0 |",
  "1. WHEN a user writes THEN the system SHALL answer within 2 s.",
  'Two paragraphs.\n\n```json\n{ "a": 1 }\n```',
  "#### Limits of Writes\n\n- One.\n- Two.  \n  Hard break.",
  "It holds.",
];

/** A change of some place of a spec, which may or may not apply: quoted lines, words of a line, headings. */
export function realLookingChange(views: readonly FileView[], pick: (below: number) => number, number: number): Change {
  const view = views[pick(views.length)] ?? new FileView({ path: "", text: "" });
  const added = `${ADDED[pick(ADDED.length)]} (${pick(1000)})`;
  const kind = pick(10);
  if (kind === 0) {
    const sections = sectionsIn(view);
    const section = sections[pick(sections.length)];
    return { number, kind: "add-at-end", place: section?.path.slice(-2).join(" > ") ?? "", old: "", new: added };
  }
  const old = kind % 3 === 0 ? quotedWords(view, pick) : quotedLines(view, pick);
  const place = "";
  if (kind < 3) return { number, kind: "remove", place, old, new: "" };
  if (kind < 6) return { number, kind: "add-after", place, old, new: added };
  return { number, kind: "replace", place, old, new: kind === 9 ? added : reworded(old, pick) };
}

function quotedLines(view: FileView, pick: (below: number) => number): string {
  const from = pick(view.lines.length);
  const lines = Array.from({ length: 1 + pick(3) }, (_, index) => view.lineText(from + index));
  return pick(2) === 0 ? lines.join("\n") : lines.map((line) => line.trimEnd()).join("\r\n");
}

function quotedWords(view: FileView, pick: (below: number) => number): string {
  const words = view.lineText(pick(view.lines.length)).trim().split(" ");
  const from = pick(words.length);
  return words.slice(from, from + 2 + pick(6)).join(" ");
}

function reworded(old: string, pick: (below: number) => number): string {
  const words = old.split(" ");
  words[pick(words.length)] = `changed${pick(1000)}`;
  return words.join(" ");
}

export function setOf(changes: readonly Change[], gap: number): ChangeSet {
  return { gap: `GAP-TEST-${String(gap).padStart(3, "0")}`, changes };
}

export function viewsOf(spec: Spec): FileView[] {
  return spec.map((file) => new FileView(file));
}
