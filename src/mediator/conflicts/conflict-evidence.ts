import type { Conflict } from "../../model/disagreement.ts";
import type { Evidence } from "../../model/question.ts";
import type { State } from "../state.ts";
import { conflictOptions } from "./conflict-options.ts";

/** All that it takes to judge the conflict, in words that need no terminal (SPEC 10.3). */
export function conflictEvidence(state: State, conflict: Conflict): Evidence[] {
  const issue = state.issues.get(conflict.issue);
  const offered = conflictOptions(state, conflict).filter(({ letter }) => letter !== "D");
  const evidence: Evidence[] = [
    ...(issue ? [{ title: "The issue", body: issue.text, where: `${issue.document}:${issue.line}` }] : []),
    { title: "Impact if ignored", body: conflict.reviewerImpact ?? "" },
    { title: "The Engineer's rationale", body: conflict.engineerRationale ?? "" },
    ...offered.map(({ letter, name, text, tradeOff }) => {
      return { title: `${letter}: ${name}`, body: `${text}\n\nTrade-off: ${tradeOff}` };
    }),
  ];
  if (conflict.kind === "implicit") {
    const by = conflict.heuristics.length === 0 ? "" : ` (${conflict.heuristics.join(", ")})`;
    const body = `Nobody states this conflict: it was inferred${by} and made one by you.`;
    evidence.push({ title: "Inferred", body });
  }
  if (conflict.severity === "CRITICAL") {
    evidence.push({ title: "Recommended", body: "A, unless the Engineer's rationale meets the concern." });
  }
  return evidence.filter(({ body }) => body.trim() !== "");
}

/** The same in one piece, so that what belongs together stands together. */
export function evidenceInOne(state: State, conflict: Conflict, title: string): Evidence {
  const parts = conflictEvidence(state, conflict);
  const where = parts.find((part) => part.where !== undefined)?.where;
  const body = parts.map((part) => `**${part.title}**\n\n${part.body}`).join("\n\n");
  return { title, body, ...(where === undefined ? {} : { where }) };
}
