import { createHash } from "node:crypto";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { State } from "../../mediator/state.ts";
import type { Files } from "../../ports/files.ts";
import { type ColdManifest, readManifest, writeManifest } from "./cold-manifest.ts";

/** Where a session's archives stand in cold storage: `<spec>/<date>_session_<id>` (SPEC 13.10). */
export function coldSessionFolder(state: State): string {
  const date = (state.stop.type === "ended" ? state.stop.at : state.at).slice(0, 10);
  return `${fileName(state.session.name)}/${date}_session_${fileName(state.session.id)}`;
}

/** A name that every system can hold. */
function fileName(text: string): string {
  const plain = text.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 80);
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) || plain === "" ? `_${plain}` : plain;
}

/**
 * Copies archives into cold storage and lists them in its manifest, synced and read back. The originals are not touched:
 * they go when the journal has it. May be called again after a crash.
 */
export async function storeCold(
  cold: Files,
  files: Files,
  state: State,
  paths: readonly string[],
  now: string,
): Promise<string> {
  const folder = coldSessionFolder(state);
  const archives: ColdManifest["archives"] = [];
  for (const path of paths) {
    const bytes = await files.read(path);
    if (bytes === undefined) continue; // moved before a crash, or taken away by hand
    await cold.writeAtomic(`${folder}/${path}`, bytes, { sync: true });
    const sha256 = sum(bytes);
    if (sum((await cold.read(`${folder}/${path}`)) ?? new Uint8Array()) !== sha256) throw notStored(cold, path);
    archives.push({ file: path, ...factsOf(state, path), bytes: bytes.byteLength, sha256, keep: false });
  }
  const known = (await readManifest(cold, folder))?.archives ?? [];
  const others = known.filter((one) => !archives.some((archive) => archive.file === one.file));
  const { id: session, name: spec } = state.session;
  await writeManifest(cold, folder, { version: 1, session, spec, moved: now, archives: [...others, ...archives] });
  return folder;
}

function factsOf(state: State, path: string) {
  const rollback = state.rollbacks.find((one) => one.archives.some((archive) => archive.path === path));
  const archive = rollback?.archives.find((one) => one.path === path);
  return {
    round: archive?.round ?? 0,
    attempt: archive?.attempt ?? 0,
    reason: rollback?.reason ?? "",
    rolledBack: rollback?.at ?? "",
  };
}

function sum(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function notStored(cold: Files, path: string): WhetstoneError {
  return new WhetstoneError(
    "ARCHIVE_FAILED",
    "The archive does not read back from cold storage; it stays where it is.",
    {
      target: `${cold.root}: ${path}`,
      fix: "Check that disk, or set archive.policy to keep, then run `whetstone resume` again.",
    },
  );
}
