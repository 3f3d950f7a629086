import { decode } from "../documents/decode.ts";
import { readMiddleGroundEvents } from "../mediator/conflicts/middle-ground-run.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";

/** What the agent offers between two positions (SPEC 10.2). */
export async function readMiddleGroundOf(parts: EngineParts, run: string): Promise<void> {
  const { state, files } = parts.store;
  const path = state.round?.runs.find(({ id }) => id === run)?.end?.path;
  const decoded = decode((path === undefined ? undefined : await files.read(path)) ?? new Uint8Array());
  await record(parts, readMiddleGroundEvents(state, run, decoded.undecodable ? "" : decoded.text));
}
