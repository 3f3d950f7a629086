import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function inTemporaryFolder<Result>(name: string, work: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), `whetstone-${name}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
