import type { Finding } from "../../checks/finding.ts";
import { survey } from "../../checks/registry.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { sourcePassages } from "../../documents/spec/source-passage.ts";
import { splitLines } from "../../model/split-lines.ts";

/** How a finding is known again, whatever lines move: a marker of the same words in another passage is another one. */
export interface FindingIdentity {
  readonly rule: string;
  readonly subject: string;
  /** The words it stands in, without case and line breaks; empty for a survey's gap, which its title names. */
  readonly passage: string;
}

/** Names the findings of one text. It is read once, with the first of them: most have none. */
export function identifier(text: string): (finding: Finding) => FindingIdentity {
  let read: { readonly passages: ReturnType<typeof sourcePassages>; readonly lines: readonly string[] } | undefined;
  return ({ rule, subject, line, related, questions }) => {
    read ??= { passages: sourcePassages(parseMarkdown(text)).toReversed(), lines: splitLines(text) };
    const { passages, lines } = read;
    const wordsAt = (at: number): string =>
      passages.find((passage) => passage.line <= at && at <= passage.endLine)?.text ?? lines[at - 1] ?? "";
    // A list of edge cases is its questions, not its heading.
    const places = questions === undefined ? [line] : related.map((place) => place.line);
    const words = rule === survey.id ? "" : places.map(wordsAt).join("\n");
    return { rule, subject, passage: words.replace(/\s+/g, " ").trim().toLowerCase() };
  };
}
