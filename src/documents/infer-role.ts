import { type Markdown, parseMarkdown } from "./markdown/markdown.ts";
import { buildOutline, descendants } from "./outline/outline.ts";
import type { DocumentRole } from "./read-document.ts";

/** Which role wrote a document, by its headings; `undefined` when they do not tell. */
export function inferRole(text: string): DocumentRole | undefined {
  return inferRoleOf(parseMarkdown(text));
}

export function inferRoleOf(markdown: Markdown): DocumentRole | undefined {
  let engineer = 0;
  let reviewer = 0;
  let seen = 0;
  for (const node of descendants(buildOutline(markdown))) {
    if (seen++ > 2000) break;
    const { heading } = node;
    if (heading === undefined) continue;
    const { folded, place, part } = heading;
    if (/^gap resolution\b/u.test(folded)) engineer += 5;
    if (/^engineer\b/u.test(folded)) engineer += 3;
    if (/^reviewer\b/u.test(folded)) reviewer += 3;
    if (/^review\b|\breview$/u.test(folded)) reviewer += 4;
    if (/\bverdict\b/u.test(folded)) reviewer += 3;
    if (/^(?:response to issue-|disagree)/u.test(folded)) engineer += 2;
    if (/\bresolution\b.*gap-|gap-.*\bresolution\b/u.test(folded)) engineer += 2;
    if (place.severity !== undefined && place.area === "issues") reviewer += 2;
    if (part !== undefined && part !== "new-gaps") engineer += 1;
    if (/^issue-r\d/u.test(folded)) reviewer += 1;
  }
  if (engineer === reviewer) return undefined;
  return engineer > reviewer ? "engineer" : "reviewer";
}
