import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { draftSpec } from "../../engine/draft-spec.ts";
import { readState } from "../../engine/session-store.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import type { CliContext } from "../context.ts";
import { sessionOf, storeParts } from "./session-parts.ts";

export async function exportSpec(
  word: string | undefined,
  options: { output?: string },
  context: CliContext,
): Promise<void> {
  const folder = await sessionOf(word, context);
  const { files } = storeParts(folder);
  const state = await readState(files);
  if (!state) throw new WhetstoneError("NO_SESSION", "there is no session here", { target: folder });
  const { text } = await draftSpec({ files, state });
  if (options.output === undefined) return context.output.document(text);
  await writeFile(resolve(context.cwd, options.output), text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === "EEXIST" ? "the file exists already" : `it cannot be written: ${error.message}`,
      {
        target: options.output ?? "",
        fix: "Name a file that does not exist yet.",
      },
    );
  });
  context.output.note(`Written to ${options.output}.`);
}
