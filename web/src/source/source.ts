import type { Command } from "../../../src/mediator/commands/command.ts";
import type { DiffLine } from "../../../src/model/diff-line.ts";
import type { Answer } from "../../../src/model/question.ts";
import type { DeskTask } from "../../../src/server/desk.ts";
import type { GapTurn } from "../../../src/server/gap-history.ts";
import type { RollbackView, SessionView } from "../../../src/server/session-view.ts";
import type { SpecView } from "../../../src/server/spec-view.ts";
import type { HubMessage, Running } from "../../../src/server/view-patch.ts";

/** Why a command was refused, to be shown to the person; `undefined` when it was carried out. */
export type Refusal = string | undefined;

/** Where the page gets a session from: a running server, or the data inside a report file. */
export interface SessionSource {
  readonly key: string;
  /** True for a report: it shows the session and changes nothing. */
  readonly readOnly: boolean;
  /** A sentence shown at the top of every page, for example that this is a report. */
  readonly about?: string;
  /** Has no `view` when nothing changed since the given version. */
  session(since?: number): Promise<{ readonly view?: SessionView; readonly running: Running }>;
  /** A document of the session; `undefined` when it is not there. */
  file(path: string): Promise<string | undefined>;
  spec(): Promise<SpecView>;
  rollback(): Promise<RollbackView>;
  /** Returns the session as one HTML file; absent in a report. */
  report?(): Promise<string>;
  history(gap: string): Promise<readonly GapTurn[]>;
  /** Reports events and whether the connection is up, until the returned function is called. */
  listen(since: number, receive: (message: HubMessage) => void, connected: (yes: boolean) => void): () => void;
  /** The diff that an answer would make, `undefined` where it cannot be carried out. Absent in a report. */
  preview?(answer: Answer): Promise<readonly DiffLine[] | undefined>;
  /** The document that a person with the role `human` has to write now. */
  task?(): Promise<DeskTask | undefined>;
  handIn?(run: string, text: string): Promise<Refusal>;
  command(command: Command): Promise<Refusal>;
  setRunning(running: boolean): Promise<Refusal>;
}
