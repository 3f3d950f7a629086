import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { answersOn, MOST_ASKED } from "./answers-so-far.ts";
import { essence, type Grave, graveFindings, specTextsOf, writtenLines } from "./findings.ts";
import { currentSpec } from "./subject.ts";

/** The last pass (SPEC 12, 16.4): nothing above LOW is left that the person has not seen and let stand. */
export function finalReview(brief: TaskBrief): string {
  const found = graveFindings(brief.draft, brief.checks);
  const isSettled = settledBy(brief);
  const blockers = found.filter((one) => !isSettled(one));
  return `${[
    "## Final Review",
    "### Checklist",
    [
      `- Completeness: ${found.length === 0 ? "the checks find nothing above LOW" : `the checks find ${found.length} above LOW`}`,
      `- Consistency: ${found.filter((one) => one.type === "contradiction").length} contradictions`,
      `- Readiness: ${found.length - blockers.length} of the findings were dropped, put off or left as the person answered`,
    ].join("\n"),
    "### Blockers",
    blockers.length === 0 ? "None." : blockers.map(blocker).join("\n"),
    "### Verdict",
    blockers.length === 0 ? "READY_FOR_TERMINATION" : "NOT_READY",
  ].join("\n\n")}\n`;
}

function blocker({ message, fix, text, severity }: Grave): string {
  return [
    `- **${visibleLine(message.replace(/\*/g, ""), 180)}** (${severity}): ${visibleLine(fix, 300)}`,
    "",
    `  > ${visibleLine(text.trim(), 400)}`,
  ].join("\n");
}

/** Gaps that the person closed or put off, wherever they read now, and answers that stand after they were asked three times. */
function settledBy(brief: TaskBrief): (finding: Grave) => boolean {
  const left = brief.gaps.filter(({ state }) => state === "WONT_FIX" || state === "USER_DEFERRED");
  const titles = new Set(left.map((gap) => essence(gap.title)));
  const stands = brief.gaps.filter((gap) => answersOn(brief, gap.id).length >= MOST_ASKED);
  const lines = new Set(stands.flatMap((gap) => [...writtenLines(specTextsOf(brief, gap.id))]));
  for (const line of linesOf(brief, left)) lines.add(line);
  return ({ message, text }) => titles.has(essence(message)) || lines.has(text.trim());
}

/** The lines that gaps are about, as they read now: another gap's answer may stand on the same one. */
function linesOf(brief: TaskBrief, gaps: readonly Gap[]): string[] {
  if (gaps.length === 0) return [];
  const current = currentSpec(brief, gaps);
  const now = current.text.split(/\r\n|\r|\n/);
  // A section that holds only what was put off is announced by its heading.
  const headingOf = (line: number) => now.slice(0, line).findLast((text) => /^#{1,6}\s/.test(text)) ?? "";
  return gaps
    .flatMap((gap) => current.placesOf(gap))
    .flatMap(({ line, endLine }) => [headingOf(line), ...now.slice(line - 1, endLine)])
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
