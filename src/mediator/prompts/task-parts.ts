import { viewOf } from "../../documents/changes/file-view.ts";
import { sectionsIn } from "../../documents/changes/section-places.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { fenceAsData, quoteLines } from "../../documents/rendering/fence.ts";
import { readScope } from "../../documents/stated/read-scope.ts";
import { wordCount, wordsIn } from "../../documents/stated/word-count.ts";
import type { Change, Spec } from "../../model/change.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, type IssueId, issueId, parseGapId } from "../../model/ids.ts";
import { namesOf } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { lines } from "../record-text.ts";
import { freeIds, ownIds } from "../round/number-requirements.ts";
import type { State } from "../state.ts";
import { isTied, knownGaps, knownPart, openIssues, quotedWords } from "./gap-parts.ts";
import type { PromptOrder, TemplateValues } from "./prompt-kit.ts";
import { chosenSections, isShownWhole, type Subject } from "./spec-sections.ts";

/** A condensed prompt has only a quarter of the room for the spec (SPEC 7, both failed). */
const CONDENSED = 4;

export function contextTokens(state: State, order: PromptOrder): number {
  return state.config.contextTokens / (order.condensed ? CONDENSED : 1);
}

/** Decisions on other gaps may bind as well: this many of the newest are listed. */
const MOST_OTHERS = 6;

/** What comes between the spec and the task, for both the Engineer and the Reviewer (SPEC 15.4). */
export function aroundTask(state: State, order: PromptOrder, gaps: readonly Gap[], spec: Spec): TemplateValues {
  const tokens = contextTokens(state, order);
  const near = knownGaps(state, gaps);
  const isShort = order.condensed || state.round?.polishing !== undefined;
  const touching = decisionsOn(state, [...withParents(gaps), ...near.shown.map(({ id }) => id)], gaps);
  const every = state.decisions.flatMap(({ gaps: about }) => about);
  const others = decisionsOn(state, every).filter((decision) => !touching.includes(decision));
  return {
    sections: isShownWhole(spec, tokens)
      ? ""
      : chosenSections(spec, subjectOf(state, gaps, isShort ? [] : near.shown), tokens),
    scope: scopePart(state, spec, tokens),
    known: isShort ? "" : knownPart(near, spec),
    // Also in a short prompt, which lists no gaps: decisions bind all the same.
    decisions: decisionPart(state, [...touching, ...others.slice(0, MOST_OTHERS)]),
  };
}

/** The scope, which every prompt states (SPEC 3.5a): the User's words, else what the spec says of it as it stands. */
export function scopePart({ session, spec: { source } }: State, spec: Spec, tokens = Number.POSITIVE_INFINITY): string {
  const scope = session.scope.trim();
  if (scope === "") return "The spec does not state it: what it describes is in scope.";
  const [{ text, headings }, first] = [scopeIn(spec), scopeIn(source)];
  if (scope !== text.trim() && scope !== first.text.trim()) return fenceAsData(scope);
  if (!isShownWhole(spec, tokens)) return fenceAsData(text);
  const places = headings.map((heading) => `"${visibleLine(heading)}"`).join(" and ");
  return `What the spec says ${headings.length === 0 ? "below its title" : `under ${places}`}.`;
}

const scopeIn = rememberFor((spec: Spec) => readScope(joinFiles(spec)));

/** What tells which sections matter: the gaps, their issues, and the changes of these and related gaps. */
function subjectOf(state: State, gaps: readonly Gap[], related: readonly Gap[]): Subject {
  const about = withParents(gaps);
  const issues = openIssues(state, about);
  const closed = new Set(related.map(({ id }) => id));
  const accepted = state.spec.batches.flatMap(({ sets }) => sets).filter(({ gap }) => gap && closed.has(gap));
  return {
    quotations: [
      ...gaps.flatMap((gap) => quotedWords(state.spec, gap)),
      ...issues.flatMap((issue) => issue.quotations),
    ],
    headings: gaps.flatMap((gap) => gap.places.map(({ heading }) => heading)),
    changes: [...about]
      .flatMap((id) => state.proposals.get(id)?.changes ?? [])
      .concat(accepted.flatMap(({ changes }) => changes)),
    words: [
      ...gaps.map(({ title, text }) => `${title}\n${text}`),
      ...issues.map(({ title, location }) => `${title}\n${location ?? ""}`),
    ].join("\n"),
  };
}

