import type { AssembledSpec } from "../spec/assemble.ts";
import { type SpecFile, splitFiles } from "./joined-files.ts";

/** What becomes of one file of a spec. */
export interface RefinedFile extends SpecFile {
  /** As it was read. */
  readonly before: string;
}

export interface RefinedSpec {
  /** The files that differ from what was read. */
  readonly files: readonly RefinedFile[];
  /** Of a spec of several files: what is left open and where everything came from, which belongs to none of them. */
  readonly record?: SpecFile;
}

/** Takes an assembled spec apart into the files that its source was made of (SPEC 12). `name` is the session's. */
export function splitSpec(source: string, spec: AssembledSpec, files: readonly string[], name: string): RefinedSpec {
  const [only] = files;
  if (only !== undefined && files.length === 1) return { files: [{ path: only, before: source, text: spec.text }] };
  const before = new Map(splitFiles(source, files).map((file) => [file.path, file.text]));
  const changed = splitFiles(spec.text.slice(0, spec.bodyLength), files).flatMap(({ path, text }) => {
    const was = before.get(path) ?? "";
    const now = `${text.trimEnd()}${/\s*$/.exec(was)?.[0] ?? ""}`;
    return now === was ? [] : [{ path, before: was, text: now }];
  });
  const closing = spec.text.slice(spec.bodyLength).trim();
  const listed = changed.map(({ path }) => `- \`${path}\``).join("\n") || "None.";
  const text = `# What was refined: ${name}\n\n## Files that changed\n\n${listed}\n\n${closing}\n`;
  return { files: changed, record: { path: `${name}.md`, text } };
}
