import { EventProblem } from "../journal/journal.ts";
import { decodeEntry } from "../journal/line.ts";
import { asBuffer } from "../journal/read-journal.ts";
import { parseStep } from "../journal/session-step.ts";
import { JOURNAL } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Entry } from "../model/events.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Files } from "../ports/files.ts";
import { type GapHistory, gapHistories, NO_HISTORY } from "./gap-history.ts";

/** What became of a gap. Of a long journal only the lines are understood that can have to do with it. */
export async function readHistory(files: Files, state: State, gap: GapId): Promise<GapHistory> {
  const issues = new Set(state.issues.filter((issue) => issue.gap === gap).map((issue) => issue.id));
  const content = asBuffer((await files.read(JOURNAL)) ?? new Uint8Array());
  return gapHistories(entriesAbout(content, gap, issues), state).get(gap) ?? NO_HISTORY;
}

const ALWAYS = ['"round_opened"', '"rounds_rolled_back"'].map((word) => Buffer.from(word));

function* entriesAbout(content: Buffer, gap: GapId, issues: ReadonlySet<IssueId>): Generator<Entry> {
  const words = [...ALWAYS, ...[gap, ...issues].map((id) => Buffer.from(`"${id}"`))];
  let start = 0;
  while (start < content.length) {
    const newline = content.indexOf(10, start);
    const end = newline < 0 ? content.length : newline;
    const line = content.subarray(start, content[end - 1] === 13 ? end - 1 : end);
    start = end + 1;
    if (!words.some((word) => line.includes(word))) continue;
    const entry = entryOf(line);
    if (entry) yield entry;
  }
}

/** The first line is the header, the last may not be whole yet: neither is an entry. */
function entryOf(line: Buffer): Entry | undefined {
  const decoded = decodeEntry(line);
  if ("damage" in decoded) return undefined;
  const event = parseStep(decoded.value.event);
  return event instanceof EventProblem ? undefined : { seq: decoded.value.seq, at: decoded.value.at, event };
}
