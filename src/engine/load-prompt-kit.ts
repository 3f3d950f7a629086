import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../errors/whetstone-error.ts";
import {
  FORM_NAMES,
  type PromptKit,
  readTemplate,
  TEMPLATE_NAMES,
  unknownPlaceholder,
} from "../mediator/prompts/prompt-kit.ts";
import { errorCode } from "./files/file-errors.ts";

interface PromptFilesOptions {
  /** The User's folder with `prompts/` and `examples/`; the package's files are used for what it lacks. */
  readonly folder?: string;
  /** The folder that agents may read: prompts say that there is one, not where it is (SPEC 15.5). */
  readonly codebase?: string;
}

const EXAMPLE_NAMES = ["engineer", "reviewer"] as const;

/** The path is not part of the prompt: the agent kind that starts a program adds it. */
const CODEBASE = "There is a codebase: list, search and read it with the tools that you have, and change nothing.";

/** The paths of the User's prompts and examples; a file that replaces none of ours is refused. */
export async function customPromptFiles(folder: string): Promise<string[]> {
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

/** Loads templates and canonical examples, the User's before the package's (SPEC 6, 15.4). */
export async function loadPromptKit({ folder, codebase }: PromptFilesOptions = {}): Promise<PromptKit> {
  const resources = await resourceFolder();
  const inPackage = (name: string) => readFile(join(resources, name), "utf8");
  const own = async (name: string) =>
    folder === undefined ? undefined : unlessAbsent(readFile(join(folder, name), "utf8"));
  const template = async (name: string): Promise<string> => {
    const path = `prompts/${name}.md`;
    const [replaced, source] = [readTemplate(await inPackage(path)), await own(path)];
    if (source === undefined) return replaced;
    const unknown = unknownPlaceholder(readTemplate(source), replaced);
    if (unknown === undefined) return readTemplate(source);
    throw new UsageError(`the prompt template has {{${unknown}}}, which is not known here`, {
      target: join(folder ?? "", path),
      fix: "Compare it with the one in the package's resources/prompts/, or remove it to use that one.",
    });
  };
  return {
    templates: await byName(TEMPLATE_NAMES, template),
    forms: await byName(FORM_NAMES, (name) => inPackage(`forms/${name}.md`)),
    examples: await byName(EXAMPLE_NAMES, async (name) => {
      return (await own(`examples/${name}.md`)) ?? inPackage(`examples/${name}.md`);
    }),
    ...(codebase === undefined ? {} : { codebase: CODEBASE }),
  };
}

async function byName<Name extends string, Value>(
  names: readonly Name[],
  load: (name: Name) => Promise<Value>,
): Promise<Record<Name, Value>> {
  const entries = await Promise.all(names.map(async (name) => [name, await load(name)] as const));
  return Object.fromEntries(entries) as Record<Name, Value>;
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The `resources/` folder of this package, wherever the built code is in it. */
export async function resourceFolder(): Promise<string> {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
    if ((JSON.parse(text) as { name?: string }).name === "whetstone") return join(folder, "resources");
    if (dirname(folder) === folder) throw new UsageError("the package is incomplete: resources/ is missing");
  }
}
