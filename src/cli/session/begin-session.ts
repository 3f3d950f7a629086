import { basename, join, relative, resolve } from "node:path";
import type { OpenedAgents } from "../../agents/open-agents.ts";
import type { CheckOptions } from "../../checks/check.ts";
import { formatAgentSetting } from "../../config/agent-setting.ts";
import { loadConfig } from "../../config/resolve-config.ts";
import { plainFile } from "../../documents/layouts/layout.ts";
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
import { type EarlierSessions, readEarlierSessions, setAside, tellLaterVersion } from "./earlier-sessions.ts";
import { findSessionAround, locateSession, nearestFolder, sessionFolder } from "./locate-session.ts";
import { editorAround, makeAgents } from "./make-agents.ts";
import { runAndReport } from "./run-and-report.ts";
import { mustBePerson, sendCommand } from "./send-command.ts";
import {
  changedFiles,
  finishedPath,
  inMemory,
  isInMemory,
  isInSource,
  sourcePath,
  stateIn,
  storeParts,
} from "./session-parts.ts";
import { homeFolder, readSource, type SpecPlace, shownFolder, specPlace } from "./spec-place.ts";

export interface RefineOptions extends ConfigFlagOptions, AskingFlagOptions {
  readonly json?: true;
  readonly dryRun?: true;
  readonly verbose?: true;
  readonly ui?: true;
  readonly new?: true;
  readonly open?: boolean;
}

export async function initSession(word: string, options: RefineOptions, context: CliContext): Promise<void> {
  const place = await placeOf(word, options, context);
  tellLaterVersion(place, context);
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
  if (around !== undefined) return continueSession(around, options, context, true);
  const place = await placeOf(word, options, context);
  const isNew = !isSessionFolder(place.folder) || options.new === true || (await isEditedResult(place.folder));
  if (!isNew) return continueSession(place.folder, options, context, true);
  if (options.dryRun && isSessionFolder(place.folder))
    throw new UsageError("--dry-run cannot replace a session", {
      target: place.folder,
      fix: "Name a copy of the spec.",
    });
  readSource(place.spec); // throws before the earlier session is moved
  await checkAnswersFile(options, context);
  // Throws before anything is created if an agent is missing.
  const opened = await openAgentsFor(place.config.agents, context);
  tellLaterVersion(place, context);
  await setAside(place.folder, context);
  // A dry run creates the session only in memory.
  const parts = options.dryRun ? inMemory(place.folder) : storeParts(place.folder);
  const store = await beginSession(place, opened.agents, context, parts);
  await runAndReport(store, opened, options, context).finally(() => store.close());
}

/** Whether the author went on writing in a spec that has the result of its session: then a new session begins. */
async function isEditedResult(folder: string): Promise<boolean> {
  const state = await stateIn(folder);
  return state.stop.type === "ended" && isInSource(folder, state) && changedFiles(state, folder).length > 0;
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

/** Continues a session. `isSpec`: the User named the spec and may not know that it has a session. */
async function continueSession(folder: string, options: RefineOptions, context: CliContext, isSpec = false) {
  await checkAnswersFile(options, context);
  const opened = await openStore(storeParts(folder));
  const store = options.dryRun ? unrecorded(opened) : opened;
  try {
    refuseChangedSource(store, context);
    await changeSettings(store, options, context);
    if (store.state.stop.type === "paused") await store.record([{ type: "resumed" }], { sync: true });
    const agents = await openAgentsFor(store.state.config.agents, context);
    const here = shownFolder(folder, context.cwd);
    if (store.state.stop.type === "ended") context.output.note(`The session in ${here} has ended.`);
    else if (isSpec) context.output.note(`Resuming the session in ${here}.`);
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

/** Edits during a session are merged (SPEC 12); one that has ended merges nothing, so it must not be continued. */
function refuseChangedSource({ state, files }: SessionStore, { cwd }: CliContext): void {
  if (state.stop.type !== "ended" || changedFiles(state, files.root).length === 0) return;
  const [source, result] = [sourcePath(files.root, state), finishedPath(files.root, state)];
  const anew = commandLine("refine", "--new", relative(cwd, source));
  const further =
    result === undefined || state.session.framework
      ? ""
      : ` Or put your edits into the result, and refine that: ${commandLine("refine", relative(cwd, result))}`;
  throw new UsageError("the spec has changed since its session ended", {
    target: relative(cwd, source),
    fix: `Begin again with your text (the old session is kept): ${anew}.${further}`,
  });
}

export async function beginSession(
  { spec, config: found, folder }: SessionPlace,
  { settled: agents }: Pick<OpenedAgents, "settled">,
  context: CliContext,
  parts = storeParts(folder),
): Promise<SessionStore> {
  const config = { ...found, agents };
  const before = await readEarlierSessions(folder, spec);
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
    output.note(`Left open by the session in ${relative(cwd, leftBy)}: ${plural(left, "gap")}.`);
  if (size > 0 || wantsSurvey(state)) return;
  output.note(
    isInterview(state)
      ? "Nothing to ask: the checks found nothing that is open."
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
  if (around !== undefined)
    throw new UsageError("this file belongs to a session", {
      target: word,
      fix: `Continue the session (${commandLine("resume", shownFolder(around, context.cwd))}), or name your own file.`,
    });
  const resolved = await loadConfig({ folder: nearestFolder(context.cwd, word), ...configFlags(options) });
  const spec = specPlace(context.cwd, word, resolved.config.sessionFolder);
  const config = withCodebase(resolved, spec.folder, context.cwd);
  const isChosen = resolved.origins.get("sessionFolder")?.from !== "default";
  const folder = spec.home && !isChosen ? homeFolder(spec.home) : sessionFolder(spec, config.sessionFolder);
  return { spec, config, folder };
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
