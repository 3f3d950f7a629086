import { type GapId, isGapId } from "../../model/ids.ts";
import type { AgentTask } from "../../ports/agent.ts";

/** The names under which a task's recording is looked for, the most particular first (docs/agents.md). */
export function recordingNames(task: Pick<AgentTask, "role" | "label">): string[] {
  const { label } = task;
  const role = label.purpose ?? task.role;
  const round = `round_${String(label.round).padStart(3, "0")}`;
  const again = label.rerun === undefined ? [] : [`${round}.${label.rerun + 1}/`];
  const gaps = gapsName(label.gaps);
  const bases = gaps === "" ? [role] : [`${role}-${gaps}`, role];
  return [...again, `${round}/`, ""].flatMap((folder) =>
    bases.flatMap((base) => [`${folder}${base}-${label.attempt}.md`, `${folder}${base}.md`]),
  );
}

/** Several gaps are joined by `+`. Anything that is not a gap's id makes no file name. */
function gapsName(gaps: readonly GapId[]): string {
  return gaps.every(isGapId) ? gaps.join("+") : "";
}
