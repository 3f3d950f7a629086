import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { fenceAsData, quoteLines } from "../../documents/rendering/fence.ts";
import { readScope } from "../../documents/spec/scope.ts";
import type { Spec } from "../../model/change.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { namesOf } from "../../model/plural.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";
import { quotedWords } from "./gap-part.ts";
import { openIssues } from "./issue-part.ts";
import { isTied, knownGaps, knownPart } from "./known-gaps.ts";
import type { PromptOrder } from "./prompt-order.ts";
import { chosenSections, isShownWhole, type Subject } from "./spec-view.ts";
import type { TemplateValues } from "./template.ts";

/** A condensed prompt has a quarter of the room for the spec (SPEC 7, both failed). */
const CONDENSED = 4;
/** How much of the room a list of very many gaps may take. */
const KNOWN_SHARE = 1 / 3;

export function contextTokens(state: State, order: PromptOrder): number {
  return state.config.contextTokens / (order.condensed ? CONDENSED : 1);
}

/** What stands between the spec and the task, for Engineer and Reviewer alike (SPEC 15.4). */
export function aroundTask(state: State, order: PromptOrder, gaps: readonly Gap[], spec: Spec): TemplateValues {
  const tokens = contextTokens(state, order);
  const near = knownGaps(state, gaps, tokens * KNOWN_SHARE);
  const isShort = order.condensed || state.round?.polishing !== undefined;
  const known = isShort ? "" : knownPart(near, spec);
  return {
    sections: chosenSections(
      spec,
      subjectOf(state, gaps, isShort ? [] : near.shown),
      tokens,
      tokens - estimateTokens(known),
    ),
    scope: scopePart(state, spec, tokens),
    known,
    // In a prompt that is cut short as well: what was decided binds, whether or not its gap is listed.
    decisions: bindingPart(state, [...withParents(gaps), ...near.shown.map(({ id }) => id)], gaps),
  };
}

/** In every prompt (SPEC 3.5a); where it stands in the spec as shown, its place is enough. */
export function scopePart({ session }: State, spec: Spec, tokens = Number.POSITIVE_INFINITY): string {
  const scope = session.scope.trim();
  if (scope === "") return "The spec does not state it: what it describes is in scope.";
  const { text, headings } = scopeIn(spec);
  if (text.trim() !== scope || !isShownWhole(spec, tokens)) return fenceAsData(session.scope);
  const places = headings.map((heading) => `"${visibleLine(heading)}"`).join(" and ");
  return `What the spec says ${headings.length === 0 ? "below its title" : `under ${places}`}.`;
}

const scopeIn = rememberFor((spec: Spec) => readScope(joinFiles(spec)));

/** Where to look in a spec that does not fit: the gaps' places and words, their issues, their and related changes. */
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

/** What the User said about these gaps, or about every gap, in their words and never shortened (SPEC 7). */
export function contextPart(state: State, gaps: ReadonlySet<GapId>): string {
  return state.contexts
    .filter((context) => appliesTo(context.gaps, gaps))
    .map((context) => quoteLines(context.text))
    .join("\n\n");
}

/** SPEC 13.6: each adjustment once, however often a round was rolled back. */
export function adjustmentPart(state: State, gaps: ReadonlySet<GapId>): string {
  const texts = state.adjustments
    .filter((adjustment) => appliesTo(adjustment.gaps, gaps))
    .map(({ text }) => text.trim());
  return [...new Set(texts)].map((text) => quoteLines(text)).join("\n\n");
}

function appliesTo(about: readonly string[], gaps: ReadonlySet<string>): boolean {
  return about.length === 0 || about.includes("*") || about.some((gap) => gaps.has(gap));
}

/** The gaps, and those they are parts of: a decision on the whole holds for its parts. */
export function withParents(gaps: readonly Gap[]): ReadonlySet<GapId> {
  return new Set(gaps.flatMap((gap) => (gap.partOf === undefined ? [gap.id] : [gap.id, gap.partOf])));
}

