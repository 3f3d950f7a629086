import { join, relative } from "node:path";
import { laterVersionName } from "../../documents/stated/version-name.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import type { CliContext } from "../cli-context.ts";
import { namesIn, specName } from "./session-names.ts";
import type { SpecPlace } from "./spec-place.ts";

interface RefineTarget {
  readonly spec: SpecPlace;
  readonly config: Pick<Config, "inPlace">;
}

/** Warns about later versions of the source: the result would look newest, but lack their changes. */
export function tellLaterVersion({ spec, config }: RefineTarget, { output, cwd }: CliContext): void {
  // In these cases no version is written beside the source.
  if (config.inPlace || spec.home !== undefined) return;
  const [only] = spec.files.length === 1 ? spec.files : [];
  // For several files a version is a folder.
  const names = namesIn(spec.folder).map((name) => (only === undefined ? `${name}.md` : name));
  const later = laterVersionName(names, only === undefined ? spec.name : specName(only));
  if (later === undefined) return;
  const newest = relative(cwd, join(spec.folder, only === undefined ? later.replace(/\.md$/, "") : later));
  output.note(
    `${newest} is a later version, which this session does not read. To refine it instead: ${commandLine("refine", newest)}`,
  );
}
