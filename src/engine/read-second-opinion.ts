import { decode } from "../documents/decode.ts";
import { flagsInDoubt } from "../mediator/disagreement/second-opinion.ts";
import { readSecondOpinion } from "../mediator/prompts/read-second-opinion.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";

/** What the agent says of the flags that it was asked about (SPEC 9). */
export async function readSecondOpinionOf(parts: EngineParts, run: string): Promise<void> {
  const { state, files } = parts.store;
  const path = state.round?.runs.find((one) => one.id === run)?.end?.path;
  const decoded = decode((path === undefined ? undefined : await files.read(path)) ?? new Uint8Array());
  const flags = flagsInDoubt(state);
  const reading = readSecondOpinion(decoded.undecodable ? "" : decoded.text, flags);
  const opinions =
    reading.type === "opinions"
      ? reading.opinions
      : flags.map(({ id }) => ({ flag: id, verdict: "FAILED" as const, why: reading.message }));
  await record(parts, [{ type: "second_opinion_given", run, opinions }]);
}
