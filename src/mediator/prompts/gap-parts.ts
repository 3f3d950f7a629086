import { occursIn } from "../../documents/changes/occurs.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import { keywordsOf } from "../../documents/stated/keywords.ts";
import type { Spec } from "../../model/change.ts";
import { type Gap, type SourcePlace, sharePlace } from "../../model/gap.ts";
import { compareGapIds, compareIssueIds, type GapId, type IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isBinding, isUnsettled } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { compareSeverity, isBlocking } from "../../model/severity.ts";
import { fileLines } from "../../model/split-lines.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import { liveIssues } from "../queries.ts";
import { refersTo } from "../round/choose-gaps.ts";
import type { State, WorkingSpec } from "../state.ts";
import { folded, placesIn } from "./spec-sections.ts";

/** The gaps of a task: title, parent, place, impact and text, without repetitions (SPEC 15.4). */
export function gapPart(state: State, gaps: readonly Gap[], reader: Reader): string {
  return gaps.map((gap) => gapText(state, gap, reader)).join("\n\n");
}

type Reader = "engineer" | "reviewer";

/** What to do about an accepted gap that is open again because an issue on another gap quotes its words. */
const REOPENED: Readonly<Record<Reader, string>> = {
  engineer: "change its words where that settles the issue",
  reviewer: "of this gap judge only what changed; where nothing did, it is APPROVED as it was",
};

function gapText(state: State, gap: Gap, reader: Reader): string {
  const { spec } = state;
  const lines = [`**${gap.id}** (${gap.severity}${aside(gap)}): ${gapTitle(gap)}`];
  const reopening = liveIssues(state).filter(({ contradicts }) => contradicts?.includes(gap.id));
  if (reopening.length > 0) {
    const ids = reopening.map(({ id }) => id).join(", ");
    lines.push(`It was accepted, and is open again only because ${ids} quotes words of it: ${REOPENED[reader]}.`);
  }
  const repeats = state.gaps.filter(({ duplicateOf }) => duplicateOf === gap.id);
  for (const other of repeats) lines.push(`Also asked as ${other.id}: ${gapTitle(other)}`);
  if (gap.parent !== undefined) lines.push(`Parent: ${gap.parent}`);
  const place = placeLine(spec, gap);
  if (place !== undefined) lines.push(place);
  const why = gap.why?.trim() ?? "";
  if (why !== "") lines.push(`Impact: ${visibleLine(why)}`);
  const { text, request } = textOf(gap);
  if (text !== "" && !says(lines.join("\n"), text)) lines.push(fenceAsData(visibleText(text)));
  if (request !== "") lines.push(visibleLine(request));
  return lines.join("\n");
}

/** In a check's finding only the quoted passage is data; the rest is the check's request, shown below it. */
function textOf({ text, finding }: Gap): { readonly text: string; readonly request: string } {
  if (finding === undefined) return { text: text.trim(), request: "" };
  const parts = text.trim().split("\n\n");
  const isQuoted = (part: string) => part.startsWith(">");
  const quoted = parts.filter(isQuoted).join("\n\n").replace(/^> ?/gm, "");
  return { text: quoted, request: parts.filter((part) => !isQuoted(part)).join(" ") };
}

function aside({ id, label, partOf }: Gap): string {
  const named = label === undefined || label === id ? "" : `, called ${visibleLine(label, 100)}`;
  return `${named}${partOf === undefined ? "" : `, a part of ${partOf}`}`;
}

export const gapTitle = rememberFor(({ title }: Pick<Gap, "title">) => visibleLine(title));

/** The headings and words that the gap is about, as far as the working spec still has them. */
function placeLine(spec: WorkingSpec, gap: Gap): string | undefined {
  const places = placesIn(spec.text);
  const headings = [...new Set(gap.places.map(({ heading }) => heading).filter((heading) => places.has(heading)))];
  const quoted = quotedWords(spec, gap)
    .filter((words) => !folded(textOf(gap).text).includes(folded(words)))
    .map((words) => `"${visibleLine(words)}"`);
  if (headings.length === 0 && quoted.length === 0) return undefined;
  const where = headings.map((heading) => `under "${visibleLine(heading)}"`).join(" and ");
  return `Place: ${[where, quoted.join(" and ")].filter((part) => part !== "").join(", ")}`;
}

/** A place with more lines is a section, for which its heading is enough. */
const MOST_LINES = 8;

