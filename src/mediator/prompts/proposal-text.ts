import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { GapId } from "../../model/ids.ts";
import type { State, TextRef } from "../state.ts";
import { fenceAsData } from "./fence.ts";
import { textAt } from "./session-text.ts";

/**
 * What the Reviewer reads of the Engineer: this round's document whole, since answers and new gaps stand between the
 * resolutions, and of earlier rounds the proposals that nobody has reviewed yet.
 */
export function documentsUnderReview(state: State, gaps: readonly GapId[]): TextRef[] {
  const current = state.round?.engineerDocument?.path;
  const proposals = gaps.flatMap((id) => state.proposals.get(id) ?? []);
  const earlier = proposals.filter((proposal) => proposal.path !== current);
  const whole = proposals.length > earlier.length && current !== undefined ? [wholeFile(current)] : [];
  return [...whole, ...earlier.map(({ path, line, endLine }) => ({ path, line, endLine }))];
}

function wholeFile(path: string): TextRef {
  return { path, line: 1, endLine: Number.POSITIVE_INFINITY };
}

/** The documents without the words of their changes, which the diff and the candidate show. */
export function documentPart(documents: readonly TextRef[], files: ReadonlyMap<string, string>): string {
  return documents
    .map((ref) => {
      const text = textAt(files, ref);
      if (text === undefined) return `${ref.path}: the text is no longer there.`;
      return `${ref.path}:\n\n${fenceAsData(withoutChangedWords(text), "markdown")}`;
    })
    .join("\n\n");
}

/** Drops the fences of Spec Changes: which change it is and where stays. */
export function withoutChangedWords(text: string): string {
  const { root, lines } = parseMarkdown(text);
  const sections = [...allSections(root)].filter(({ heading }) => /^spec changes\b/i.test(heading?.text ?? ""));
  const dropped = new Set<number>();
  for (const block of sections.flatMap((section) => section.blocks)) {
    if (block.type !== "fence") continue;
    for (let line = block.line; line <= block.endLine; line++) dropped.add(line);
  }
  return lines
    .filter((_, at) => !dropped.has(at + 1))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}
