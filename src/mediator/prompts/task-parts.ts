import { joinFiles } from "../../documents/layouts/join-files.ts";
import { fenceAsData, quoteLines } from "../../documents/rendering/fence.ts";
import { readScope } from "../../documents/stated/read-scope.ts";
import type { Spec } from "../../model/change.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { namesOf } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";
import { isTied, knownGaps, knownPart, quotedWords } from "./gap-parts.ts";
import { openIssues } from "./issues-part.ts";
import type { PromptOrder, TemplateValues } from "./prompt-kit.ts";
import { chosenSections, isShownWhole, type Subject } from "./spec-sections.ts";

/** A condensed prompt has only a quarter of the room for the spec (SPEC 7, both failed). */
const CONDENSED = 4;

export function contextTokens(state: State, order: PromptOrder): number {
  return state.config.contextTokens / (order.condensed ? CONDENSED : 1);
}

/** What comes between the spec and the task, for both the Engineer and the Reviewer (SPEC 15.4). */
export function aroundTask(state: State, order: PromptOrder, gaps: readonly Gap[], spec: Spec): TemplateValues {
  const tokens = contextTokens(state, order);
  const near = knownGaps(state, gaps);
  const isShort = order.condensed || state.round?.polishing !== undefined;
  return {
    sections: isShownWhole(spec, tokens)
      ? ""
      : chosenSections(spec, subjectOf(state, gaps, isShort ? [] : near.shown), tokens),
    scope: scopePart(state, spec, tokens),
    known: isShort ? "" : knownPart(near, spec),
    // Also in a short prompt, which lists no gaps: decisions bind all the same.
    decisions: bindingPart(state, [...withParents(gaps), ...near.shown.map(({ id }) => id)], gaps),
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

/** Decisions on other gaps may bind as well: this many of the newest are listed, without their reasons. */
const MOST_OTHERS = 6;

function bindingPart(state: State, shown: Iterable<GapId>, task: readonly Gap[]): string {
  const touching = decisionsOn(state, shown, task);
  const known = new Set(touching);
  const every = state.decisions.flatMap(({ gaps }) => gaps);
  const others = decisionsOn(state, every)
    .filter((decision) => !known.has(decision))
    .slice(0, MOST_OTHERS);
  return [
    decisionPart(state, touching),
    ...others.map((decision) => quoteLines(decidedLines(state, decision).join("\n"))),
  ]
    .filter(Boolean)
    .join("\n\n");
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

function decisionText(state: State, decision: Decision): string {
  const { rationale, constraints = [] } = decision;
  const decided = decision.decision.trim();
  const lines = decidedLines(state, decision);
  for (const constraint of constraints) lines.push(`Constraint: ${constraint.trim()}`);
  if (rationale !== undefined && rationale.trim() !== decided) lines.push(`Because: ${rationale.trim()}`);
  return lines.join("\n");
}

/** What was decided, with the question, because an answer may be unclear without it. */
function decidedLines({ issues: ledger }: State, { id, letter, issues, gaps, decision, question }: Decision): string[] {
  const about = issues.length > 0 ? issues : gaps;
  const on = about.length === 0 ? "" : ` on ${namesOf(about, ", ", MOST_NAMES)}`;
  const titles = ledger.pick(issues).map(({ title }) => title);
  const asked = visibleLine(question ?? namesOf(titles, "; ", MOST_NAMES));
  return [
    `**${id}**${letter === undefined ? "" : `, option ${letter}`}${on}: ${decision.trim()}`,
    ...(asked === "" ? [] : [`Asked: ${asked}`]),
  ];
}
