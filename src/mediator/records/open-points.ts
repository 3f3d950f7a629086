import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { inlineText } from "../../documents/rendering/inline-text.ts";
import { isOpenListTitle } from "../../documents/spec/open-list.ts";
import { type SourcePassage, sourcePassages } from "../../documents/spec/source-passage.ts";
import type { Spec } from "../../model/change.ts";
import type { Gap, GapState, SourcePlace } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { inWords } from "../../model/in-words.ts";
import { isUnsettled, missingWord } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import { compareSeverity } from "../../model/severity.ts";
import { decidedAlone, gapsStillOpen, heldBy, parkedGaps } from "../queries.ts";
import { blocks, section } from "../record-text.ts";
import { findingsInChanges } from "../spec/changed-lines.ts";
import type { State } from "../state.ts";
import { quotedWords, traceabilityTable } from "./spec-records.ts";

/** What is said below the finished spec: what is open, assumed, parked or decided without the User, one line each, and only if there is any (SPEC 12). */
export function specAppendix(state: State): string {
  const { appendix } = state.config.spec;
  if (appendix === "none" || state.config.inPlace || state.session.framework) return "";
  const repeated = authorsOwn(state);
  const open = listedLines(state, ({ id }) => !repeated.has(id)).join("\n");
  const parked = section(SET_ASIDE, parkedLines(state).join("\n"));
  // Beside a list a reader takes for whole, what it leaves out is said.
  const rest =
    open === "" || repeated.size === 0 ? "" : `${plural(repeated.size, "more is", "more are")} ${IN_OWN_LIST}.`;
  return blocks(
    section(`## ${appendixTitle(state)}`, blocks(open, rest, parked)),
    section("## Decided without the owner", decidedLines(state).join("\n")),
    appendix === "full" ? section("## Traceability", traceabilityTable(state)) : "",
  );
}

const IN_OWN_LIST = "in the spec's own list of open points";

/** Below the spec that a session wrote, what is no part of it, in a sentence; `undefined` where nothing is. */
export function appendixLine(state: State, file = writtenSpec(state)): string | undefined {
  if (writtenSpec(state) === undefined || specAppendix(state) === "") return undefined;
  const own = authorsOwn(state).size;
  const points = openLines(state).length - own + parkedLines(state).length;
  const decided = decidedAlone(state).length;
  const parts = [
    ...(points === 0 ? [] : [`${plural(points, "point")} under "${appendixTitle(state)}"`]),
    ...(decided === 0 ? [] : [`${plural(decided, "point")} decided without you`]),
  ];
  const holds = parts.join(", ") || "the traceability table";
  const rest = points === 0 || own === 0 ? "" : `; ${plural(own, "more is", "more are")} ${IN_OWN_LIST}`;
  return `${file} ends with an appendix, which is not part of the spec: ${holds}${rest}.`;
}

/** The file of its own that the finished spec is in; an interview that changed nothing writes none. */
export function writtenSpec({ stop, spec }: State): string | undefined {
  const path = stop.type === "ended" ? stop.specPath : undefined;
  return spec.source.some((file) => file.path === path) ? undefined : path;
}

const TITLE = "Left open";

/** The heading of what is left open, which is none of the author's. */
export function appendixTitle({ spec }: State): string {
  const sections = [...allSections(parseMarkdown(joinFiles(spec.text)).root)];
  const isTaken = sections.some(({ heading }) => plainText(heading?.text ?? "").toLowerCase() === TITLE.toLowerCase());
  return isTaken ? `${TITLE} by the last session` : TITLE;
}

/** Gaps put off without a reason whose passage is still an item of the author's own open points: the spec says it already. */
export function authorsOwn(state: State): ReadonlySet<GapId> {
  const { first, text } = state.spec;
  const put = gapsStillOpen(state).filter((gap) => gap.state === "USER_DEFERRED" && userReason(state, gap.id) === "");
  if (put.length === 0) return new Set();
  const before = openPassages(first);
  const now = new Set(openPassages(text).map(wordsOf));
  const stands = ({ line }: SourcePlace) => before.some((each) => each.line === line && now.has(wordsOf(each)));
  return new Set(put.filter(({ places }) => places.length > 0 && places.every(stands)).map(({ id }) => id));
}

function openPassages(spec: Spec): SourcePassage[] {
  return sourcePassages(parseMarkdown(joinFiles(spec))).filter(
    ({ openList, intro }) => openList && isOpenListTitle(intro),
  );
}

function wordsOf({ text, body }: SourcePassage): string {
  return `${text}\n${body}`;
}

/** Open gaps and issues, blockers that the User let stand, what a policy assumed, and what the checks find, worst first. */
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
    const word = now === "OPEN" ? "" : `, ${missingWord(issue)}`;
    return { severity, line: `${id} (${severity}, on ${gap}${word}): ${title}` };
  });
  const blockers = state.finalReview.result === "accepted" ? state.finalReview.blockers : [];
  const found = blockers.map(({ severity, title }) => ({ severity, line: `${severity}, final review: ${title}` }));
  const assumed = state.decisions
    .filter(({ type }) => type === "assumption")
    .map(({ id, gaps: [gap], decision, question = "" }) => ({
      severity: (gap && state.gaps.get(gap)?.severity) ?? "MEDIUM",
      line: `${gap ?? id} (assumed, ${id}, to be confirmed): ${decision}${question && ` (asked: ${question})`}`,
    }));
  const checked = findingsInChanges(state).map((message) => {
    return { severity: "MEDIUM" as const, line: `found by the checks: ${message}` };
  });
  return [...gaps, ...issues, ...found, ...assumed, ...checked]
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(({ line }) => `- ${inlineText(line, 400)}`);
}

/** What the Engineer chose and the User was not asked: gap, title, and what holds now. */
export function decidedLines(state: State): string[] {
  return decidedAlone(state).map(({ id, confidence, solution }) => {
    const title = (state.gaps.get(id)?.title ?? "").replace(/[.:]$/, "");
    const about = confidence === "LOW" ? `${title}; LOW confidence` : title;
    return `- ${inlineText(solution === undefined ? `${id}: ${about}` : `${id} (${about}): ${solution}.`, 400)}`;
  });
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

/** What the final review took off the list, first what the User had set aside: they must be able to object. */
export function settledLines(state: State): string[] {
  const { gaps, decisions, finalReview } = state;
  const lines = finalReview.settled.flatMap(({ gap: id, words }) => {
    const gap = gaps.get(id);
    const own = decisions.some((made) => PUT_OFF.has(made.type) && made.gaps.includes(id));
    const how = gap && `${gap.severity}, ${inWords(gap.state)}${own ? " by the User" : ""}`;
    return gap ? { own, line: `- ${inlineText(`${id} (${how}): ${gap.title} (${quotedWords(words)})`, 400)}` } : [];
  });
  return lines.sort((a, b) => Number(b.own) - Number(a.own)).map(({ line }) => line);
}

/** For readers of the spec, who know nothing of a session's states. */
function standing(state: State, id: GapId, now: GapState): string {
  if (now === "USER_DEFERRED") return "deferred";
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
