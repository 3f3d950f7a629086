import { readForm } from "../../documents/form/read-form.ts";
import { fenceAsData } from "../../documents/rendering/fence.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import type { ExampleRecord } from "../../model/events/round-events.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { compareGapIds, type GapId, parseGapId } from "../../model/ids.ts";
import { isDone } from "../ledger-events.ts";
import type { FormName, PromptMaterial, PromptOrder } from "../prompts/prompt-order.ts";
import { textAt } from "../prompts/reviewer-task.ts";
import type { State, TextRef } from "../state.ts";
import { shortenExample } from "./shorten-example.ts";

/** An example before it is cut to its budget. */
interface Found extends Pick<ExampleRecord, "tier" | "origin"> {
  readonly text: string;
  /** The number of documents it was chosen from. */
  readonly of?: number;
}

/** A source of examples (SPEC 6). */
type Source = (state: State, order: PromptOrder, material: PromptMaterial, failure: FailureType) => Found | undefined;

const canonical: Source = (_state, { role }, { kit }) => {
  const text = role === "engineer" || role === "reviewer" ? (kit.examples[role]?.trim() ?? "") : "";
  return text === "" ? undefined : { tier: "canonical", origin: `the canonical example of the ${role}`, text };
};

const session: Source = (state, order, { files }, failure) => {
  const scored = exampleCandidates(state, order).flatMap((candidate) => {
    const text = textAt(files, candidate.ref)?.trim() ?? "";
    return text === "" ? [] : { ...candidate, text, score: scoreExample(candidate, text, failure, order.gaps) };
  });
  const [best] = scored.sort((a, b) => b.score - a.score || b.round - a.round);
  if (best === undefined) return undefined;
  const origin = `round ${best.round}, ${best.gaps.join(" ")}, ${best.outcome}`;
  return { tier: "session", origin, text: best.text, of: scored.length };
};

const template: Source = (_state, { role }, { kit }) => {
  return { tier: "template", origin: "the form with its blanks", text: kit.forms[role] };
};

function form(name: FormName, origin: string): Source {
  return (_state, _order, { kit }) => ({ tier: "template", origin, text: kit.forms[name] });
}

const earlierIssues = form("earlier-issues", "the form of a word on earlier issues");
/** What a review passed over: earlier issues, or at the end passages to compare. */
const wordForm: Source = (...given) => (given[1].role === "final-review" ? template : earlierIssues)(...given);
const disagreement = form("disagreement", "the form of a disagreement");

/** The sources of an example for each failure: the first one that has any is used (SPEC 6). */
const SOURCES: Readonly<Partial<Record<FailureType, readonly Source[]>>> = {
  EMPTY_OUTPUT: [canonical, session, template],
  WRONG_FORMAT: [canonical, template],
  NO_GAPS_ADDRESSED: [session, canonical, template],
  INCONSISTENT_REFS: [session, template],
  CLAIM_WITHOUT_CHANGE: [form("answer", "the form of an answer")],
  PARTIAL_REVIEW: [wordForm],
  INVALID_DISAGREE_REF: [disagreement],
  MALFORMED_DISAGREE: [disagreement],
};

/** The paths of the session's documents that `chooseExample` needs. */
export function exampleNeeds(state: State, order: PromptOrder): readonly string[] {
  const { failure } = exampleReason(state, order) ?? {};
  const isWanted = failure !== undefined && SOURCES[failure]?.includes(session);
  return isWanted ? exampleCandidates(state, order).map(({ ref }) => ref.path) : [];
}

/** Tokens of the sentence and the fence around an example. */
const WRAPPING = 50;

/** The example for a prompt, with its record for the journal; `undefined` if the prompt needs none. */
export function chooseExample(state: State, order: PromptOrder, material: PromptMaterial) {
  const { failure, tokens = 0 } = exampleReason(state, order) ?? {};
  if (failure === undefined) return undefined;
  for (const source of SOURCES[failure] ?? []) {
    const found = source(state, order, material, failure);
    if (found) return withinBudget(found, order, tokens - WRAPPING);
  }
  return undefined;
}

function withinBudget({ text, of = 1, tier, origin }: Found, { role }: PromptOrder, budget: number) {
  const whole = text.trim();
  const shown = shortenExample(text, role === "reviewer" ? "reviewer" : "engineer", budget);
  const cut = shown === whole ? {} : { cutFrom: whole.length };
  return {
    record: { tier, origin, size: { chars: shown.length, tokens: estimateTokens(shown), ...cut, of } },
    text: `Example, from ${origin}. Take its form, not its content:\n\n${fenceAsData(shown, "markdown")}`,
  };
}

