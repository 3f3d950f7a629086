import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { isVersionName, laterVersionName, withoutVersion } from "../../documents/stated/version-name.ts";
import { isSessionFolder, nameBefore } from "../../engine/find-sessions.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { openStore, readState } from "../../engine/session-store.ts";
import { type LeftOpen, leftOpenIn, type SettledBefore, settledIn } from "../../mediator/inventory/earlier-session.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import type { CliContext } from "../cli-context.ts";
import { isInSource, storeParts } from "./session-parts.ts";
import { namesIn, type SpecPlace, specName } from "./spec-place.ts";

/** For `refine --new`: renames the spec's session, if it has one. */
export async function setAside(folder: string, { output, cwd }: CliContext): Promise<void> {
  if (!isSessionFolder(folder)) return;
  // Throws if another process has the session open.
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

/** What earlier sessions on the spec settled, and what the last of them left open. */
export interface EarlierSessions {
  readonly settled: readonly SettledBefore[];
  readonly leftOpen: readonly LeftOpen[];
  /** The folder of the session that left these gaps open. */
  readonly leftBy?: string;
}

/** Reads earlier sessions: `sessions/x-old-1`, and also `x_v1.0` for a session on `x_v1.1.md`. */
export async function readEarlierSessions(
  session: string,
  { files }: Pick<SpecPlace, "files">,
): Promise<EarlierSessions> {
  const own = basename(session);
  const folder = dirname(session);
  const isEarlier = isVersionName(`${own}.md`)
    ? (name: string) => withoutVersion(nameBefore(name)) === withoutVersion(own)
    : (name: string) => nameBefore(name) === own;
  const names = namesIn(folder).filter((name) => name !== own && isEarlier(name));
  const states = await Promise.all(
    names.map((name) => readState(nodeFiles(join(folder, name))).catch(() => undefined)),
  );
  const earlier = states.flatMap((state, index) => (state === undefined ? [] : [{ name: names[index] ?? "", state }]));
  const last = lastOf(earlier, own, files);
  // A session that was set aside counts if its words are in the source; otherwise the new one starts over.
  const counting = earlier.filter(
    ({ name, state }) => nameBefore(name) !== own || isInSource(join(folder, name), state),
  );
  return {
    settled: counting.flatMap(({ state }) => settledIn(state)),
    leftOpen: last === undefined ? [] : leftOpenIn(last.state),
    ...(last === undefined ? {} : { leftBy: join(folder, last.name) }),
  };
}

/** Whether the answers of a session count: one that `refine --new` replaced only where its words are in the source. */
export function countsStill(folder: string, state: State): boolean {
  return nameBefore(basename(folder)) === basename(folder) || isInSource(folder, state);
}

type Earlier = { readonly name: string; readonly state: State };

/** The session renamed last, else the one that wrote this version; only one that has ended left anything open. */
function lastOf(earlier: readonly Earlier[], own: string, files: readonly string[]): Earlier | undefined {
  const ended = earlier.filter(({ state }) => state.stop.type === "ended");
  const aside = ended.filter(({ name }) => nameBefore(name) === own).toSorted((a, b) => number(b) - number(a));
  return aside[0] ?? ended.find(({ state: { stop } }) => stop.type === "ended" && isOneOf(stop.specPath, own, files));
}

function number({ name }: Earlier): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

/** For several files the result is a folder named after the version. */
function isOneOf(result: string | undefined, own: string, files: readonly string[]): boolean {
  const first = result?.split("/")[0];
  return first !== undefined && (first === own || files.includes(first));
}

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
