import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withoutAppendix } from "../../documents/spec/appendix.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { State } from "../../mediator/state.ts";
import type { CliContext } from "../context.ts";
import { specFolderOf } from "./session-parts.ts";

/** What is edited while a session is open is merged (SPEC 12); one that has ended takes nothing up any more. */
export function refuseChangedSource({ state, files }: SessionStore, { cwd }: CliContext): void {
  // Where the finished spec went into the person's own files they differ by that.
  if (state.stop.type !== "ended" || state.config.inPlace || !isChanged(state, files.root)) return;
  throw new UsageError("the spec was changed since its session ended", {
    target: state.session.name,
    fix: `To refine it as it is now, move ${relative(cwd, files.root) || "."} away and begin again.`,
  });
}

/** Whether one of the person's files has other text than the session read last; one that is gone says nothing. */
function isChanged({ session, spec }: State, root: string): boolean {
  const folder = specFolderOf(root, session.specPath);
  return spec.source.some(({ path, text }) => {
    try {
      const now = withoutAppendix(readFileSync(join(folder, ...path.split("/")), "utf8"));
      return now.trimEnd() !== text.trimEnd();
    } catch {
      return false;
    }
  });
}
