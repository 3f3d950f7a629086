import { createHash } from "node:crypto";
import { join } from "node:path";
import { inTemporaryFolder } from "../../engine/files/temporary-folder.ts";
import { type SurveyEnd, type SurveyParts, surveySpec } from "../../engine/survey-spec.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { SurveyFindings } from "../../mediator/inventory/survey.ts";
import type { State } from "../../mediator/state.ts";
import type { CheckedSpec } from "./check-input.ts";

export interface Due {
  readonly spec: CheckedSpec;
  /** What is known from the text alone, and beside it what the baseline accepts: that is what the agent is told. */
  readonly state: State;
  readonly told: State;
  readonly file: string;
  readonly found: SurveyFindings | undefined;
}

type Answer = Extract<SurveyEnd, { type: "document" }>;
export type Answers = ReadonlyMap<Due, Answer>;

interface Parts extends Pick<SurveyParts, "agent" | "kit" | "signal"> {
  readonly atOnce: number;
}

/** Some at once; each is kept as soon as it is there, so that it is not paid for again where another fails. */
export async function surveyAll(
  due: readonly Due[],
  { atOnce, ...parts }: Parts,
  keep: (file: string, text: string) => Promise<void>,
): Promise<Answers> {
  const answers = new Map<Due, Answer>();
  const stop = new AbortController();
  const signal = AbortSignal.any([parts.signal, stop.signal]);
  const left = [...due];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { told, spec, file } = next;
      const end = await inTemporaryFolder("survey", (folder) => {
        return surveySpec(told, { ...parts, signal, documentPath: join(folder, "document.md") });
      });
      if (end.type !== "document") throw failed(spec.file, end);
      await keep(file, end.text);
      answers.set(next, end);
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

function failed(target: string, end: Exclude<SurveyEnd, Answer>): WhetstoneError {
  if (end.type === "unreadable")
    return new WhetstoneError("SURVEY_FAILED", `the survey could not be read: ${end.message}`, { target });
  const { reason, message } = end.failure;
  if (reason === "not-found" || reason === "unauthorised") return noAgent(message);
  const exitCode = reason === "aborted" ? EXIT_CODES.interrupted : EXIT_CODES.failed;
  return new WhetstoneError("SURVEY_FAILED", `the survey failed: ${message}`, { target, exitCode });
}

export function noAgent(message: string, fix?: string): WhetstoneError {
  return new WhetstoneError("NO_AGENT", message, { ...(fix && { fix }), exitCode: EXIT_CODES.noAgent });
}

/** Of the agent and every byte of the first prompt: the text of the spec, the templates, the findings shown as known. */
export function surveyFile(agent: readonly string[], { preface, prompt }: { preface: string; prompt: string }): string {
  const sum = createHash("sha256").update(JSON.stringify([...agent, preface, prompt]));
  return `${sum.digest("hex")}.md`;
}
