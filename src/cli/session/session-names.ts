import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { foldersUpward } from "../../config/config-file.ts";
import { areRelated, HOME_FOLDER, type SessionHome, sessionHome } from "../../documents/layouts/session-home.ts";
import { withoutVersion } from "../../documents/spec/version-name.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { orUndefined } from "../../model/defined.ts";
import { isSessionFolder, nameBefore } from "../../server/find-sessions.ts";

/** What a spec's session is called. */
export function specName(file: string): string {
  return basename(file).replace(/\.(md|markdown)$/i, "");
}

/** Where it is kept for a spec in a framework's tree: outside of that (SPEC 12). */
export function homeFolder({ root, name }: SessionHome): string {
  return join(root, ...HOME_FOLDER.split("/"), name);
}

/** Of what is there and can be read. */
export function namesIn(folder: string): string[] {
  return orUndefined(() => readdirSync(folder)) ?? [];
}

/** Sessions on the spec or an earlier version of it, also those set aside, and on a folder that it stands in. */
export function sessionsOn(path: string, sessions: string): string[] {
  const base = withoutVersion(specName(path));
  const beside = below(join(dirname(path), sessions), (name) => withoutVersion(nameBefore(name)) === base);
  const around = foldersUpward(dirname(path)).flatMap((folder) =>
    below(join(folder, sessions), (name) => nameBefore(name) === basename(folder)),
  );
  const home = sessionHome({ path: slashed(path), kind: "file", files: [basename(path)] });
  const atHome =
    home === undefined ? [] : below(dirname(homeFolder(home)), (name) => areRelated(nameBefore(name), home.name));
  return [...new Set([...beside, ...around, ...atHome])].filter(isSessionFolder);
}

/** What is in the folder by such a name. */
export function below(folder: string, isMeant: (name: string) => boolean): string[] {
  return namesIn(folder)
    .filter(isMeant)
    .map((name) => join(folder, name));
}
