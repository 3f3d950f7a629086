import type { Config } from "../../model/config.ts";
import type { RunRole } from "../../model/events.ts";
import { sourceInPreface } from "./outline.ts";
import { indexSource, type SourceIndex } from "./source-index.ts";
import { renderTemplate, type Template, type TemplateName } from "./template.ts";

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
  readonly source: SourceIndex;
  readonly prefaces: Readonly<Record<RunRole, string>>;
}

export interface PromptKitParts {
  readonly templates: Templates;
  readonly examples: CanonicalExamples;
  readonly source: string;
  readonly config: Pick<Config, "minSectionChars">;
  /** How the agent gets at the codebase, in words, where there is one (SPEC 15.5). */
  readonly codebase?: string;
}

export function promptKit(parts: PromptKitParts): PromptKit {
  const source = indexSource(parts.source);
  const values = {
    source: sourceInPreface(source),
    min_chars: String(parts.config.minSectionChars),
    codebase: parts.codebase,
  };
  const preface = (name: RunRole) => renderTemplate(parts.templates[name], values);
  return {
    templates: parts.templates,
    examples: parts.examples,
    source,
    prefaces: {
      engineer: preface("engineer"),
      reviewer: preface("reviewer"),
      "final-review": preface("final-review"),
      survey: preface("survey"),
      "second-opinion": preface("second-opinion"),
    },
  };
}
