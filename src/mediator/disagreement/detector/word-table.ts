/** Whole numbers by the two halves of a hash: for a hundred thousand lookups, where a Map would make as many keys. */
export interface WordTable {
  /** The value, or -1. */
  readonly get: (low: number, high: number) => number;
  /** Values are 0 and up; a key is set once. */
  readonly set: (low: number, high: number, value: number) => void;
}

const FIRST_ROOM = 1 << 14;

export function createWordTable(): WordTable {
  let room = FIRST_ROOM;
  let lows = new Int32Array(room);
  let highs = new Int32Array(room);
  let values = new Int32Array(room).fill(-1);
  let used = 0;
  /** Where the key is, or the free place where it would be. */
  const placeOf = (low: number, high: number) => {
    let at = low & (room - 1);
    while (values[at] !== -1 && (lows[at] !== low || highs[at] !== high)) at = (at + 1) & (room - 1);
    return at;
  };
  const put = (low: number, high: number, value: number) => {
    const at = placeOf(low, high);
    lows[at] = low;
    highs[at] = high;
    values[at] = value;
  };
  const grow = () => {
    const old = { lows, highs, values };
    room *= 2;
    lows = new Int32Array(room);
    highs = new Int32Array(room);
    values = new Int32Array(room).fill(-1);
    old.values.forEach((value, at) => {
      if (value !== -1) put(old.lows[at] ?? 0, old.highs[at] ?? 0, value);
    });
  };
  return {
    get: (low, high) => values[placeOf(low, high)] ?? -1,
    set: (low, high, value) => {
      put(low, high, value);
      used += 1;
      if (used * 2 > room) grow();
    },
  };
}
