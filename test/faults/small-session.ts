import { appendFileSync } from "node:fs";
import { basename, join } from "node:path";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { nodeProcesses } from "../../src/engine/node-processes.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import { type Journal, openJournal } from "../../src/journal/journal.ts";
import { acquireLock } from "../../src/journal/session-lock.ts";
import type { Files } from "../../src/ports/files.ts";
import { fixedClock } from "../../src/testing/fixed-clock.ts";
import { type NoteEvent, note, parseNote } from "../support/note-event.ts";
import type { Faults } from "./faults.ts";
import { faultyFiles } from "./faulty-files.ts";

/** Beside the session's folder, so that a run is counted even when nothing of it is left. */
export const RUNS = "runs.log";
const STEPS = 2;

/**
 * The smallest thing that works as a session does: steps that cost something, each streamed into a file, placed when
 * it is whole, recorded, and shown in a status that can be made again. It goes on where an earlier process stopped.
 */
export async function smallSession(folder: string, faults: Faults): Promise<void> {
  const onStep = (step: string, absolute: string) => faults.reach("after", step, basename(absolute));
  const files = faultyFiles(nodeFiles(join(folder, "session"), { scratch: ".tmp", onStep }), faults);
  const lock = await acquireLock(files, "lock.json", { processes: nodeProcesses, clock: systemClock });
  await files.removeTree(".tmp");
  const first = note("it is begun");
  const options = { parse: parseNote, clock: fixedClock(), first };
  const { journal, entries } = await openJournal<NoteEvent>(files, "journal.jsonl", options);
  for (let step = entries.length; step <= STEPS; step += 1) await takeStep(folder, files, journal, step, faults);
  await files.writeAtomic("status.md", `${STEPS} steps are done.\n`);
  await journal.close();
  await files.removeTree(".tmp");
  await lock.release();
}

async function takeStep(
  folder: string,
  files: Files,
  journal: Journal<NoteEvent>,
  step: number,
  faults: Faults,
): Promise<void> {
  const path = `step-${step}.md`;
  if (!(await files.exists(path))) {
    faults.reach("before", "run", path);
    appendFileSync(join(folder, RUNS), `${path}\n`);
    await streamAnswer(files, path);
  }
  await files.remove(`${path}.part`);
  await journal.append(note(`${path} is done`), { sync: true });
  await files.writeAtomic("status.md", `${step} steps are done.\n`);
}

/** An answer is whole when it has its name. */
async function streamAnswer(files: Files, path: string): Promise<void> {
  await files.writeAtomic(`${path}.part`, `# ${path}\n`);
  await files.append(`${path}.part`, "The answer.\n");
  await files.writeAtomic(path, `# ${path}\nThe answer.\n`, { sync: true });
}
