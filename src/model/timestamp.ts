/** Seconds since the epoch of an ISO 8601 timestamp: `2026-01-12T14:30:00Z` (SPEC 2). */
export function secondsOf(timestamp: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: parsing reads no clock
  return Date.parse(timestamp) / 1000;
}

/** Seconds between two timestamps; 0 if the clock went back or a text is no timestamp. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, secondsOf(to) - secondsOf(from)) || 0;
}
