import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { type Finding, readFindings, saysNone } from "./read-findings.ts";

/** The gaps that a survey found (SPEC 16.1), or why it cannot be told. */
export type SurveyReading =
  | { readonly type: "survey"; readonly gaps: readonly Finding[] }
  | { readonly type: "problem"; readonly message: string };

export function readSurvey(text: string): SurveyReading {
  const markdown = parseMarkdown(text);
  const heading = /\bgaps\b/i;
  const gaps = readFindings(markdown, heading, "MEDIUM");
  if (gaps.length > 0) return { type: "survey", gaps };
  const sections = [...allSections(markdown.root)].filter((section) => heading.test(section.heading?.text ?? ""));
  const body = sections.map((section) => markdown.lines.slice(section.line, section.endLine).join("\n")).join("\n");
  const none = sections.length > 0 ? saysNone(plainText(body.trim())) : saysNone(plainText(text.trim()));
  if (none) return { type: "survey", gaps: [] };
  return {
    type: "problem",
    message: "The survey lists no gaps under `### Gaps`, and does not say that there are none.",
  };
}
