import { readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { foldersUpward } from "../../config/config-file.ts";
import { areRelated, type FrameworkHome, frameworkHome, HOME_FOLDER } from "../../documents/layouts/framework-home.ts";
import { withoutVersion } from "../../documents/stated/version-name.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { isSessionFolder, nameBefore } from "../../engine/find-sessions.ts";
import { orUndefined } from "../../model/defined.ts";

/** A folder as the User would type it. */
export function shownFolder(folder: string, cwd: string): string {
  return relative(cwd, folder) || ".";
}

/** The name of a spec's session. */
export function specName(file: string): string {
  return basename(file).replace(/\.(md|markdown)$/i, "");
}

/** The session folder of a spec in a framework's folders, outside of them (SPEC 12). */
export function homeFolder({ root, name }: FrameworkHome): string {
  return join(root, ...HOME_FOLDER.split("/"), name);
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  return orUndefined(() => readdirSync(folder)) ?? [];
}

/** The sessions on a spec or an earlier version of it, including renamed ones, and on a folder that contains it. */
export function sessionsOn(path: string, sessions: string): string[] {
  const base = withoutVersion(specName(path));
  const beside = below(join(dirname(path), sessions), (name) => withoutVersion(nameBefore(name)) === base);
  const around = foldersUpward(dirname(path)).flatMap((folder) =>
    below(join(folder, sessions), (name) => nameBefore(name) === basename(folder)),
  );
  const home = frameworkHome({ path: slashed(path), kind: "file", files: [basename(path)] });
  const atHome =
    home === undefined ? [] : below(dirname(homeFolder(home)), (name) => areRelated(nameBefore(name), home.name));
  return [...new Set([...beside, ...around, ...atHome])].filter(isSessionFolder);
}

/** The paths in a folder whose names match. */
export function below(folder: string, isMeant: (name: string) => boolean): string[] {
  return namesIn(folder)
    .filter(isMeant)
    .map((name) => join(folder, name));
}
