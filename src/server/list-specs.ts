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
  const own = documents.filter((path) => !isVersionName(path));
  const folders = specFolders(root, own);
  const kept = folders.filter(({ isFramework }) => isFramework);
  const single = documents.filter((path) => !kept.some(({ folder }) => path.startsWith(join(folder, "/"))));
  const rowOf = ({ folder, layout, files }: SpecFolder): SpecRow => {
    const session = refined.get(folder) ?? (files.length === 1 ? refined.get(join(folder, files[0] ?? "")) : undefined);
    return { key: keyOf(root, folder), layout, files: files.length, ...defined({ session }) };
  };
  const fileRows = single.map((path) => ({ key: keyOf(root, path), ...defined({ session: refined.get(path) }) }));
  const rest = folders.filter(({ isFramework }) => !isFramework);
  return [...kept.map(rowOf), ...fileRows, ...rest.map(rowOf)].slice(0, MOST_SPECS);
}

interface SpecFolder {
  readonly folder: string;
  readonly layout: string;
  readonly files: readonly string[];
  readonly isFramework: boolean;
}

/** Folders that can be refined as one spec; of two with the same files only the deeper one is kept. */
function specFolders(root: string, documents: readonly string[]): SpecFolder[] {
  const seen = new Set<string>();
  const found = [...filesByFolder(root, documents)]
    .sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))
    .flatMap(([folder, files]) => {
      const spec = specFolder(folder, files);
      const same = spec?.files.map((file) => join(folder, file)).join("\n") ?? "";
      if (spec === undefined || seen.has(same)) return [];
      seen.add(same);
      return [spec];
    });
  return found.sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

function specFolder(folder: string, files: readonly string[]): SpecFolder | undefined {
  const place = { path: slashed(folder), kind: "folder", files: [...files].sort() } as const;
  const found = findLayout(place);
  if (found === undefined || found.files.length > MOST_FILES) return undefined;
  const isFramework = found.layout !== folderOfSpecs;
  // Another folder in a framework's tree holds what is made from its specs, so it is not offered.
  if (!isFramework && (files.length < 2 || frameworkHome(place) !== undefined)) return undefined;
  return { folder, layout: found.layout.name, files: found.files, isFramework };
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
