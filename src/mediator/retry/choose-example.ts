import type { FailureType } from "../../model/gate-result.ts";
import { fenceAsData } from "../prompts/fence.ts";
import type { ExampleOrigin, PromptMaterial, PromptOrder } from "../prompts/prompt-order.ts";
import { textAt } from "../prompts/session-text.ts";
import type { State } from "../state.ts";
import { type ExampleCandidate, exampleCandidates } from "./example-candidates.ts";
import { scoreExample } from "./example-score.ts";
import { DISAGREEMENT_FORM, EXAMPLE_TEMPLATES } from "./example-template.ts";
import { shortenExample } from "./shorten-example.ts";

export interface Example {
  readonly origin: ExampleOrigin;
  /** Ready for the prompt, with its source named. */
  readonly text: string;
}

/** Tokens of the sentence and the fence around an example. */
const WRAPPING = 50;

type Tier = ExampleOrigin["tier"] | "form";

/** SPEC 6: which tiers serve a failure, the first that there is. */
export function exampleTiers(failure: FailureType): readonly Tier[] {
  switch (failure) {
    case "EXECUTION_ERROR":
    case "FILE_MISSING":
      return [];
    case "EMPTY_OUTPUT":
      return ["canonical", "session", "template"];
    case "WRONG_FORMAT":
      return ["canonical", "template"];
    case "NO_GAPS_ADDRESSED":
      return ["session", "canonical", "template"];
    case "INCONSISTENT_REFS":
      return ["session", "template"];
    case "INVALID_DISAGREE_REF":
    case "MALFORMED_DISAGREE":
    case "RE_ARGUED_CONFLICT":
      return ["form"];
  }
}

/** The session documents that have to be read before the example can be chosen. */
export function exampleNeeds(state: State, order: PromptOrder, failure: FailureType): readonly string[] {
  if (!exampleTiers(failure).includes("session")) return [];
  return candidatesFor(state, order).map((candidate) => candidate.ref.path);
}

export function chooseExample(
  state: State,
  order: PromptOrder,
  material: PromptMaterial,
  failure: FailureType,
  tokens: number,
): Example | undefined {
  for (const tier of exampleTiers(failure)) {
    const example = fromTier(tier, state, order, material, failure, tokens);
    if (example !== undefined) return example;
  }
  return undefined;
}

function fromTier(
  tier: Tier,
  state: State,
  order: PromptOrder,
  material: PromptMaterial,
  failure: FailureType,
  tokens: number,
): Example | undefined {
  switch (tier) {
    case "canonical":
      return canonical(order, material, tokens);
    case "session":
      return fromSession(state, order, material, failure, tokens);
    case "template":
      return shown({ tier: "template", origin: "the form with its blanks" }, EXAMPLE_TEMPLATES[order.role]);
    case "form":
      return shown({ tier: "template", origin: "the form of a disagreement" }, DISAGREEMENT_FORM);
  }
}

function canonical(order: PromptOrder, material: PromptMaterial, tokens: number): Example | undefined {
  if (order.role !== "engineer" && order.role !== "reviewer") return undefined;
  const text = material.kit.examples[order.role]?.trim() ?? "";
  if (text === "") return undefined;
  const origin = { tier: "canonical", origin: `the canonical example of the ${order.role}` } as const;
  return shown(origin, shortenExample(text, order.role, tokens - WRAPPING));
}

function fromSession(
  state: State,
  order: PromptOrder,
  material: PromptMaterial,
  failure: FailureType,
  tokens: number,
): Example | undefined {
  if (order.role !== "engineer" && order.role !== "reviewer") return undefined;
  const best = bestCandidate(candidatesFor(state, order), order, material, failure);
  if (best === undefined) return undefined;
  const { round, gaps, outcome } = best.candidate;
  const origin = { tier: "session", origin: `round ${round}, ${gaps.join(" ")}, ${outcome}` } as const;
  return shown(origin, shortenExample(best.text, order.role, tokens - WRAPPING));
}

function bestCandidate(
  candidates: readonly ExampleCandidate[],
  order: PromptOrder,
  material: PromptMaterial,
  failure: FailureType,
) {
  let best: { readonly candidate: ExampleCandidate; readonly text: string; readonly score: number } | undefined;
  for (const candidate of candidates) {
    const text = textAt(material.files, candidate.ref) ?? "";
    if (text === "") continue;
    const score = scoreExample(candidate, text, failure, order.gaps);
    const newer = best !== undefined && score === best.score && candidate.round > best.candidate.round;
    if (best === undefined || score > best.score || newer) best = { candidate, text, score };
  }
  return best;
}

function candidatesFor(state: State, order: PromptOrder): ExampleCandidate[] {
  if (order.role !== "engineer" && order.role !== "reviewer") return [];
  return exampleCandidates(state, order.role, order.round);
}

function shown(origin: ExampleOrigin, text: string): Example {
  return {
    origin,
    text: `Example, from ${origin.origin}. Take its form, not its content:\n\n${fenceAsData(text, "markdown")}`,
  };
}
