import { confirmAgentQuestion } from "../mediator/questions/cost-questions.ts";
import type { SessionEvent } from "../model/events.ts";
import { type EngineParts, record } from "./engine-parts.ts";

/** A paid agent is confirmed once, with the estimate: by the User, or by being named unattended (SPEC 15.2). */
export async function confirmAgents(
  parts: Pick<EngineParts, "store" | "agents" | "observe" | "attended">,
  expected: string,
): Promise<void> {
  const { state } = parts.store;
  const paid = [parts.agents.engineer, parts.agents.reviewer].filter((agent) => agent.paid).map((agent) => agent.name);
  const answered = state.answers.filter(({ question }) => question.kind === "confirm-agent");
  const settled = [...state.session.confirmed, ...answered.flatMap(({ question }) => question.about)];
  const agents = [...new Set(paid)].filter((name) => !settled.includes(name));
  const asked = state.questions.filter((question) => question.kind === "confirm-agent");
  if (asked.some((question) => question.about.join() === agents.join())) return;
  const moot = asked.map(
    ({ id }): SessionEvent => ({ type: "question_withdrawn", question: id, why: "other agents were named" }),
  );
  if (agents.length === 0) return record(parts, moot);
  const why = "named in an unattended run";
  const named = Object.values(state.config.agents).every(({ kind }) => kind !== "auto");
  const next: SessionEvent =
    named && parts.attended !== true
      ? { type: "agents_confirmed", agents, why }
      : { type: "question_asked", question: confirmAgentQuestion(state, agents, expected, named) };
  await record(parts, [...moot, next], { sync: true });
}
