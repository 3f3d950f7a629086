import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { FILE_PROBLEMS } from "../../engine/files/file-errors.ts";
import { resourceFolder } from "../../engine/load-prompt-kit.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { commandLine } from "../../model/command-line.ts";
import type { CliContext } from "../cli-context.ts";
import type { Paint } from "../paint.ts";
import { refineSpec } from "./begin-session.ts";
import { shownFolder } from "./spec-place.ts";

const SPEC = "parcel-lockers.md";
const FINISHED = "parcel-lockers_v1.0.md";

export const DEMO_FOLDER = "whetstone-demo";

export function demoSession(folder: string): string {
  return join(folder, "sessions", "parcel-lockers");
}

/** Runs the recorded session in a new folder, and says what to look at. */
export async function runDemo(word = DEMO_FOLDER, options: { readonly verbose?: true }, context: CliContext) {
  const folder = resolve(context.cwd, word);
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    const problem = error.code === "EEXIST" ? "it already exists" : FILE_PROBLEMS[error.code ?? ""]?.[1];
    throw new UsageError(problem ?? error.message, {
      target: word,
      fix: "Name another folder: whetstone demo FOLDER.",
    });
  });
  const demo = join(await resourceFolder(), "demo");
  await copyFile(join(demo, SPEC), join(folder, SPEC));
  const { output } = context;
  output.note("A recorded session: an Engineer changes the spec, a Reviewer judges the changes, a person decides.");
  output.note("What they wrote is on file; everything else happens now, on this computer.\n");
  const recordings = `replay:${join(demo, "recordings")}`;
  const answers = join(demo, "answers.yaml");
  const set = ["rollback.mode=AUTO_RETRY"];
  await refineSpec(
    join(folder, SPEC),
    { ...options, engineer: recordings, reviewer: recordings, answers, set },
    context,
  );
  const here = shownFolder(folder, context.cwd);
  const session = demoSession(here);
  output.note(`\nBefore (${join(here, SPEC)}) and after:`);
  for (const line of await beforeAndAfter(folder, output.notePaint)) output.note(line);
  output.note(`\nWho wrote each line, and why: ${commandLine("blame", session)}`);
  output.note(`The whole story in the browser: ${commandLine("ui", session)}`);
}

/** The item that the conflict was about, before and after. */
async function beforeAndAfter(folder: string, paint: Paint): Promise<string[]> {
  const [source, spec] = await Promise.all([SPEC, FINISHED].map((file) => readFile(join(folder, file), "utf8")));
  const before = source?.split("\n").filter((line) => line.includes("GAP-LOCK-001")) ?? [];
  const after = /^- A pickup code is valid.*(?:\n {2}.*)*/m.exec(spec ?? "")?.[0].replace(/\n +/g, " ") ?? "";
  return [...before.map((line) => `  ${paint.red(`- ${line}`)}`), `  ${paint.green(`+ ${after}`)}`];
}
