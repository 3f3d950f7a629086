import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, type Markdown, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { isBlocking } from "../../model/severity.ts";
import { type Finding, readFindings } from "./read-findings.ts";

/** What a final review says (SPEC 12), or why it cannot be told. */
export type FinalReviewReading =
  | { readonly type: "review"; readonly ready: boolean; readonly blockers: readonly Finding[] }
  | { readonly type: "problem"; readonly message: string };

/**
 * Reads the answer of the final review. Tolerant of form and strict about meaning: a verdict that cannot be told is a
 * problem, READY over a CRITICAL or HIGH blocker is not ready (as in SPEC 3.6, the severity holds), and NOT_READY
 * without a blocker names nothing that could be worked on.
 */
export function readFinalReview(text: string): FinalReviewReading {
  const markdown = parseMarkdown(text);
  const verdict = readVerdict(markdown);
  if (verdict === undefined) return problem("The final review gives no verdict: READY_FOR_TERMINATION or NOT_READY.");
  if (verdict === "both")
    return problem("The final review gives two verdicts: it must be one of READY_FOR_TERMINATION and NOT_READY.");
  const found = readFindings(markdown, /\bblock(?:er|ers|ing)\b/i, "HIGH");
  if (verdict === "ready") {
    const blockers = found.filter((blocker) => isBlocking(blocker.severity));
    return { type: "review", ready: blockers.length === 0, blockers };
  }
  if (found.length === 0) return problem("The final review says NOT_READY and names no blocker under `### Blockers`.");
  return { type: "review", ready: false, blockers: found };
}

function problem(message: string): FinalReviewReading {
  return { type: "problem", message };
}

/** The verdict of its own section; without one, of the whole text outside code blocks. */
function readVerdict(markdown: Markdown): "ready" | "not-ready" | "both" | undefined {
  const section = [...allSections(markdown.root)].findLast((one) => /\bverdict\b/i.test(one.heading?.text ?? ""));
  const hidden = new Set<number>();
  for (const block of markdown.blocks) {
    if (block.type !== "fence" && block.type !== "code") continue;
    // A verdict set in a fence is still the verdict; an example of the form is not.
    if (section !== undefined && block.line > section.line && block.endLine <= section.endLine) continue;
    for (let line = block.line; line <= block.endLine; line++) hidden.add(line);
  }
  const visible = (from: number, to: number) =>
    plainText(
      markdown.lines
        .slice(from - 1, to)
        .filter((_, at) => !hidden.has(from + at))
        .join("\n"),
    );
  const own = section === undefined ? undefined : verdictIn(visible(section.line, section.endLine));
  return own ?? verdictIn(visible(1, markdown.lines.length));
}

function verdictIn(text: string): "ready" | "not-ready" | "both" | undefined {
  const notReady = /\bNOT[ _-]{1,3}(?:YET[ _-])?READY(?:[ _-]FOR[ _-]TERMINATION)?\b/gi;
  const not = notReady.test(text);
  const rest = text.replace(notReady, " ");
  const ready = /\bREADY[ _-]FOR[ _-]TERMINATION\b/i.test(rest) || /^\W{0,8}(?:Verdict\W{0,8})?READY\b/im.test(rest);
  if (not && ready) return "both";
  return not ? "not-ready" : ready ? "ready" : undefined;
}