/** The User's words about these gaps or about every gap, never shortened (SPEC 7). */
export function contextPart(state: State, gaps: ReadonlySet<GapId>): string {
  return state.contexts
    .filter((context) => appliesTo(context.gaps, gaps))
    .map((context) => quoteLines(context.text))
    .join("\n\n");
}

/** Adjustments after rollbacks (SPEC 13.6), each once, however often a round was rolled back. */
export function adjustmentPart(state: State, gaps: ReadonlySet<GapId>): string {
  const texts = state.adjustments
    .filter((adjustment) => appliesTo(adjustment.gaps, gaps))
    .map(({ text }) => text.trim());
  return [...new Set(texts)].map((text) => quoteLines(text)).join("\n\n");
}

function appliesTo(about: readonly string[], gaps: ReadonlySet<string>): boolean {
  return about.length === 0 || about.includes("*") || about.some((gap) => gaps.has(gap));
}

/** The ids of the gaps and of those they are parts of: a decision on the whole holds for its parts. */
export function withParents(gaps: readonly Gap[]): ReadonlySet<GapId> {
  return new Set(gaps.flatMap((gap) => (gap.partOf === undefined ? [gap.id] : [gap.id, gap.partOf])));
}

/** Types of decisions that concern only their own gaps, and are left out of prompts on others. */
const ABOUT_ITSELF: ReadonlySet<string> = new Set(["dropped", "parked"]);

/** Types of decisions that only defer gaps: once all of them are taken up again, they do not bind. */
const DEFERS: ReadonlySet<string> = new Set(["deferral", "divergence"]);

/** Every decision on the gaps shown or on gaps tied to those of the task, the newest round first (SPEC 10.5). */
export function decisionsOn(state: State, shown: Iterable<GapId>, task: readonly Gap[] = []): Decision[] {
  const [gaps, taskIds] = [new Set(shown), new Set(task.map(({ id }) => id))];
  // The User took these decisions back by reopening their issues (SPEC 10.4).
  const undone = new Set(
    state.conflicts.flatMap(({ state: now, decision }) => (now === "dropped" ? (decision ?? []) : [])),
  );
  const isDeferred = (id: GapId) => state.gaps.get(id)?.state === "USER_DEFERRED";
  const isTouched = (id: GapId) => gaps.has(id) || task.some((gap) => isTied(state.gaps.get(id), gap));
  return (
    state.decisions
      // That a gap is worked on says nothing about the spec.
      .filter(({ id, type }) => !undone.has(id) && type !== "context" && type !== "taken-up")
      .filter(({ type, gaps: about, issues }) => {
        if (DEFERS.has(type) && !about.some(isDeferred)) return false;
        if (ABOUT_ITSELF.has(type)) return about.some((gap) => taskIds.has(gap));
        return about.some(isTouched) || state.issues.pick(issues).some(({ gap }) => isTouched(gap));
      })
      .sort((a, b) => b.round - a.round || (a.id < b.id ? -1 : 1))
  );
}

/** All these decisions, never shortened: first what was decided, then why. What is to be done stands in the task. */
export function decisionPart(state: State, decisions: readonly Decision[]): string {
  return decisions.map((decision) => quoteLines(decisionText(state, decision))).join("\n\n");
}

/** A decision may be about the whole inventory: at most this many ids are listed. */
const MOST_NAMES = 20;

/** What was decided, with the question, because an answer may be unclear without it. */
function decisionText({ issues: ledger }: State, decision: Decision): string {
  const { id, letter, issues, gaps, question, rationale, constraints = [] } = decision;
  const decided = decision.decision.trim();
  const about = issues.length > 0 ? issues : gaps;
  const on = about.length === 0 ? "" : ` on ${namesOf(about, ", ", MOST_NAMES)}`;
  const titles = ledger.pick(issues).map(({ title }) => title);
  const asked = visibleLine(question ?? namesOf(titles, "; ", MOST_NAMES));
  return lines(
    `**${id}**${letter === undefined ? "" : `, option ${letter}`}${on}: ${decided}`,
    asked && `Asked: ${asked}`,
    ...constraints.map((constraint) => `Constraint: ${constraint.trim()}`),
    rationale === undefined || rationale.trim() === decided ? "" : `Because: ${rationale.trim()}`,
  );
}

/** How many numbers for new gaps each run of a round gets; further ones are renumbered if they collide (SPEC 3.1). */
const GAPS_PER_RUN = 4;
const LAST_NUMBER = 999;

