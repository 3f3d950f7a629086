import type { ExampleRecord } from "../../model/events/round-events.ts";
import type { RunOrder } from "../effect.ts";
import type { Template, TemplateName } from "./template.ts";

/** What is to be asked of an agent, as far as its prompt says it. */
export interface PromptOrder
  extends Pick<RunOrder, "role" | "round" | "gaps" | "attempt" | "failure" | "revision">,
    Partial<Pick<RunOrder, "uncertain" | "condensed">> {
  /** Where the document has to be, for agents that write files. */
  readonly documentPath?: string;
}

export interface PromptMaterial {
  readonly kit: PromptKit;
  /** The texts of `promptNeeds`; one that is gone is left out, and the prompt says so where it matters. */
  readonly files: ReadonlyMap<string, string>;
  /** The document of the attempt before, as received, when it failed. */
  readonly earlier?: string;
}

/** The prompt as sent is the preface, a blank line, and the prompt (SPEC 15.4). */
export interface BuiltPrompt {
  /** Role, method, form and the working spec: byte-identical in every run of a role in a round, so that caches hit. */
  readonly preface: string;
  readonly prompt: string;
  /** The notice alone, for agents that are people. */
  readonly notice?: string;
  readonly example?: ExampleRecord;
}

export type Templates = Readonly<Record<TemplateName, Template>>;

/** The files of `resources/forms/`: the form of each role's document with its blanks, and of parts of documents. */
export const FORM_NAMES = [
  "engineer",
  "reviewer",
  "final-review",
  "survey",
  "middle-ground",
  "answer",
  "earlier-issues",
  "disagreement",
] as const;

export type FormName = (typeof FORM_NAMES)[number];

/** What all prompts of a session share. Made once, by whoever loads the files. */
export interface PromptKit {
  readonly templates: Templates;
  /** SPEC 6, tier 1; one that is missing or empty is passed over. */
  readonly examples: Readonly<Partial<Record<"engineer" | "reviewer", string>>>;
  /** SPEC 6, tier 3. */
  readonly forms: Readonly<Record<FormName, string>>;
  /** How the agent gets at the codebase, in words, where there is one (SPEC 15.5). */
  readonly codebase?: string;
}
