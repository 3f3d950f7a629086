import type { ExampleRecord } from "../../model/events/round-events.ts";
import type { RunOrder } from "../effect.ts";
import type { TemplateName } from "./template.ts";

/** The part of a run order that its prompt depends on. */
export interface PromptOrder
  extends Pick<RunOrder, "role" | "round" | "gaps" | "attempt" | "failure" | "revision">,
    Partial<Pick<RunOrder, "uncertain" | "condensed">> {
  /** Where an agent that writes files has to put the document. */
  readonly documentPath?: string;
}

export interface PromptMaterial {
  readonly kit: PromptKit;
  /** The texts of the files that `promptNeeds` names, without those that no longer exist. */
  readonly files: ReadonlyMap<string, string>;
  /** The document of the previous attempt, as received, if that failed. */
  readonly earlier?: string;
}

/** What is sent is the preface, a blank line, and the prompt (SPEC 15.4). */
export interface BuiltPrompt {
  /** Role, method, form and the working spec: the same bytes in every run of a role in a round, so that caches hit. */
  readonly preface: string;
  readonly prompt: string;
  /** The notice alone, for agents that are people. */
  readonly notice?: string;
  readonly example?: ExampleRecord;
}

/** The files of `resources/forms/`: blank forms of each role's document, and of parts of documents. */
export const FORM_NAMES = [
  "engineer",
  "reviewer",
  "review-by-hand",
  "final-review",
  "survey",
  "middle-ground",
  "answer",
  "earlier-issues",
  "disagreement",
] as const;

export type FormName = (typeof FORM_NAMES)[number];

/** What all prompts of a session share; loaded once. */
export interface PromptKit {
  readonly templates: Readonly<Record<TemplateName, string>>;
  /** The canonical examples (SPEC 6, tier 1), as far as there are any. */
  readonly examples: Readonly<Partial<Record<"engineer" | "reviewer", string>>>;
  /** The blank forms (SPEC 6, tier 3). */
  readonly forms: Readonly<Record<FormName, string>>;
  /** How the agent can read the codebase, in words; absent if there is none (SPEC 15.5). */
  readonly codebase?: string;
}
