import type { SessionEvent } from "../model/events.ts";
import type { EngineParts } from "./engine-parts.ts";
import type { RecordOptions } from "./session-store.ts";

/** Journals and tells. What only follows from what is journalled already needs no sync: it is computed again. */
export async function record(
  parts: Pick<EngineParts, "store" | "observe">,
  events: readonly SessionEvent[],
  options: RecordOptions = {},
): Promise<void> {
  if (events.length === 0) return;
  const state = await parts.store.record(events, options);
  parts.observe({ type: "recorded", events, state });
}
