import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { GapId } from "../../model/ids.ts";
import type { State, TextRef } from "../state.ts";

/** This round's document whole, since answers stand between resolutions, and earlier unreviewed proposals. */
export function documentsUnderReview(state: State, gaps: readonly GapId[]): TextRef[] {
  const current = state.round?.engineerDocument?.path;
  const proposals = state.proposals.pick(gaps);
  const earlier = proposals.filter((proposal) => proposal.path !== current);
  const isNew = proposals.length > earlier.length && current !== undefined;
  const whole = isNew ? [{ path: current, line: 1, endLine: Number.POSITIVE_INFINITY }] : [];
  return [...whole, ...earlier.map(({ path, line, endLine }) => ({ path, line, endLine }))];
}

/** The documents with no more than the first words of each change: the diff and the candidate show them all. */
export function documentPart(documents: readonly TextRef[], files: ReadonlyMap<string, string>): string {
  return documents
    .map((ref) => {
      const text = textAt(files, ref);
      if (text === undefined) return `${ref.path}: the text is no longer there.`;
      return `${ref.path}:\n\n${fenceAsData(withoutChangedWords(text), "markdown")}`;
    })
    .join("\n\n");
}

const MOST_FIRST_WORDS = 60;

/** Of the fences of Spec Changes the first words stay, by which an answer's "change 3" is found in the diff. */
export function withoutChangedWords(text: string): string {
  const { root, lines } = parseMarkdown(text);
  const sections = [...allSections(root)].filter(({ heading }) => /^spec changes\b/i.test(heading?.text ?? ""));
  const shown: (string | undefined)[] = [...lines];
  for (const { blocks } of sections) {
    for (const [at, block] of blocks.entries()) {
      if (block.type !== "fence") continue;
      shown.fill(undefined, block.line - 1, block.endLine);
      if (blocks[at + 1]?.type !== "fence") shown[block.line - 1] = `> ${firstWords(block.text)}`;
    }
  }
  return shown
    .filter((line) => line !== undefined)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}

function firstWords(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return text.trim().length <= MOST_FIRST_WORDS ? line : `${line.slice(0, MOST_FIRST_WORDS)}…`;
}

/** The lines of a file of the session that a reference means; `undefined` when the file is gone. */
export function textAt(files: ReadonlyMap<string, string>, ref: TextRef): string | undefined {
  const text = files.get(ref.path);
  if (text === undefined) return undefined;
  const from = afterLines(text, 0, ref.line - 1);
  return text.slice(from, afterLines(text, from, ref.endLine - ref.line + 1));
}

/** Where the text goes on after so many lines from a place. */
function afterLines(text: string, from: number, lines: number): number {
  let at = from;
  for (let left = lines; left > 0 && at < text.length; left -= 1) {
    const end = text.indexOf("\n", at);
    at = end === -1 ? text.length : end + 1;
  }
  return at;
}
