/** Whole numbers by the two halves of a hash: for a hundred thousand lookups, where a Map would make as many keys. */
export interface WordTable {
  /** The value, or -1. */
  readonly get: (low: number, high: number) => number;
  /** Values are 0 and up; a key is set once. */
  readonly set: (low: number, high: number, value: number) => void;
}

const FIRST_ROOM = 1 << 13;
/** The halves of the key and one more than the value, side by side: one lookup touches one place of the memory. */
const WIDTH = 4;
const [HIGH, VALUE] = [1, 2];

export function createWordTable(): WordTable {
  let room = FIRST_ROOM;
  let entries = new Int32Array(room * WIDTH);
  let used = 0;
  /** Where the key is, or the free place where it would be. */
  const placeOf = (low: number, high: number) => {
    let at = (low & (room - 1)) * WIDTH;
    while (entries[at + VALUE] !== 0 && (entries[at] !== low || entries[at + HIGH] !== high)) {
      at = (at + WIDTH) & (room * WIDTH - 1);
    }
    return at;
  };
  const put = (low: number, high: number, value: number) => {
    const at = placeOf(low, high);
    entries[at] = low;
    entries[at + HIGH] = high;
    entries[at + VALUE] = value + 1;
  };
  const grow = () => {
    const old = entries;
    room *= 2;
    entries = new Int32Array(room * WIDTH);
    for (let at = 0; at < old.length; at += WIDTH) {
      const value = (old[at + VALUE] ?? 0) - 1;
      if (value >= 0) put(old[at] ?? 0, old[at + HIGH] ?? 0, value);
    }
  };
  return {
    get: (low, high) => (entries[placeOf(low, high) + VALUE] ?? 0) - 1,
    set: (low, high, value) => {
      put(low, high, value);
      used += 1;
      if (used * 2 > room) grow();
    },
  };
}
