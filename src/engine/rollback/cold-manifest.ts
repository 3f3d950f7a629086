import * as z from "zod";
import type { Files } from "../../ports/files.ts";

/** `manifest.json` of a session in cold storage (docs/rollback.md). */
const schema = z.object({
  version: z.literal(1),
  session: z.string(),
  spec: z.string(),
  /** ISO 8601: from here its days are counted. */
  moved: z.string(),
  archives: z.array(
    z.object({
      file: z.string().regex(/^round_\d{3,6}_rolled_back_\d{1,4}\.tar\.gz$/),
      round: z.number(),
      attempt: z.number(),
      reason: z.string(),
      rolledBack: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      /** Never removed by itself. */
      keep: z.boolean(),
    }),
  ),
});

export type ColdManifest = z.infer<typeof schema>;

export const MANIFEST = "manifest.json";

/** A session in cold storage, by its folder there. */
export interface ColdSession {
  readonly folder: string;
  readonly manifest: ColdManifest;
}

/** The manifest of a folder; undefined when there is none that is ours: then nothing there is touched. */
export async function readManifest(cold: Files, folder: string): Promise<ColdManifest | undefined> {
  const text = await cold.readText(`${folder}/${MANIFEST}`);
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export async function writeManifest(cold: Files, folder: string, manifest: ColdManifest): Promise<void> {
  await cold.writeAtomic(`${folder}/${MANIFEST}`, `${JSON.stringify(manifest, null, 2)}\n`, { sync: true });
}

/** Every session in cold storage: `<spec>/<date>_session_<id>/`. */
export async function coldSessions(cold: Files): Promise<ColdSession[]> {
  const found: ColdSession[] = [];
  for (const spec of await folders(cold, "")) {
    for (const folder of await folders(cold, spec)) {
      const manifest = await readManifest(cold, folder);
      if (manifest) found.push({ folder, manifest });
    }
  }
  return found;
}

async function folders(cold: Files, below: string): Promise<string[]> {
  return (await cold.list(below)).filter((entry) => entry.kind === "folder").map((entry) => entry.path);
}
