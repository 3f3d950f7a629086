import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { OpenedAgents } from "../../agents/open-agents.ts";
import type { CheckOptions } from "../../checks/check.ts";
import { formatAgentSetting } from "../../config/agent-setting.ts";
import { loadConfig } from "../../config/load-config.ts";
import { plainFile } from "../../documents/layouts/layout.ts";
import { laterVersionName } from "../../documents/stated/version-name.ts";
import { createSession } from "../../engine/create-session.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { isSessionFolder } from "../../engine/find-sessions.ts";
import { homeOf, openStore, type SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { applyEvents } from "../../mediator/evolve/evolve.ts";
import { listedGaps, wantsSurvey } from "../../mediator/inventory/inventory-question.ts";
import { isInterview } from "../../mediator/queries.ts";
import { bySeverity } from "../../mediator/record-text.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import { openBySeverity } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import { plural } from "../../model/plural.ts";
import { listLines } from "../../model/whole-question.ts";
import { type AskingFlagOptions, checkAnswersFile, readPolicy } from "../asking/create-asker.ts";
import type { CliContext } from "../cli-context.ts";
import { type ConfigFlagOptions, configFlags } from "../config-flags.ts";
import { createProgress } from "../progress/progress.ts";
import { changeSettings, withCodebase } from "./change-settings.ts";
import { type EarlierSessions, readEarlierSessions, setAside, settledBefore } from "./earlier-sessions.ts";
import { findSessionAround, locateSession, nearestFolder, sessionFolder } from "./locate-session.ts";
import { editorAround, makeAgents } from "./make-agents.ts";
import { runAndReport } from "./run-and-report.ts";
import { mustBePerson, sendCommand } from "./send-command.ts";
import { inMemory, isInMemory } from "./session-in-memory.ts";
import { homeFolder, namesIn, shownFolder, specName } from "./session-names.ts";
import { changedFiles, finishedPath, sourcePath, stateIn, storeParts, takeOverCommand } from "./session-parts.ts";
import { readSource, type SpecPlace, specPlace } from "./spec-place.ts";
import { takeEdit, tellLaterVersion } from "./tell-later-version.ts";

export interface RefineOptions extends ConfigFlagOptions, AskingFlagOptions {
  readonly json?: true;
  readonly dryRun?: true;
  readonly verbose?: true;
  readonly ui?: true;
  readonly new?: true;
  /** Started again because the author edited the spec: passages that they kept stay kept. */
  readonly edited?: true;
  readonly open?: boolean;
}

export async function initSession(word: string, options: RefineOptions, context: CliContext): Promise<void> {
  const place = await placeOf(word, options, context);
  await tellLaterVersion(place, context);
  const store = await beginSession(place, await makeAgents(place.config.agents, context), context);
  context.output.result(listLines(listedGaps(store.state)).join("\n") || "No gaps found.");
  const hasWork = store.state.gaps.size > 0 || wantsSurvey(store.state);
  const asks = isInterview(store.state) ? " (it asks about each of them)" : "";
  if (hasWork)
    context.output.note(`Continue with: ${commandLine("resume", shownFolder(store.files.root, context.cwd))}${asks}`);
  await store.close();
}

/** Starts a session, or continues the one that the spec has. */
export async function refineSpec(word: string, options: RefineOptions, context: CliContext): Promise<void> {
  const around = findSessionAround(resolve(context.cwd, word));
  if (around !== undefined && !(await hasEnded(around))) return continueSession(around, options, context, "Resuming");
  const place = await placeOf(word, options, context);
  if (isSessionFolder(place.folder) && !options.new) {
    const { word: path, ...restart } = (!options.dryRun && (await takeEdit(place, context))) || { word: undefined };
    if (path === undefined) return continueSession(place.folder, options, context, "Resuming");
    return refineSpec(path, { ...options, ...restart }, context);
  }
  if (options.dryRun && isSessionFolder(place.folder))
    throw new UsageError("--dry-run cannot be combined with --new when a session exists", {
      target: "--new",
      fix: "Leave out --new to see what the session would do next, or name a copy of the spec.",
    });
  readSource(place.spec); // throws before the earlier session is moved
  await checkAnswersFile(options, context);
  // Throws before anything is created if an agent is missing.
  const opened = await openAgentsFor(place.config.agents, context);
  await tellLaterVersion(place, context);
  const startsOver = options.new === true && (await setAside(place.folder, context)) && !options.edited;
  // A dry run creates the session only in memory.
  const parts = options.dryRun ? inMemory(place.folder) : storeParts(place.folder);
  const store = await beginSession(place, opened.agents, context, parts, startsOver);
  await runAndReport(store, opened, options, context).finally(() => store.close());
}

async function hasEnded(folder: string): Promise<boolean> {
  return (await stateIn(folder)).stop.type === "ended";
}

async function openAgentsFor(agents: Config["agents"], context: CliContext) {
  const progress = createProgress(context);
  const editor = editorAround(context, (work) => progress.pausedWhile(work));
  return { progress, agents: await makeAgents(agents, context, editor) };
}

export async function resumeSession(word: string | undefined, options: RefineOptions, context: CliContext) {
  await continueSession(await locateSession(word, context), options, context);
}

/** Asks how to end the session; if another process has it open, that process asks. */
export async function finishSession(word: string | undefined, options: RefineOptions, context: CliContext) {
  mustBePerson(context);
  const folder = await locateSession(word, context);
  await checkAnswersFile(options, context);
  // Another process asks its own questions, so prepared answers would be ignored: throws if there is one.
  if (options.answers !== undefined || readPolicy(options) === "recommended")
    await (await openStore(storeParts(folder))).close();
  const { state } = await sendCommand(folder, { type: "finish" }, context);
  if (state !== undefined) return continueSession(folder, options, context);
  const holder = await homeOf(storeParts(folder)).holder();
  const status = commandLine("status", shownFolder(folder, context.cwd));
  context.output.note(
    `Process ${holder?.pid ?? "?"} is running the session and asking how to end it. Answer in its terminal or on its page, or run ${status} to see how to answer from here.`,
  );
}

/** Continues a session. `verb` is set if the User named the spec instead of resuming the session. */
async function continueSession(folder: string, options: RefineOptions, context: CliContext, verb?: string) {
  await checkAnswersFile(options, context);
  const opened = await openStore(storeParts(folder));
  const store = options.dryRun ? unrecorded(opened) : opened;
  try {
    refuseChangedSource(store, context);
    tellAddedFiles(store, context);
    await changeSettings(store, options, context);
    if (store.state.stop.type === "paused") await store.record([{ type: "resumed" }], { sync: true });
    const agents = await openAgentsFor(store.state.config.agents, context);
    const here = shownFolder(folder, context.cwd);
    if (store.state.stop.type === "ended") tellEnded(here, store, verb !== undefined, context);
    else if (options.dryRun) context.output.note(`A session exists in ${here}. What it would do next:`);
    else if (verb !== undefined) context.output.note(`${verb} the session in ${here}.`);
    await runAndReport(store, agents, options, context);
  } finally {
    await opened.close();
  }
}

/** A store for a dry run: events change its state but are not journalled. */
function unrecorded(store: SessionStore): SessionStore {
  let { state } = store;
  return {
    ...store,
    get state() {
      return state;
    },
    async record(events) {
      state = applyEvents(state, events);
      return state;
    },
  };
}

/** Someone who named the spec may want to be asked about it again. */
function tellEnded(here: string, { state, files }: SessionStore, isSpec: boolean, { cwd, output }: CliContext): void {
  const restart = commandLine("refine", "--new", relative(cwd, sourcePath(files.root, state)));
  output.note(`The session in ${here} has ended.${isSpec ? ` To start over (it is kept): ${restart}` : ""}`);
}

/** Edits during a session are merged (SPEC 12); one that has ended merges nothing, so it must not be continued. */
function refuseChangedSource({ state, files }: SessionStore, { cwd }: CliContext): void {
  if (state.stop.type !== "ended" || changedFiles(state, files.root).length === 0) return;
  const [source, result] = [sourcePath(files.root, state), finishedPath(files.root, state)];
  const restart = `${commandLine("refine", "--new", relative(cwd, source))} (the old session is kept)`;
  const over = `tart over from the source: ${restart}.`;
  const refineOf = (path: string) => commandLine("refine", relative(cwd, path));
  const fix = (): string => {
    if (state.session.framework)
      return `To merge its answers into your text: ${commandLine("export", "--in-place", relative(cwd, files.root))}. To s${over}`;
    if (result === undefined || result === source) return `To s${over}`;
    const later =
      state.spec.source.length === 1 ? laterVersionName(namesIn(dirname(source)), specName(source)) : undefined;
    const merge =
      later === undefined
        ? `Put the edit into the result, too, and refine that: ${refineOf(result)}`
        : `To merge the edit into ${later}: ${refineOf(source)}`;
    return `${merge}. Or s${over}`;
  };
  throw new UsageError("the spec has changed since its session ended", { target: state.session.name, fix: fix() });
}

/** Files that were added to the folder of a spec since the session began. */
function tellAddedFiles({ state, files }: SessionStore, { cwd, output }: CliContext): void {
  const { source } = state.spec;
  const path = sourcePath(files.root, state);
  if (state.stop.type === "ended" || source.length < 2 || !existsSync(path)) return;
  const known = new Set(source.map((file) => file.path));
  const added = specPlace(cwd, path, state.config.sessionFolder).files.filter((file) => !known.has(file));
  if (added.length === 0) return;
  const restart = commandLine("refine", "--new", relative(cwd, path));
  output.note(
    `Not part of this session, because added later: ${added.join(", ")}. To start over with them: ${restart}`,
  );
}

export async function beginSession(
  { spec, config: found, folder }: SessionPlace,
  { settled: agents }: Pick<OpenedAgents, "settled">,
  context: CliContext,
  parts = storeParts(folder),
  startsOver = false,
): Promise<SessionStore> {
  const config = { ...found, agents };
  const before = await readEarlierSessions(folder, spec, startsOver);
  const store = await createSession(parts, {
    name: SAYS_NOTHING.test(spec.name) ? basename(spec.folder) || spec.name : spec.name,
    specPath: specPathOf(spec, folder),
    source: readSource(spec),
    framework: spec.home !== undefined,
    settled: before.settled,
    leftOpen: before.leftOpen,
    config,
    engineer: formatAgentSetting(config.agents.engineer),
    reviewer: formatAgentSetting(config.agents.reviewer),
    ...defined({ checks: checksOf(config) }),
  });
  tellGaps(spec, store, before, context);
  return store;
}

/** `quick-split.md (Spec Kit): 7 gaps (1 HIGH, 6 MEDIUM). The session is in sessions/quick-split.` */
function tellGaps(
  { files, name, layout }: SpecPlace,
  store: SessionStore,
  before: EarlierSessions,
  context: CliContext,
): void {
  const { state } = store;
  const { leftOpen, leftBy } = before;
  const what = files.length === 1 ? (files[0] ?? name) : files.join(", ");
  const { size } = state.gaps;
  const counts = bySeverity(openBySeverity(state.gaps), "");
  const none = wantsSurvey(state) ? "no gaps known yet" : "no gaps";
  const gaps = `${size === 0 ? none : plural(size, "gap")}${counts === "" ? "" : ` (${counts})`}`;
  const layoutName = layout === plainFile ? "" : ` (${layout.name})`;
  const { output, cwd } = context;
  const where = isInMemory(store) ? "" : ` The session is in ${shownFolder(store.files.root, cwd)}.`;
  output.note(`${what}${layoutName}: ${gaps}.${where}`);
  const known = new Set(leftOpen.map(({ gap }) => gap.title));
  const left = state.gaps.filter(({ title }) => known.has(title)).length;
  if (left > 0 && leftBy !== undefined)
    output.note(
      `${size === 1 ? "It was" : `${left} of them ${left === 1 ? "was" : "were"}`} left open by the session in ${relative(cwd, leftBy)}.`,
    );
  const kept = settledBefore(before, state.spec.source, checksOf(state.config));
  if (kept > 0) output.note(`Not asked about again, because you kept or answered it: ${plural(kept, "passage")}.`);
  if (size > 0 || wantsSurvey(state)) return;
  output.note(
    isInterview(state)
      ? `Nothing to ask: the checks found nothing${kept > 0 ? " else" : ""}.`
      : "Nothing to work on. Add --survey to have the Reviewer look for gaps.",
  );
}

/** File names that say nothing: such a spec is named after its folder. */
const SAYS_NOTHING = /^(?:spec|requirements|readme|index)$/i;

export interface SessionPlace {
  readonly spec: SpecPlace;
  readonly config: Config;
  readonly folder: string;
}

/** Finds the spec that the User names, the configuration there, and the folder of its session. */
export async function placeOf(word: string, options: RefineOptions, context: CliContext): Promise<SessionPlace> {
  const around = findSessionAround(resolve(context.cwd, word));
  if (around !== undefined) throw await insideSession(around, word, context);
  const resolved = await loadConfig({ folder: nearestFolder(context.cwd, word), ...configFlags(options) });
  const spec = specPlace(context.cwd, word, resolved.config.sessionFolder);
  const config = withCodebase(resolved, spec.folder, context.cwd);
  const isChosen = resolved.origins.get("sessionFolder")?.from !== "default";
  const folder = spec.home && !isChosen ? homeFolder(spec.home) : sessionFolder(spec, config.sessionFolder);
  return { spec, config, folder };
}

/** The error for a file inside a session folder: its session would be inside the other. */
async function insideSession(root: string, word: string, { cwd }: CliContext): Promise<UsageError> {
  const state = await stateIn(root);
  const folder = shownFolder(root, cwd);
  const takeOver = takeOverCommand({ state, root, folder });
  const steps = [
    ...(takeOver === undefined ? [] : [takeOver]),
    state.stop.type === "ended"
      ? commandLine("refine", "--new", sourcePath(folder, state))
      : commandLine("resume", folder),
  ];
  const fix = `Continue from your own file: ${steps.join(", then ")}`;
  return new UsageError("this file belongs to a session", { target: word, fix });
}

/** The path of the spec relative to the session; for several files, of their folder. */
function specPathOf({ folder, files }: SpecPlace, session: string): string {
  const path = (to: string) => slashed(relative(session, to));
  const [only] = files;
  return only !== undefined && files.length === 1 ? path(join(folder, only)) : `${path(folder)}/`;
}

/** The checks that look for gaps (SPEC 16.1). With recordings there are none: recordings answer only their own gaps. */
function checksOf({ inventory, agents, checks }: Config): CheckOptions | undefined {
  const isReplayed = agents.engineer.kind === "replay" || agents.reviewer.kind === "replay";
  const isWanted = inventory.checks === "auto" ? !isReplayed : inventory.checks;
  return isWanted ? { rules: checks } : undefined;
}
