import { join } from "node:path";
import { availableAgents, pathLookup } from "../../agents/choose-agents.ts";
import { type OpenedAgents, openAgents } from "../../agents/open-agents.ts";
import { formatAgentSetting } from "../../config/agent-setting.ts";
import { composePrompts } from "../../engine/compose-session.ts";
import { estimateRun } from "../../engine/estimate-run.ts";
import { isSessionFolder } from "../../engine/find-sessions.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { estimateText } from "../../mediator/estimate.ts";
import { stateAt } from "../../mediator/evolve/evolve.ts";
import { inventoryEvents, listedGaps, wantsSurvey } from "../../mediator/inventory/inventory-question.ts";
import { isInterview } from "../../mediator/queries.ts";
import type { State } from "../../mediator/state.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import { type InventoryChoice, type InventoryFields, readInventoryChoice } from "../../model/inventory-choice.ts";
import { plural } from "../../model/plural.ts";
import { isProblem } from "../../model/select-gaps.ts";
import { errorText } from "../../server/reply.ts";
import type { StartParts, StartPreview, StartWish } from "../../server/start-route.ts";
import type { CliContext } from "../cli-context.ts";
import { beginSession, placeOf, type RefineOptions, type SessionPlace } from "./begin-session.ts";
import { surroundings } from "./make-agents.ts";
import { DEMO_FOLDER, demoSession, runDemo } from "./run-demo.ts";
import { inMemory, sessionPlaces } from "./session-parts.ts";

/** Starts sessions from the page as `whetstone refine` does. */
export function startOnPage(context: CliContext): StartParts {
  const quiet: CliContext = {
    ...context,
    interactive: false,
    exitWith: () => undefined,
    output: { ...context.output, terminal: false, note: () => undefined, result: () => undefined },
  };
  return {
    async preview(spec, wish) {
      const place = await placeOf(spec, optionsOf(wish, context), quiet);
      const opened = await openAgents(place.config.agents, surroundings(quiet)).catch((error: Error) => error);
      return preview(place, opened, quiet);
    },
    async begin(spec, wish, inventory) {
      const place = await placeOf(spec, optionsOf(wish, context), quiet);
      const agents = await openAgents(place.config.agents, surroundings(quiet)); // throws before anything is created
      const { gaps } = await preview(place, agents, quiet);
      const choice = choiceFrom(gaps, inventory);
      const store = await beginSession(place, agents, quiet);
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

/** The page can name only agents that it was offered, or another model of one, so it cannot start programs. */
function optionsOf(wish: StartWish, context: CliContext): RefineOptions {
  for (const agent of [wish.engineer, wish.reviewer]) {
    if (agent === undefined || offered(context).some((other) => kindOf(other) === kindOf(agent))) continue;
    throw new UsageError("that agent cannot be chosen on the page", {
      target: agent,
      fix: "Name it in whetstone.config.json, or start the session with `whetstone refine --engineer …`.",
    });
  }
  const { engineer, reviewer, maxRounds, parallelGaps, budget, survey } = wish;
  const [rounds, gaps, usd] = [maxRounds, parallelGaps, budget].map((value) => value?.toString());
  const set = survey === undefined ? undefined : [`inventory.survey=${survey}`];
  return defined({ engineer, reviewer, maxRounds: rounds, parallelGaps: gaps, budget: usd, set });
}

/** The interview, a person, and other agents that can run here. */
function offered({ env }: CliContext): string[] {
  const available = availableAgents(env, pathLookup(env)).map(({ setting }) => formatAgentSetting(setting));
  return ["interview", "human", ...available];
}

function kindOf(agent: string): string {
  return agent.split(":")[0] ?? "";
}

/** Creates the session in memory to show what `begin` would create. */
async function preview(place: SessionPlace, opened: OpenedAgents | Error, context: CliContext): Promise<StartPreview> {
  const agents = opened instanceof Error ? { settled: place.config.agents } : opened;
  const store = await beginSession(place, agents, context, inMemory(place.folder));
  return look(store, opened, context).finally(() => store.close());
}

async function look(store: SessionStore, opened: OpenedAgents | Error, context: CliContext): Promise<StartPreview> {
  const { config, session, limits } = store.state;
  const agents = opened instanceof Error ? undefined : opened;
  const { kit } = await composePrompts(store.state, sessionPlaces(store.files.root, store.state, context));
  const { estimate } = await estimateRun({ store, kit, ...(agents ? { agents } : {}) });
  return {
    gaps: listedGaps(store.state),
    scope: session.scope,
    expected: isInterview(store.state)
      ? `You will be asked ${plural(estimate.gaps, "question")}; it costs nothing.`
      : estimateText(estimate),
    agentNotes: agents?.notices ?? [],
    ...(opened instanceof Error ? { problem: errorText(opened) } : {}),
    offered: offered(context),
    settings: {
      engineer: formatAgentSetting(config.agents.engineer),
      reviewer: formatAgentSetting(config.agents.reviewer),
      maxRounds: limits.maxRounds,
      parallelGaps: config.parallelGaps,
      budget: config.budgets.usd,
      survey: wantsSurvey(store.state),
    },
  };
}

/** Refused before anything is created: the spec may have changed since the page was loaded. */
function choiceFrom(gaps: StartPreview["gaps"], inventory: InventoryFields): InventoryChoice {
  const choice = readInventoryChoice(gaps, inventory);
  if (!isProblem(choice)) return choice;
  throw new UsageError(`the list of gaps cannot be used: ${choice.problem}`, { fix: "Reload the page." });
}

/** The events for the inventory that the User chose. A survey comes before the approval. */
function approve(state: State, choice: InventoryChoice, now: string): SessionEvent[] {
  const events = inventoryEvents(stateAt(state, now), choice);
  return wantsSurvey(state) ? events : [...events, { type: "inventory_approved" }];
}
