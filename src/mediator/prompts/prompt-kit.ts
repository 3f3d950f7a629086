import type { ExampleRecord } from "../../model/events/round-events.ts";
import type { RunOrder } from "../effect.ts";

/** The template files of `resources/prompts/`: a preface and a task for each role. */
export const TEMPLATE_NAMES = [
  "engineer",
  "engineer-task",
  "polish-task",
  "reviewer",
  "reviewer-task",
  "final-review",
  "final-review-task",
  "survey",
  "survey-task",
  "middle-ground",
  "middle-ground-task",
] as const;

type TemplateName = (typeof TEMPLATE_NAMES)[number];

const HEADER = /^<!-- whetstone prompt: [^\n]*\n/;
const MARK = /\{\{([#/]?)([a-z_]*)\}\}/g;

export function readTemplate(source: string): string {
  return source.replace(/\r\n?/g, "\n").replace(HEADER, "").trim();
}

/** A placeholder of the User's template that the one it replaces does not have. */
export function unknownPlaceholder(own: string, replaced: string): string | undefined {
  const [given, known] = [own, replaced].map((body) => [...body.matchAll(MARK)].map(([, , name = ""]) => name));
  return given?.find((name) => !known?.includes(name));
}

export type TemplateValues = Readonly<Record<string, string | undefined>>;

const BLOCK = /\{\{#([a-z_]+)\}\}([\s\S]*?)\{\{\/\1\}\}/g;

/** Puts the values into a template. They come last, so that `{{…}}` in a value is not read as a placeholder. */
export function renderTemplate(template: string, values: TemplateValues): string {
  const present = (name: string) => (values[name] ?? "") !== "";
  const body = template
    .replace(BLOCK, (_, name: string, inner: string) => (present(name) ? inner.trim() : ""))
    .replace(/^\{\{([a-z_]+)\}\}$/gm, (mark, name: string) => (present(name) ? mark : ""))
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return body.replace(MARK, (_, __, name: string) => values[name] ?? "");
}

/** The part of a run order that its prompt depends on. */
export interface PromptOrder
  extends Pick<RunOrder, "role" | "round" | "gaps" | "attempt" | "failure" | "revision">,
    Partial<Pick<RunOrder, "uncertain" | "condensed">> {
  /** Where an agent that writes files has to put the document. */
  readonly documentPath?: string;
}

export interface PromptMaterial {
  readonly kit: PromptKit;
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

export interface PromptKit {
  readonly templates: Readonly<Record<TemplateName, string>>;
  /** The canonical examples (SPEC 6, tier 1), as far as there are any. */
  readonly examples: Readonly<Partial<Record<"engineer" | "reviewer", string>>>;
  /** The blank forms (SPEC 6, tier 3). */
  readonly forms: Readonly<Record<FormName, string>>;
  /** How the agent can read the codebase, in words; absent if there is none (SPEC 15.5). */
  readonly codebase?: string;
}
