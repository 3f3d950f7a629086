import { parseMarkdown } from "../markdown/markdown.ts";
import { type HeadingKind, readEngineerHeading, readReviewerHeading } from "./headings.ts";
import type { DocumentRole } from "./read-form.ts";

const MOST_HEADINGS = 2000;

/** Which role wrote a document, by its headings; `undefined` when they do not tell. */
export function inferRole(text: string): DocumentRole | undefined {
  const headings = parseMarkdown(text)
    .blocks.filter((block) => block.type === "heading")
    .slice(0, MOST_HEADINGS);
  const engineer = weigh(headings.map((heading) => readEngineerHeading(heading).kind));
  const reviewer = weigh(headings.map((heading) => readReviewerHeading(heading).kind));
  if (engineer === reviewer) return undefined;
  return engineer > reviewer ? "engineer" : "reviewer";
}

/** The headings that open a document tell the most; those that both roles have tell nothing. */
function weigh(kinds: readonly HeadingKind[]): number {
  const telling = kinds.filter((kind) => kind !== "unknown" && kind !== "new-gaps");
  return telling.reduce((sum, kind) => sum + (kind === "resolution" || kind === "review" ? 5 : 2), 0);
}
