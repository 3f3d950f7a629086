import { hasSpecifics } from "./claims.ts";
import type { OpenIssue } from "./concern.ts";
import type { Statement } from "./statements.ts";
import type { Workbench } from "./workbench.ts";

/** The first line that names the issue: most such are examples, references and quotations, and answer nothing (SPEC 9). */
export function mentionOf({ id }: OpenIssue, { mentions, lines }: Workbench): number | undefined {
  return id !== undefined && mentions.has(id) ? lines.findIndex((line) => line.includes(id)) + 1 : undefined;
}

/**
 * A statement in passing that says what was done because of the issue: "weight raised from 8 to 16 per ISSUE-R2-010".
 * In a comment of a fence it is no answer by id, but its substance counts.
 */
export function doneBecauseOf(issue: OpenIssue, { mentions, document, lexicon }: Workbench): Statement | undefined {
  const { id } = issue;
  if (id === undefined || !mentions.has(id)) return undefined;
  const because = new RegExp(
    `\\b(?:per|following|because of|due to|as of)\\s+${id}\\b|\\b${id}\\s+(?:fix|recommend|change)`,
  );
  return document.statements.find(
    (statement) =>
      statement.text.includes(id) && because.test(statement.text) && hasSpecifics(statement.text, issue, lexicon.read),
  );
}
