import type { Finding } from "../../checks/finding.ts";
import { openQuestion } from "../../checks/rules/open-question.ts";
import { foldedWords } from "../../documents/changes/occurs.ts";
import { blankAppendix } from "../../documents/spec/appendix.ts";
import type { Severity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";

/** `- GAP-A-001 (MEDIUM, deferred): …`, `- HIGH, final review: …`; parked and assumed items are not open. */
const LISTED = /^- (?:\S+ \()?(CRITICAL|HIGH|MEDIUM|LOW), (?!parked\))(?:[^:]*\)|final review): (.+)$/;

/** What the appendix of a final spec lists as open is a finding even if no rule finds it in the text (SPEC 12). */
export function leftOpenBelow(text: string, findings: readonly Finding[]): Finding[] {
  const blanked = blankAppendix(text);
  if (blanked === text) return [];
  const [lines, body] = [splitLines(text), splitLines(blanked).map(foldedWords)];
  return lines.flatMap((line, index) => {
    const [, severity, text = ""] = body[index] === "" ? (LISTED.exec(line) ?? []) : [];
    if (severity === undefined) return [];
    const subject = text.replace(/ \(the User: .*\)$/, "").replace(/\.$/, "");
    const words = foldedWords(subject);
    const lineInBody = body.findIndex((bodyLine) => bodyLine.includes(words)) + 1;
    const isReported = ({ line: from, endLine, related, message }: Finding) =>
      [{ line: from, endLine }, ...related].some((place) => place.line <= lineInBody && lineInBody <= place.endLine) ||
      foldedWords(message).includes(words);
    if (findings.some(isReported)) return [];
    const at = lineInBody || index + 1;
    return {
      ...{ rule: openQuestion.id, type: openQuestion.type, severity: severity as Severity, subject, related: [] },
      ...{ line: at, column: 1, endLine: at, endColumn: (lines[at - 1]?.length ?? 0) + 1 },
      message: `"${subject}" was left open by the session that wrote this version.`,
      fix: "Settle it with `whetstone refine`, or write the answer and remove the line from the appendix.",
    };
  });
}
