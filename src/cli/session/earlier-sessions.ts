import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { CheckOptions } from "../../checks/check.ts";
import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { isVersionName, withoutVersion } from "../../documents/spec/version-name.ts";
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
import { isSessionFolder, nameBefore } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { namesIn } from "./session-names.ts";
import { goesOnAnew, storeParts } from "./session-parts.ts";
import type { SpecPlace } from "./spec-place.ts";

/** `refine --new`: the spec's session is kept beside the one that begins. Whether that one starts over, and asks everything. */
export async function setAside(folder: string, { output, cwd }: CliContext): Promise<boolean> {
  if (!isSessionFolder(folder)) return false;
  // A session that another process works on stays where it is.
  const store = await openStore(storeParts(folder));
  await store.close();
  const startsOver = !goesOnAnew({ state: store.state, folder, root: folder });
  const kept = freeName(folder);
  renameSync(folder, kept);
  output.note(`The earlier session is kept in ${relative(cwd, kept)}.`);
  return startsOver;
}

function freeName(folder: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${folder}-old-${number}`;
    if (!existsSync(name)) return name;
  }
}

/** What earlier sessions on the same spec settled, and what the one before this left open. */
export interface Before {
  readonly settled: readonly SettledBefore[];
  readonly leftOpen: readonly LeftOpen[];
  /** The folder of the one that left it open. */
  readonly leftBy?: string;
  /** The folders of all of them. */
  readonly folders: readonly string[];
}

/** Earlier sessions: `sessions/x-old-1`, also `x_v1.0` for a new one on `x_v1.1.md`. */
export async function beforeSession(
  session: string,
  { files }: Pick<SpecPlace, "files">,
  startsOver = false,
): Promise<Before> {
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
    // What was only kept is asked again; an answer stands in the text.
    settled: startsOver ? settled.filter(({ added, edited }) => (added ?? edited) !== undefined) : settled,
    leftOpen: last === undefined ? [] : leftOpenIn(last.state),
    ...(last === undefined ? {} : { leftBy: join(folder, last.name) }),
    folders: earlier.map(({ name }) => join(folder, name)),
  };
}

/** How many would be found in the source that an earlier session settled by a passage as it stands. */
export function settledBefore({ settled }: Pick<Before, "settled">, source: Spec, checks?: CheckOptions): number {
  if (settled.length === 0) return 0;
  const text = joinFiles(source);
  const found = findGaps(text, checks);
  return found.length - withoutSettled(found, settled, text).length;
}

type Earlier = { readonly name: string; readonly state: State };

/** The one that was set aside last, else the one that wrote this very version; only one that has ended left anything. */
function lastOf(earlier: readonly Earlier[], own: string, files: readonly string[]): Earlier | undefined {
  const ended = earlier.filter(({ state }) => state.stop.type === "ended");
  const aside = ended.filter(({ name }) => nameBefore(name) === own).toSorted((a, b) => number(b) - number(a));
  return aside[0] ?? ended.find(({ state: { stop } }) => stop.type === "ended" && isOneOf(stop.specPath, own, files));
}

function number({ name }: Earlier): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

/** Of several files the result is a folder by the name of the version. */
function isOneOf(result: string | undefined, own: string, files: readonly string[]): boolean {
  const first = result?.split("/")[0];
  return first !== undefined && (first === own || files.includes(first));
}
