import { findQuotation } from "../../documents/changes/occurs.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { inlineText } from "../../documents/rendering/inline-text.ts";
import { findMarkers } from "../../documents/stated/marker.ts";
import { isOpenListTitle } from "../../documents/stated/open-list.ts";
import { type SourcePassage, sourcePassages } from "../../documents/stated/source-passage.ts";
import type { Spec } from "../../model/change.ts";
import type { Gap, GapState, SourcePlace } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { inWords, withFullStop } from "../../model/in-words.ts";
import { isForUser, isUnsettled, missingWord } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import { compareSeverity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { assumptions, choicesMade, decidedAlone, gapsStillOpen, heldBy, parkedGaps } from "../queries.ts";
import { blocks, section } from "../record-text.ts";
import type { State } from "../state.ts";
import { findingsInChanges } from "../working-spec/findings-in-changes.ts";
import { quotedWords, traceabilityTable } from "./spec-records.ts";

/** The appendix of the finished spec: what is open, assumed, parked or decided without the User (SPEC 12). */
export function specAppendix(state: State): string {
  const { appendix } = state.config.spec;
  if (appendix === "none" || state.config.inPlace || state.session.framework) return "";
  const repeated = authorsOwn(state);
  const open = listItems(listedLines(state, ({ id }) => !repeated.has(id)));
  const parked = section(SET_ASIDE, listItems(setAsideLines(state)));
  // Readers take a list for complete, so it says what it leaves out.
  const rest =
    open === "" || repeated.size === 0 ? "" : `${plural(repeated.size, "more is", "more are")} ${IN_OWN_LIST}.`;
  return blocks(
    section(`## ${appendixTitle(state)}`, blocks(open, rest, parked)),
    section("## Decided without the owner", listItems(decidedLines(state))),
    appendix === "full" ? section("## Traceability", traceabilityTable(state)) : "",
  );
}

const IN_OWN_LIST = "in the spec's own list of open points";

/** One sentence about the appendix of the written spec; `undefined` if it has none. */
export function appendixLine(state: State, file = writtenSpec(state)): string | undefined {
  if (writtenSpec(state) === undefined || specAppendix(state) === "") return undefined;
  const listed = authorsOwn(state).size;
  const points = openLines(state).length - listed + setAsideLines(state).length;
  const decided = decidedLines(state).length;
  const parts = [
    ...(points === 0 ? [] : [`${plural(points, "point")} under "${appendixTitle(state)}"`]),
    ...(decided === 0 ? [] : [`${plural(decided, "point")} decided without you`]),
  ];
  const holds = parts.join(", ") || "the traceability table";
  const rest = points === 0 || listed === 0 ? "" : `; ${plural(listed, "more is", "more are")} ${IN_OWN_LIST}`;
  return `${file} ends with an appendix, which is not part of the spec: ${holds}${rest}.`;
}

/** The file of the finished spec, unless it is one of the source's files or nothing was written. */
export function writtenSpec({ stop, spec }: State): string | undefined {
  const path = stop.type === "ended" ? stop.specPath : undefined;
  return spec.source.some((file) => file.path === path) ? undefined : path;
}

const TITLE = "Left open";

/** The heading of the appendix; another one if the author's spec has the same heading. */
function appendixTitle({ spec }: State): string {
  const sections = [...allSections(parseMarkdown(joinFiles(spec.text)).root)];
  const isTaken = sections.some(({ heading }) => plainText(heading?.text ?? "").toLowerCase() === TITLE.toLowerCase());
  return isTaken ? `${TITLE} by the last session` : TITLE;
}

/** Gaps deferred without a reason that the author's own list of open points still names: no need to repeat them. */
function authorsOwn(state: State): ReadonlySet<GapId> {
  const { first, text } = state.spec;
  const deferred = gapsStillOpen(state).filter(
    (gap) => gap.state === "USER_DEFERRED" && userReason(state, gap.id) === "",
  );
  if (deferred.length === 0) return new Set();
  const before = openPassages(first);
  const now = new Set(openPassages(text).map(wordsOf));
  const stands = ({ line }: SourcePlace) =>
    before.some((passage) => passage.line === line && now.has(wordsOf(passage)));
  return new Set(deferred.filter(({ places }) => places.length > 0 && places.every(stands)).map(({ id }) => id));
}

function openPassages(spec: Spec): SourcePassage[] {
  return sourcePassages(parseMarkdown(joinFiles(spec))).filter(
    ({ openList, intro }) => openList && isOpenListTitle(intro),
  );
}

function wordsOf({ text, body }: SourcePassage): string {
  return `${text}\n${body}`;
}

/** Lines for people as a list in markdown. */
export function listItems(lines: readonly string[]): string {
  return lines.map((line) => `- ${inlineText(line, 1000)}`).join("\n");
}

/** Open gaps and issues, accepted blockers, and findings of the checks, worst first. */
export function openLines(state: State): string[] {
  return listedLines(state, () => true);
}

function listedLines(state: State, isListed: (gap: Gap) => boolean): string[] {
  const open = gapsStillOpen(state).filter(isListed);
  const gaps = open.map(({ id, severity, title, state: now }) => ({
    severity,
    line: `${id} (${severity}, ${standing(state, id, now)}): ${title}${userReason(state, id)}`,
  }));
  const issues = state.issues.filter(isUnsettled).map((issue) => {
    const { id, severity, title, gap, state: now } = issue;
    const word = now === "OPEN" && !isForUser(issue) ? "" : `, ${missingWord(issue)}`;
    return { severity, line: `${id} (${severity}, on ${gap}${word}): ${title}` };
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
  const choices = choicesMade(state).map(({ gap = "", place, text }) => {
    return `${gap}${place === "" ? "" : ` (${place})`}: ${withFullStop(text)}`;
  });
  const alone = decidedAlone(state).map(({ id, confidence, solution, tradeOff }) => {
    const title = (state.gaps.get(id)?.title ?? "").replace(/[.:]$/, "");
    const about = confidence === "LOW" ? `${title}; LOW confidence` : title;
    const cost = tradeOff === undefined ? "" : ` Trade-off: ${withFullStop(tradeOff)}`;
    return solution === undefined ? `${id}: ${about}` : `${id} (${about}): ${withFullStop(solution)}${cost}`;
  });
  return [...new Set([...choices, ...alone, ...assumed])];
}

const SET_ASIDE = "Found and set aside; this spec does not settle them:";

/** Parked gaps, worst first: they do not count as open, but whoever builds the spec must know of them. */
export function parkedLines(state: State): string[] {
  return parkedGaps(state)
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(({ id, severity, title }) => `${id} (${severity}, parked): ${title}${userReason(state, id)}`);
}

/** Parked gaps, and dropped ones whose markers are still in the spec. */
export function setAsideLines(state: State): string[] {
  return [...parkedLines(state), ...stillMarkedLines(state)];
}

/** Gaps that the User dropped although the spec still has their markers. */
export function stillMarkedLines(state: State): string[] {
  const dropped = state.gaps.filter((gap) => gap.state === "WONT_FIX" && isStillMarked(state, gap));
  return dropped.map(({ id, severity, title }) => {
    return `${id} (${severity}, dropped, still marked in the text): ${title}${userReason(state, id)}`;
  });
}

function isStillMarked({ spec: { first, text } }: State, { places: [place] }: Gap): boolean {
  const file = first.find(({ path }) => place?.file === undefined || path === place.file.path);
  if (place === undefined || file === undefined) return false;
  const { line } = place.file ?? place;
  const passage = splitLines(file.text)
    .slice(line - 1, line + place.endLine - place.line)
    .join("\n");
  return findMarkers(passage).length > 0 && findQuotation(text, passage) !== undefined;
}

/** Gaps that the final review called settled, those that the User had put off first, so that they can object. */
export function settledLines(state: State): string[] {
  const { gaps, decisions, finalReview } = state;
  const lines = finalReview.settled.flatMap(({ gap: id, words }) => {
    const gap = gaps.get(id);
    const byUser = decisions.some((made) => PUT_OFF.has(made.type) && made.gaps.includes(id));
    const how = gap && `${gap.severity}, ${inWords(gap.state)}${byUser ? " by the User" : ""}`;
    return gap ? { byUser, line: `${id} (${how}): ${gap.title} (${quotedWords(words)})` } : [];
  });
  return lines.sort((a, b) => Number(b.byUser) - Number(a.byUser)).map(({ line }) => line);
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
