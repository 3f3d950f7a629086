import { join, relative } from "node:path";
import { laterVersionName } from "../../documents/spec/version-name.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import type { CliContext } from "../context.ts";
import { namesIn, specName } from "./session-names.ts";
import type { SpecPlace } from "./spec-place.ts";

interface Begun {
  readonly spec: SpecPlace;
  readonly config: Pick<Config, "inPlace">;
}

/** A session on a source that has later versions writes one that looks the newest, and lacks what they changed. */
export function tellLaterVersion({ spec, config }: Begun, { output, cwd }: CliContext): void {
  // There no version is written beside it.
  if (config.inPlace || spec.home !== undefined) return;
  const [only] = spec.files.length === 1 ? spec.files : [];
  // The version of several files is a folder.
  const names = namesIn(spec.folder).map((name) => (only === undefined ? `${name}.md` : name));
  const later = laterVersionName(names, only === undefined ? spec.name : specName(only));
  if (later === undefined) return;
  const newest = relative(cwd, join(spec.folder, only === undefined ? later.replace(/\.md$/, "") : later));
  output.note(
    `There is a later version of ${only ?? spec.name}: what that one changed is missing from what this session writes. To refine it instead: ${commandLine("refine", newest)}`,
  );
}
