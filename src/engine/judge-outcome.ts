import { flagsInDoubt } from "../mediator/disagreement/second-opinion.ts";
import type { RunName } from "../mediator/effect.ts";
import { admit } from "../mediator/gate/admit.ts";
import { contextOfRun } from "../mediator/gate/context-of-run.ts";
import { executionError } from "../mediator/gate/judge.ts";
import { judgeFinalReview, judgeSecondOpinion, judgeSurvey } from "../mediator/gate/judge-final-review.ts";
import { blockedDigest } from "../mediator/round/digest-engineer.ts";
import { attemptPath, SOURCE } from "../mediator/session-paths.ts";
import type { RunEnd, State } from "../mediator/state.ts";
import type { GateResult } from "../model/gate-result.ts";
import type { AgentOutcome } from "../ports/agent.ts";
import { keepAdmission } from "./admissions.ts";
import { citationLookup } from "./citation-lookup.ts";
import type { EngineParts } from "./engine-parts.ts";
import { reviewedText } from "./reviewed-text.ts";

/** What the gate says of a run, as the journal keeps it. */
export interface Judgement {
  readonly result: GateResult;
  readonly repairs: number;
  readonly blocked: RunEnd["blocked"];
}

type Ended = Exclude<AgentOutcome, { type: "failed" }>;

export async function judgeOutcome(
  parts: Pick<EngineParts, "store" | "codebase">,
  state: State,
  order: RunName,
  outcome: Ended,
): Promise<Judgement> {
  const bytes = outcome.type === "document" ? outcome.bytes : undefined;
  if (order.role === "survey") return { result: judgeSurvey(bytes), repairs: 0, blocked: [] };
  if (order.role === "second-opinion") {
    return { result: judgeSecondOpinion(bytes, flagsInDoubt(state)), repairs: 0, blocked: [] };
  }
  if (order.role === "final-review") return { result: judgeFinalReview(bytes), repairs: 0, blocked: [] };
  const reviewed = order.role === "reviewer" ? await reviewedText(parts.store.files, state, order.gaps) : undefined;
  const cited = await citations(parts);
  const context = { ...contextOfRun(state, order, reviewed), path: attemptPath(order), ...cited };
  const admission = admit(bytes, context);
  if (bytes && admission.result.success) keepAdmission(parts.store, order.id, { against: state, admission, bytes });
  const { document } = admission;
  const blocked =
    document?.role === "engineer"
      ? document.blocked.flatMap(({ gap, ...rest }) =>
          gap !== undefined && order.gaps.includes(gap) ? [blockedDigest(gap, rest)] : [],
        )
      : [];
  return { result: admission.result, repairs: admission.repairs.length, blocked };
}

async function citations({ store, codebase }: Pick<EngineParts, "store" | "codebase">) {
  if (codebase === undefined) return {};
  return { citationExists: citationLookup(codebase, (await store.files.readText(SOURCE)) ?? "") };
}

/** The run itself failed: not the document's fault (SPEC 5, EXECUTION_ERROR). */
export function judgeFailure(outcome: Extract<AgentOutcome, { type: "failed" }>): Judgement {
  return { result: executionError(`${outcome.reason}: ${outcome.message}`), repairs: 0, blocked: [] };
}
