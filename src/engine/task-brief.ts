import type { RunOrder } from "../mediator/effect.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { unsettledIssues } from "../mediator/queries.ts";
import { SOURCE } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { SessionEvent } from "../model/events.ts";
import type { GapId } from "../model/ids.ts";
import type { TaskBrief } from "../ports/agent.ts";
import type { Files } from "../ports/files.ts";
import { draftSpec } from "./draft-spec.ts";

/** The facts for a run, from the state in which it was ordered (SPEC 15.1, 16.4). */
export async function taskBrief(
  files: Files,
  state: State,
  order: Pick<RunOrder, "role" | "gaps">,
): Promise<TaskBrief> {
  const draft = await draftSpec({ files, state: order.role === "reviewer" ? withProposals(state, order) : state });
  return {
    source: (await files.readText(SOURCE)) ?? "",
    draft: draft.text,
    gaps: [...state.gaps],
    issues: order.gaps.flatMap((gap) => unsettledIssues(state, gap)),
    decisions: state.decisions,
    resolutions: await resolutions(files, state),
    checks: state.config.checks,
  };
}

/** The same for a gap that is asked about, while no run is ordered. */
export function currentBrief(files: Files, state: State, gap: GapId): Promise<TaskBrief> {
  return taskBrief(files, state, { role: "engineer", gaps: [gap] });
}

/** What a review is about is the spec as it would be if the proposals were accepted. */
function withProposals(state: State, { gaps }: Pick<RunOrder, "gaps">): State {
  const accepted = gaps
    .filter((gap) => state.gaps.get(gap)?.state === "PROPOSED")
    .map((gap): SessionEvent => ({ type: "gap_changed", gap, to: "ACCEPTED", actor: "reviewer", why: "as if" }));
  return applyEvents(state, accepted, state.at);
}

async function resolutions(files: Files, state: State): Promise<TaskBrief["resolutions"]> {
  const texts = new Map<string, readonly string[]>();
  const found: TaskBrief["resolutions"][number][] = [];
  for (const { id, round, path, line, endLine } of state.proposals) {
    const lines = texts.get(path) ?? ((await files.readText(path)) ?? "").split(/\r\n|\r|\n/);
    texts.set(path, lines);
    found.push({ gap: id, round, text: lines.slice(line - 1, endLine).join("\n") });
  }
  return found;
}
