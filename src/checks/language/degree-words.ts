import { phraseList } from "./phrases.ts";

/** How much, without saying how much (INCOSE R7 and R34, the quantifiers among the vague terms of QuARS). */
export const DEGREE_WORDS: readonly string[] = phraseList(`
  high, low, large, big, huge, massive, small, tiny, long, short, heavy, many, few, several, numerous, enough, sufficient
  ample, minimal, negligible, limited, considerable, substantial, significant, excessive, great, moderate, extensive
  plenty of, a lot of, lots of, a large number of, a small number of, a high number of, a limited number of, large numbers of
  a growing number of, an increasing number of, a rising number of, a certain number of, a certain amount of, a large amount of, large amounts of, a small amount of, a great number of
  very high, very low, very large, very small, very long, very short, little, insignificant
`);

/** Degrees that already speak of a number of things, so that any noun may follow. */
export const COUNT_PHRASES: ReadonlySet<string> = new Set(DEGREE_WORDS.filter((phrase) => /\b(?:of)$/.test(phrase)));

/** Times and frequencies without a number: each asks "how often?" or "how long?". */
export const OPEN_TIMES: readonly string[] = phraseList(`
  periodically, regularly, frequently, occasionally, from time to time, at regular intervals, at intervals, at fixed intervals
  on a regular basis, every so often, several times, a few times, many times, a number of times, a limited number of times
  after some time, after a while, after a short time, after a certain time, after a long time, after a period of time
  after a delay, after a short delay, after a timeout, for a while, for some time, for a limited time, for a short time
  for a long time, for a certain time, for a certain period, for a limited period, for a short period, for a period of time, for a time
  a few milliseconds, a few seconds, a few minutes, a few hours, a few days, a few weeks, several seconds, several minutes
  several hours, several days, several weeks, some seconds, some minutes, some hours, some days, a short time, a short while
  a long time, a short period, a long period, a certain period, a certain time, a limited number, a certain number, a number of retries
  most of the time, nearly always, almost always, for too long
  in real time, in real-time, after too many, last long, lasts long, take long, takes long, too often, too rarely
`);

/** Adjectives that stand for a place on a scale: with "enough" they promise a number. */
export const SCALED: ReadonlySet<string> = new Set(
  `large big small high low long short fast slow quick often frequent frequently early late soon loud quiet bright dark dim strong weak
  wide narrow deep shallow far near close heavy light hot cold warm cool thick thin old young new recent fresh accurate precise dense
  tight loose cheap rich quickly rarely seldom much many few steep tall hard soft`.split(/\s+/),
);

/** What rises or falls, or by how much it does. */
export const CHANGES: ReadonlySet<string> = new Set(
  `rise increase drop reduction decrease improvement gain decline growth fall boost saving savings speed-up speedup slowdown jump
  rises increases drops reductions improvements gains`.split(/\s+/),
);

/** How much something changes, without saying how much. */
export const CHANGE_DEGREES: ReadonlySet<string> = new Set(
  `clear marked significant noticeable visible strong substantial considerable measurable notable sharp slight real big large small
  great huge steady modest major minor tangible distinct moderate dramatic`.split(/\s+/),
);

/** Verbs that decide by size, age or speed what happens to something: "purges old entries" - how old? */
export const SORTING_VERBS: ReadonlySet<string> = new Set(
  `delete deletes purge purges reject rejects refuse refuses skip skips archive archives compress compresses split splits truncate
  truncates evict evicts disconnect disconnects throttle throttles expire expires discard discards drop drops flag flags escalate
  escalates clean cleans prune prunes`.split(/\s+/),
);
export const SORTED_BY: ReadonlySet<string> = new Set(
  "large big huge small tiny long short slow heavy old older stale recent late inactive idle oversized lengthy high-value".split(
    " ",
  ),
);

/** Nouns that a bound, a time or a level is named by; behind "after a", "above some", "for a certain" the number is missing. */
export const BOUND_NOUNS: ReadonlySet<string> = new Set(
  `threshold limit time period interval delay timeout duration size age percentage share fraction level amount number distance
  length extent maximum minimum margin`.split(/\s+/),
);

/** Claims of scale without a scale. */
export const SCALE_PHRASES: readonly string[] = phraseList(`
  highly available, highly scalable, highly concurrent, highly performant, horizontally scalable, scalable, always available
  at scale, scales well, scale well, scales linearly, scale linearly, scale horizontally, scale up, scale out, low-latency
  cope with the rush, cope with peaks, cope with the load, cope with growth, keep up with demand, keep up with the load, absorb peaks
  peak load, peak loads, peak traffic, peak demand, peak volume, peak volumes, normal load, expected load, typical load, usual load, full load
  high-availability, high-throughput, high-volume, high-load
`);

/** Verbs that set a bound: without a number nobody knows which. */
export const BOUNDING_VERBS: ReadonlySet<string> = new Set(
  phraseList(`
    limit, limits, restrict, restricts, cap, caps, bound, bounds, throttle, throttles, rate-limit, rate-limits, minimise, minimize, minimises
    minimizes, reduce, reduces, constrain, constrains, curb, curbs, maximise, maximize, maximises, maximizes
  `),
);

/** Verbs that claim a quality without a modal verb: "Query nodes need enough memory". */
export const CLAIMING_VERBS: ReadonlySet<string> = new Set(
  phraseList(`
    need, needs, require, requires, support, supports, handle, handles, offer, offers, provide, provides, guarantee
    guarantees, ensure, ensures, sustain, sustains, tolerate, tolerates, reserve, reserves, achieve, achieves, maintain, maintains
  `),
);

/** Adjectives of degree that "very" turns into a claim, whatever they stand before: "very old receipts". */
export const GRADED: ReadonlySet<string> = new Set(
  "old new recent long short large small big high low heavy deep wide narrow frequent rare early late slow fast many few little".split(
    " ",
  ),
);

/** Comparisons; without "than" nobody knows with what. */
export const COMPARATIVES: ReadonlySet<string> = new Set("more less".split(" "));

/** Degrees that claim a quantity of whatever follows: "a minimal reserve", "negligible risk". */
export const BARE_DEGREES: ReadonlySet<string> = new Set(
  "minimal negligible sufficient ample insignificant considerable".split(" "),
);

/** Degrees that, in a duty, claim a number of whatever follows in the plural: "many couriers", "long outages". */
export const PLURAL_DEGREES: ReadonlySet<string> = new Set(
  "many several few numerous multiple large long big huge heavy high lengthy".split(" "),
);
