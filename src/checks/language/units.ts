/** What a unit measures, and how many of the base unit it is. */
export interface Unit {
  readonly dimension: "time" | "bytes" | "percent" | "rate" | "mass" | "length" | "money";
  readonly factor: number;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const TIME: readonly (readonly [string, number])[] = [
  ["us µs microsecond microseconds", 0.001],
  ["ms msec millisecond milliseconds", 1],
  ["s sec secs second seconds", SECOND],
  ["min mins minute minutes", 60 * SECOND],
  ["h hr hrs hour hours", HOUR],
  ["d day days", DAY],
  ["week weeks", 7 * DAY],
  ["month months", 30 * DAY],
  ["quarter quarters", 91 * DAY],
  ["year years", 365 * DAY],
];

const BYTES: readonly (readonly [string, number])[] = [
  ["b byte bytes", 1],
  ["kb kilobyte kilobytes", 1000],
  ["kib", 1024],
  ["mb megabyte megabytes", 1e6],
  ["mib", 1024 ** 2],
  ["gb gigabyte gigabytes", 1e9],
  ["gib", 1024 ** 3],
  ["tb terabyte terabytes", 1e12],
  ["tib", 1024 ** 4],
];

const RATES: readonly (readonly [string, number])[] = [
  ["hz", 1],
  ["khz", 1e3],
  ["mhz", 1e6],
  ["ghz", 1e9],
  ["rps qps tps", 1],
  ["bps", 1],
  ["kbps", 1e3],
  ["mbps", 1e6],
  ["gbps", 1e9],
];

const MASS: readonly (readonly [string, number])[] = [
  ["mg", 0.001],
  ["g gram grams", 1],
  ["kg kilogram kilograms", 1000],
  ["t tonne tonnes", 1e6],
];

const LENGTH: readonly (readonly [string, number])[] = [
  ["mm millimetre millimetres", 1],
  ["cm centimetre centimetres", 10],
  ["m metre metres meter meters", 1000],
  ["km kilometre kilometres", 1e6],
];

const MONEY: readonly (readonly [string, number])[] = [
  ["eur euro euros", 1],
  ["usd dollar dollars", 1.0001],
  ["gbp", 1.0002],
  ["chf", 1.0003],
];

export const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...expand("time", TIME),
  ...expand("bytes", BYTES),
  ...expand("rate", RATES),
  ...expand("mass", MASS),
  ...expand("length", LENGTH),
  ...expand("money", MONEY),
  ...expand("percent", [["% percent", 1]]),
]);

function expand(dimension: Unit["dimension"], table: readonly (readonly [string, number])[]): [string, Unit][] {
  return table.flatMap(([names, factor]) =>
    names.split(" ").map((name): [string, Unit] => [name, { dimension, factor }]),
  );
}

const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** "three" is 3; "1,536" is 1536; undefined for what is no number. */
export function numberValue(lower: string): number | undefined {
  const word = WORDS.indexOf(lower);
  if (word >= 0) return word;
  const match = /^(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)/.exec(lower);
  return match?.[1] === undefined ? undefined : Number(match[1].replaceAll(",", ""));
}

export const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
  ["dozen", 12],
]);
