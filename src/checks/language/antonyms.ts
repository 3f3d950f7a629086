interface Pole {
  readonly pair: string;
  readonly side: number;
}

/** Words of which only one can hold for one thing at one time. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["newest", "oldest"],
  ["ascending", "descending"],
  ["enabled", "disabled"],
  ["enable", "disable"],
  ["synchronously", "asynchronously"],
  ["synchronous", "asynchronous"],
  ["mandatory", "optional"],
  ["required", "optional"],
  ["case-sensitive", "case-insensitive"],
  ["sensitive", "insensitive"],
  ["public", "private"],
  ["sequentially", "concurrently"],
  ["sequential", "parallel"],
  ["mutable", "immutable"],
  ["inclusive", "exclusive"],
  ["encrypted", "unencrypted"],
  ["accepts", "rejects"],
  ["accept", "reject"],
  ["allows", "forbids"],
  ["allow", "forbid"],
  ["allowed", "forbidden"],
  ["keeps", "deletes"],
  ["keep", "delete"],
  ["overwrites", "preserves"],
  ["overwrite", "preserve"],
  ["online", "offline"],
  ["stateful", "stateless"],
  ["ordered", "unordered"],
  ["blocking", "non-blocking"],
  ["automatically", "manually"],
  ["permanently", "temporarily"],
];

export const ANTONYMS: ReadonlyMap<string, Pole> = new Map(
  PAIRS.flatMap((words) => words.map((word, side): [string, Pole] => [word, { pair: words.join("/"), side }])),
);
