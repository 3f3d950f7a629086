import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { decode } from "../../documents/decode.ts";
import { joinFiles } from "../../documents/layouts/joined-files.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { SOURCE } from "../../mediator/session-paths.ts";
import type { State } from "../../mediator/state.ts";
import type { CliContext } from "../context.ts";
import { specFolderOf } from "./session-parts.ts";

/** A session works on the text that it began with: who has edited the spec since is told, and what to do (SPEC 2). */
export async function tellChangedSource(store: SessionStore, { cwd, output }: CliContext): Promise<void> {
  const { state, files } = store;
  // Where the finished spec went into the person's own files they differ by that.
  if (state.stop.type === "ended" && state.config.inPlace) return;
  const now = sourceNow(state, files.root);
  if (now === undefined || now.trimEnd() === (await files.readText(SOURCE))?.trimEnd()) return;
  const fix = `To refine it as it is now, move ${relative(cwd, files.root) || "."} away and begin again.`;
  if (state.stop.type === "ended") {
    throw new UsageError("the spec was changed since its session ended", { target: state.session.name, fix });
  }
  output.note(`The spec was changed since the session began, and the session goes on with the text of then. ${fix}`);
}

/** The person's files as the session would read them; nothing where one is gone. */
function sourceNow({ session }: State, root: string): string | undefined {
  const folder = specFolderOf(root, session.specPath);
  try {
    return joinFiles(
      (session.files ?? [basename(session.specPath)]).map((path) => {
        const decoded = decode(readFileSync(join(folder, ...path.split("/"))));
        return { path, text: decoded.undecodable ? "" : decoded.text };
      }),
    );
  } catch {
    return undefined;
  }
}
