import { blameLines } from "../../documents/changes/blame-lines.ts";
import { findQuotation } from "../../documents/changes/occurs.ts";
import type { GapId } from "../../model/ids.ts";
import type { WorkingSpec } from "../state.ts";

/** The gap that wrote the passage of the working spec where these words stand; none where it is the author's. */
export function writerOf({ source, batches, text }: WorkingSpec, quotation: string): GapId | undefined {
  const place = findQuotation(text, quotation);
  if (place === undefined) return undefined;
  const lines = blameLines(source, batches).find(({ file }) => file === place.file)?.lines ?? [];
  return lines.slice(place.line - 1, place.endLine).find(({ by }) => by?.gap !== undefined)?.by?.gap;
}
