/** The placeholders of `aroundTask`, and those of a retry (SPEC 15.4). */
const AROUND = "sections scope known decisions notice example";

/**
 * The template files of `resources/prompts/`, a preface and a task for each role, with the placeholders that each must
 * have, because an agent could not do its work without them, and those that it may have.
 */
const PLACEHOLDERS = {
  engineer: ["spec", "max_words codebase"],
  "engineer-task": [
    `${AROUND} findings gaps gap_ids contexts adjustments similar proposal issues answers`,
    "round numbers path",
  ],
  "polish-task": ["sections decisions notice example contexts issues", "scope round numbers path"],
  reviewer: ["spec", "codebase"],
  "reviewer-task": [`${AROUND} gaps gap_ids contexts diff documents issues flags`, "notes round numbers path"],
  "final-review": ["spec", "codebase"],
  "final-review-task": ["notice", "scope decisions example round limitations changed findings earlier contexts path"],
  survey: ["spec", "survey_gaps codebase"],
  "survey-task": ["known notice", "scope example contexts path"],
  "middle-ground": ["", "codebase"],
  "middle-ground-task": ["reviewer engineer", "subject passage concern path"],
} satisfies Readonly<Record<string, readonly [must: string, may: string]>>;

export type TemplateName = keyof typeof PLACEHOLDERS;
export const TEMPLATE_NAMES = Object.keys(PLACEHOLDERS) as readonly TemplateName[];

export interface Template {
  readonly body: string;
}

/** Why a template, which the User may have written, cannot be used. */
interface TemplateProblem {
  readonly line: number;
  readonly message: string;
}

const HEADER = /^<!-- whetstone prompt: ([a-z-]+), version (\d{1,4}) -->[ \t]*\n/;
const MARK = /\{\{([#/]?)([a-z_]*)\}\}/g;

/** Reads a template and checks all of it, so that a mistake is found before the session starts. */
export function parseTemplate(name: TemplateName, source: string): Template | TemplateProblem {
  const text = source.replace(/\r\n?/g, "\n");
  const header = HEADER.exec(text);
  if (header === null) {
    return { line: 1, message: `must begin with the line: <!-- whetstone prompt: ${name}, version 1 -->` };
  }
  if (header[1] !== name) return { line: 1, message: `is a template for "${header[1]}", expected "${name}"` };
  const problem = placeholderProblem(name, text);
  if (problem !== undefined) return problem;
  return { body: text.slice(header[0].length).trim() };
}

function placeholderProblem(name: TemplateName, text: string): TemplateProblem | undefined {
  const [must = [], may = []] = PLACEHOLDERS[name].map((names) => names.split(" ").filter((word) => word !== ""));
  const seen = new Set<string>();
  let open: TemplateProblem | undefined;
  let block = "";
  for (const { index, 1: mark, 2: word = "" } of text.matchAll(MARK)) {
    const problem = (message: string) => ({ line: text.slice(0, index).split("\n").length, message });
    if (![...must, ...may].includes(word))
      return problem(`{{${word}}} is not known here; there are: ${[...must, ...may].join(", ")}`);
    if (mark === "#" && open) return problem(`{{#${word}}} stands inside {{#${block}}}`);
    if (mark === "/" && block !== word) return problem(`{{/${word}}} closes nothing`);
    if (mark === "") seen.add(word);
    else {
      open = mark === "#" ? problem(`{{#${word}}} is not closed`) : undefined;
      block = mark === "#" ? word : "";
    }
  }
  const missing = must.find((placeholder) => !seen.has(placeholder));
  return open ?? (missing === undefined ? undefined : { line: 1, message: `{{${missing}}} is missing` });
}

export type TemplateValues = Readonly<Record<string, string | undefined>>;

const BLOCK = /\{\{#([a-z_]+)\}\}([\s\S]*?)\{\{\/\1\}\}/g;

/** Puts the values into a template. They come last, so that `{{…}}` in a value is not read as a placeholder. */
export function renderTemplate(template: Template, values: TemplateValues): string {
  const present = (name: string) => (values[name] ?? "") !== "";
  const body = template.body
    .replace(BLOCK, (_, name: string, inner: string) => (present(name) ? inner.trim() : ""))
    .replace(/^\{\{([a-z_]+)\}\}$/gm, (mark, name: string) => (present(name) ? mark : ""))
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return body.replace(MARK, (_, __, name: string) => values[name] ?? "");
}
