/** A stretch of lines; stretches may hold each other, but do not overlap otherwise. */
interface Range {
  readonly line: number;
  readonly endLine: number;
}

/** Finds the innermost of some stretches that holds a line, in logarithmic time. */
export function rangeFinder<R extends Range>(ranges: readonly R[]): (line: number) => R | undefined {
  const sorted = ranges.toSorted((a, b) => a.line - b.line || b.endLine - a.endLine);
  const outer: number[] = [];
  const open: number[] = [];
  sorted.forEach((range, index) => {
    while (open.length > 0 && (sorted[open[open.length - 1] ?? 0]?.endLine ?? 0) < range.line) open.pop();
    outer.push(open[open.length - 1] ?? -1);
    open.push(index);
  });
  return (line) => {
    let at = lastStart(sorted, line);
    while (at >= 0 && (sorted[at]?.endLine ?? 0) < line) at = outer[at] ?? -1;
    return sorted[at];
  };
}

/** Whether one of some stretches begins within these lines. */
export function startFinder(ranges: readonly Range[]): (line: number, endLine: number) => boolean {
  const sorted = ranges.toSorted((a, b) => a.line - b.line);
  return (line, endLine) => {
    const at = lastStart(sorted, endLine);
    return at >= 0 && (sorted[at]?.line ?? 0) >= line;
  };
}

function lastStart(sorted: readonly Range[], line: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
