import { commandSession, type SessionCommandResult } from "../../engine/command-session.ts";
import { readState } from "../../engine/session-store.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { currentRound } from "../../mediator/queries.ts";
import { targetTable } from "../../mediator/rollback/rollback-question.ts";
import { rollbackTargets } from "../../mediator/rollback/rollback-targets.ts";
import { kilobytes } from "../../mediator/rollback/settle-archives.ts";
import type { RollbackRecord, State } from "../../mediator/state.ts";
import { analysisName } from "../../model/analysis-name.ts";
import { ROLLBACK_MODES } from "../../model/config-modes.ts";
import type { Question } from "../../model/question.ts";
import type { RollbackRetry, RollbackWay } from "../../model/rollback.ts";
import { createAsker } from "../asking/create-asker.ts";
import type { CliContext } from "../context.ts";
import { mustBePerson, commandSession as sendCommand } from "./send-command.ts";
import { sessionOf, storeParts } from "./session-parts.ts";
import { wholeQuestion } from "./whole-question.ts";

export interface RollbackOptions {
  readonly reason?: string;
  readonly same?: true;
  readonly adjusted?: true;
  readonly narrow?: true;
  readonly context?: string;
  readonly next?: true;
  readonly adjust?: readonly string[];
  readonly yes?: true;
  readonly list?: true;
  readonly cancel?: true;
  readonly mode?: string;
  readonly session?: string;
}

export async function rollBack(word: string, options: RollbackOptions, context: CliContext): Promise<void> {
  if (options.mode !== undefined) {
    await sendCommand(options.session, { type: "rollback-mode", mode: modeOf(options.mode) }, context);
    if (options.reason === undefined) return;
  }
  if (options.cancel) return sendCommand(options.session, { type: "rollback-cancel" }, context);
  if (options.list) return showTargets(options.session, context);
  await undo(roundsOf(word), options, context);
}

async function undo(rounds: number, options: RollbackOptions, context: CliContext): Promise<void> {
  const { reason } = options;
  const retry = retryOf(options);
  if (reason === undefined) throw new UsageError("a reason is needed", { fix: 'Say why: --reason "too abstract".' });
  const folder = await sessionOf(options.session, context);
  mustBePerson(context);
  const parts = storeParts(folder);
  const signal = context.interruption();
  const before = await readState(parts.files);
  const command = { type: "rollback", rounds, reason, ...(retry === undefined ? {} : { retry }) } as const;
  let result = await commandSession(parts, command, signal);
  if (!result.ok) throw refused(folder, result);
  const asker = await createAsker({}, context);
  for (let question = asked(result.state); question; question = asked(result.state)) {
    const answer = await asker.ask(question, signal);
    if (typeof answer === "string") return tellWaiting(question, context);
    result = await commandSession(parts, { type: "answer", answer }, signal);
    if (!result.ok) throw refused(folder, result);
  }
  tellOutcome(before, result, context);
}

/** The question that stands between a rollback and its being carried out. */
function asked(state: State | undefined): Question | undefined {
  return state?.questions.find((one) => ["rollback", "root-cause", "rollback-limit"].includes(one.kind));
}

function tellWaiting(question: Question, context: CliContext): void {
  const { output } = context;
  context.exitWith(EXIT_CODES.waiting);
  if (context.json) output.json({ ok: true, undone: [], question });
  else {
    const [first, ...rest] = wholeQuestion(question, output.paint);
    output.note(`Nothing is undone yet. ${first}`);
    for (const line of rest) output.note(line);
  }
}

function tellOutcome(
  before: State | undefined,
  { message, state }: SessionCommandResult & { ok: true },
  { json, output }: CliContext,
): void {
  const done = state?.rollbacks.slice(before?.rollbacks.length ?? 0).at(-1);
  if (json) output.json({ ok: true, message, undone: done?.archives ?? [], ...(done ? { to: done.to } : {}) });
  else output.note(done ? outcomeLines(done).join("\n") : `${message}.`);
}

function outcomeLines({ archives, to, decisions }: RollbackRecord): string[] {
  const ids = decisions.map(({ decision }) => decision.id).join(", ");
  return [
    `Round ${archives.map((archive) => archive.round).join(", ")} undone: the session is at the end of round ${to}.`,
    ...archives.map(
      ({ path, round, attempt, bytes }) =>
        `  ${path} (${kilobytes(bytes)}), analysed in ${analysisName(round, attempt)}`,
    ),
    ...(ids === "" ? [] : [`  Decisions that went with it: ${ids} (whetstone decisions reapply ID)`]),
    "Go on with: whetstone resume",
  ];
}

async function showTargets(word: string | undefined, context: CliContext): Promise<void> {
  const folder = await sessionOf(word, context);
  const state = await readState(storeParts(folder).files);
  if (!state) throw new UsageError("there is no session here", { target: folder });
  const targets = state.stop.type === "ended" ? [] : rollbackTargets(state);
  if (context.json) return context.output.json({ targets });
  context.output.result(targets.length === 0 ? noTarget(state) : targetTable(state));
}

function noTarget(state: State): string {
  if (state.stop.type === "ended") return "The session has ended: its rounds stay.";
  const last = state.rollbacks.at(-1);
  if (currentRound(state) === 0 && last === undefined) return "No round has begun yet.";
  return `No more rounds can be undone: the session is at the end of round ${currentRound(state)}, and earlier backups are gone.`;
}

const FLAGS = ["same", "adjusted", "narrow", "next"] as const satisfies readonly RollbackWay[];

/** The way that the flags name; undefined where they name none. */
function retryOf(options: RollbackOptions): RollbackRetry | undefined {
  const named: RollbackWay[] = FLAGS.filter((flag) => options[flag]);
  if (options.context !== undefined) named.push("context");
  const adjustments = options.adjust ?? [];
  if (named.length > 1) {
    throw new UsageError(`only one way on can be taken, not ${named.map((one) => `--${one}`).join(" and ")}`);
  }
  const [way = adjustments.length > 0 || options.yes ? "adjusted" : undefined] = named;
  if (way === undefined) return undefined;
  return { way, adjustments, ...(options.context === undefined ? {} : { context: options.context }) };
}

function roundsOf(word: string): number {
  if (/^[1-9]\d{0,3}$/.test(word)) return Number(word);
  throw new UsageError("that is not a number of rounds", { target: word, fix: "whetstone rollback 2 --reason …" });
}

function modeOf(word: string) {
  const mode = ROLLBACK_MODES.find((one) => one === word.toUpperCase().replace("-", "_"));
  if (mode) return mode;
  throw new UsageError("that is not a mode", { target: word, fix: `Choose from: ${ROLLBACK_MODES.join(", ")}.` });
}

function refused(folder: string, result: { readonly problem: string; readonly fix?: string }): UsageError {
  return new UsageError(result.problem, { target: folder, ...(result.fix === undefined ? {} : { fix: result.fix }) });
}
