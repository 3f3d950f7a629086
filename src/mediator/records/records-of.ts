import { backupPath, DECISIONS, STATUS } from "../session-paths.ts";
import type { State } from "../state.ts";
import { renderDecisions } from "./render-decisions.ts";
import { renderStatus } from "./render-status.ts";

export interface RecordText {
  readonly path: string;
  readonly text: string;
}

/** The records of a whole session (SPEC 2). */
export function recordsOf(state: State): RecordText[] {
  return [
    { path: STATUS, text: renderStatus(state) },
    { path: DECISIONS, text: renderDecisions(state) },
  ];
}

/** The same of the ends of the rounds that can be gone back to (SPEC 13.2). */
export function backupsOf({ checkpoints }: State): RecordText[] {
  return checkpoints.flatMap(({ round, state }) =>
    recordsOf(state).map(({ path, text }) => ({ path: backupPath(path, round), text })),
  );
}
