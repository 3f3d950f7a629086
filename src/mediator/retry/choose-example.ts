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

/** The sources of an example for each failure: the first one that has any is used (SPEC 6). */
const SOURCES: Readonly<Partial<Record<FailureType, readonly ("canonical" | "session" | FormName | "blanks")[]>>> = {
  EMPTY_OUTPUT: ["canonical", "session", "blanks"],
  WRONG_FORMAT: ["canonical", "blanks"],
  NO_GAPS_ADDRESSED: ["session", "canonical", "blanks"],
  INCONSISTENT_REFS: ["session", "blanks"],
  CLAIM_WITHOUT_CHANGE: ["answer"],
  PARTIAL_REVIEW: ["earlier-issues"],
  INVALID_DISAGREE_REF: ["disagreement"],
  MALFORMED_DISAGREE: ["disagreement"],
};

const ORIGINS: Readonly<Partial<Record<FormName, string>>> = {
  answer: "the form of an answer",
  "earlier-issues": "the form of a word on earlier issues",
  disagreement: "the form of a disagreement",
};

/** The paths of the session's documents that `chooseExample` needs. */
export function exampleNeeds(state: State, order: PromptOrder): readonly string[] {
  const { failure } = exampleReason(state, order) ?? {};
  const isWanted = failure !== undefined && SOURCES[failure]?.includes("session");
  return isWanted ? exampleCandidates(state, order).map(({ ref }) => ref.path) : [];
}

/** Tokens of the sentence and the fence around an example. */
const WRAPPING = 50;

/** The example for a prompt, with its record for the journal; `undefined` if the prompt needs none. */
export function chooseExample(state: State, order: PromptOrder, { kit, files }: PromptMaterial) {
  const { failure, tokens } = exampleReason(state, order) ?? {};
  if (failure === undefined || tokens === undefined) return undefined;
  const { role } = order;
  const find = (source: NonNullable<(typeof SOURCES)[FailureType]>[number]): Found | undefined => {
    if (source === "session") return sessionExample(state, order, files, failure);
    if (source === "canonical") {
      const text = role === "engineer" || role === "reviewer" ? (kit.examples[role]?.trim() ?? "") : "";
      return text === "" ? undefined : { tier: "canonical", origin: `the canonical example of the ${role}`, text };
    }
    // A final review passes over passages to compare: its whole form is shown.
    const form = source === "blanks" || role === "final-review" ? role : source;
    return { tier: "template", origin: ORIGINS[form] ?? "the form with its blanks", text: kit.forms[form] };
  };
  const found = SOURCES[failure]?.map(find).find((each) => each !== undefined);
  return found && withinBudget(found, order, tokens - WRAPPING);
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
  const formless = attempts.filter(({ end }) => SOURCES[end?.gate.failureType ?? "NO_CHANGE"]?.includes("canonical"));
  const isFormOftenMissing = formless.length >= LEAST_FORMLESS && formless.length * 2 >= attempts.length;
  return isFormOftenMissing ? { failure: "EMPTY_OUTPUT" as const, tokens: first } : undefined;
}

const MOST_CANDIDATES = 12;

/** Valid documents of earlier rounds, those of done gaps first, then the newest (SPEC 6, tier 2). */
function exampleCandidates(state: State, { role, round: now }: Pick<PromptOrder, "role" | "round">) {
  const proposals = [...state.proposals].map((ref) => ({ ref: ref as TextRef, round: ref.round, gaps: [ref.id] }));
  const reviews = state.recent.flatMap(({ record, reviewerDocument: review }) => {
    const whole = { path: review?.path ?? "", line: 1, endLine: Number.POSITIVE_INFINITY };
    return review ? { ref: whole, round: record.round, gaps: [...review.digest.reviewed] } : [];
  });
  return (role === "engineer" ? proposals : role === "reviewer" ? reviews : [])
    .filter(({ round }) => round < now)
    .map((earlier) => ({ ...earlier, hasDoneGap: earlier.gaps.some((gap) => isDone(state, gap)) }))
    .sort((a, b) => Number(b.hasDoneGap) - Number(a.hasDoneGap) || b.round - a.round || compareFirst(a.gaps, b.gaps))
    .slice(0, MOST_CANDIDATES);
}

function compareFirst([a]: readonly GapId[], [b]: readonly GapId[]): number {
  return a && b ? compareGapIds(a, b) : 0;
}

/** The document of this session that shows best what the failed one lacked. */
function sessionExample(state: State, order: PromptOrder, files: PromptMaterial["files"], failure: FailureType) {
  const scored = exampleCandidates(state, order).flatMap((candidate) => {
    const text = textAt(files, candidate.ref)?.trim() ?? "";
    const score = (candidate.hasDoneGap ? 20 : 0) + scoreExample(candidate.gaps, text, failure, order.gaps);
    return text === "" ? [] : { ...candidate, text, score };
  });
  const [best] = scored.sort((a, b) => b.score - a.score || b.round - a.round);
  if (best === undefined) return undefined;
  const states = new Set(best.gaps.map((gap) => state.gaps.get(gap)?.state ?? "unknown"));
  const origin = `round ${best.round}, ${best.gaps.join(" ")}, ${[...states].join(", ")}`;
  return { tier: "session" as const, origin, text: best.text, of: scored.length };
}

/** The score of a text (SPEC 6). */
function scoreExample(about: readonly GapId[], text: string, failure: FailureType, gaps: readonly GapId[]): number {
  const { length } = text;
  const wanted = gaps.map(categoryOf);
  // As the reader finds them: ids in code are no references (SPEC 3.1).
  const references = () => new Set(readForm(text, "engineer").document.references.map(({ gap }) => gap)).size;
  return (
    (failure === "NO_GAPS_ADDRESSED" ? Math.min(10, 2 * references()) : 0) +
    (length < 500 || length > 10_000 ? 0 : length <= 5000 ? 5 : 2) +
    (about.some((gap) => wanted.includes(categoryOf(gap))) ? 3 : 0)
  );
}

function categoryOf(gap: GapId): string {
  return parseGapId(gap)?.category ?? gap;
}
