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

export type TemplateName = (typeof TEMPLATE_NAMES)[number];

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
