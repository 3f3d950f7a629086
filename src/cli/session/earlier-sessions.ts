import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { CheckOptions } from "../../checks/check.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { isVersionName, withoutVersion } from "../../documents/stated/version-name.ts";
import { isSessionFolder, nameBefore } from "../../engine/find-sessions.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { openStore, readState } from "../../engine/session-store.ts";
import {
  type LeftOpen,
  leftOpenIn,
  type SettledBefore,
  settledIn,
  withoutSettled,
} from "../../mediator/inventory/earlier-session.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import type { State } from "../../mediator/state.ts";
import type { Spec } from "../../model/change.ts";
import type { CliContext } from "../cli-context.ts";
import { namesIn } from "./session-names.ts";
import { continuesAnew, storeParts, takeOverCommand } from "./session-parts.ts";
import type { SpecPlace } from "./spec-place.ts";

/** For `refine --new`: renames the spec's session. Returns whether the new one asks everything again. */
export async function setAside(folder: string, { output, cwd }: CliContext): Promise<boolean> {
  if (!isSessionFolder(folder)) return false;
  // Throws if another process has the session open.
  const store = await openStore(storeParts(folder));
  await store.close();
  const startsOver = !continuesAnew({ state: store.state, folder, root: folder });
  const kept = freeName(folder);
  renameSync(folder, kept);
  output.note(`The earlier session is kept in ${relative(cwd, kept)}.`);
  const takeOver = takeOverCommand({ state: store.state, folder: relative(cwd, kept), root: kept });
  if (takeOver !== undefined)
    output.note(`What it wrote is not in your files, so this starts from your own text. To build on it: ${takeOver}`);
  return startsOver;
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
  startsOver = false,
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
  const settled = earlier.flatMap(({ state }) => settledIn(state));
  return {
    settled: startsOver ? [] : settled,
    leftOpen: last === undefined ? [] : leftOpenIn(last.state),
    ...(last === undefined ? {} : { leftBy: join(folder, last.name) }),
  };
}

/** The number of gaps that are not asked about, because an earlier session settled their passages. */
export function settledBefore({ settled }: Pick<EarlierSessions, "settled">, source: Spec, checks?: CheckOptions) {
  if (settled.length === 0) return 0;
  const text = joinFiles(source);
  const found = findGaps(text, checks);
  return found.length - withoutSettled(found, settled, text).length;
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
