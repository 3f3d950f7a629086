import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Gap } from "../../model/gap.ts";
import { headOf } from "../../model/passage-answer.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { linesNow, type Passage, passageOf, placeOfLine } from "./passage.ts";

/** What the person wrote for a gap before reopening it, as it stands in the draft; their new words replace it. */
export interface Written {
  readonly passage: Passage;
  /** The words that they added, without bullet and id; absent if they edited a passage. */
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

/** The lines nearest to `near` that were added since the source and contain these words; blank lines may lie between them. */
function linesWith(brief: TaskBrief, text: string, near: number): Written | undefined {
  const { lines } = parseMarkdown(brief.draft);
  const aligned = linesNow(brief);
  const said = splitLines(text).flatMap((line) => line.trim() || []);
  const filled = lines.flatMap((line, at) => (line.trim() === "" ? [] : [{ line, at }]));
  const [found] = filled
    .map((_, from) => filled.slice(from, from + said.length))
    .filter((own) => said.every((words, at) => own[at]?.line.includes(words)))
    .map((own) => ({ from: own[0]?.at ?? 0, to: own.at(-1)?.at ?? 0 }))
    .filter(({ from }) => !aligned.stood(from + 1))
    .toSorted((a, b) => Math.abs(a.from + 1 - near) - Math.abs(b.from + 1 - near));
  if (found === undefined) return undefined;
  const body = lines.slice(found.from, found.to + 1).join("\n");
  const passage = passageOf(brief.draft, body, found.from + 1);
  const [first = "", last = ""] = [said[0], said.at(-1)];
  const place = placeOfLine(brief, found.from + 1);
  const words = body.slice(body.indexOf(first), body.lastIndexOf(last) + last.length);
  return passage && { passage: { ...passage, place }, words };
}
