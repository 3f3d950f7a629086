import type { IssueId } from "../../../model/ids.ts";
import { hasSpecifics } from "./claims.ts";
import type { OpenIssue } from "./concern.ts";
import { textOf } from "./document-index.ts";
import type { Statement } from "./statements.ts";
import type { Workbench } from "./workbench.ts";

/** A place where a text names an issue, in an answer or not. */
export interface Mention {
  readonly at: number;
  readonly line: number;
  /** As it is written there. */
  readonly name: string;
}

export type Mentions = ReadonlyMap<string, readonly Mention[]>;

/** Where a text has the ids of issues, `R1-003` for short, and some names that Reviewers gave. */
export function mentionsIn(text: string, labels: readonly string[]): Mentions {
  const found = new Map<string, Mention[]>();
  let line = 1;
  let end = text.indexOf("\n");
  const names = labels.map((label) => `(?<!\\w)${label.replace(/[^\w\s]/g, "\\$&")}(?![\\w-])`);
  const pattern = new RegExp(["(?:ISSUE-|(?<![\\w-]))R\\d{1,6}-\\d{3}(?![\\d-])", ...names].join("|"), "g");
  for (const { 0: name, index } of text.matchAll(pattern)) {
    const id = /^R\d/.test(name) && !labels.includes(name) ? `ISSUE-${name}` : name;
    for (; end !== -1 && end < index; end = text.indexOf("\n", end + 1)) line += 1;
    const of = found.get(id);
    if (of) of.push({ at: index, line, name });
    else found.set(id, [{ at: index, line, name }]);
  }
  return found;
}

/** The first line that names the issue: most such are examples, references and quotations, and answer nothing (SPEC 9). */
export function mentionOf({ id }: OpenIssue, { mentions }: Workbench): number | undefined {
  return id === undefined ? undefined : mentions.get(id)?.[0]?.line;
}

/**
 * A statement in passing that says what was done because of the issue: "weight raised from 8 to 16 per ISSUE-R2-010".
 * In a comment of a fence it is no answer by id, but its substance counts.
 */
export function doneBecauseOf(issue: OpenIssue, bench: Workbench): Statement | undefined {
  const { id } = issue;
  if (id === undefined) return undefined;
  const { statements } = bench.document;
  const naming = new Set((bench.mentions.get(id) ?? []).map(({ at }) => statements[lastFrom(at, statements)]));
  const because = becauseOf(id);
  for (const statement of naming) {
    if (!statement || !because.test(textOf(bench.document, statement))) continue;
    if (hasSpecifics(textOf(bench.document, statement), issue, bench.lexicon.read)) return statement;
  }
  return undefined;
}

function becauseOf(id: IssueId): RegExp {
  return new RegExp(`\\b(?:per|following|because of|due to|as of)\\s+${id}\\b|\\b${id}\\s+(?:fix|recommend|change)`);
}

/** The last statement that begins at a place of the text or before it. */
function lastFrom(at: number, statements: readonly Statement[]): number {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((statements[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
