import { join, relative } from "node:path";
import { composeSession } from "../../engine/compose-session.ts";
import { confirmAgents } from "../../engine/confirm-agents.ts";
import type { Agents } from "../../engine/engine-parts.ts";
import { estimateRun, type RunEstimate } from "../../engine/estimate-run.ts";
import { customPromptFiles } from "../../engine/load-prompt-kit.ts";
import { runSession, type StopReason } from "../../engine/run-session.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { EXIT_CODES, type ExitCode } from "../../errors/exit-codes.ts";
import { estimateText } from "../../mediator/estimate.ts";
import { questionsNow } from "../../mediator/make-question.ts";
import { isInterview, runsOf } from "../../mediator/queries.ts";
import { RECORD_HEADER } from "../../mediator/record-text.ts";
import { renderClosingSummary } from "../../mediator/records/render-closing-summary.ts";
import { specFilePath, TEMPORARY } from "../../mediator/session-paths.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine } from "../../model/command-line.ts";
import { isOpen } from "../../model/counting.ts";
import type { GapId } from "../../model/ids.ts";
import { pausedText } from "../../model/in-words.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import { wholeQuestion } from "../../model/whole-question.ts";
import { type AskingFlagOptions, createAsker, readPolicy, sessionAsking } from "../asking/create-asker.ts";
import type { CliContext } from "../cli-context.ts";
import { outputAbove, type Progress } from "../progress/progress.ts";
import { printWrapped } from "../wrap-line.ts";
import { unusedLines } from "./answer-question.ts";
import { boundMemory } from "./bound-memory.ts";
import { interviewClosing } from "./interview-closing.ts";
import { nameSession } from "./locate-session.ts";
import { tellObservations } from "./narrate.ts";
import { finishedPath, isInMemory, sessionPlaces } from "./session-parts.ts";
import { shownFolder } from "./spec-place.ts";
import { statusLines } from "./status-lines.ts";

interface RunOptions extends AskingFlagOptions {
  readonly json?: true;
  readonly dryRun?: true;
  /** Also show attempts, repairs and figures. */
  readonly verbose?: true;
}

/** The agents, and the progress display that is cleared for their editor. */
interface Opened {
  readonly agents: Agents;
  readonly progress: Progress;
}

/** Runs an open session until it stops, shows progress, and prints what to do next. */
export async function runAndReport(
  store: SessionStore,
  { agents, progress }: Opened,
  options: RunOptions,
  context: CliContext,
): Promise<void> {
  boundMemory();
  const { files, state: before } = store;
  const output = outputAbove(context.output, progress);
  try {
    const places = sessionPlaces(files.root, before, context);
    const ownPrompts = await customPromptFiles(places.promptFolder);
    if (ownPrompts.length > 0) output.note(`Using your own prompts: ${ownPrompts.join(", ")}`);
    if (store.torn) output.note(`The last line of the journal was incomplete; it is kept as ${store.torn.keptAt}.`);
    const around: Progress["pausedWhile"] = (work) => progress.pausedWhile(work);
    let isInterrupted = false;
    const onInterrupt = () => {
      isInterrupted = true;
    };
    const asker = await createAsker(options, context, { session: files, around, onInterrupt, ...sessionAsking(store) });
    const { json = false, verbose = false } = options;
    const session = await composeSession({
      ...places,
      store,
      agents,
      asker,
      clock: systemClock,
      attended: context.interactive,
      ...policyOf(options),
      observe: tellObservations({
        store,
        progress,
        output,
        json,
        verbose,
        paint: output.notePaint,
        attended: context.interactive && readPolicy(options) === "pause",
        cold: places.cold.root,
        folder: relative(context.cwd, files.root),
      }),
      signal: context.interruption(),
    });
    const isDry = options.dryRun === true && before.stop.type !== "ended";
    if (isDry && isInterview(before)) return tellInterview(store, context);
    const { estimate, prompts } = await estimateRun(session);
    const expected = estimateText(estimate);
    if (isDry) return await writeDryRun(store, prompts, expected, context);
    if (isFirstAgentRun(before)) output.note(`Expected: ${expected}`);
    await confirmAgents(session, expected);
    const reason = await runSession(session);
    progress.stop();
    for (const line of unusedLines(asker, store.state)) output.note(line);
    const named = await nameSession(files.root, context);
    report({ state: store.state, before, reason, folder: files.root, named }, options, context);
    // Answers given before Ctrl-C are in the spec.
    if (isInterrupted && reason === "waiting") context.exitWith(EXIT_CODES.interrupted);
  } finally {
    progress.stop();
  }
}

/** Only sessions with agents are estimated; an interview costs nothing. */
function isFirstAgentRun(state: State): boolean {
  return state.totals.attempts === 0 && state.stop.type === "running" && !isInterview(state);
}

/** The policy `pause` answers nothing: every question waits for the User. */
function policyOf(options: RunOptions): { readonly policy?: string } {
  const policy = readPolicy(options);
  return policy === "pause" ? {} : { policy };
}

/** `--dry-run`: writes the prompts of the next round and the estimate, and sends nothing (SPEC 15.3). */
async function writeDryRun(
  store: SessionStore,
  prompts: RunEstimate["prompts"],
  expected: string,
  context: CliContext,
): Promise<void> {
  const { output, cwd } = context;
  const written = [...prompts, { path: "estimate.md", text: `# Estimate\n\n${expected}\n` }];
  // Into the folder on disk, even if the session is only in memory.
  for (const { path, text } of written) await store.work.writeAtomic(path, text);
  await store.work.removeTree(TEMPORARY);
  output.note(`Expected: ${expected}`);
  for (const { path } of written) output.note(`Written: ${join(relative(cwd, store.files.root), path)}`);
  tellNext(store, "Nothing was sent", context);
}

