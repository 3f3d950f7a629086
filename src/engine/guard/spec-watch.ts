import { ASIDE } from "../../mediator/session-paths.ts";
import type { Spec } from "../../model/change.ts";
import type { Files } from "../../ports/files.ts";
import { hashOf } from "../attempt-file.ts";
import type { Violation } from "./session-guard.ts";

/**
 * Watches the User's spec while a program runs that could write to it. Who changed it is unknown, so it is left as it
 * is; the earlier text is kept in the session folder, and the User is told of both.
 */
export async function watchSpec(userFiles: Files, session: Files, spec: Spec) {
  const before = await Promise.all(spec.map(async ({ path }) => ({ path, bytes: await userFiles.read(path) })));
  return async (run: string): Promise<Violation[]> => {
    const found: Violation[] = [];
    for (const { path, bytes } of before) {
      const after = await userFiles.read(path);
      if (bytes === undefined || (after && hashOf(after) === hashOf(bytes))) continue;
      const kept = `${ASIDE}/${hashOf(bytes).slice(0, 8)}_${path.replaceAll("/", "_")}`;
      await session.writeAtomic(kept, bytes);
      found.push({ run, path, what: after ? "changed" : "was deleted", left: true, kept });
    }
    return found;
  };
}