/** Decisions on other gaps may bind what is written as well: so many of the newest, without their reasons. */
const MOST_OTHERS = 6;

function bindingPart(state: State, shown: Iterable<GapId>, task: readonly Gap[]): string {
  const touching = decisionsOn(state, shown, task);
  const known = new Set(touching);
  const every = state.decisions.flatMap(({ gaps }) => gaps);
  const others = decisionsOn(state, every)
    .filter((decision) => !known.has(decision))
    .slice(0, MOST_OTHERS);
  return [decisionPart(state, touching), ...others.map((decision) => quoteLines(holds(state, decision).join("\n")))]
    .filter(Boolean)
    .join("\n\n");
}

/** A gap that was left out of the session says nothing about other gaps; context has its own place in a prompt. */
const ABOUT_ITSELF: ReadonlySet<string> = new Set(["dropped", "parked"]);

/** These only defer their gaps: once all are taken up again, they bind nobody. */
const DEFERS: ReadonlySet<string> = new Set(["deferral", "divergence"]);

/** Every decision that touches the gaps shown, or a gap that belongs to those of the task; the last round's first (SPEC 10.5). */
export function decisionsOn(state: State, shown: Iterable<GapId>, task: readonly Gap[] = []): Decision[] {
  const [gaps, own] = [new Set(shown), new Set(task.map(({ id }) => id))];
  // What the User took back by reopening its issue binds nobody (SPEC 10.4).
  const undone = new Set(
    state.conflicts.flatMap(({ state: now, decision }) => (now === "dropped" ? (decision ?? []) : [])),
  );
  const isDeferred = (id: GapId) => state.gaps.get(id)?.state === "USER_DEFERRED";
  const isTouched = (id: GapId) => gaps.has(id) || task.some((gap) => isTied(state.gaps.get(id), gap));
  return state.decisions
    .filter(({ id, type }) => !undone.has(id) && type !== "context")
    .filter(({ type, gaps: about, issues }) => {
      if (DEFERS.has(type) && !about.some(isDeferred)) return false;
      if (ABOUT_ITSELF.has(type)) return about.some((gap) => own.has(gap));
      return about.some(isTouched) || state.issues.pick(issues).some(({ gap }) => isTouched(gap));
    })
    .sort((a, b) => b.round - a.round || (a.id < b.id ? -1 : 1));
}

/** None is left out and nothing of it is shortened: what holds first, then why. */
export function decisionPart(state: State, decisions: readonly Decision[]): string {
  return decisions.map((decision) => quoteLines(oneDecision(state, decision))).join("\n\n");
}

/** A decision on the whole inventory must not fill the prompt. */
const MOST_NAMES = 20;

function oneDecision(state: State, decision: Decision): string {
  const { rationale, action, constraints = [] } = decision;
  const said = decision.decision.trim();
  const lines = holds(state, decision);
  if (action !== undefined && action.trim() !== said) lines.push(`To do: ${action.trim()}`);
  for (const constraint of constraints) lines.push(`Constraint: ${constraint.trim()}`);
  if (rationale !== undefined && rationale.trim() !== said) lines.push(`Because: ${rationale.trim()}`);
  return lines.join("\n");
}

/** What was decided, and the question that it answers: the words of an answer alone may mean anything. */
function holds({ issues: ledger }: State, { id, letter, issues, gaps, decision, question }: Decision): string[] {
  const about = issues.length > 0 ? issues : gaps;
  const on = about.length === 0 ? "" : ` on ${namesOf(about, ", ", MOST_NAMES)}`;
  const titles = ledger.pick(issues).map(({ title }) => title);
  const asked = visibleLine(question ?? namesOf(titles, "; ", MOST_NAMES));
  return [
    `**${id}**${letter === undefined ? "" : `, option ${letter}`}${on}: ${decision.trim()}`,
    ...(asked === "" ? [] : [`Asked: ${asked}`]),
  ];
}