/** The ids that the Engineer may use for what is new: runs of one round get disjoint ranges for gaps (SPEC 3.1, 15.4). */
export function engineerNumbers(state: State, order: PromptOrder, spec: Spec, settled: readonly Change[] = []): string {
  const series = freeIds(state, spec, settled);
  const ids = series.map(({ prefix, next, width }) => `${prefix}${String(next).padStart(width, "0")} and up`);
  const hasOwn = ownIds(state, order.gaps).some((id) => series.some(({ prefix }) => id.startsWith(prefix)));
  const kept = hasOwn ? "; those of your last version stay yours" : "";
  const free =
    ids.length === 0 ? [] : [`Should what you add need an id of its own, these are free: ${ids.join("; ")}${kept}.`];
  const isPolishing = state.round?.polishing !== undefined;
  const growth = isPolishing ? "" : growthOf(state, order);
  const gaps = isPolishing ? "" : gapNumbers(state, runOf(state, order));
  return [growth, ...free, ...layoutHints(spec), gaps].filter((part) => part !== "").join(" ");
}

/** Below that, what the session added is no reason to write less. */
const NOTICEABLE = 1.2;

/** A section that has twice its words has grown, whatever the rest did. */
const DOUBLED = 2;

/** How far the spec and the gaps' sections have grown: nobody who sees one gap feels it (SPEC 15.4). */
function growthOf({ spec, gaps }: State, order: PromptOrder): string {
  const [before, now] = [wordCount(spec.source), wordCount(spec.text)];
  const headings = gaps.pick(order.gaps).flatMap(({ places }) => places.map(({ heading }) => heading));
  const sections = [...new Set(headings)].flatMap((heading) => {
    const [had, has] = [wordsBelow(spec.source, heading), wordsBelow(spec.text, heading)];
    return had > 0 && has >= had * DOUBLED ? `"${visibleLine(heading)}" ${had} and ${has}` : [];
  });
  if (now < before * NOTICEABLE && sections.length === 0) return "";
  const counts = [`The spec had ${before} words at the beginning and has ${now} now`, ...sections].join(", ");
  return `${counts}: look first for words that yours can replace or make needless.`;
}

function wordsBelow(spec: Spec, heading: string): number {
  const texts = spec.map(viewOf).flatMap((view) =>
    sectionsIn(view)
      .filter(({ path }) => path.length > 1 && path.at(-1) === heading)
      .flatMap(({ line, endLine }) => view.lineTexts.slice(line - 1, endLine)),
  );
  return wordsIn(texts.join("\n"));
}

export function reviewerNumbers(state: State, order: PromptOrder): string {
  let number = 1;
  const isUsed = (id: IssueId) => state.issues.has(id) || state.retired.issues.some((issue) => issue.id === id);
  while (isUsed(issueId(order.round, number))) number += 1;
  const gaps = gapNumbers(state, state.round?.slots.length ?? 0);
  return `New issues are numbered from ${issueId(order.round, number)}. ${gaps}`;
}

function runOf(state: State, order: PromptOrder): number {
  const runs = (state.round?.slots ?? []).filter(({ gap, cluster = [gap] }) => cluster[0] === gap);
  return Math.max(
    0,
    runs.findIndex(({ gap, cluster = [gap] }) => cluster.some((member) => order.gaps.includes(member))),
  );
}

function gapNumbers(state: State, index: number): string {
  const known = [...state.gaps, ...state.retired.gaps];
  const highest = known.reduce((most, { id }) => Math.max(most, parseGapId(id)?.number ?? 0), 0);
  const first = highest + 1 + index * GAPS_PER_RUN;
  const last = first + GAPS_PER_RUN - 1;
  if (last > LAST_NUMBER) return "";
  const digits = (number: number) => String(number).padStart(3, "0");
  return `New gaps are numbered ${digits(first)} to ${digits(last)}, whatever their category.`;
}

/** The form of a new requirement in layouts that prescribe one. */
function layoutHints(spec: Spec): string[] {
  const text = spec.map((file) => file.text).join("\n");
  const hints: string[] = [];
  if (/^### Requirement: /m.test(text))
    hints.push(
      "A new requirement is a block `### Requirement: name` whose first line has SHALL or MUST, with at least one `#### Scenario: name` below it.",
    );
  if (/^#{2,5} Acceptance Criteria\b/m.test(text))
    hints.push(
      "A new acceptance criterion goes below the last of its requirement, with the next number; none is renumbered.",
    );
  return hints;
}
