import { existsSync, renameSync } from "node:fs";
import { relative } from "node:path";
import { openStore } from "../../engine/session-store.ts";
import { isSessionFolder } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { storeParts } from "./session-parts.ts";
import { readSource, type SpecPlace } from "./spec-place.ts";

/** `refine --new`: the spec's session is kept beside the one that begins. What cannot be refined moves nothing. */
export async function setAside(
  { spec, folder }: { readonly spec: SpecPlace; readonly folder: string },
  { output, cwd }: CliContext,
): Promise<void> {
  readSource(spec);
  if (!isSessionFolder(folder)) return;
  // A session that another process works on stays where it is.
  await (await openStore(storeParts(folder))).close();
  const kept = freeName(folder);
  renameSync(folder, kept);
  output.note(`The earlier session is kept in ${relative(cwd, kept)}.`);
}

function freeName(folder: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${folder}-old-${number}`;
    if (!existsSync(name)) return name;
  }
}
