import { dirname, join } from "node:path";
import { loadConfig } from "../../config/load-config.ts";
import type { ResolvedConfig } from "../../config/resolve-config.ts";
import { stateFolder } from "../../config/user-folder.ts";
import { guardSession } from "../../engine/guard/session-guard.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { nodeProcesses } from "../../engine/node-processes.ts";
import { requestProof } from "../../engine/request-proof.ts";
import type { StoreParts } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { TEMPORARY } from "../../mediator/session-paths.ts";
import type { Files } from "../../ports/files.ts";
import { type ConfigFlagOptions, configFlags } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import { findSession } from "./locate-session.ts";

/** What opening a session on this computer needs. */
export function storeParts(folder: string): StoreParts {
  const guard = guardSession(nodeFiles(folder, { scratch: TEMPORARY }), systemClock);
  const proof = requestProof(stateFolder());
  return { files: guard.files, guard, proof, clock: systemClock, processes: nodeProcesses };
}

/** The configuration for a spec: its folder's file, under the flags. */
export function configFor(folder: string, options: ConfigFlagOptions): Promise<ResolvedConfig> {
  return loadConfig({ folder, ...configFlags(options) });
}

/** The session folder that the person means (SPEC 2). */
export async function sessionOf(word: string | undefined, context: CliContext): Promise<string> {
  const { config } = await loadConfig({ folder: context.cwd });
  return findSession(context.cwd, word, config.sessionFolder);
}

/** The folder of the spec of a session, where the finished one goes. A path with a slash at its end is that folder. */
export function specFolderOf(session: string, specPath: string): string {
  const path = join(session, ...specPath.split("/"));
  return specPath.endsWith("/") ? path : dirname(path);
}

/** The person's own files there. */
export function specFiles(session: string, specPath: string): Files {
  return nodeFiles(specFolderOf(session, specPath), { theirs: true });
}
