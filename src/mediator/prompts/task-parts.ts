import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import { readScope } from "../../documents/spec/scope.ts";
import type { Spec } from "../../model/change.ts";
import type { Gap } from "../../model/gap.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";
import { quotedWords } from "./gap-part.ts";
import { openIssues } from "./issue-part.ts";
import { type KnownGaps, knownGaps, knownPart } from "./known-gaps.ts";
import type { PromptOrder } from "./prompt-order.ts";
import { chosenSections, isShownWhole, type Subject } from "./spec-view.ts";
import type { TemplateValues } from "./template.ts";
import { decisionPart, decisionsOn, withParents } from "./user-part.ts";

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
  const isShort = order.condensed || state.round?.polishing !== undefined;
  const known: KnownGaps = isShort ? { shown: [], others: 0, more: 0 } : knownGaps(state, gaps, tokens * KNOWN_SHARE);
  const listed = knownPart(known);
  const shown = new Set([...withParents(gaps), ...known.shown.map(({ id }) => id)]);
  return {
    sections: chosenSections(spec, subjectOf(state, gaps, known.shown), tokens, tokens - estimateTokens(listed)),
    scope: scopePart(state, spec, tokens),
    known: listed,
    decisions: decisionPart(decisionsOn(state, shown)),
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
