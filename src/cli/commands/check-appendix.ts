import type { Finding } from "../../checks/finding.ts";
import { openQuestion } from "../../checks/rules/open-question.ts";
import { foldedWords } from "../../documents/changes/occurs.ts";
import { blankAppendix } from "../../documents/spec/appendix.ts";
import type { Severity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";

/** `- GAP-A-001 (MEDIUM, deferred): …`, `- HIGH, final review: …`; what is set aside or assumed is not open. */
const LISTED = /^- (?:\S+ \()?(CRITICAL|HIGH|MEDIUM|LOW), (?!parked\))(?:[^:]*\)|final review): (.+)$/;

/** What the appendix of a finished spec lists as left open is open, also where no rule finds it in the text (SPEC 12). */
export function leftOpenBelow(text: string, findings: readonly Finding[]): Finding[] {
  const blanked = blankAppendix(text);
  if (blanked === text) return [];
  const [lines, body] = [splitLines(text), splitLines(blanked).map(foldedWords)];
  return lines.flatMap((line, index) => {
    const [, severity, told = ""] = body[index] === "" ? (LISTED.exec(line) ?? []) : [];
    if (severity === undefined) return [];
    const subject = told.replace(/ \(the User: .*\)$/, "").replace(/\.$/, "");
    const words = foldedWords(subject);
    const stands = body.findIndex((each) => each.includes(words)) + 1;
    const isTold = ({ line: from, endLine, related, message }: Finding) =>
      [{ line: from, endLine }, ...related].some((place) => place.line <= stands && stands <= place.endLine) ||
      foldedWords(message).includes(words);
    if (findings.some(isTold)) return [];
    const at = stands || index + 1;
    return {
      ...{ rule: openQuestion.id, type: openQuestion.type, severity: severity as Severity, subject, related: [] },
      ...{ line: at, column: 1, endLine: at, endColumn: (lines[at - 1]?.length ?? 0) + 1 },
      message: `"${subject}" was left open by the session that wrote this version.`,
      fix: "Settle it with `whetstone refine`, or write the answer and remove the line from the appendix.",
    };
  });
}
