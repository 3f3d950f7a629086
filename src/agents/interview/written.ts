import { placesInFiles } from "../../documents/layouts/joined-files.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Gap } from "../../model/gap.ts";
import { headOf } from "../../model/passage-answer.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { linesNow, type Passage, passageOf } from "./passage.ts";

/** What the person wrote for a gap that they reopened, as it stands in the draft: what they say now takes its place. */
export interface Written {
  readonly passage: Passage;
  /** Of what they added their words, without the bullet and the id; absent where they edited a passage. */
  readonly words?: string;
}

export function writtenBefore(brief: TaskBrief, gap: Gap, shown: readonly Passage[]): Written | undefined {
  const made = brief.decisions.filter(({ gaps }) => gaps.includes(gap.id));
  const before = made.slice(
    0,
    Math.max(
      0,
      made.findLastIndex(({ type }) => type === "reopening"),
    ),
  );
  const answers = before.flatMap(({ passages = [] }) => passages).filter(({ kind }) => kind !== "keep");
  const own = answers.slice(answers.findLastIndex(({ kind }) => kind === "strike") + 1);
  const last = own.at(-1);
  const [passage, second] = shown;
  if (last === undefined || passage === undefined) return undefined;
  if (own[0]?.kind === "add") return linesWith(brief, last.text.slice(headOf(last.text).length), passage.line);
  return second === undefined ? { passage } : undefined;
}

/** The lines that are not the source's and say these words, nearest to a line. */
function linesWith(brief: TaskBrief, text: string, near: number): Written | undefined {
  const { lines } = parseMarkdown(brief.draft);
  const aligned = linesNow(brief);
  const said = splitLines(text).map((line) => line.trim());
  const isHere = (at: number) =>
    said.every((line, offset) => lines[at + offset]?.includes(line)) && !aligned.stood(at + 1);
  const [first] = lines
    .flatMap((_, at) => (isHere(at) ? [at] : []))
    .toSorted((a, b) => Math.abs(a + 1 - near) - Math.abs(b + 1 - near));
  if (first === undefined) return undefined;
  const body = lines.slice(first, first + said.length).join("\n");
  const passage = passageOf(brief.draft, body, first + 1);
  const from = body.indexOf(said[0] ?? "");
  const end = body.lastIndexOf(said.at(-1) ?? "") + (said.at(-1) ?? "").length;
  const line = aligned.before(first + 1);
  const place = placesInFiles(brief.source)({ heading: "", line, endLine: line });
  return passage && { passage: { ...passage, place }, words: body.slice(from, end) };
}