const ATTEMPTS_LOOKED_AT = 6;
const LEAST_FORMLESS = 2;

/** The failure that the example is for, and its tokens; a first attempt has one if half of the last failed (SPEC 6). */
function exampleReason(state: State, { role, attempt, failure: gate }: PromptOrder) {
  const { retry, first } = state.config.exampleTokens;
  const failure = gate?.failureType;
  if (failure !== undefined) return { failure, tokens: retry };
  if (attempt > 1 || (role !== "engineer" && role !== "reviewer")) return undefined;
  const attempts = [...state.recent.flatMap((log) => log.runs), ...(state.round?.runs ?? [])]
    .filter((run) => run.role === role && run.attempt === 1 && run.end !== undefined)
    .slice(-ATTEMPTS_LOOKED_AT);
  const formless = attempts.filter(({ end }) => SHOWN_BY_EXAMPLE.has(end?.gate.failureType));
  const isFormOftenMissing = formless.length >= LEAST_FORMLESS && formless.length * 2 >= attempts.length;
  return isFormOftenMissing ? { failure: "EMPTY_OUTPUT" as const, tokens: first } : undefined;
}

const SHOWN_BY_EXAMPLE: ReadonlySet<FailureType | undefined> = new Set([
  "EMPTY_OUTPUT",
  "WRONG_FORMAT",
  "NO_GAPS_ADDRESSED",
]);

const MOST_CANDIDATES = 12;

type Candidate = ReturnType<typeof candidate>;

/** Valid documents of earlier rounds, those of done gaps first, then the newest (SPEC 6, tier 2). */
function exampleCandidates(state: State, { role, round }: Pick<PromptOrder, "role" | "round">): Candidate[] {
  const first = ({ gaps }: Candidate) => gaps[0] ?? ("" as GapId);
  const all =
    role === "engineer"
      ? [...state.proposals].map((proposal) => candidate(state, proposal, proposal.round, [proposal.id]))
      : role === "reviewer"
        ? reviewCandidates(state)
        : [];
  return all
    .filter((earlier) => earlier.round < round)
    .sort(
      (a, b) => Number(b.hasDoneGap) - Number(a.hasDoneGap) || b.round - a.round || compareGapIds(first(a), first(b)),
    )
    .slice(0, MOST_CANDIDATES);
}

function reviewCandidates(state: State): Candidate[] {
  return state.recent.flatMap(({ record, reviewerDocument }) => {
    if (reviewerDocument === undefined) return [];
    const ref = { path: reviewerDocument.path, line: 1, endLine: Number.POSITIVE_INFINITY };
    return candidate(state, ref, record.round, reviewerDocument.digest.reviewed);
  });
}

/** `hasDoneGap`: the document is about a gap that was accepted. `outcome`: the states of its gaps, for the prompt. */
function candidate(state: State, ref: TextRef, round: number, gaps: readonly GapId[]) {
  const states = gaps.map((gap) => state.gaps.get(gap)?.state ?? "unknown");
  const outcome = [...new Set(states)].join(", ");
  return { ref, round, gaps, hasDoneGap: gaps.some((gap) => isDone(state, gap)), outcome };
}

/** How well an earlier document shows what the failed one lacked (SPEC 6). */
function scoreExample(
  { hasDoneGap, gaps: about }: Pick<Candidate, "hasDoneGap" | "gaps">,
  text: string,
  failure: FailureType,
  gaps: readonly GapId[],
): number {
  const wanted = new Set(gaps.map(categoryOf));
  // As the reader finds them: ids in code are no references (SPEC 3.1).
  const references = () => new Set(readForm(text, "engineer").document.references.map(({ gap }) => gap)).size;
  return (
    (hasDoneGap ? 20 : 0) +
    (failure === "NO_GAPS_ADDRESSED" ? Math.min(10, 2 * references()) : 0) +
    lengthScore(text.length) +
    (about.some((gap) => wanted.has(categoryOf(gap))) ? 3 : 0)
  );
}

function lengthScore(length: number): number {
  if (length < 500 || length > 10_000) return 0;
  return length <= 5000 ? 5 : 2;
}

function categoryOf(gap: GapId): string {
  return parseGapId(gap)?.category ?? gap;
}
