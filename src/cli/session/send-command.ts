import { RUN_VARIABLE } from "../../agents/process/scratch.ts";
import { commandSession, type SessionCommandResult } from "../../engine/command-session.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { applyCommand } from "../../mediator/commands/apply-command.ts";
import type { Command } from "../../mediator/commands/command.ts";
import { questionsNow } from "../../mediator/make-question.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine } from "../../model/command-line.ts";
import type { DiffLine } from "../../model/diff-line.ts";
import { listedWords } from "../../model/ids.ts";
import { capitalised } from "../../model/in-words.ts";
import { plural } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { diffShown } from "../asking/passage-lines.ts";
import type { CliContext } from "../cli-context.ts";
import { locateSession, locateState, nameSession } from "./locate-session.ts";
import { editLines } from "./narrate.ts";
import { refuseEnded, stateIn, storeParts } from "./session-parts.ts";
import { shownFolder } from "./spec-place.ts";

/** `diff` is what the command changes in the spec. */
export async function sendAndReport(
  word: string | undefined,
  command: Command,
  context: CliContext,
  diff: readonly DiffLine[] = [],
): Promise<void> {
  mustBePerson(context);
  const folder = await locateSession(word, context);
  const result = await sendCommand(folder, command, context);
  if (context.json) return context.output.json({ ok: true, message: result.message });
  context.output.note(command.type === "pause" && result.state === undefined ? PAUSING : sentence(result.message));
  const { columns, notePaint: paint } = context.output;
  if (diff.length > 0) context.output.note(diffShown(diff, { columns, paint }).join("\n"));
  await tellNext(result.state, folder, context);
}

/** One word that closes several gaps is confirmed at the terminal; without one, `--yes` is required. */
export async function confirmClosing(
  word: string | undefined,
  command: Command & { readonly gaps: string },
  context: CliContext,
): Promise<void> {
  const { state } = await locateState(word, context);
  const tried = applyCommand(state, command, state.at);
  const events = tried.ok ? tried.events : [];
  const gaps = events.flatMap((event) => (event.type === "decision_recorded" ? event.decision.gaps : []));
  if (gaps.length <= listedWords(command.gaps).length) return;
  const titles = state.gaps
    .pick(gaps)
    .map(({ id, severity, title }) => `  ${severity} ${id}: ${visibleLine(title, 160)}`);
  const message = `"${command.gaps}" closes ${plural(gaps.length, "gap")}.`;
  context.output.note(titles.join("\n"));
  const { mustConfirm } = await import("../asking/must-confirm.ts");
  await mustConfirm({ message, nothing: "Nothing was changed.", fix: "Name the gaps, or add --yes." }, context);
}

export function pauseSession(word: string | undefined, { reason }: { reason: string }, context: CliContext) {
  return sendAndReport(word, { type: "pause", reason }, context);
}

const PAUSING =
  "Pausing: the process that runs the session lets its agents finish, then stops. Press Ctrl-C there to stop it at once.";

/** The state is known only if no other process has the session open; then somebody must continue it. */
async function tellNext(state: State | undefined, folder: string, context: CliContext): Promise<void> {
  if (state === undefined || state.stop.type === "ended") return;
  const { output, cwd } = context;
  const waiting = questionsNow(state);
  const [next] = waiting;
  if (next === undefined) return output.note(`Continue with: ${commandLine("resume", shownFolder(folder, cwd))}`);
  const named = await nameSession(folder, context);
  const words = ["answer", next.id, ...(named === undefined ? [] : ["--session", named])];
  const which = waiting.length === 1 ? "it" : "the next one";
  const count = plural(waiting.length, "question is", "questions are");
  output.note(`${count} waiting. Answer ${which}: ${commandLine(...words)}`);
}

type CommandDone = Extract<SessionCommandResult, { ok: true }>;

export async function sendCommand(folder: string, command: Command, context: CliContext): Promise<CommandDone> {
  const result = await commandSession(storeParts(folder), command, context.interruption(), (seen) => {
    for (const line of editLines(seen)) context.output.note(line);
  });
  if (result.ok) return result;
  refuseEnded(await stateIn(folder), folder, context.cwd);
  const { problem, fix } = result;
  throw new UsageError(problem, {
    target: shownFolder(folder, context.cwd),
    ...(fix === undefined ? {} : { fix }),
  });
}

/** Refuses commands from a program that an agent runs: they would be journalled as the User's. */
export function mustBePerson({ env }: Pick<CliContext, "env">): void {
  if (env[RUN_VARIABLE] === undefined) return;
  throw new UsageError("a program run by an agent cannot decide for you", {
    target: RUN_VARIABLE,
    fix: "Run the command yourself, in a terminal of your own.",
  });
}

/** Capitalises the first word, unless it is a name or an id. */
function sentence(message: string): string {
  return `${message.replace(/^[a-z]+(?= |$)/, capitalised)}.`;
}
