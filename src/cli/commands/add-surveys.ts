import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { findLack } from "../../agents/choose-agents.ts";
import { openAgents } from "../../agents/open-agents.ts";
import { byPlace } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import { readDisableComments } from "../../checks/read-disable-comments.ts";
import type { RuleSwitches } from "../../checks/rule-switches.ts";
import { formatAgentSetting } from "../../config/agent-setting.ts";
import { loadConfig } from "../../config/resolve-config.ts";
import { stateFolder, userFolder } from "../../config/user-folder.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { blankAppendix } from "../../documents/stated/appendix.ts";
import { inTemporaryFolder } from "../../engine/files/in-temporary-folder.ts";
import { loadPromptKit } from "../../engine/load-prompt-kit.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { type SurveyEnd, type SurveyParts, surveyPrompt, surveySpec } from "../../engine/survey-spec.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { surveyEstimateText } from "../../mediator/estimate.ts";
import { type SurveyFindings, surveyFindings, surveyGaps, surveyState } from "../../mediator/inventory/survey.ts";
import type { State } from "../../mediator/state.ts";
import type { Config } from "../../model/config.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { plural } from "../../model/plural.ts";
import { addUsage, NO_USAGE } from "../../model/usage.ts";
import type { Agent } from "../../ports/agent.ts";
import type { CliContext } from "../cli-context.ts";
import { surroundings } from "../session/make-agents.ts";
import { acceptedSurvey, type Baseline } from "./baseline.ts";
import type { CheckedSpec, CheckFlags } from "./check-input.ts";

