import { alignedLines } from "../../documents/changes/aligned-lines.ts";
import { diffHunks } from "../../documents/changes/diff-hunks.ts";
import { findQuotation } from "../../documents/changes/occurs.ts";
import { parkedGaps } from "../../mediator/queries.ts";
import { placeNow, readAsked, whereOf } from "../../mediator/questions/passage-question.ts";
import { appendixLine } from "../../mediator/records/open-points.ts";
import type { State, WorkingSpec } from "../../mediator/state.ts";
import type { Spec } from "../../model/change.ts";
import { commandLine } from "../../model/command-line.ts";
import { isCounted, isOpen } from "../../model/counting.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import { plural } from "../../model/plural.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { compareSeverity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { type Paint, PLAIN } from "../paint.ts";
import { nextLines, type SeenSession } from "./session-parts.ts";

/** The changes of the spec since then, in the order of its lines, with their lines in the author's files. */
function changesSince(earlier: Spec, { text, source, read = source }: WorkingSpec, paint: Paint): string[] {
  const lineIn = (spec: Spec, file: string, line: number) =>
    alignedLines(linesIn(read, file), linesIn(spec, file)).before(line);
  return diffHunks(earlier, text).flatMap(({ file, beforeLine, afterLine, heading, before, after }) => [
    // Removed lines are in the earlier text only.
    `${file}:${after.length === 0 ? lineIn(earlier, file, beforeLine) : lineIn(text, file, afterLine)}  ${visibleLine(heading, 100)}`,
    ...before.map((line) => `  ${paint.red(`- ${line}`.trimEnd())}`),
    ...after.map((line) => `  ${paint.green(`+ ${line}`.trimEnd())}`),
  ]);
}

/** The open gaps with section, line and passage, most severe first, then in document order (SPEC 16.4). */
function openPassages(state: State): string[][] {
  const lineOf = ({ places: [place] }: Gap) => place?.line ?? 0;
  return state.gaps
    .filter(isOpen)
    .toSorted((a, b) => compareSeverity(a.severity, b.severity) || lineOf(a) - lineOf(b))
    .map((gap) => openPassage(state, gap));
}

function openPassage(state: State, gap: Gap): string[] {
  const { severity, finding } = gap;
  const title = visibleLine(gap.title, 160);
  const passage = passageOf(state, gap);
  if (passage === undefined) return [`  ${severity}  ${title}`];
  const { where, words, heading } = passage;
  // A heading alone does not say what is missing below it.
  if (/^#{1,6}\s/.test(words)) return [`  ${severity}  ${where}: ${title}`];
  const section = heading === "" ? "" : `, section "${visibleLine(heading, 60)}"`;
  // For a long passage the title is shown instead.
  const shown = words.length > 160 && finding?.type !== "contradiction" ? title : visibleLine(words, 160);
  const line = `  ${severity}  ${where}${section}: ${shown}`;
  const isClear = finding === undefined ? gap.origin === "source" : SPEAKS_FOR_ITSELF.has(finding.type);
  return isClear || shown === title ? [line] : [line, `    ${title}`];
}

/** The passage as its question shows it, otherwise as it is in the spec now. */
function passageOf(state: State, { id, places: [place], quotations }: Gap) {
  const where = place && whereOf(state, place);
  const question = state.questions.find(({ about }) => about.includes(id));
  const [first, ...others] = question?.evidence ?? [];
  const shown = others.find((passage) => where !== undefined && passage.where === where) ?? first;
  const heading = (shown === first && first?.section) || (place?.heading ?? "");
  if (shown?.where !== undefined) return { where: shown.where, words: shown.body, heading };
  if (place === undefined || where === undefined) return quotedPassage(state.spec, quotations?.[0]);
  const { file, line } = placeNow(state.spec, place);
  const lines = splitLines(file?.text ?? "").slice(line - 1, line + place.endLine - place.line);
  return { where, words: lines.join(" "), heading };
}

/** The passage of a gap that was found later, with its line in the author's file. */
function quotedPassage({ text, source, read = source }: WorkingSpec, words: string | undefined) {
  const found = words === undefined ? undefined : findQuotation(text, words);
  if (words === undefined || found === undefined) return undefined;
  const { file, line, heading } = found;
  return { where: `${file}:${alignedLines(linesIn(read, file), linesIn(text, file)).before(line)}`, words, heading };
}

function linesIn(spec: Spec, path: string): string[] {
  return splitLines(spec.find((file) => file.path === path)?.text ?? "");
}

/** Findings whose passage itself says what is open; the others need their title as well. */
const SPEAKS_FOR_ITSELF: ReadonlySet<string> = new Set(["explicit-marker", "open-question"]);

/** Answers that could not be written because the author changed their passages (SPEC 12). */
function waitingAnswers(state: State): string[] {
  const waiting = [...state.gaps].flatMap(({ id, blocker, places: [place] }) => {
    const earlierAnswer = blocker?.type === "USER_INPUT" ? readAsked(blocker.reason)?.before : undefined;
    const words = earlierAnswer?.text ? `: ${visibleLine(earlierAnswer.text, 160)}` : "";
    return earlierAnswer ? [`  ${place ? whereOf(state, place) : id}${words}`] : [];
  });
  if (waiting.length === 0) return [];
  const why = waiting.length === 1 ? "waits, because its passage has" : "wait, because their passages have";
  return [`${plural(waiting.length, "answer")} of yours ${why} changed; you will be asked again:`, ...waiting];
}

const MOST_SHOWN = 12;

/** A person at the terminal was asked about them, so only the first are listed. */
function openLines(state: State, attended: boolean): string[] {
  const all = openPassages(state);
  const shown = attended ? all.slice(0, MOST_SHOWN) : all;
  return [...shown.flat(), ...(all.length > shown.length ? [`  … ${all.length - shown.length} more`] : [])];
}

const NONE_OPEN = "No gap that the checks found is left open";
const READER = "A reader may find more.";

/** The line when no gap is open, with the number kept, dropped and parked. */
export function noneOpenLine({ state, folder }: Pick<SeenSession, "state" | "folder">): string {
  const kept = keptPassages(state).length;
  if (state.gaps.size === 0) return "This session changed nothing.";
  const decided = [
    ...counted(kept, kept === 1 ? "kept as it is" : "kept as they are"),
    ...counted(state.gaps.filter((gap) => gap.state === "WONT_FIX").length, "dropped"),
  ];
  const parked = counted(parkedGaps(state).length, "parked");
  const parts = [...decided, ...parked];
  if (parts.length === 0) return `${NONE_OPEN}. ${READER}`;
  // decisions.md does not name what the session itself parked.
  const files = [...(decided.length > 0 ? ["decisions.md"] : []), ...(parked.length > 0 ? ["status.md"] : [])];
  return `${NONE_OPEN}; ${parts.join(", ")} (see ${files.join(" and ")} in ${folder}). ${READER}`;
}

/** Passages that the User kept as they are, which the checks would find again. */
function keptPassages({ decisions }: State): Decision[] {
  const replaced = replacedDecisions(decisions);
  return decisions.filter(({ id, passages }) => !replaced.has(id) && passages?.every(({ kind }) => kind === "keep"));
}

function counted(count: number, word: string): string[] {
  return count === 0 ? [] : [`${plural(count, "was", "were")} ${word}`];
}

interface InterviewEnd extends SeenSession {
  /** The state before this run: only later changes are shown. */
  readonly before: State;
  readonly spec: string;
  readonly attended: boolean;
  /** The answers came from a file; at the terminal the person has already seen their changes. */
  readonly fromFile?: boolean;
}

/** What changed, what is open, and where things are. */
export function interviewClosing(end: InterviewEnd, paint = PLAIN): string[] {
  const { state, before, folder, spec, attended, fromFile = false } = end;
  const changes = attended && !fromFile ? [] : changesSince(before.spec.text, state.spec, paint);
  const open = state.gaps.filter(isOpen).length;
  const gaps = state.gaps.filter(isCounted);
  const count = gaps.length;
  // Else the count is not the one that the session began with, and nothing says why.
  const later = gaps.filter(({ origin }) => origin === "reviewer").length;
  const cameUp = later === 0 ? "" : ` (${later} came up in your answers)`;
  const isAbandoned = state.stop.type === "ended" && state.stop.termination === "ABANDONED";
  const appendix = appendixLine(state, "It");
  return [
    ...(changes.length === 0 ? [] : [...changes, ""]),
    open === 0 ? noneOpenLine(end) : `${count - open} of ${count} settled, ${open} open${cameUp}:`,
    ...openLines(state, attended),
    ...waitingAnswers(state),
    isAbandoned ? `Abandoned: no spec was written. The session is kept in ${folder}.` : `Spec: ${spec}`,
    ...(appendix === undefined ? [] : [`  ${appendix}`]),
    ...(state.spec.batches.length === 0 ? [] : [`See the changes: ${commandLine("diff", folder)}`]),
    ...nextLines(end, open === count ? "Answer them" : "Answer the rest"),
    ...(open === 0 || state.stop.type === "ended" || attended
      ? []
      : [`To answer one by one, without a terminal: ${commandLine("status", folder)}`]),
  ];
}
