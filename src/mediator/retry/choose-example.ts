import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { ExampleRecord } from "../../model/events/run-events.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import type { PromptMaterial, PromptOrder } from "../prompts/prompt-order.ts";
import { textAt } from "../prompts/proposal-text.ts";
import type { Run, State } from "../state.ts";
import { type ExampleCandidate, exampleCandidates, scoreExample } from "./example-candidates.ts";
import { ANSWER_FORM, DISAGREEMENT_FORM, EXAMPLE_TEMPLATES, RECHECK_FORM } from "./example-template.ts";
import { shortenExample } from "./shorten-example.ts";

export interface Example {
  readonly record: ExampleRecord;
  /** Ready for the prompt, with its source named. */
  readonly text: string;
}

/** A document that may serve, before it is cut to its budget. */
interface Found extends Pick<ExampleRecord, "tier" | "origin"> {
  readonly text: string;
  /** How many there were to choose from. */
  readonly of: number;
}

/** Tokens of the sentence and the fence around an example. */
const WRAPPING = 50;

type Tier = ExampleRecord["tier"] | { readonly form: string; readonly origin: string };

/** SPEC 6: which tiers serve a failure, the first that there is. */
const TIERS: Readonly<Record<FailureType, readonly Tier[]>> = {
  EXECUTION_ERROR: [],
  FILE_MISSING: [],
  EMPTY_OUTPUT: ["canonical", "session", "template"],
  WRONG_FORMAT: ["canonical", "template"],
  NO_GAPS_ADDRESSED: ["session", "canonical", "template"],
  INCONSISTENT_REFS: ["session", "template"],
  NO_CHANGE: [],
  CHANGE_DOES_NOT_APPLY: [],
  CLAIM_WITHOUT_CHANGE: [{ form: ANSWER_FORM, origin: "the form of an answer" }],
  UNGROUNDED: [],
  PARTIAL_REVIEW: [{ form: RECHECK_FORM, origin: "the form of a word on earlier issues" }],
  INVALID_DISAGREE_REF: [{ form: DISAGREEMENT_FORM, origin: "the form of a disagreement" }],
  MALFORMED_DISAGREE: [{ form: DISAGREEMENT_FORM, origin: "the form of a disagreement" }],
  RE_ARGUED_CONFLICT: [],
};

/** The session documents that have to be read before the example can be chosen. */
export function exampleNeeds(state: State, order: PromptOrder, failure: FailureType): readonly string[] {
  if (!TIERS[failure].includes("session")) return [];
  return candidatesFor(state, order).map((candidate) => candidate.ref.path);
}

export function chooseExample(
  state: State,
  order: PromptOrder,
  material: PromptMaterial,
  failure: FailureType,
  tokens: number,
): Example | undefined {
  for (const tier of TIERS[failure]) {
    const found = fromTier(tier, state, order, material, failure);
    if (found !== undefined) return withinBudget(found, order, tokens - WRAPPING);
  }
  return undefined;
}

function withinBudget({ text, of, ...source }: Found, { role }: PromptOrder, tokens: number): Example {
  const shown = shortenExample(text, role === "reviewer" ? "reviewer" : "engineer", tokens);
  const whole = text.trim();
  const cut = shown === whole ? {} : { cutFrom: whole.length };
  return {
    record: { ...source, size: { chars: shown.length, tokens: estimateTokens(shown), ...cut, of } },
    text: `Example, from ${source.origin}. Take its form, not its content:\n\n${fenceAsData(shown, "markdown")}`,
  };
}

function fromTier(
  tier: Tier,
  state: State,
  order: PromptOrder,
  material: PromptMaterial,
  failure: FailureType,
): Found | undefined {
  if (typeof tier === "object") return { tier: "template", origin: tier.origin, text: tier.form, of: 1 };
  if (tier === "template") {
    return { tier, origin: "the form with its blanks", text: EXAMPLE_TEMPLATES[order.role], of: 1 };
  }
  if (order.role !== "engineer" && order.role !== "reviewer") return undefined;
  if (tier === "session") return bestOfSession(state, order, material, failure);
  const text = material.kit.examples[order.role]?.trim() ?? "";
  return text === "" ? undefined : { tier, origin: `the canonical example of the ${order.role}`, text, of: 1 };
}

function bestOfSession(
  state: State,
  order: PromptOrder,
  { files }: PromptMaterial,
  failure: FailureType,
): Found | undefined {
  const scored = candidatesFor(state, order).flatMap((candidate) => {
    const text = textAt(files, candidate.ref) ?? "";
    return text === "" ? [] : { candidate, text, score: scoreExample(candidate, text, failure, order.gaps) };
  });
  const [best] = scored.sort((a, b) => b.score - a.score || b.candidate.round - a.candidate.round);
  if (best === undefined) return undefined;
  const { round, gaps, outcome } = best.candidate;
  const origin = `round ${round}, ${gaps.join(" ")}, ${outcome}`;
  return { tier: "session", origin, text: best.text, of: scored.length };
}

function candidatesFor(state: State, { role, round }: PromptOrder): ExampleCandidate[] {
  return role === "engineer" || role === "reviewer" ? exampleCandidates(state, role, round) : [];
}

const LOOKED_AT = 6;
const LEAST = 2;

/** The failure that an example is to show the cure of, and the tokens that it may take (SPEC 6). */
export interface ExampleReason {
  readonly failure: FailureType;
  readonly tokens: number;
}

/**
 * A retry has one by how the attempt before failed. A first prompt has one where at least half of this role's last first
 * attempts failed for want of form or content: it costs less than another retry.
 */
export function exampleReason(state: State, order: PromptOrder): ExampleReason | undefined {
  const { retry, first } = state.config.exampleTokens;
  const failure = order.failure?.gate.failureType;
  if (failure !== undefined) return { failure, tokens: retry };
  return drifts(state, order) ? { failure: "EMPTY_OUTPUT", tokens: first } : undefined;
}

function drifts(state: State, order: PromptOrder): boolean {
  if (order.attempt > 1 || (order.role !== "engineer" && order.role !== "reviewer")) return false;
  const failures = firstAttempts(state, order.role).map((run) => run.end?.gate.failureType);
  const formless = failures.filter((failure) => failure !== undefined && SHOWN_BY_EXAMPLE.has(failure));
  return formless.length >= LEAST && formless.length * 2 >= failures.length;
}

const SHOWN_BY_EXAMPLE: ReadonlySet<FailureType> = new Set(["EMPTY_OUTPUT", "WRONG_FORMAT", "NO_GAPS_ADDRESSED"]);

/** The newest that ended, of the rounds that are still in full. */
function firstAttempts(state: State, role: string): Run[] {
  const runs = [...state.recent.flatMap((log) => log.runs), ...(state.round?.runs ?? [])];
  return runs.filter((run) => run.role === role && run.attempt === 1 && run.end !== undefined).slice(-LOOKED_AT);
}
