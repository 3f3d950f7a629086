import type { Gap, SourcePlace } from "../../model/gap.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Table } from "../../model/table.ts";

/** What prompts ask of the whole inventory, kept with each stretch of it: a round changes a few gaps of ten thousand. */
interface ChunkFacts {
  readonly highest: ReadonlyMap<string, number>;
  readonly headings: ReadonlyMap<string, number>;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The highest number of a category. */
export function highestNumber(gaps: Table<GapId, Gap>, category: string): number {
  let highest = 0;
  for (const chunk of gaps.chunks) highest = Math.max(highest, factsOf(chunk).highest.get(category) ?? 0);
  return highest;
}

/** How many gaps stand under a heading of the source. */
export function countUnder(gaps: Table<GapId, Gap>, heading: string): number {
  let count = 0;
  for (const chunk of gaps.chunks) count += factsOf(chunk).headings.get(heading) ?? 0;
  return count;
}

/** The gaps that may share a heading or a line with these places; the caller looks closer. */
export function* gapsNear(gaps: Table<GapId, Gap>, places: readonly SourcePlace[]): Generator<Gap, void, void> {
  for (const chunk of gaps.chunks) {
    const { headings, firstLine, lastLine } = factsOf(chunk);
    const near = ({ heading, line, endLine }: SourcePlace) =>
      headings.has(heading) || (line <= lastLine && firstLine <= endLine);
    if (places.some(near)) yield* chunk;
  }
}

const factsOf = rememberFor(makeFacts);

function makeFacts(chunk: readonly Gap[]): ChunkFacts {
  const highest = new Map<string, number>();
  const headings = new Map<string, number>();
  let [firstLine, lastLine] = [Number.POSITIVE_INFINITY, 0];
  for (const gap of chunk) {
    const id = parseGapId(gap.id);
    if (id !== undefined) highest.set(id.category, Math.max(highest.get(id.category) ?? 0, id.number));
    for (const place of gap.places) {
      headings.set(place.heading, (headings.get(place.heading) ?? 0) + 1);
      firstLine = Math.min(firstLine, place.line);
      lastLine = Math.max(lastLine, place.endLine);
    }
  }
  return { highest, headings, firstLine, lastLine };
}