/** Words of the working spec that the gap is about: its quotations, else the lines at which it was found. */
export function quotedWords(spec: WorkingSpec, gap: Gap): string[] {
  const given = (gap.quotations ?? []).filter((words) => occursIn(spec.text, words));
  if (given.length > 0) return given;
  return gap.places.map((place) => linesAt(spec, place)).filter((words) => occursIn(spec.text, words));
}

function linesAt({ first }: WorkingSpec, place: SourcePlace): string {
  const file = place.file === undefined ? first[0] : first.find(({ path }) => path === place.file?.path);
  const from = place.file?.line ?? place.line;
  const count = place.endLine - place.line + 1;
  if (file === undefined || count > MOST_LINES) return "";
  const words = fileLines(file).slice(from - 1, from - 1 + count);
  return words.every((line) => /^\s*(?:#|$)/.test(line)) ? "" : words.join("\n");
}

const CLOSED: ReadonlySet<string> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED", "PARKED"]);
/** The prompt must not grow with the number of gaps. */
const MOST_OPEN = 200;
const MOST_CLOSED = 12;
const MOST_PARKED = 24;
const LEAST_SHARED = 2;

/** The gaps that a prompt lists beside those of its task (SPEC 15.4): open ones, worst first; closed and parked ones near it; further parked ones, so that agents do not declare them again. */
export function knownGaps(state: State, task: readonly Gap[]) {
  const beside = state.gaps.filter(({ id }) => !task.some((gap) => gap.id === id));
  const open = beside.filter(({ state: now }) => !CLOSED.has(now));
  const closed = beside.filter(({ state: now }) => CLOSED.has(now));
  const nearnessOf = nearnessTo(task);
  const least = closed.length > MOST_CLOSED ? LEAST_SHARED : 0;
  const near = closed
    .map((gap) => ({ gap, nearness: nearnessOf(gap) }))
    .filter(({ nearness }) => nearness >= least)
    .sort((a, b) => b.nearness - a.nearness || b.gap.changedInRound - a.gap.changedInRound)
    .slice(0, MOST_CLOSED)
    .map(({ gap }) => gap);
  const parked = closed.filter((gap) => gap.state === "PARKED" && !near.includes(gap)).slice(0, MOST_PARKED);
  const listed = open.sort((a, b) => compareSeverity(a.severity, b.severity)).slice(0, MOST_OPEN);
  return {
    shown: [...listed, ...near, ...parked],
    /** The numbers of closed and parked gaps, and of open ones, that are not listed. */
    others: closed.length - near.length - parked.length,
    more: open.length - listed.length,
  };
}

/** Counts shared words; a shared place, parent or reference counts more than any number of them. */
function nearnessTo(task: readonly Gap[]): (gap: Gap) => number {
  const others = task.map((gap) => ({ gap, words: new Set(wordsOf(gap)), subject: categoryOf(gap) }));
  return (gap) => {
    const nearness = others.map((other) => {
      const shared = wordsOf(gap).filter((word) => other.words.has(word)).length;
      const subject = categoryOf(gap) === other.subject ? SAME_SUBJECT : 0;
      return shared + subject + (isTied(gap, other.gap) || sharePlace(gap, other.gap) ? 100 : 0);
    });
    return Math.max(0, ...nearness);
  };
}

/** Gaps of one category have a common subject: enough to be shown, but less than many shared words. */
const SAME_SUBJECT = 2;

function categoryOf({ id }: Gap): string {
  return id.slice(0, id.lastIndexOf("-"));
}

/** Whether one gap is a part, the parent, a duplicate or a dependency of the other, or names it. */
export function isTied(a: Gap | undefined, b: Gap): boolean {
  if (a === undefined) return false;
  const belongsTo = (gap: Gap, other: Gap) =>
    gap.partOf === other.id || gap.duplicateOf === other.id || refersTo(gap, other);
  return belongsTo(a, b) || belongsTo(b, a);
}

const wordsOf = rememberFor((gap: Gap) => [...keywordsOf(`${gap.title}\n${gap.text}`)]);

/** A line each, in the order of their ids, so that prompts differ little. */
export function knownPart({ shown, others, more }: ReturnType<typeof knownGaps>, spec: Spec): string {
  const rest = (count: number, what: string) =>
    count > 0 ? [`- and ${plural(count, `${what} gap`)} on other matters`] : [];
  return [...gapLines(shown, spec), ...rest(more, "more open"), ...rest(others, "closed or parked")].join("\n");
}

export function gapLines(gaps: readonly Gap[], spec: Spec): string[] {
  return gaps.toSorted((a, b) => compareGapIds(a.id, b.id)).map((gap) => gapLine(gap, placeIn(spec, gap)));
}

function gapLine(gap: Gap, place: string): string {
  const where = place === "" ? "" : `, "${visibleLine(place)}"`;
  return `- ${gap.id} (${gap.severity}, ${gap.state}${where}): ${gapTitle(gap)}`;
}

function placeIn(spec: Spec, { places, quotations = [] }: Gap): string {
  const heading = places.find((place) => placesIn(spec).has(place.heading))?.heading;
  return heading ?? quotations.find((words) => occursIn(spec, words)) ?? "";
}

export function openIssues(state: State, gaps: ReadonlySet<GapId>): Issue[] {
  return liveIssues(state)
    .filter((issue) => gaps.has(issue.gap))
    .sort((a, b) => compareSeverity(a.severity, b.severity) || compareIssueIds(a.id, b.id));
}

export function lesserIssueLines(state: State, isWanted: (issue: Issue) => boolean = () => true): string[] {
  return liveIssues(state)
    .filter((issue) => !isBlocking(issue.severity) && isWanted(issue))
    .map(({ id, severity, gap, title }) => `- ${id} (${severity}) on ${gap}: ${visibleLine(title)}`);
}

/** Whether the Engineer has to answer this issue by id (SPEC 3.3, 3.6); not while the User has yet to decide it. */
export function mustBeAnswered(issue: Issue): boolean {
  if (!isUnsettled(issue) || issue.state === "DISPUTED" || issue.state === "LOWERED" || issue.noted) return false;
  return isBlocking(issue.severity) || isBinding(issue);
}

/** The issues in full, as data; answers and decisions that the prompt has elsewhere are not repeated. */
export function issuesPart(issues: readonly Issue[], reader: "engineer" | "reviewer", elsewhere: string): string {
  const stated = folded(elsewhere.replace(/^> ?/gm, ""));
  return issues.map((issue) => issueText(issue, reader, stated)).join("\n\n");
}

const ID_PREFIX = /^[*_[\s]{0,4}ISSUE-R\d{1,6}-\d{3}[*_\]\s]{0,4}(?::[*_\s]{0,4})?/;

function issueText(issue: Issue, reader: "engineer" | "reviewer", stated: string): string {
  const text = visibleText(issue.text.trim()).replace(ID_PREFIX, "");
  const lines = says(text, issue.title) ? [text] : [visibleText(issue.title), text];
  const add = (name: string, value: string | undefined) => {
    if (value === undefined || value.trim() === "" || folded(lines.join("\n")).includes(folded(value))) return;
    lines.push(`${name}: ${visibleText(value.trim())}`);
  };
  add("Location", issue.location);
  add("Impact", issue.impact);
  add("Suggestion", issue.suggestion);
  add("Question to the User", issue.ask);
  if (!stated.includes(folded(issue.lastAnswer ?? "")))
    add(reader === "engineer" ? "Your last answer" : "The Engineer's last answer", issue.lastAnswer);
  add(reader === "reviewer" ? "Your last word" : "The Reviewer's last word", issue.lastWord);
  if (issue.decided !== undefined && !stated.includes(folded(issue.decided))) add("Decided by the User", issue.decided);
  const body = lines.filter((line) => line !== "").join("\n");
  return `**${issue.id}** (${facts(issue)}) on ${issue.gap}\n${fenceAsData(body)}`;
}

/** Compared without markdown, which a title has not and the text may have. */
function says(text: string, title: string): boolean {
  const plain = (words: string) => folded(words.replaceAll(/[`*_]/g, ""));
  return plain(text).includes(plain(title));
}

function facts(issue: Issue): string {
  const words: string[] = [issue.severity];
  if (issue.by === "user") words.push("raised by the User");
  if (issue.state === "NOT_FIXED")
    words.push(issue.notFixedInARow > 1 ? `NOT_FIXED ${issue.notFixedInARow} times` : "NOT_FIXED");
  if (issue.limitation) words.push("a known limitation");
  else if (issue.state === "DISPUTED") words.push("waits for the User");
  if (issue.state === "LOWERED") words.push("lowered by the User");
  if (issue.decided !== undefined) words.push("decided by the User");
  return words.join(", ");
}

export function answerLines(issues: readonly Issue[], asked: ReadonlySet<IssueId>): string {
  return issues.map((issue) => `- ${issue.id}${remark(issue, asked.has(issue.id))}`).join("\n");
}

function remark(issue: Issue, asked: boolean): string {
  if (issue.decided !== undefined) return ": do what the User decided";
  if (asked) return ": the User asks for your answer to it";
  if (issue.unansweredIn.length > 0) return `: not answered in round ${issue.unansweredIn.join(", ")}`;
  return "";
}
