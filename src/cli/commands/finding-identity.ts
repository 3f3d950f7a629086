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
  return ({ rule, subject, line }) => {
    read ??= { passages: sourcePassages(parseMarkdown(text)).toReversed(), lines: splitLines(text) };
    const within = read.passages.find((passage) => passage.line <= line && line <= passage.endLine);
    const words = rule === survey.id ? "" : (within?.text ?? read.lines[line - 1] ?? "");
    return { rule, subject, passage: words.replace(/\s+/g, " ").trim().toLowerCase() };
  };
}