/** Adds the findings of an agent that reads the spec (SPEC 16.2), from the cache or by asking it now. */
export async function addSurveys(
  specs: readonly CheckedSpec[],
  { switches, baseline }: { readonly switches: RuleSwitches; readonly baseline: Baseline },
  flags: CheckFlags,
  context: CliContext,
): Promise<CheckedSpec[]> {
  const config = await surveyConfig(flags, context);
  const agent = await openReader(config, context);
  const kit = await loadPromptKit({ folder: userFolder(context.env) });
  const { cache: folder = join(stateFolder(context.env), "surveys") } = flags;
  const cache = nodeFiles(resolve(context.cwd, folder), { isUserFolder: true });
  const names = [agent.name, formatAgentSetting(config.agents.reviewer)];
  const all = await Promise.all(
    specs.map(async (spec): Promise<Due> => {
      const facts = { file: { path: spec.file, text: blankAppendix(spec.text) }, config, checks: { rules: switches } };
      const state = surveyState({ ...facts, accepted: [] });
      const prompted = surveyState({ ...facts, accepted: acceptedSurvey(baseline, spec) });
      const file = surveyFile(names, surveyPrompt(state, kit));
      const known = await cache.readText(file);
      return { spec, state, prompted, file, found: known === undefined ? undefined : surveyFindings(state, known) };
    }),
  );
  const due = all.filter(({ found }) => found === undefined);
  if (due.length > 0) await allow(due, { agent, kit, config, known: all.length - due.length }, flags, context);
  const answers = new Map<Due, Answer>();
  const work = async (survey: Due) => {
    const answer = await askReader(survey, { agent, kit, signal: context.interruption() });
    // at once, so that it is not paid for again if another survey fails
    await cache.writeAtomic(survey.file, answer.text);
    answers.set(survey, answer);
  };
  for (let at = 0; at < due.length; at += config.parallelGaps) {
    const ends = await Promise.allSettled(due.slice(at, at + config.parallelGaps).map(work));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
  tellUsage([...answers.values()], context);
  return all.map((survey) => {
    const found = survey.found ?? surveyFindings(survey.state, answers.get(survey)?.text ?? "");
    return withFindings(survey, found ?? NONE, switches);
  });
}

const NONE: SurveyFindings = { findings: [], ungrounded: 0, lesser: 0 };

async function surveyConfig(flags: CheckFlags, { cwd }: CliContext): Promise<Config> {
  const { agent, max } = flags;
  const named = agent === "reviewer" ? [] : [{ flag: "--agent", path: "agents.reviewer", value: agent }];
  const most = max === undefined ? [] : [{ flag: "--max", path: "surveyGaps", value: Number(max) }];
  return (await loadConfig({ folder: cwd, file: flags.config, flags: [...named, ...most] })).config;
}

/** Opens the agent without checking that it can run: that is needed only if something must be asked. */
async function openReader({ agents: { reviewer } }: Config, context: CliContext): Promise<Agent> {
  const options = { ...surroundings(context), unchecked: true } as const;
  const { reviewer: agent, notices } = await openAgents({ engineer: reviewer, reviewer }, options);
  for (const sentence of notices) context.output.note(sentence);
  if (agent.name === "interview")
    throw noAgent("the interview cannot read a spec by itself", "Name a model or an agent program.");
  return agent;
}

interface Asked extends Pick<SurveyParts, "agent" | "kit"> {
  readonly config: Config;
  readonly known: number;
}

/** Says what will be sent and what it may cost, before anything is sent (SPEC 15.2, 15.3). */
async function allow(
  due: readonly Due[],
  { agent, kit, config, known }: Asked,
  { yes }: CheckFlags,
  context: CliContext,
): Promise<void> {
  const missing = findLack(config.agents.reviewer, surroundings(context));
  if (missing !== undefined) throw noAgent(missing.message, `${missing.fix}.`);
  const surveys = due.map(({ prompted }) => {
    const { preface, prompt } = surveyPrompt(prompted, kit);
    return { prompt: estimateTokens(preface + prompt), gaps: surveyGaps(config, prompted.spec.text) };
  });
  const expected = surveyEstimateText(surveys, agent.needsNoTokens ? "free" : agent.price);
  const besides = known === 0 ? "" : ` ${plural(known, "more is", "more are")} in the cache.`;
  context.output.note(`Expected with ${agent.name}: ${expected}${besides}`);
  if (!agent.paid || yes) return;
  const { mustConfirm } = await import("../asking/must-confirm.ts");
  await mustConfirm(
    { message: `${agent.name} may cost money.`, nothing: "Nothing was sent.", fix: "Add --yes." },
    context,
  );
}

function tellUsage(answers: readonly Answer[], { output }: CliContext): void {
  const usage = answers.reduce((sum, answer) => addUsage(sum, answer.usage), NO_USAGE);
  const { inputTokens, outputTokens, costUsd } = usage;
  if (inputTokens + outputTokens === 0) return;
  const cost = costUsd === 0 ? "" : `, ${costUsd.toFixed(2)} USD`;
  output.note(`Used: ${inputTokens} tokens in, ${outputTokens} out${cost}.`);
}

/** Rule settings and disabling comments in the spec apply to the survey as to any rule. */
function withFindings({ spec, found }: Due, survey: SurveyFindings, switches: RuleSwitches): CheckedSpec {
  const chosen = switches.survey ?? switches.all;
  const isDisabled = readDisableComments(parseMarkdown(spec.text));
  const rated = survey.findings
    .map((finding): Finding => (typeof chosen === "string" ? { ...finding, severity: chosen } : finding))
    .filter((finding) => !isDisabled(finding));
  return {
    ...spec,
    findings: [...spec.findings, ...rated].sort(byPlace),
    survey: { cached: found !== undefined, ungrounded: survey.ungrounded, lesser: survey.lesser },
  };
}

interface Due {
  readonly spec: CheckedSpec;
  /** The state with findings from the text alone, which determines the cache key. */
  readonly state: State;
  readonly prompted: State;
  readonly file: string;
  readonly found: SurveyFindings | undefined;
}

type Answer = Extract<SurveyEnd, { type: "document" }>;

async function askReader({ prompted, spec }: Due, parts: Omit<SurveyParts, "documentPath">): Promise<Answer> {
  const end = await inTemporaryFolder("survey", (folder) =>
    surveySpec(prompted, { ...parts, documentPath: join(folder, "document.md") }),
  );
  if (end.type !== "document") throw failed(spec.file, end);
  return end;
}

function failed(target: string, end: Exclude<SurveyEnd, Answer>): WhetstoneError {
  if (end.type === "unreadable")
    return new WhetstoneError("SURVEY_FAILED", `the survey could not be read: ${end.message}`, { target });
  const { reason, message } = end.failure;
  if (reason === "not-found" || reason === "unauthorised") return noAgent(message);
  const exitCode = reason === "aborted" ? EXIT_CODES.interrupted : EXIT_CODES.failed;
  return new WhetstoneError("SURVEY_FAILED", `the survey failed: ${message}`, { target, exitCode });
}

function noAgent(message: string, fix?: string): WhetstoneError {
  return new WhetstoneError("NO_AGENT", message, { ...(fix && { fix }), exitCode: EXIT_CODES.noAgent });
}

/** The cache key: the agent and the first prompt, which contains the spec, the templates and the known findings. */
function surveyFile(agent: readonly string[], { preface, prompt }: { preface: string; prompt: string }): string {
  const sum = createHash("sha256").update(JSON.stringify([...agent, preface, prompt]));
  return `${sum.digest("hex")}.md`;
}
