/** ISO 8601, UTC, to the second: `2026-01-12T14:30:00Z` (SPEC 2). Pure: whoever has a clock passes milliseconds in. */

const SHAPE = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z$/;

/** Seconds since the epoch, or `undefined` for a text of another shape. */
export function secondsOf(timestamp: string): number | undefined {
  const match = SHAPE.exec(timestamp);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
}

/** Seconds from one to the other; 0 when the clock went back or a text is no timestamp. */
export function secondsBetween(from: string, to: string): number {
  if (from === to) return 0;
  const start = secondsOf(from);
  const end = secondsOf(to);
  return start === undefined || end === undefined ? 0 : Math.max(0, end - start);
}

/** Days from 1970-01-01 in the Gregorian calendar, counting years from March so that the leap day comes last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
