/** The offset of each line in the text of all lines, joined by `\n`. */
export function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

/** A function that gives the line (from 0) of an offset; the text is scanned once. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = lineStarts(text.split("\n"));
  return (offset) => lastAtOrBefore(starts, Number, offset);
}

/** The index of the last item that starts at or before a place, by binary search; 0 if none does. */
export function lastAtOrBefore<Item>(items: readonly Item[], startOf: (item: Item) => number, place: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
