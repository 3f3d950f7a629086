import { basename } from "node:path";
import { nameBefore } from "../../engine/find-sessions.ts";
import { type SessionSummary, summaryOf } from "../../engine/session-summary.ts";
import { questionsNow } from "../../mediator/make-question.ts";
import {
  countedStates,
  hasBegun,
  heldBy,
  isInterview,
  openIssues,
  sessionSeconds,
  spent,
} from "../../mediator/queries.ts";
import { bySeverity, duration, stopWords, sum } from "../../mediator/record-text.ts";
import { decidedLines, openLines, parkedLines, settledLines } from "../../mediator/records/open-points.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine, quoted } from "../../model/command-line.ts";
import { isOpen } from "../../model/counting.ts";
import { groupBy } from "../../model/group-by.ts";
import type { GapId } from "../../model/ids.ts";
import { endWords, inWords, pausedText } from "../../model/in-words.ts";
import type { Issue } from "../../model/issue.ts";
import { missingWord } from "../../model/issue-state.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import { KIND_FACTS } from "../../model/question-kinds.ts";
import { compareSeverity } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { wholeQuestion } from "../../model/whole-question.ts";
import type { Paint } from "../paint.ts";
import { spentWords, trend } from "../progress/render-progress.ts";
import { aligned } from "../wrap-line.ts";
import {
  changedFiles,
  changedText,
  changeLine,
  finishedPath,
  nextLines,
  type SeenSession,
  unwrittenAnswers,
} from "./session-parts.ts";

/** The most questions about passages that are shown in full. */
const MOST_PASSAGES = 2;
/** The most rows of a list; status.md has all of them. */
const MOST_ROWS = 12;
const MOST_PARKED = 5;
const SETTLED = "set aside, and settled by the text, as the final review found";

interface StatusView extends SeenSession {
  readonly holder: number | undefined;
  /** How a command must name the session, if it is not the only one here. */
  readonly named?: string | undefined;
}

export type ListedSession =
  | (Pick<StatusView, "folder" | "holder"> & { readonly summary: SessionSummary })
  | { readonly folder: string; readonly problem: string };

/** How a session stands or ended, on a screen: first what waits for the User. status.md has the rest. */
export function statusLines(view: StatusView, paint: Paint): string[] {
  const { state, folder, holder } = view;
  return [
    headLine(view, paint),
    `  ${openText(summaryOf(state))}${answeredText(state)}${isInterview(state) ? "" : trend(state, paint)}`,
    ...waiting(view, paint),
    ...openLists(state, paint),
    ...parkedList(state, paint),
    "",
    ...(hasBegun(state) && !isInterview(state) ? [`  ${facts(state).join(" · ")}`] : []),
    ...resultLines(view),
    `  records: ${folder}/status.md, ${folder}/decisions.md`,
    ...(state.stop.type === "ended" && isInterview(state) ? [`  ${changeLine(view)}`] : []),
    ...(holder !== undefined ? [] : nextLines(view, nextWords(state), true).map((line) => `  ${line}`)),
  ];
}

/** The open gaps and issues; for an ended session, what its spec leaves open and what was assumed. */
function openLists(state: State, paint: Paint): string[] {
  const left = openLines(state).map(listed);
  const settled = settledLines(state).map(listed);
  const decided = list("decided without you", decidedLines(state).map(listed), paint, MOST_ROWS, "changes.md");
  if (state.stop.type === "ended") {
    return [...list("left open", left, paint), ...decided, ...list(SETTLED, settled, paint)];
  }
  // Gaps that are asked about are listed above.
  const title = state.questions.some(isPassageQuestion) ? "other open gaps" : "open gaps";
  return [
    ...list(title, openGaps(state), paint),
    ...list("open issues", openIssues(state).map(issueRow), paint),
    ...decided,
  ];
}

/** The result, or the User's edits that the session has not merged yet. */
function resultLines({ state, folder, root }: StatusView): string[] {
  const finished = finishedPath(folder, state);
  const changes = state.spec.batches.length === 0 ? [] : [`  See the changes: ${commandLine("diff", folder)}`];
  if (finished !== undefined) return [`  spec: ${finished}`, ...changes];
  if (state.stop.type === "ended") return [];
  const changed = changedFiles(state, root);
  return changed.length === 0 ? [] : [`  ${changedText(changed)}. To merge: ${commandLine("resume", folder)}`];
}

function nextWords({ questions, stop, rollback }: State): string {
  if (stop.type === "ended") return "Continue with what is open";
  if (rollback && !questions.some(({ kind }) => KIND_FACTS[kind].ofRollback)) return "Complete it";
  return questions.length === 0 ? "Continue" : "Answer in the terminal";
}

