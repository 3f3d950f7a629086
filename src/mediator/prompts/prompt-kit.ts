import type { Template, TemplateName } from "./template.ts";

export type Templates = Readonly<Record<TemplateName, Template>>;

/** The canonical example of each role (SPEC 6, tier 1); one that is missing or empty is passed over. */
export interface CanonicalExamples {
  readonly engineer?: string;
  readonly reviewer?: string;
}

/** What all prompts of a session share. Made once, by whoever loads the files. */
export interface PromptKit {
  readonly templates: Templates;
  readonly examples: CanonicalExamples;
  /** How the agent gets at the codebase, in words, where there is one (SPEC 15.5). */
  readonly codebase?: string;
}
