import { measureExplicit } from "../mediator/disagreement/measure-explicit.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";

/** Compares the Engineer's document with the open issues (SPEC 4.3). */
export async function measureDisagreement(parts: EngineParts): Promise<void> {
  const { state } = parts.store;
  if (!state.round?.engineerDocument) return;
  await record(parts, measureExplicit(state, state.round, state.round.engineerDocument.digest));
}
