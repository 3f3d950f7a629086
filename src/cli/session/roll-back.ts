import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { isInterview } from "../../mediator/queries.ts";
import { kilobytes, NO_ROLLBACK, rollbackTargets } from "../../mediator/rollback/request-rollback.ts";
import { targetRows } from "../../mediator/rollback/rollback-question.ts";
import type { RollbackRecord, State } from "../../mediator/state.ts";
import { analysisName } from "../../model/analysis-name.ts";
import { ROLLBACK_MODES } from "../../model/config-modes.ts";
import type { Question } from "../../model/question.ts";
import { KIND_FACTS } from "../../model/question-kinds.ts";
import type { RollbackRetry, RollbackWay } from "../../model/rollback.ts";
import { wholeQuestion } from "../../model/whole-question.ts";
import { createAsker } from "../asking/create-asker.ts";
import type { CliContext } from "../cli-context.ts";
import { typedChoice, typedNumber } from "../typed-word.ts";
import { aligned, printWrapped } from "../wrap-line.ts";
import { locateState } from "./locate-session.ts";
import { mustBePerson, sendAndReport, sendCommand } from "./send-command.ts";
import { refuseEnded } from "./session-parts.ts";

interface RollbackOptions {
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

export async function rollBack(word = "1", options: RollbackOptions, context: CliContext): Promise<void> {
  if (options.mode !== undefined) {
    const mode = typedChoice(options.mode.replace("-", "_"), "--mode", ROLLBACK_MODES);
    await sendAndReport(options.session, { type: "rollback-mode", mode }, context);
    if (options.reason === undefined) return;
  }
  if (options.cancel) return sendAndReport(options.session, { type: "rollback-cancel" }, context);
  if (options.list) return showTargets(options.session, context);
  await undo(typedNumber(word, "the number of rounds", 1, 9999), options, context);
}

/** Requests a rollback and asks its questions until it is carried out or nobody answers. */
async function undo(rounds: number, options: RollbackOptions, context: CliContext): Promise<void> {
  const { reason } = options;
  const retry = retryOf(options);
  mustBePerson(context);
  const { folder, state } = await locateState(options.session, context);
  refuseEnded(state, folder, context.cwd);
  if (isInterview(state)) throw new UsageError(NO_ROLLBACK.problem, { target: folder, fix: NO_ROLLBACK.fix });
  if (reason === undefined)
    throw new UsageError("a rollback needs a reason", { fix: 'Say why: --reason "too abstract".' });
  let result = await sendCommand(folder, { type: "rollback", rounds, reason, ...(retry ? { retry } : {}) }, context);
  const asker = await createAsker({}, context);
  for (let question = rollbackQuestion(result.state); question; question = rollbackQuestion(result.state)) {
    const answer = await asker.ask(question, context.interruption());
    if (typeof answer === "string") return tellWaiting(question, context);
    result = await sendCommand(folder, { type: "answer", answer }, context);
  }
  tellOutcome(result.message, result.state?.rollbacks.slice(state.rollbacks.length).at(-1), context);
}

/** The open question that the rollback waits for. */
function rollbackQuestion(state: State | undefined): Question | undefined {
  return state?.questions.find(({ kind }) => KIND_FACTS[kind].ofRollback);
}

function tellWaiting(question: Question, context: CliContext): void {
  const { output } = context;
  context.exitWith(EXIT_CODES.waiting);
  if (context.json) output.json({ ok: true, undone: [], question });
  else output.note(`Nothing has been undone yet. ${wholeQuestion(question, output.paint).join("\n")}`);
}

function tellOutcome(message: string, done: RollbackRecord | undefined, { json, output }: CliContext): void {
  if (json) output.json({ ok: true, message, undone: done?.archives ?? [], ...(done ? { to: done.to } : {}) });
  else output.note(done ? outcomeText(done) : `${message}.`);
}

function outcomeText({ archives, to, decisions }: RollbackRecord): string {
  const rounds = archives.map(({ round }) => round).join(", ");
  const ids = decisions.map(({ id }) => id).join(", ");
  const files = archives.map(({ path, round, attempt, bytes }) => {
    return `  ${path} (${kilobytes(bytes)}), analyzed in ${analysisName(round, attempt)}`;
  });
  return [
    `Round ${rounds} undone: the session is at the end of round ${to}.`,
    ...files,
    ...(ids === "" ? [] : [`  Decisions removed with it: ${ids} (whetstone decisions reapply ID)`]),
    "Continue with: whetstone resume",
  ].join("\n");
}

async function showTargets(session: string | undefined, context: CliContext): Promise<void> {
  const { state } = await locateState(session, context);
  const targets = state.stop.type === "ended" ? [] : rollbackTargets(state);
  if (context.json) return context.output.json({ targets });
  if (targets.length === 0) return printWrapped([noTarget(state)], context.output, "report");
  const rows = aligned(targetRows(state)).map((cells) => cells.join("  "));
  printWrapped(rows, context.output, "report");
}

function noTarget(state: State): string {
  if (state.stop.type === "ended") return "The session has ended, so its rounds cannot be undone.";
  if (isInterview(state)) return `An interview has no rounds to undo. ${NO_ROLLBACK.fix}`;
  return "No rounds can be undone: there are no earlier backups.";
}

function retryOf(options: RollbackOptions): RollbackRetry | undefined {
  const { adjust: adjustments = [], context, yes } = options;
  const ways = ["same", "adjusted", "narrow", "next", "context"] as const satisfies readonly RollbackWay[];
  const named: readonly RollbackWay[] = ways.filter((way) => options[way] !== undefined);
  if (named.length > 1) throw new UsageError(`--${named.join(" and --")} cannot be combined`);
  const [way = adjustments.length > 0 || yes ? "adjusted" : undefined] = named;
  return way && { way, adjustments, ...(context === undefined ? {} : { context }) };
}
