import { dirname, join, relative } from "node:path";
import { frameworkHome } from "../documents/layouts/framework-home.ts";
import { findLayout, folderOfSpecs } from "../documents/layouts/layout.ts";
import { isVersionName } from "../documents/stated/version-name.ts";
import { slashed } from "../engine/files/slashed.ts";
import { findSessions, keyOf } from "../engine/find-sessions.ts";
import { defined } from "../model/defined.ts";
import type { SessionHub } from "./session-hub.ts";

export interface SpecRow {
  readonly key: string;
  /** The layout of a folder, such as `Spec Kit`; absent for a single file. */
  readonly layout?: string;
  readonly files?: number;
  readonly session?: string;
}

const MOST_SPECS = 500;
/** Most files of one spec; starting a session with more is refused. */
const MOST_FILES = 200;

/**
 * The specs below a folder: first those of frameworks, then single files, then folders that can be refined as one spec.
 * Sessions are matched by what they record, so that no configuration is loaded before a spec is chosen.
 */
export async function listSpecs(root: string, hub: (folder: string) => Pick<SessionHub, "state">): Promise<SpecRow[]> {
  const { documents, sessions } = await findSessions(root);
  const refined = new Map<string, string>();
  for (const folder of sessions) {
    const state = await hub(folder)
      .state()
      .catch(() => undefined);
    if (state) refined.set(join(folder, ...state.session.specPath.split("/")), keyOf(root, folder));
  }
  const rowOf = ({ folder, layout, files }: SpecFolder): SpecRow => {
    const session = refined.get(folder) ?? (files.length === 1 ? refined.get(files[0] ?? "") : undefined);
    return { key: keyOf(root, folder), layout, files: files.length, ...defined({ session }) };
  };
  const own = documents.filter((path) => !isVersionName(path));
  const found = [...filesByFolder(root, own)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, files]) => specIn(path, files));
  // Of two with the same files the deeper one stays, which comes later.
  const folders = [...new Map(found.map((spec) => [spec.files.join("\n"), spec])).values()];
  const ofFrameworks = folders.filter(({ isFramework }) => isFramework);
  const others = folders.filter(({ isFramework }) => !isFramework);
  const single = documents.filter((path) => !ofFrameworks.some(({ folder }) => path.startsWith(join(folder, "/"))));
  const fileRows = single.map((path) => ({ key: keyOf(root, path), ...defined({ session: refined.get(path) }) }));
  return [...ofFrameworks.map(rowOf), ...fileRows, ...others.map(rowOf)].slice(0, MOST_SPECS);
}

interface SpecFolder {
  readonly folder: string;
  readonly layout: string;
  readonly files: readonly string[];
  readonly isFramework: boolean;
}

/** A folder that can be refined as one spec. */
function specIn(folder: string, below: readonly string[]): SpecFolder[] {
  const place = { path: slashed(folder), kind: "folder", files: [...below].sort() } as const;
  const { layout, files } = findLayout(place) ?? { files: [] };
  if (layout === undefined || files.length > MOST_FILES) return [];
  const isFramework = layout !== folderOfSpecs;
  // Another folder in a framework's tree holds what is made from its specs, so it is not offered.
  if (!isFramework && (files.length < 2 || frameworkHome(place) !== undefined)) return [];
  return [{ folder, layout: layout.name, files: files.map((file) => join(folder, file)), isFramework }];
}

/** The files below each folder, relative to it; a hidden folder does not count towards its parents. */
function filesByFolder(root: string, documents: readonly string[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const path of documents) {
    for (let folder = dirname(path); folder.startsWith(root); folder = dirname(folder)) {
      const file = slashed(relative(folder, path));
      if (file.startsWith(".") || file.includes("/.")) break;
      files.set(folder, [...(files.get(folder) ?? []), file]);
      if (folder === root) break;
    }
  }
  return files;
}
