import { hasSpecifics } from "./claims.ts";
import type { OpenIssue } from "./concern.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Statement } from "./statements.ts";
import type { TermReader } from "./terms.ts";

/** Lines that name the issue, wherever: most are examples, references and quotations, which answer nothing (SPEC 9). */
export function mentionsOf({ id }: OpenIssue, lines: readonly string[]): number[] {
  if (id === undefined || !lines.some((line) => line.includes(id))) return [];
  const named = new RegExp(`\\b${id}\\b(?!-?\\d)`);
  return lines.flatMap((line, index) => (line.includes(id) && named.test(line) ? [index + 1] : []));
}

/**
 * A statement in passing that says what was done because of the issue: "weight raised from 8 to 16 per ISSUE-R2-010".
 * In a comment of a fence it is no answer by id, but its substance counts.
 */
export function doneBecauseOf(issue: OpenIssue, document: DocumentIndex, read: TermReader): Statement | undefined {
  const { id } = issue;
  if (id === undefined) return undefined;
  const because = new RegExp(
    `\\b(?:per|following|because of|due to|as of)\\s+${id}\\b|\\b${id}\\s+(?:fix|recommend|change)`,
  );
  return document.statements.find(
    ({ text }) => text.includes(id) && because.test(text) && hasSpecifics(text, issue, read),
  );
}
