import { join } from "node:path";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { nodeProcesses } from "../../src/engine/node-processes.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import { openJournal } from "../../src/journal/journal.ts";
import { acquireLock } from "../../src/journal/session-lock.ts";
import { note, parseNote } from "../support/note-event.ts";

/** Holds a session and says so, until it is killed. */
const files = nodeFiles(join(process.argv[2] ?? "", "session"));
await acquireLock(files, "lock.json", { processes: nodeProcesses, clock: systemClock });
const { journal } = await openJournal(files, "journal.jsonl", { parse: parseNote, clock: systemClock });
await journal.append(note("held"), { sync: true });
process.stdout.write("held\n");
setInterval(() => {}, 1000);
