import { type Context, refuse } from "../../documents/form/context.ts";
import { saysNone, severityOf } from "../../documents/form/words.ts";
import type { Block } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { textOfLines } from "../../documents/markdown/markdown.ts";
import type { Severity } from "../../model/severity.ts";
import { type Finding, type ReadingProblem, readFindings, readingProblem, readParts } from "./read-findings.ts";

/** The gaps that a survey found, worst first, and the lesser ones in a line each (SPEC 16.1); or why it cannot be told. */
export type SurveyReading =
  | { readonly type: "survey"; readonly gaps: readonly Finding[]; readonly lesser: readonly LesserGap[] }
  | ReadingProblem;

export interface LesserGap {
  readonly title: string;
  readonly severity: Severity;
}

const NAMES = { gaps: /^gaps\b/, lesser: /^lesser\b/ };

export function readSurvey(text: string): SurveyReading {
  const { context, parts } = readParts(text, NAMES);
  const section = parts.get("gaps")?.blocks;
  if (section === undefined) return readingProblem("The survey has no section `### Gaps`.", context);
  const gaps = readFindings(context, section, "MEDIUM");
  const lesser = (parts.get("lesser")?.blocks ?? []).flatMap((block) => lesserLines(context, block));
  if (context.unread.length > 0) return readingProblem("Some lines of the survey could not be read.", context);
  return { type: "survey", gaps, lesser };
}

function lesserLines(context: Context, block: Block): LesserGap[] {
  if (block.type === "paragraph" && saysNone(block.text)) return [];
  if (block.type !== "list") {
    refuse(context, block, "a list, one line for each lesser gap");
    return [];
  }
  return block.items
    .map(({ line, endLine, marker }) => {
      const text = textOfLines(context.markdown, line, endLine).trim().slice(marker.length);
      return lesserGap(plainText(text.replace(/\s+/g, " ")).trim());
    })
    .filter(({ title }) => !saysNone(title));
}

/** `(MEDIUM) title`; LOW where nothing is said. */
function lesserGap(line: string): LesserGap {
  const [lead = "", word = ""] = /^[([]?([A-Za-z]{3,10})[)\]]?:?\s+/.exec(line) ?? [];
  const severity = /^[([]|:/.test(lead) ? severityOf(word) : undefined;
  return severity === undefined ? { title: line, severity: "LOW" } : { title: line.slice(lead.length), severity };
}
