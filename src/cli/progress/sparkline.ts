const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** The last values as bars, scaled from 0 to the highest of all: a line that falls is a session that converges. */
export function sparkline(values: readonly number[], width: number): string {
  const highest = Math.max(0, ...values.filter(Number.isFinite));
  return values
    .slice(-width)
    .map((value) => BARS[highest <= 0 ? 0 : level(value / highest)] ?? BARS[0])
    .join("");
}

function level(share: number): number {
  if (!Number.isFinite(share)) return 0;
  return Math.min(BARS.length - 1, Math.max(0, Math.ceil(share * BARS.length) - 1));
}
