import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { inWords, withFullStop } from "../../model/in-words.ts";
import { isForUser, isUnsettled, missingWord } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import { compareSeverity } from "../../model/severity.ts";
import { assumptions, choicesMade, decidedAlone, gapsStillOpen, heldBy, parkedGaps } from "../queries.ts";
import { blocks, section } from "../record-text.ts";
import type { State } from "../state.ts";
import { findingsInChanges } from "../working-spec/new-passages.ts";
import { quotedWords, traceabilityTable } from "./spec-records.ts";

/** The appendix of the finished spec: what is open, assumed, parked or decided without the User (SPEC 12). */
export function specAppendix(state: State): string {
  const { appendix } = state.config.spec;
  if (appendix === "none" || state.config.inPlace || state.session.framework) return "";
  return blocks(
    section("## Left open", blocks(listItems(openLines(state)), section(SET_ASIDE, listItems(parkedLines(state))))),
    section("## Decided without the owner", listItems(decidedLines(state))),
    appendix === "full" ? section("## Traceability", traceabilityTable(state)) : "",
  );
}

const SET_ASIDE = "Found and set aside; this spec does not settle them:";

/** One sentence about the appendix of the written spec; `undefined` if it has none. */
export function appendixLine(state: State, file = writtenSpec(state)): string | undefined {
  if (writtenSpec(state) === undefined || specAppendix(state) === "") return undefined;
  const points = openLines(state).length + parkedLines(state).length;
  const decided = decidedLines(state).length;
  const holds = [
    ...(points > 0 ? [plural(points, "open point")] : []),
    ...(decided > 0 ? [`${plural(decided, "point")} decided without you`] : []),
  ];
  return `${file} ends with an appendix, which is not part of the spec: ${holds.join(", ") || "traceability"}.`;
}

/** The file of the finished spec, unless it is one of the source's files or nothing was written. */
export function writtenSpec({ stop, spec }: State): string | undefined {
  const path = stop.type === "ended" ? stop.specPath : undefined;
  return spec.source.some((file) => file.path === path) ? undefined : path;
}

export function listItems(lines: readonly string[]): string {
  return lines.map((line) => `- ${inlineText(line, 1000)}`).join("\n");
}

/** Open gaps and issues, accepted blockers, and findings of the checks, worst first. */
export function openLines(state: State): string[] {
  const gaps = gapsStillOpen(state).map(({ id, severity, title, state: now }) => ({
    severity,
    line: `${id} (${severity}, ${standing(state, id, now)}): ${title}${userReason(state, id)}`,
  }));
  const issues = state.issues.filter(isUnsettled).map((issue) => {
    const { id, severity, title, gap, state: now } = issue;
    const word = now === "OPEN" && !isForUser(issue) ? "" : `, ${missingWord(issue)}`;
    const asked = isForUser(issue) && issue.ask !== undefined ? ` (asked: ${issue.ask})` : "";
    return { severity, line: `${id} (${severity}, on ${gap}${word}): ${title}${asked}` };
  });
  const blockers = state.finalReview.result === "accepted" ? state.finalReview.blockers : [];
  const found = blockers.map(({ severity, title }) => ({ severity, line: `${severity}, final review: ${title}` }));
  const checked = findingsInChanges(state).map((message) => {
    return { severity: "MEDIUM" as const, line: `found by the checks: ${message}` };
  });
  return [...gaps, ...issues, ...found, ...checked]
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(({ line }) => line);
}

/** What the Engineer decided without asking the User: its choices by place, else the gap's solution; and what a policy answered. */
export function decidedLines(state: State): string[] {
  const assumed = assumptions(state).map(({ id, gaps: [gap], decision, question = "" }) => {
    const asked = question && ` (asked: ${question})`;
    return `${gap ?? id} (assumed, ${id}, to be confirmed): ${decision}${asked}`;
  });
  const choices = choicesMade(state).map(({ gap = "", place, text, isRewritten }) => {
    const since = isRewritten ? " (Rewritten since: see whether it still holds.)" : "";
    return `${gap}${place === "" ? "" : ` (${place})`}: ${withFullStop(text)}${since}`;
  });
  const alone = decidedAlone(state).map(({ id, confidence, solution }) => {
    const title = (state.gaps.get(id)?.title ?? "").replace(/[.:]$/, "");
    const about = confidence === "LOW" ? `${title}; LOW confidence` : title;
    return solution === undefined ? `${id}: ${about}` : `${id} (${about}): ${withFullStop(solution)}`;
  });
  return [...new Set([...choices, ...alone, ...assumed])];
}

export function parkedLines(state: State): string[] {
  return parkedGaps(state)
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(({ id, severity, title }) => `${id} (${severity}, parked): ${title}${userReason(state, id)}`);
}

/** Gaps that the final review called settled, so that the User can object. */
export function settledLines({ gaps, finalReview }: State): string[] {
  return finalReview.settled.flatMap(({ gap: id, words }) => {
    const gap = gaps.get(id);
    return gap ? [`${id} (${gap.severity}, ${inWords(gap.state)}): ${gap.title} (${quotedWords(words)})`] : [];
  });
}

/** A gap's state for readers of the spec, who do not know the states of a session. */
function standing(state: State, id: GapId, now: GapState): string {
  if (now === "USER_DEFERRED") return "deferred";
  // In other states the issue that blocks the gap has its own line.
  return now === "PROPOSED" ? ["open", heldBy(state, { id, state: now })].filter(Boolean).join(", ") : "open";
}

const PUT_OFF: ReadonlySet<string> = new Set(["acknowledgement", "deferral", "parked", "wont-fix"]);

/** The User's last reason for leaving a gap open. */
export function userReason({ decisions }: State, gap: GapId): string {
  const last = decisions.findLast(({ type, gaps, rationale }) => PUT_OFF.has(type) && rationale && gaps.includes(gap));
  const lines = last?.rationale?.split("\n") ?? [];
  // A warning gate asks for one line of reasons per gap.
  const words = last?.type === "acknowledgement" ? lines.find((line) => line.startsWith(`${gap}: `)) : lines.join(" ");
  return words ? ` (the User: ${words.replace(`${gap}: `, "")})` : "";
}