/** `replaced` are the folders of sessions that `refine --new` replaced. */
export function sessionListLines(
  sessions: readonly ListedSession[],
  paint: Paint,
  replaced: readonly string[] = [],
): string[] {
  if (sessions.length === 0) return ["No sessions below this folder. Start one with `whetstone refine SPEC.md`."];
  const lines = sessions.flatMap((session) => {
    const name = `  ${paint.bold(visibleLine(session.folder, 120))}`;
    if ("problem" in session) return [name, `    cannot be read: ${visibleLine(session.problem, 300)}`];
    const { summary, holder } = session;
    return [name, `    ${[standing(summary, holder), ...roundText(summary), openText(summary)].join(" · ")}`];
  });
  const aside = replaced.length === 0 ? [] : [`Replaced by later ones: ${visibleLine(replaced.join(", "), 300)}`];
  return [`${sessions.length} sessions below this folder:`, "", ...lines, "", ...aside, ...nextOfSeveral(sessions)];
}

/** Complete commands for a session that can be continued, else for any. */
function nextOfSeveral(sessions: readonly ListedSession[]): string[] {
  const readable = sessions.flatMap((session) => ("problem" in session ? [] : [session]));
  const live = readable.filter(({ summary }) => summary.stop.type !== "ended");
  const free = live.filter(({ holder }) => holder === undefined);
  const next = free.find(({ summary }) => summary.questions.length > 0) ?? free[0];
  return [
    `See one: ${commandLine("status", (next ?? live[0] ?? sessions[0])?.folder ?? "")}`,
    ...(next === undefined ? [] : [`Continue one: ${commandLine("resume", next.folder)}`]),
  ];
}

function headLine({ state, holder, root }: StatusView, paint: Paint): string {
  const summary = summaryOf(state);
  const [own, later] = [basename(root), nameBefore(basename(root))];
  const replaced = own === later ? [] : [`replaced by ${later}`];
  const name = paint.bold(visibleLine(own === later ? summary.name : own, 60));
  const { stop } = state;
  // Gaps that were put off are counted in the next line.
  const isPutOff = stop.type === "ended" && stop.termination === "COMPLETE" && hasOpen(summary);
  const why = stop.type === "ended" && !isPutOff ? ` (${visibleLine(stop.trigger, 120)})` : "";
  return `${name}  ${[`${standing(summary, holder)}${why}`, ...roundText(summary), ...replaced].join(" · ")}`;
}

function hasOpen({ open }: SessionSummary): boolean {
  return Object.values(open).some((count) => count > 0);
}

function roundText({ round, maxRounds, isInterview: isAsked, stop }: SessionSummary): string[] {
  if (round === 0 || isAsked) return [];
  return [stop.type === "ended" ? plural(round, "round") : `round ${round} of at most ${maxRounds}`];
}

/** The standing as a word for programs; the journal alone does not say whether a process is running. */
export function standingOf({ stop, questions, hasBegun }: SessionSummary, holder: number | undefined) {
  // The process that has the session open lets its agents finish first.
  if (stop.type === "paused" && holder !== undefined) return "pausing";
  if (stop.type === "paused" || stop.type === "ended") return stop.type;
  if (questions.length > 0) return "waiting";
  if (stop.type !== "running") return stop.type;
  if (holder !== undefined) return "running";
  return hasBegun ? "interrupted" : "not-begun";
}

function standing(summary: SessionSummary, holder: number | undefined): string {
  const { stop } = summary;
  if (stop.type === "ended") return endWords(stop.termination);
  const where = holder === undefined ? "" : ` (process ${holder})`;
  const words = { waiting: `waiting for you${where}`, running: `running${where}`, "not-begun": "not begun" };
  const now = standingOf(summary, holder);
  if (now === "pausing" && stop.type === "paused")
    return visibleLine(`${pausedText(stop.reason, now)} (process ${holder})`, 160);
  return visibleLine(stopWords(stop) ?? words[now as keyof typeof words] ?? now, 120);
}

/** Answered gaps count as open until the answers are in the spec. */
function answeredText(state: State): string {
  const count = unwrittenAnswers(state);
  return count === 0 ? "" : `, ${count} answered and not in the spec yet`;
}

/** `9 of 12 gaps open (1 HIGH, 8 MEDIUM), 2 parked`; "left open" once the session has ended. */
function openText({ gaps, open, parked, stop }: SessionSummary): string {
  const [word, rest] = [stop.type === "ended" ? "left open" : "open", parked === 0 ? "" : `, ${parked} parked`];
  if (gaps + parked === 0) return "no gaps";
  if (sum(open) === 0) return `${gaps <= 1 ? "no gap" : `none of ${gaps} gaps`} ${word}${rest}`;
  return `${sum(open)} of ${plural(gaps, "gap")} ${word} (${bySeverity(open)})${rest}`;
}

