import { copyFile, mkdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { resourceFolder } from "../../engine/prompt-files.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { CliContext } from "../context.ts";
import { refineSpec } from "./begin-session.ts";

const SPEC = "parcel-lockers.md";

/** Runs the recorded session in a folder of its own, and says what there is to look at. */
export async function runDemo(word: string, context: CliContext): Promise<void> {
  const folder = resolve(context.cwd, word);
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === "EEXIST" ? "the folder exists already" : error.message, {
      target: word,
      fix: "Name another one: whetstone demo FOLDER.",
    });
  });
  const demo = join(await resourceFolder(), "demo");
  await copyFile(join(demo, SPEC), join(folder, SPEC));
  const { output } = context;
  output.note("A session in a few seconds. The documents of both agents and the person's answers are recorded;");
  output.note("everything else is what Whetstone does with them. Nothing leaves this computer.\n");
  const recordings = `replay:${join(demo, "recordings")}`;
  const answers = join(demo, "answers.yaml");
  const set = ["rollback.mode=AUTO_RETRY"];
  await refineSpec(join(folder, SPEC), { engineer: recordings, reviewer: recordings, answers, set }, context);
  const here = relative(context.cwd, folder) || ".";
  output.note(
    `\nLook at ${join(here, SPEC)} and ${join(here, "parcel-lockers_v1.0.md")}, then at how it came about in`,
  );
  output.note(`${join(here, "sessions", "parcel-lockers")}: status.md, decisions.md, round_001/summary.md.`);
}
