import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../errors/whetstone-error.ts";
import { FORM_NAMES, type PromptKit, type Templates } from "../mediator/prompts/prompt-order.ts";
import { parseTemplate, TEMPLATE_NAMES, type Template, type TemplateName } from "../mediator/prompts/template.ts";
import { errorCode } from "./files/file-errors.ts";

export interface PromptFilesOptions {
  /** The person's own folder with `prompts/` and `examples/`; what it lacks is the program's own. */
  readonly folder?: string;
  /** The folder that agents may read: they are told that there is one, not where (SPEC 15.5). */
  readonly codebase?: string;
}

const EXAMPLE_NAMES = ["engineer", "reviewer"];

/** Where it is on a computer, whoever starts the program adds. */
const CODEBASE = "There is a codebase: list, search and read it with the tools that you have, and change nothing.";

/** Prompts and examples of the person's own, by their paths; a name that stands for none is refused. */
export async function ownPromptFiles(folder: string): Promise<string[]> {
  const prompts = await markdownIn(join(folder, "prompts"), TEMPLATE_NAMES);
  return [...prompts, ...(await markdownIn(join(folder, "examples"), EXAMPLE_NAMES))];
}

async function markdownIn(folder: string, known: readonly string[]): Promise<string[]> {
  const names = (await unlessAbsent(readdir(folder))) ?? [];
  const files = names.filter((name) => name.endsWith(".md")).sort();
  const stray = files.find((name) => !known.includes(name.slice(0, -".md".length)));
  if (stray === undefined) return files.map((name) => join(folder, name));
  throw new UsageError("no prompt has that name", {
    target: join(folder, stray),
    fix: `Rename or move it. Known names: ${known.map((name) => `${name}.md`).join(", ")}.`,
  });
}

/** Loads templates and canonical examples, the person's own first (SPEC 6, 15.4). */
export async function loadPromptKit(options: PromptFilesOptions = {}): Promise<PromptKit> {
  const own = await resourceFolder();
  const entries = await Promise.all(
    TEMPLATE_NAMES.map(async (name) => [name, await loadTemplate(name, own, options.folder)] as const),
  );
  const forms = await Promise.all(
    FORM_NAMES.map(async (name) => [name, await readFile(join(own, "forms", `${name}.md`), "utf8")] as const),
  );
  const [engineer, reviewer] = await Promise.all([
    readFirst(options.folder, own, "examples/engineer.md"),
    readFirst(options.folder, own, "examples/reviewer.md"),
  ]);
  return {
    templates: Object.fromEntries(entries) as unknown as Templates,
    forms: Object.fromEntries(forms) as PromptKit["forms"],
    examples: { ...(engineer && { engineer: engineer.text }), ...(reviewer && { reviewer: reviewer.text }) },
    ...(options.codebase === undefined ? {} : { codebase: CODEBASE }),
  };
}

async function loadTemplate(name: TemplateName, own: string, folder: string | undefined): Promise<Template> {
  const file = await readFirst(folder, own, `prompts/${name}.md`);
  if (!file) throw new UsageError(`the prompt template ${name} is missing`, { fix: "Reinstall Whetstone." });
  const template = parseTemplate(name, file.text);
  if ("body" in template) return template;
  throw new UsageError(`the prompt template ${template.message}`, {
    target: `${file.path}:${template.line}`,
    fix: "Compare it with the one in the package's resources/prompts/, or remove it to use that one.",
  });
}

async function readFirst(
  folder: string | undefined,
  own: string,
  name: string,
): Promise<{ path: string; text: string } | undefined> {
  for (const root of folder === undefined ? [own] : [folder, own]) {
    const path = join(root, name);
    const text = await unlessAbsent(readFile(path, "utf8"));
    if (text !== undefined) return { path, text };
  }
  return undefined;
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** `resources/` of this package, wherever the built code stands in it. */
export async function resourceFolder(): Promise<string> {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
    if ((JSON.parse(text) as { name?: string }).name === "whetstone") return join(folder, "resources");
    if (dirname(folder) === folder) throw new UsageError("the package is incomplete: resources/ is missing");
  }
}
