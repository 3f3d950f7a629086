import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";

/** How much of a title another one must share to mean the same issue. */
const SAME_TITLE = 0.75;

/**
 * The issue that a document means by a name of its own: its label (`H1`), else its title, among the issues of these
 * gaps; the newest of several labels. Two titles that fit alike are none.
 */
export function issueByName(
  issues: readonly Pick<Issue, "id" | "label" | "title" | "gap">[],
  name: string | undefined,
  gaps: ReadonlySet<GapId>,
): IssueId | undefined {
  if (name === undefined) return undefined;
  const own = issues.filter((issue) => gaps.has(issue.gap));
  const labelled = own.findLast((issue) => issue.label?.toUpperCase() === name.toUpperCase());
  return labelled?.id ?? issueByTitle(own, name);
}

function issueByTitle(issues: readonly Pick<Issue, "id" | "title">[], name: string): IssueId | undefined {
  const words = wordsOf(name);
  if (words.size < 2) return undefined;
  const alike = issues
    .map(({ id, title }) => ({ id, share: sharedPart(words, wordsOf(title)) }))
    .filter(({ share }) => share >= SAME_TITLE)
    .toSorted((a, b) => b.share - a.share);
  const [best, second] = alike;
  return best === undefined || best.share === second?.share ? undefined : best.id;
}

/** The share of the shorter title's words that the other one has; a title of many words is not meant by a few. */
function sharedPart(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [less, more] = a.size < b.size ? [a, b] : [b, a];
  if (less.size === 0 || more.size > 3 * less.size) return 0;
  return [...less].filter((word) => more.has(word)).length / less.size;
}

const LITTLE = new Set(
  "a an and are as at be by for from in is it its no not of on or that the to was with".split(" "),
);

function wordsOf(text: string): Set<string> {
  const words =
    text
      .slice(0, 300)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !LITTLE.has(word)));
}