function tellNext(store: SessionStore, done: string, { output, cwd }: CliContext): void {
  const next = isInMemory(store)
    ? "no session was started. Leave out --dry-run to start one."
    : `the session is unchanged. Continue with: ${commandLine("resume", shownFolder(store.files.root, cwd))}`;
  output.note(`${done}, and ${next}`);
}

/** A dry run of an interview: there are no prompts to write. */
function tellInterview(store: SessionStore, context: CliContext): void {
  const count = store.state.gaps.filter(isOpen).length;
  if (count === 0) return;
  context.output.note(`You would be asked ${plural(count, "question")}.`);
  tellNext(store, "Nothing was asked", context);
}

interface StoppedRun {
  readonly state: State;
  readonly before: State;
  readonly reason: StopReason;
  readonly folder: string;
  readonly named: string | undefined;
}

/** Prints how the session stands and what to do next. */
function report(ran: StoppedRun, options: RunOptions, context: CliContext): void {
  const { state, reason, folder } = ran;
  const { output } = context;
  context.exitWith(exitCode(state, reason));
  const here = shownFolder(folder, context.cwd);
  // Last, so that a program need not know which event began to wait.
  if (options.json && reason === "waiting")
    output.event({
      type: "waiting",
      questions: questionsNow(state).map(({ id, text, about }) => ({ id, text, about })),
    });
  const isAsked = isInterview(state) && questionsNow(state).every(isPassageQuestion);
  if (reason === "ended" || (isAsked && (reason === "waiting" || reason === "paused"))) {
    if (!options.json) printWrapped(closing(ran, here, options, context), output, "report");
    return;
  }
  output.note(`Spec so far: ${specSoFar(state, here)}`);
  const goOn = commandLine("resume", here);
  if (reason === "interrupted")
    output.note(`Interrupted. Runs that had not finished start again. Continue with: ${goOn}`);
  if (reason === "paused" && state.stop.type === "paused") {
    const paused = pausedText(state.stop.reason, "Paused");
    output.note(`${paused.replace(/[.?!]$/, "")}. Continue with: ${goOn}`);
  }
  const waiting = questionsNow(state);
  // At a terminal they were on the screen just now.
  if (reason === "waiting" && context.interactive) {
    const ids = waiting.map(({ id }) => id).join(", ");
    output.note(`${plural(waiting.length, "question is", "questions are")} waiting: ${ids}. Continue with: ${goOn}`);
  } else if (reason === "waiting") {
    for (const question of waiting) tellQuestion(question, ran.named, context);
    output.note(`Then continue with: ${goOn}`);
  }
}

/** Shows the whole question, so that it can be answered with a command (SPEC 10.3). */
function tellQuestion(question: Question, named: string | undefined, { output }: CliContext): void {
  const [first, ...rest] = wholeQuestion(question, output.paint, named);
  output.note(`Waiting for you: ${first}`);
  for (const line of rest) output.note(line);
}

function specSoFar({ spec: { text } }: State, here: string): string {
  const [file] = text;
  return join(here, text.length === 1 && file ? specFilePath("spec", text, file) : "spec");
}

/** The closing lines; with `--verbose` in a file or a pipe, the whole summary as markdown. */
function closing({ state, before, folder }: StoppedRun, here: string, options: RunOptions, context: CliContext) {
  const { output, cwd, interactive } = context;
  const path = finishedPath(folder, state);
  const spec = path === undefined ? undefined : relative(cwd, path);
  if (isInterview(state)) {
    const shown = spec ?? specSoFar(state, here);
    const asked = { attended: interactive, fromFile: options.answers !== undefined };
    return interviewClosing({ state, before, folder: here, root: folder, spec: shown, ...asked }, output.paint);
  }
  if (options.verbose && !output.onScreen) {
    return renderClosingSummary(state).replace(RECORD_HEADER, "").trimEnd().split("\n");
  }
  return ["", ...statusLines({ state, folder: here, root: folder, holder: undefined }, output.paint)];
}

function exitCode(state: State, reason: StopReason): ExitCode {
  if (reason === "interrupted") return EXIT_CODES.interrupted;
  if (reason === "waiting" && lacksAgent(state)) return EXIT_CODES.noAgent;
  if (reason !== "ended" || state.stop.type !== "ended") return EXIT_CODES.waiting;
  const isStopped = ["MAX_ROUNDS", "STALL_EXIT", "ABANDONED"].includes(state.stop.termination);
  if (isStopped) return EXIT_CODES.stopped;
  return isPutOffByPolicy(state) ? EXIT_CODES.waiting : EXIT_CODES.done;
}

/** Whether a question was left undecided because nobody was there: it still needs the User's answer. */
function isPutOffByPolicy({ decisions, gaps, issues: ledger }: State): boolean {
  const isDeferred = (id: GapId) => gaps.get(id)?.state === "USER_DEFERRED";
  return decisions.some(
    ({ type, by, gaps: ids, issues }) =>
      type === "deferral" && by === "mediator" && (ids.some(isDeferred) || ledger.pick(issues).some(isUnsettled)),
  );
}

/** Whether an agent is not installed or has no key, which no answer in the session can fix. */
function lacksAgent(state: State): boolean {
  const [question] = questionsNow(state);
  const failed = runsOf(state).find(({ id }) => question?.about.includes(id));
  return ["not-found", "unauthorised"].includes(failed?.end?.failure?.reason ?? "");
}
