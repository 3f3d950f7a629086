import { parseMarkdown } from "../documents/markdown/markdown.ts";
import { sourcePassages } from "../documents/stated/source-passage.ts";
import { splitLines } from "../model/split-lines.ts";
import type { Finding } from "./finding.ts";
import { survey } from "./registry.ts";

/** Identifies a finding when lines move: the same words in another passage are another finding. */
export interface FindingIdentity {
  readonly rule: string;
  readonly subject: string;
  /** The words of its passage, without case and line breaks; empty for a gap of a survey, known by its title. */
  readonly passage: string;
}

/** Identifies the findings of a text, which is parsed at the first call: most have no findings. */
export function identifier(text: string): (finding: Finding) => FindingIdentity {
  let read: { readonly passages: ReturnType<typeof sourcePassages>; readonly lines: readonly string[] } | undefined;
  return ({ rule, subject, line, related, questions }) => {
    read ??= { passages: sourcePassages(parseMarkdown(text)).toReversed(), lines: splitLines(text) };
    const { passages, lines } = read;
    const wordsAt = (at: number): string =>
      passages.find((passage) => passage.line <= at && at <= passage.endLine)?.text ?? lines[at - 1] ?? "";
    // A list of edge cases is identified by its questions, not by its heading.
    const places = questions === undefined ? [line] : related.map((place) => place.line);
    const words = rule === survey.id ? "" : places.map(wordsAt).join("\n");
    return { rule, subject, passage: words.replace(/\s+/g, " ").trim().toLowerCase() };
  };
}
