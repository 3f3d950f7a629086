import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Citation } from "../documents/agent-document.ts";
import { joinFiles } from "../documents/layouts/join-files.ts";
import type { RunName } from "../mediator/effect.ts";
import { contextOfRun, wholeSpecOfRun } from "../mediator/gate/context-of-run.ts";
import { admit, executionError } from "../mediator/gate/judge.ts";
import { judgeWholeSpec } from "../mediator/gate/single-runs.ts";
import { digestBlocked } from "../mediator/round/digest-documents.ts";
import { attemptPath } from "../mediator/session-paths.ts";
import type { RunEnd, State } from "../mediator/state.ts";
import { orUndefined } from "../model/defined.ts";
import type { GateResult } from "../model/gate-result.ts";
import type { AgentOutcome } from "../ports/agent.ts";
import type { EngineParts } from "./engine-parts.ts";
import { isInside } from "./files/slashed.ts";

/** The gate's result for a run, as the journal keeps it. */
export interface Judgement {
  readonly result: GateResult;
  readonly repairs: number;
  readonly blocked: RunEnd["blocked"];
}

export async function judgeOutcome(
  parts: Pick<EngineParts, "store" | "codebase">,
  state: State,
  order: RunName,
  outcome: Exclude<AgentOutcome, { type: "failed" }>,
): Promise<Judgement> {
  const bytes = outcome.type === "document" ? outcome.bytes : undefined;
  if (order.role !== "engineer" && order.role !== "reviewer") {
    const result = judgeWholeSpec(order.role, bytes, wholeSpecOfRun(state, order));
    return { result, repairs: 0, blocked: [] };
  }
  const context = { ...contextOfRun(state, order), path: attemptPath(order), ...citations(parts, state) };
  const admission = admit(bytes, context);
  if (bytes && admission.result.success) parts.store.admitted.set(order.id, { against: state, admission, bytes });
  const { document } = admission;
  const blocked =
    document?.role === "engineer"
      ? document.blocked.flatMap((asked) =>
          asked.gap !== undefined && order.gaps.includes(asked.gap) ? [digestBlocked(asked.gap, asked)] : [],
        )
      : [];
  return { result: admission.result, repairs: admission.repairs.length, blocked };
}

function citations({ codebase }: Pick<EngineParts, "codebase">, { spec }: State) {
  return codebase === undefined ? {} : { citationExists: citationLookup(codebase, joinFiles(spec.source)) };
}

/** The run failed, which is not the document's fault (SPEC 5, EXECUTION_ERROR). */
export function judgeFailure(outcome: Extract<AgentOutcome, { type: "failed" }>): Judgement {
  return { result: executionError(`${outcome.reason}: ${outcome.message}`), repairs: 0, blocked: [] };
}

const LARGEST_FILE = 4_000_000;

/** Returns whether a cited `file:line` exists in the codebase (SPEC 15.5) or in the source. */
function citationLookup(codebase: string, source: string): (citation: Citation) => boolean {
  const known = new Map<string, number>([["source.md", countLines(source)]]);
  return ({ file, endLine }) => {
    const lines = known.get(file) ?? countFileLines(codebase, file);
    known.set(file, lines);
    return endLine <= lines;
  };
}

/** The number of lines; 0 if the file is missing, outside the codebase, or too large to be text that a person cites. */
function countFileLines(codebase: string, file: string): number {
  const lines = orUndefined(() => {
    const root = realpathSync(codebase);
    const real = realpathSync(resolve(root, file));
    const status = statSync(real);
    const isText = isInside(root, real) && status.isFile() && status.size <= LARGEST_FILE;
    return isText ? countLines(readFileSync(real, "utf8")) : 0;
  });
  return lines ?? 0;
}

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
