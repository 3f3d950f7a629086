/** ISO 8601, UTC, to the second: `2026-01-12T14:30:00Z` (SPEC 2). */
const SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Seconds since the epoch, or `undefined` for a text of another shape. */
export function secondsOf(timestamp: string): number | undefined {
  // biome-ignore lint/style/noRestrictedGlobals: parsing reads no clock
  const milliseconds = SHAPE.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** Seconds between two timestamps; 0 if the clock went back or a text is no timestamp. */
export function secondsBetween(from: string, to: string): number {
  if (from === to) return 0;
  const start = secondsOf(from);
  const end = secondsOf(to);
  return start === undefined || end === undefined ? 0 : Math.max(0, end - start);
}
