import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROVIDER_FACTS } from "../../agents/model/model-spec.ts";
import { openAgents } from "../../agents/open-agents.ts";
import { pathLookup } from "../../agents/path-lookup.ts";
import { findKeys } from "../../agents/probe.ts";
import { PROGRAMS } from "../../agents/programs/program-options.ts";
import { formatAgentSetting } from "../../config/agent-setting.ts";
import { userFolder } from "../../config/user-folder.ts";
import type { Agents } from "../../engine/engine-parts.ts";
import { outlook } from "../../engine/estimate-run.ts";
import { loadPromptKit } from "../../engine/prompt-files.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { type Estimate, estimateText } from "../../mediator/estimate.ts";
import { inventoryEvents } from "../../mediator/inventory/apply-inventory.ts";
import { listedGaps } from "../../mediator/inventory/inventory-question.ts";
import { wantsSurvey } from "../../mediator/inventory/setup-effect.ts";
import type { State } from "../../mediator/state.ts";
import type { Config } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isProblem } from "../../model/gap-selection.ts";
import { type InventoryChoice, type InventoryFields, readInventoryChoice } from "../../model/inventory-choice.ts";
import { isSessionFolder } from "../../server/find-sessions.ts";
import type { StartParts, StartPreview, StartWish } from "../../server/starting.ts";
import type { CliContext } from "../context.ts";
import { beginSession, placeOf, type RefineOptions } from "./begin-session.ts";
import { surroundings } from "./make-agents.ts";
import { DEMO_FOLDER, demoSession, runDemo } from "./run-demo.ts";

/** Sessions that are begun on the page: as `whetstone refine` would begin them. */
export function startOnPage(context: CliContext): StartParts {
  const quiet: CliContext = {
    ...context,
    interactive: false,
    exitWith: () => undefined,
    output: { ...context.output, terminal: false, note: () => undefined, result: () => undefined },
  };
  return {
    preview: (spec, wish) => preview(spec, wish, quiet),
    async begin(spec, wish, inventory) {
      const { config } = await placeOf(spec, optionsOf(wish, context), quiet);
      await open(config.agents, quiet); // without an agent there is nothing to begin
      const { gaps } = await preview(spec, wish, quiet);
      const choice = choiceFrom(gaps, inventory);
      const store = await beginSession(spec, optionsOf(wish, context), quiet);
      try {
        await store.record(approve(store.state, choice, store.now()), { sync: true });
        return store.files.root;
      } finally {
        await store.close();
      }
    },
    async demo(root) {
      const folder = join(root, DEMO_FOLDER);
      if (!isSessionFolder(demoSession(folder))) await runDemo(folder, {}, quiet);
      return demoSession(folder);
    },
  };
}

/** What the page names is an agent that is offered, or another model of one: it can start no program of its own. */
function optionsOf(wish: StartWish, context: CliContext): RefineOptions {
  for (const agent of [wish.engineer, wish.reviewer]) {
    if (agent === undefined || offered(context).some((one) => kindOf(one) === kindOf(agent))) continue;
    throw new UsageError("that agent cannot be named on the page", {
      target: agent,
      fix: "Name it in whetstone.config.json, or begin the session with `whetstone refine --engineer …`.",
    });
  }
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return Object.fromEntries(
    Object.entries({
      engineer: wish.engineer,
      reviewer: wish.reviewer,
      maxRounds: text(wish.maxRounds),
      parallelGaps: text(wish.parallelGaps),
      budget: text(wish.budget),
      set: wish.survey === undefined ? undefined : [`inventory.survey=${wish.survey}`],
    }).filter(([, value]) => value !== undefined),
  );
}

/** What needs no more than is there: the interview, the person themselves, providers with a key, programs on PATH. */
function offered({ env }: CliContext): string[] {
  const find = pathLookup(env);
  const models = findKeys(env).flatMap(({ provider, found }) => {
    const { model } = PROVIDER_FACTS[provider];
    return found === undefined || model === "" ? [] : [`${provider}:${model}`];
  });
  return ["interview", "human", ...models, ...PROGRAMS.filter((program) => find(program) !== undefined)];
}

function kindOf(agent: string): string {
  return agent.split(":")[0] ?? "";
}

/** The session is begun in a folder of its own, looked at, and gone: so it is what `begin` would make. */
async function preview(spec: string, wish: StartWish, context: CliContext): Promise<StartPreview> {
  const options = optionsOf(wish, context);
  const folder = await mkdtemp(join(tmpdir(), "whetstone-preview-"));
  try {
    const store = await beginSession(spec, options, context, join(folder, "session"));
    try {
      return await look(store, context);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function look(store: SessionStore, context: CliContext): Promise<StartPreview> {
  const { config, session, limits } = store.state;
  const opened = await open(config.agents, context).catch((error: unknown) => error);
  const agents = opened instanceof Error ? undefined : (opened as Opened);
  const folder = userFolder({ env: context.env });
  const kit = await loadPromptKit({ folder });
  const { estimate } = await outlook({ store, kit, ...(agents ? { agents } : {}) });
  return {
    name: session.name,
    gaps: listedGaps(store.state),
    scope: session.scope,
    expected: isFree(agents) ? freeText(estimate) : estimateText(estimate),
    said: agents?.said ?? [],
    ...(opened instanceof Error ? { problem: opened.message } : {}),
    offered: offered(context),
    settings: {
      engineer: formatAgentSetting(config.agents.engineer),
      reviewer: formatAgentSetting(config.agents.reviewer),
      maxRounds: limits.maxRounds,
      parallelGaps: config.parallelGaps,
      budget: config.budgets.usd,
      survey: config.inventory.survey === true,
    },
  };
}

function isFree(agents: Agents | undefined): boolean {
  return agents !== undefined && !agents.engineer.paid && !agents.reviewer.paid;
}

/** Tokens say nothing where no model is asked. */
function freeText({ gaps, rounds }: Estimate): string {
  return `${gaps} open ${gaps === 1 ? "gap" : "gaps"}: about ${rounds.low} to ${rounds.high} rounds; it costs nothing.`;
}

interface Opened extends Agents {
  readonly said: readonly string[];
}

function open(agents: Config["agents"], context: CliContext): Promise<Opened> {
  return openAgents(agents, surroundings(context));
}

/** Refused before anything is begun: the spec may have changed since the person looked. */
function choiceFrom(gaps: StartPreview["gaps"], inventory: InventoryFields): InventoryChoice {
  const choice = readInventoryChoice(gaps, inventory);
  if (!isProblem(choice)) return choice;
  throw new UsageError(`the inventory cannot be taken so: ${choice.problem}`, { fix: "Load the page anew." });
}

/** The inventory as the person wants it. A survey comes first, and is shown to them before round 1. */
function approve(state: State, choice: InventoryChoice, now: string): SessionEvent[] {
  const events = inventoryEvents(state, choice, now);
  return wantsSurvey(state) ? events : [...events, { type: "inventory_approved" }];
}
