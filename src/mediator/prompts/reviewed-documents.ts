import { allSections, parseMarkdown, textOfLines } from "../../documents/markdown/markdown.ts";
import type { GapId } from "../../model/ids.ts";
import { rememberLast } from "../../model/remember-last.ts";
import type { State, TextRef } from "../state.ts";
import { fenceAsData } from "./fence.ts";
import { sameWords } from "./same-words.ts";
import { textAt } from "./session-text.ts";

/**
 * What the Reviewer reads: this round's document whole, since answers and new gaps stand between the resolutions, and
 * of earlier rounds the proposals that nobody has reviewed yet.
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

export function documentPart(documents: readonly TextRef[], files: ReadonlyMap<string, string>): string {
  return documents
    .map((ref) => {
      const text = textAt(files, ref);
      return text === undefined
        ? `${ref.path}: the text is no longer there.`
        : `${ref.path}:\n${fenceAsData(text, "markdown")}`;
    })
    .join("\n\n");
}

/** Which sections of a revision differ from the version before it: what did not change was passed (SPEC 3.6, late). */
export function changePart(state: State, gaps: readonly GapId[], files: ReadonlyMap<string, string>): string {
  return gaps
    .flatMap((id) => {
      const proposal = state.proposals.get(id);
      if (proposal?.previous === undefined) return [];
      const [before, after] = [bodiesAt(files, proposal.previous), bodiesAt(files, proposal)];
      return before === undefined || after === undefined ? [] : (changeLine(id, before, after) ?? []);
    })
    .join("\n");
}

type Bodies = ReadonlyMap<string, string>;

function changeLine(gap: GapId, before: Bodies, after: Bodies): string | undefined {
  const unchanged: string[] = [];
  const changed: string[] = [];
  for (const [heading, body] of after) (isUnchanged(before.get(heading), body) ? unchanged : changed).push(heading);
  if (unchanged.length === 0) return undefined;
  return `${gap} against the version before: changed ${listed(changed)}; unchanged ${listed(unchanged)}.`;
}

function isUnchanged(before: string | undefined, after: string): boolean {
  return before !== undefined && sameWords(before, after);
}

/** What stands in the sections of a proposal, by their headings; `undefined` when the file is gone. */
function bodiesAt(files: ReadonlyMap<string, string>, { path, line, endLine }: TextRef): Bodies | undefined {
  const text = files.get(path);
  if (text === undefined) return undefined;
  const within = sectionBodies(text).filter((section) => line <= section.line && section.line <= endLine);
  return new Map(within.map(({ heading, body }) => [heading, body]));
}

interface SectionBody {
  readonly line: number;
  readonly heading: string;
  readonly body: string;
}

/** Of the whole document, which the gate has parsed; and what is new in this round is what the next one changes. */
const sectionBodies = rememberLast(4, (text): readonly SectionBody[] => {
  const markdown = parseMarkdown(text);
  return [...allSections(markdown.root)]
    .filter((section) => section.level === 3)
    .map(({ line, endLine, heading }) => ({
      line,
      heading: heading?.text.trim() ?? "",
      body: textOfLines(markdown, line + 1, endLine),
    }));
});

const MOST_LISTED = 12;

function listed(headings: readonly string[]): string {
  if (headings.length === 0) return "nothing";
  const shown = headings.slice(0, MOST_LISTED).map((heading) => `"${heading.slice(0, 60)}"`);
  return `${shown.join(", ")}${headings.length > MOST_LISTED ? ` and ${headings.length - MOST_LISTED} more` : ""}`;
}
