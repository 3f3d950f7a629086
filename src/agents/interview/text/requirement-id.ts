import { parseGapId } from "../../../model/ids.ts";
import type { Subject } from "../subject.ts";

const ID = /([A-Z][A-Z0-9]{0,11}(?:-[A-Z][A-Z0-9]{0,11}){0,3})-(\d{1,6})/;

/**
 * The next free id of the series that a head belongs to, written like it: `**FR-010**: `. Gaps of one category that are
 * worked on at the same time may each add a requirement, so that each takes a number of its own.
 */
export function nextRequirementId({ spec, gap, beside }: Subject, head: string): string | undefined {
  const own = ID.exec(head);
  if (own?.[1] === undefined || own[2] === undefined) return undefined;
  const [, prefix, digits] = own;
  const numbers = [...spec.ids.defined.keys()].flatMap((id) => {
    const match = ID.exec(id);
    return match?.[1] === prefix ? [Number(match[2])] : [];
  });
  const category = parseGapId(gap.id)?.category;
  const before = beside.filter((other) => parseGapId(other.id)?.category === category && other.id < gap.id).length;
  const next = String(Math.max(0, ...numbers) + 1 + before).padStart(digits.length, "0");
  return head.replace(`${prefix}-${digits}`, `${prefix}-${next}`);
}