/** The questions that can be answered now, then those that wait for them. */
function waiting({ state, named, folder, holder }: StatusView, paint: Paint): string[] {
  const first = questionsNow(state);
  if (state.rollback && first.length === 0 && holder === undefined) {
    const cancel = commandLine("rollback", "--cancel", "--session", folder);
    const held = state.questions.map(({ id }) => id).join(", ");
    const until = held === "" ? "" : ` Until then, ${held} cannot be answered.`;
    return ["", `Undoing the rounds after round ${state.rollback.to} was interrupted. Drop it: ${cancel}.${until}`];
  }
  const all = [...first, ...state.questions.filter((question) => !first.includes(question))];
  const passages = all.filter(isPassageQuestion);
  const brief = passages.length > MOST_PASSAGES ? passages.slice(1) : [];
  const whole = all.filter((question) => !brief.includes(question));
  return [
    ...whole.flatMap((question) => {
      const [first = "", ...rest] = wholeQuestion(question, paint, named);
      return ["", `${paint.yellow("?")} ${paint.bold(first)}`, ...rest];
    }),
    ...inBrief(brief, named, state),
  ];
}

/** Questions about passages look alike, so only the first of many is shown in full. */
function inBrief(questions: readonly Question[], named: string | undefined, { gaps }: State): string[] {
  if (questions.length === 0) return [];
  const session = named === undefined ? "" : ` --session ${quoted(named)}`;
  const rows = questions.map(({ id, text, about, evidence: [passage] }) => {
    // A heading does not say what is missing below it, nor does the start of a long passage.
    const isPassageShown = passage?.where !== undefined && !passage.body.startsWith("#");
    const [line = ""] = passage?.body.trim().split("\n", 1) ?? [];
    const words = line.length > 120 ? (gaps.get(about[0] as GapId)?.title ?? line) : line;
    return [id, visibleLine(isPassageShown ? `${passage.where}: ${words}` : text, 160)];
  });
  return [
    "",
    `${plural(questions.length, "more question")} (whetstone answer ID${session} shows the choices):`,
    ...aligned(rows).map((cells) => `  ${cells.join("  ")}`),
  ];
}

/** Without gaps that a question about a passage shows already. */
function openGaps(state: State): string[][] {
  const asked = new Set(state.questions.filter(isPassageQuestion).flatMap(({ about }) => about));
  return [...state.gaps]
    .filter((gap) => isOpen(gap) && !asked.has(gap.id))
    .sort((a, b) => compareSeverity(a.severity, b.severity) || a.id.localeCompare(b.id))
    .map((gap) => {
      const isPutOff = isInterview(state) && gap.state === "USER_DEFERRED";
      const held = [heldBy(state, gap), isPutOff ? inWords(gap.state) : ""].filter(Boolean).join(", ");
      const title = held === "" ? gap.title : `${gap.title} (${held})`;
      return [gap.severity, gap.id, ...(isInterview(state) ? [] : [inWords(gap.state)]), title];
    });
}

/** The worst of the parked gaps, with their titles. */
function parkedList(state: State, paint: Paint): string[] {
  const take = state.stop.type === "ended" ? "" : " (take one up with `whetstone gap take`)";
  return list(`parked${take}`, parkedLines(state).map(listed), paint, MOST_PARKED);
}

function issueRow(issue: Issue): string[] {
  return [issue.severity, issue.id, `on ${issue.gap}`, `${issue.title} (${missingWord(issue)})`];
}

/** One long text: a row of its own that may wrap. */
function listed(line: string): string[] {
  return [`- ${line}`];
}

function list(title: string, rows: readonly string[][], paint: Paint, most = MOST_ROWS, file = "status.md"): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, most).map((cells) => cells.map((cell) => visibleLine(cell, 300)));
  const more = rows.length > shown.length ? [`  … ${rows.length - shown.length} more in ${file}`] : [];
  return ["", paint.bold(title), ...aligned(shown).map((cells) => `  ${cells.join("  ")}`), ...more];
}

/** Time, cost and counts; for an ended session, its closing summary (SPEC 12). */
function facts(state: State): string[] {
  const { totals, records, decisions } = state;
  const waited = totals.waitedSeconds < 1 ? "" : `, ${duration(totals.waitedSeconds)} of it waiting for you`;
  return [
    `gaps: ${gapsText(state)}`,
    ...(records.some(({ polishing }) => polishing) ? ["polished"] : []),
    `${plural(totals.attempts, "run")}${totals.abandoned === 0 ? "" : ` and ${totals.abandoned} interrupted, whose tokens are not known`}`,
    `${duration(sessionSeconds(state))}${waited}`,
    ...spentWords(spent(state), true),
    plural(decisions.length, "decision"),
  ];
}

/** `8 resolved, 1 deferred`, largest first. */
function gapsText(state: State): string {
  const groups = [...groupBy(state.gaps, countedStates(state))].sort(([, a], [, b]) => b.length - a.length);
  const parts = groups.map(([standing, { length }]) => `${length} ${inWords(standing)}`);
  return parts.join(", ") || "none";
}
