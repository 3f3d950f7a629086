import { ASIDE } from "../../mediator/session-paths.ts";
import type { Spec } from "../../model/change.ts";
import type { Files } from "../../ports/files.ts";
import { hashOf } from "../attempt-file.ts";
import type { Violation } from "./session-guard.ts";

export interface SpecWatch {
  enter(spec: Spec): Promise<void>;
  leave(run: string, spec: Spec): Promise<Violation[]>;
}

/**
 * Watches the User's spec while programs run that could write to it. Who changed it is unknown, so it is left as it is;
 * the earlier text is kept in the session folder, and the User is told of both.
 */
export function specWatch(userFiles: Files, session: Files): SpecWatch {
  const read = async (spec: Spec) =>
    new Map(await Promise.all(spec.map(async ({ path }) => [path, await userFiles.read(path)] as const)));
  /** The content before; a program starts only when it has been read. */
  let known: ReturnType<typeof read> | undefined;
  let programs = 0;
  return {
    async enter(spec) {
      programs += 1;
      if (programs === 1) known = read(spec);
      await known;
    },
    async leave(run, spec) {
      const now = await read(spec);
      const found: Violation[] = [];
      for (const [path, before] of (await known) ?? []) {
        const after = now.get(path);
        if (before === undefined || (after && hashOf(before) === hashOf(after))) continue;
        const kept = `${ASIDE}/${hashOf(before).slice(0, 8)}_${path.replaceAll("/", "_")}`;
        await session.writeAtomic(kept, before);
        found.push({ run, path, what: after ? "changed" : "was deleted", left: true, kept });
      }
      known = Promise.resolve(now);
      programs -= 1;
      return found;
    },
  };
}
