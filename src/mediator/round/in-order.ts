/** The items from the least on, each found when it is asked for: the first few of many cost no sorting (a binary heap). */
export function* inOrder<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<Item, void, void> {
  const heap = [...items];
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at, compare);
  for (let least = heap[0]; least !== undefined; least = heap[0]) {
    yield least;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return;
    heap[0] = last;
    sink(heap, 0, compare);
  }
}

function sink<Item>(heap: Item[], from: number, compare: (a: Item, b: Item) => number): void {
  const item = heap[from];
  if (item === undefined) return;
  let at = from;
  for (;;) {
    const child = lesserChild(heap, at, compare);
    const value = child === undefined ? undefined : heap[child];
    if (child === undefined || value === undefined || compare(item, value) <= 0) break;
    heap[at] = value;
    at = child;
  }
  heap[at] = item;
}

function lesserChild<Item>(
  heap: readonly Item[],
  at: number,
  compare: (a: Item, b: Item) => number,
): number | undefined {
  const left = 2 * at + 1;
  const [a, b] = [heap[left], heap[left + 1]];
  if (a === undefined) return undefined;
  return b !== undefined && compare(b, a) < 0 ? left + 1 : left;
}
