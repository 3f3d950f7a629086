import type { Evidence } from "../../model/question.ts";
import type { State } from "../state.ts";
import { gapsLeft } from "./complete.ts";

/** Round, limit, and what is left, worst first (SPEC 12). */
export function leftEvidence(state: State): Evidence[] {
  const left = gapsLeft(state);
  const lines = ["CRITICAL", "HIGH", "MEDIUM", "LOW"].flatMap((severity) => {
    const ids = left.filter((gap) => gap.severity === severity).map((gap) => `${gap.id} (${gap.state})`);
    return ids.length === 0 ? [] : [`- ${severity}: ${ids.join(", ")}`];
  });
  return [
    { title: "Rounds", body: `${state.records.length} of at most ${state.limits.maxRounds}` },
    { title: "Open gaps", body: lines.length === 0 ? "none" : lines.join("\n") },
  ];
}
