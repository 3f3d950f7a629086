import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { laterVersionName, nextVersionName } from "../../documents/spec/version-name.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import type { CliContext } from "../context.ts";
import { namesIn, specName } from "./session-names.ts";
import { readSource, type SpecPlace } from "./spec-place.ts";

interface Begun {
  readonly spec: SpecPlace;
  readonly config: Pick<Config, "inPlace">;
}

/** A session on a source that has later versions writes one that looks the newest, and lacks what they changed. */
export function tellLaterVersion({ spec, config }: Begun, { output, cwd }: CliContext): void {
  // There no version is written beside it.
  if (config.inPlace || spec.home !== undefined) return;
  const [only] = spec.files.length === 1 ? spec.files : [];
  const stem = only === undefined ? spec.name : specName(only);
  // The version of several files is a folder.
  const names = namesIn(spec.folder).map((name) => (only === undefined ? `${name}.md` : name));
  const later = laterVersionName(names, stem);
  if (later === undefined) return;
  const named = (version: string) => (only === undefined ? version.replace(/\.md$/, "") : version);
  const newest = join(spec.folder, named(later));
  if (isSame(spec, only === undefined ? { folder: newest } : { files: [later] })) return;
  const from = only ?? spec.name;
  output.note(
    `There is a later version of ${from}: ${named(later)}. This session starts from ${from} all the same, and writes ${named(nextVersionName(names, stem))} without what the later version changed. To refine that one instead: ${commandLine("refine", relative(cwd, newest))}`,
  );
}

/** Whoever took the version over into their own file has nothing to lose. */
function isSame(spec: SpecPlace, version: Partial<SpecPlace>): boolean {
  const { folder, files, ...rest } = { ...spec, ...version };
  if (!files.every((path) => existsSync(join(folder, ...path.split("/"))))) return false;
  const texts = (place: SpecPlace) => readSource(place).map(({ text }) => text);
  return JSON.stringify(texts({ folder, files, ...rest })) === JSON.stringify(texts(spec));
}
