import { inlineText } from "../../documents/rendering/inline-text.ts";
import { isOpen } from "../../model/counting.ts";
import type { GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { isUnsettled, missingWord } from "../../model/issue-state.ts";
import { compareSeverity } from "../../model/severity.ts";
import { heldBy, parkedGaps } from "../queries.ts";
import { blocks, section } from "../record-text.ts";
import type { State } from "../state.ts";
import { traceabilityTable } from "./spec-records.ts";

/** What is said below the finished spec: what is open, assumed or parked, one line each, and only if there is any (SPEC 12). */
export function specAppendix(state: State): string {
  const { appendix } = state.config.spec;
  if (appendix === "none" || state.config.inPlace || state.session.framework) return "";
  return blocks(
    section("## Open points", blocks(openLines(state).join("\n"), section(SET_ASIDE, parkedLines(state).join("\n")))),
    appendix === "full" ? section("## Traceability", traceabilityTable(state)) : "",
  );
}

/** Open gaps and issues, blockers that the User let stand, and what a policy assumed, worst first. */
export function openLines(state: State): string[] {
  const gaps = state.gaps.filter(isOpen).map(({ id, severity, title, state: now }) => ({
    severity,
    line: `${id} (${severity}, ${standing(state, id, now)}): ${title}${userReason(state, id)}`,
  }));
  const issues = state.issues.filter(isUnsettled).map((issue) => {
    const { id, severity, title, gap, state: now } = issue;
    const word = now === "OPEN" ? "" : `, ${missingWord(issue)}`;
    return { severity, line: `${id} (${severity}, on ${gap}${word}): ${title}` };
  });
  const blockers = state.finalReview.result === "accepted" ? state.finalReview.blockers : [];
  const found = blockers.map(({ severity, title }) => ({ severity, line: `${severity}, final review: ${title}` }));
  const assumed = state.decisions
    .filter(({ type }) => type === "assumption")
    .map(({ id, gaps: [gap], decision }) => ({
      severity: (gap && state.gaps.get(gap)?.severity) ?? "MEDIUM",
      line: `${gap ?? id} (assumed, ${id}, to be confirmed): ${decision}`,
    }));
  return [...gaps, ...issues, ...found, ...assumed]
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(({ line }) => `- ${inlineText(line, 400)}`);
}

const SET_ASIDE = "Found and set aside; this spec does not settle them:";

/** Gaps that were found and not worked on, worst first: a builder must know of them, although none is open. */
export function parkedLines(state: State): string[] {
  return parkedGaps(state)
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(({ id, severity, title }) => {
      return `- ${inlineText(`${id} (${severity}, parked): ${title}${userReason(state, id)}`, 400)}`;
    });
}

/** For readers of the spec, who know nothing of a session's states. */
function standing(state: State, id: GapId, now: GapState): string {
  if (now === "USER_DEFERRED") return "put off";
  // Elsewhere the issue that holds it back is listed by itself.
  return now === "PROPOSED" ? ["open", heldBy(state, { id, state: now })].filter(Boolean).join(", ") : "open";
}

const PUT_OFF: ReadonlySet<string> = new Set(["acknowledgement", "deferral", "parked", "wont-fix"]);

/** Why the User lets a gap stand, in their last words on it. */
export function userReason({ decisions }: State, gap: GapId): string {
  const last = decisions.findLast(({ type, gaps, rationale }) => PUT_OFF.has(type) && rationale && gaps.includes(gap));
  const lines = last?.rationale?.split("\n") ?? [];
  // At a warning gate each gap has a line of its own.
  const words = last?.type === "acknowledgement" ? lines.find((line) => line.startsWith(`${gap}: `)) : lines.join(" ");
  return words ? ` (the User: ${words.replace(`${gap}: `, "")})` : "";
}
