import type { Spec } from "../../model/change.ts";
import type { ExampleRecord } from "../../model/events/run-events.ts";
import type { IssueId } from "../../model/ids.ts";
import type { RunOrder } from "../effect.ts";
import type { Template, TemplateName } from "./template.ts";

/** What is to be asked of an agent, as far as its prompt says it. */
export interface PromptOrder
  extends Pick<RunOrder, "role" | "round" | "gaps" | "attempt" | "failure" | "revision">,
    Partial<Pick<RunOrder, "uncertain" | "condensed">> {
  /** Where the document has to be, for agents that write files. */
  readonly documentPath?: string;
}

/** What has to be read before the prompt can be built: files of the session folder, by their path in it. */
export interface PromptNeeds {
  readonly files: readonly string[];
}

/** Something that the Reviewer should look at: a flag on an issue, and why it was raised (SPEC 9). */
export interface ReviewerFlag {
  readonly issue: IssueId;
  readonly text: string;
}

export interface PromptMaterial {
  readonly kit: PromptKit;
  /** The texts of `PromptNeeds.files`; one that is gone is left out, and the prompt says so where it matters. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * The working spec with proposals of this round in it (SPEC 4.2): those under review for the Reviewer, those that an
   * overlapping run comes after for the Engineer. Without it the working spec is shown as it is.
   */
  readonly candidate?: Spec;
  /** The candidate that the last review of these gaps read, for a revision. */
  readonly previousCandidate?: Spec;
  readonly flags?: readonly ReviewerFlag[];
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

/** The canonical example of each role (SPEC 6, tier 1); one that is missing or empty is passed over. */
export interface CanonicalExamples {
  readonly engineer?: string;
  readonly reviewer?: string;
}

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
  readonly examples: CanonicalExamples;
  /** SPEC 6, tier 3. */
  readonly forms: Readonly<Record<FormName, string>>;
  /** How the agent gets at the codebase, in words, where there is one (SPEC 15.5). */
  readonly codebase?: string;
}
