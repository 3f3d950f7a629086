import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { draftSpec, refinedSpec } from "../../engine/draft-spec.ts";
import { readState } from "../../engine/session-store.ts";
import { writeSpec } from "../../engine/write-spec.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import type { ExportOptions } from "../commands/session.ts";
import type { CliContext } from "../context.ts";
import { sessionOf, specFiles, storeParts } from "./session-parts.ts";
import { tellSpec } from "./tell-spec.ts";

export async function exportSpec(word: string | undefined, options: ExportOptions, context: CliContext): Promise<void> {
  const folder = await sessionOf(word, context);
  const { files } = storeParts(folder);
  const state = await readState(files);
  if (!state) throw new WhetstoneError("NO_SESSION", "there is no session here", { target: folder });
  if (options.inPlace) {
    const spec = specFiles(folder, state.session.specPath);
    const written = await writeSpec(spec, await refinedSpec({ files, state }), true);
    for (const line of tellSpec(written)) context.output.note(line);
    return;
  }
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
