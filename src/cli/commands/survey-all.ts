import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SurveyEnd, type SurveyParts, surveySpec } from "../../engine/survey-spec.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { State } from "../../mediator/state.ts";
import type { CheckedSpec } from "./check-input.ts";

/** A spec whose survey is due. */
interface Surveyed {
  readonly spec: Pick<CheckedSpec, "file">;
  /** What the agent is told. */
  readonly told: State;
}

type Answer = Extract<SurveyEnd, { type: "document" }>;
export type Answers<One> = ReadonlyMap<One, Answer>;

interface Parts extends Pick<SurveyParts, "agent" | "kit" | "signal"> {
  readonly atOnce: number;
}

/** Some at once; each is kept as soon as it is there, so that it is not paid for again where another fails. */
export async function surveyAll<One extends Surveyed>(
  due: readonly One[],
  { atOnce, ...parts }: Parts,
  keep: (one: One, text: string) => Promise<void>,
): Promise<Answers<One>> {
  const answers = new Map<One, Answer>();
  const stop = new AbortController();
  const signal = AbortSignal.any([parts.signal, stop.signal]);
  const left = [...due];
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const { told, spec } = one;
      const end = await inScratch((documentPath) => surveySpec(told, { ...parts, signal, documentPath }));
      if (end.type !== "document") throw failed(spec.file, end);
      await keep(one, end.text);
      answers.set(one, end);
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, due.length) }, () =>
    work().catch((error: unknown) => {
      left.length = 0;
      if (!stop.signal.aborted) stop.abort(error);
    }),
  );
  await Promise.all(workers);
  if (stop.signal.aborted) throw stop.signal.reason;
  return answers;
}

async function inScratch<Result>(work: (documentPath: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "whetstone-survey-"));
  try {
    return await work(join(folder, "document.md"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function failed(target: string, end: Exclude<SurveyEnd, Answer>): WhetstoneError {
  if (end.type === "unreadable")
    return new WhetstoneError("SURVEY_FAILED", `the survey could not be read: ${end.message}`, { target });
  const { reason, message } = end.failure;
  if (reason === "not-found" || reason === "unauthorised") return noAgent(message);
  const exitCode = reason === "aborted" ? EXIT_CODES.interrupted : EXIT_CODES.failed;
  return new WhetstoneError("SURVEY_FAILED", `the survey failed: ${message}`, { target, exitCode });
}

export function noAgent(message: string): WhetstoneError {
  return new WhetstoneError("NO_AGENT", message, { exitCode: EXIT_CODES.noAgent });
}
