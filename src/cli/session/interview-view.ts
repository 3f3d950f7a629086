import { alignedLines } from "../../documents/changes/aligned-lines.ts";
import { diffHunks } from "../../documents/changes/diff-hunks.ts";
import { findQuotation } from "../../documents/changes/occurs.ts";
import { joinFiles, placesInFiles } from "../../documents/layouts/joined-files.ts";
import { placeNow, whereOf } from "../../mediator/questions/gap-evidence.ts";
import { readAsked } from "../../mediator/questions/passage-question.ts";
import { appendixLine, authorsOwn, specAppendix } from "../../mediator/records/open-points.ts";
import type { State } from "../../mediator/state.ts";
import type { Spec } from "../../model/change.ts";
import { commandLine } from "../../model/command-line.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { plural } from "../../model/plural.ts";
import { compareSeverity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { questionWords } from "../../model/whole-question.ts";
import { noneOpenLine } from "./closing-lines.ts";
import { nextLines, type SeenSession } from "./session-parts.ts";

/** What the answers since then made of the spec, in the order of its lines. */
function changesSince(earlier: Spec, now: Spec): string[] {
  return diffHunks(earlier, now).flatMap(({ file, beforeLine, heading, before, after }) => [
    `${file}:${beforeLine}  ${visibleLine(heading, 100)}`,
    ...before.map((line) => `  - ${line}`.trimEnd()),
    ...after.map((line) => `  + ${line}`.trimEnd()),
  ]);
}

/** Where it stands in the source; what an answer brought, where that answer stands. */
function placeOf({ spec }: State, { places: [place], quotations = [] }: Gap): SourcePlace | undefined {
  if (place !== undefined) return place;
  const [first, now] = [joinFiles(spec.first), joinFiles(spec.text)];
  const [found] = quotations.flatMap((words) => findQuotation([{ path: "", text: now }], words) ?? []);
  if (found === undefined) return undefined;
  const line = alignedLines(splitLines(first), splitLines(now)).before(found.line);
  return placesInFiles(first)({ heading: found.heading, line, endLine: line });
}

/** What is open, with its section, line and passage, worst first, then in the order of the document. */
function openPassages(state: State): string[][] {
  const open = state.gaps
    .filter(isOpen)
    .map((gap) => ({ gap, place: placeOf(state, gap) }))
    .toSorted((a, b) => compareSeverity(a.gap.severity, b.gap.severity) || lineIn(a.place) - lineIn(b.place));
  return open.map(({ gap, place }) => {
    const { severity, finding } = gap;
    const title = visibleLine(gap.title, 160);
    if (place === undefined) return [`  ${severity}  ${title}`];
    const { words, where, heading } = passageAt(state, gap, place);
    // The heading alone says nothing of what is missing below it.
    if (/^#{1,6}\s/.test(words)) return [`  ${severity}  ${where}: ${title}`];
    const section = heading === "" ? "" : `, section "${visibleLine(heading, 60)}"`;
    const passage = `  ${severity}  ${where}${section}: ${visibleLine(words, 160)}`;
    return finding === undefined || SPEAKS_FOR_ITSELF.has(finding.type) ? [passage] : [passage, `    ${title}`];
  });
}

/** Answers that could not be written, because the author changed their passages: where, and what they say (SPEC 12). */
function waitingAnswers(state: State): string[] {
  const waiting = [...state.gaps].flatMap((gap) => {
    const { blocker } = gap;
    const said = blocker?.type === "USER_INPUT" ? readAsked(blocker.reason)?.before : undefined;
    const place = said && placeOf(state, gap);
    const words = said?.text ? `: ${visibleLine(said.text, 160)}` : "";
    return said ? [`  ${place ? passageAt(state, gap, place).where : gap.id}${words}`] : [];
  });
  if (waiting.length === 0) return [];
  const isOne = waiting.length === 1;
  const why = isOne ? "waits, because its passage has changed" : "wait, because their passages have changed";
  return [`${plural(waiting.length, "answer")} of yours ${why}; you will be asked again:`, ...waiting];
}

/** Whoever sits at the terminal was asked about them: of many the first. */
function openLines(state: State, attended: boolean): string[] {
  const all = openPassages(state);
  const shown = attended ? all.slice(0, MOST_SHOWN) : all;
  return [...shown.flat(), ...(all.length > shown.length ? [`  … ${all.length - shown.length} more`] : [])];
}

const MOST_SHOWN = 12;

/** A marker and a question say what is open; of anything else the passage alone does not. */
const SPEAKS_FOR_ITSELF: ReadonlySet<string> = new Set(["explicit-marker", "open-question"]);

function lineIn(place: SourcePlace | undefined): number {
  return place?.line ?? 0;
}

/** As it reads now where it is asked about, as it was in the source elsewhere. */
function passageAt(state: State, { id, places, quotations: [quotation] = [] }: Gap, place: SourcePlace) {
  const where = whereOf(state, place);
  const question = state.questions.find(({ about }) => about.includes(id));
  const shown = question?.evidence.find((passage) => passage.where === where) ?? question?.evidence[0];
  // The author may have renamed the section since.
  const isFirst = question !== undefined && shown === question.evidence[0];
  const heading = (isFirst && questionWords(question).section) || place.heading;
  if (shown !== undefined) return { words: shown.body, where: shown.where ?? where, heading };
  if (places.length === 0) return { words: quotation ?? "", where, heading };
  const { file, line } = placeNow(state.spec, place);
  const lines = splitLines(file?.text ?? "").slice(line - 1, line + place.endLine - place.line);
  return { words: lines.join(" "), where, heading };
}

export interface InterviewEnd extends SeenSession {
  /** As this run found it: only what came since is shown. */
  readonly before: State;
  readonly spec: string;
  readonly attended: boolean;
  /** The answers came from a file: whoever is asked at the terminal has seen what their own change. */
  readonly fromFile?: boolean;
}

/** What changed, what is open, and where things are. */
export function interviewClosing(end: InterviewEnd): string[] {
  const { state, before, folder, spec, attended, fromFile = false } = end;
  const changes = attended && !fromFile ? [] : changesSince(before.spec.text, state.spec.text);
  const open = state.gaps.filter(isOpen).length;
  const count = state.gaps.filter((gap) => gap.state !== "PARKED" && gap.state !== "SUPERSEDED").length;
  const isAbandoned = state.stop.type === "ended" && state.stop.termination === "ABANDONED";
  // Elsewhere the finished spec lists them itself.
  const isUnlisted = state.stop.type === "ended" && specAppendix(state) === "" && authorsOwn(state).size < open;
  const listed = isUnlisted ? `, listed in ${folder}/traceability.md` : "";
  return [
    ...(changes.length === 0 ? [] : [...changes, ""]),
    open === 0 ? noneOpenLine(end) : `${count - open} of ${count} settled, ${open} open${listed}:`,
    ...openLines(state, attended),
    ...waitingAnswers(state),
    isAbandoned ? `Abandoned: no spec was written. The session is kept in ${folder}.` : `Spec: ${spec}`,
    ...(appendixLine(state, "It") === undefined ? [] : [`  ${appendixLine(state, "It")}`]),
    ...(state.spec.batches.length === 0 ? [] : [`See the changes: ${commandLine("diff", folder)}`]),
    ...nextLines(end, open === count ? "Answer them" : "Answer the rest"),
    ...(open === 0 || state.stop.type === "ended" || attended
      ? []
      : [`To answer one by one, without a terminal: ${commandLine("status", folder)}`]),
  ];
}
