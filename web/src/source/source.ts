import type { Command } from "../../../src/mediator/commands/command.ts";
import type { DiffLine } from "../../../src/model/diff-line.ts";
import type { Answer } from "../../../src/model/question.ts";
import type { DeskTask } from "../../../src/server/desk.ts";
import type { GapHistory } from "../../../src/server/gap-history.ts";
import type { RollbackView } from "../../../src/server/session-view.ts";
import type { SpecView } from "../../../src/server/spec-view.ts";
import type { HubMessage, Running, SessionView } from "../../../src/server/view-patch.ts";

/** Why something was not done, in words. */
export type Refusal = string | undefined;

/** Where a page has its session from: a server that follows it, or a report that was written once. */
export interface SessionSource {
  readonly key: string;
  /** Nothing can be changed from here. */
  readonly readOnly: boolean;
  /** Said on every page. */
  readonly about?: string;
  /** Without a view when nothing changed since. */
  session(since?: number): Promise<{ readonly view?: SessionView; readonly running: Running }>;
  /** A document of the session; `undefined` when it is not there. */
  file(path: string): Promise<string | undefined>;
  spec(): Promise<SpecView>;
  rollback(): Promise<RollbackView>;
  /** The session as one file; a report is one already. */
  report?(): Promise<string>;
  history(gap: string): Promise<GapHistory>;
  /** Tells of everything that happens, and of whether it can be told; until the returned function is called. */
  listen(since: number, hear: (message: HubMessage) => void, connected: (yes: boolean) => void): () => void;
  /** What an answer would change: nothing where it cannot be carried out. Absent where nobody can be asked. */
  preview?(answer: Answer): Promise<readonly DiffLine[] | undefined>;
  /** The document that the person is to write, where that is their role. */
  task?(): Promise<DeskTask | undefined>;
  handIn?(run: string, text: string): Promise<Refusal>;
  command(command: Command): Promise<Refusal>;
  setRunning(running: boolean): Promise<Refusal>;
}
