/**
 * Blanks out code spans and HTML comments, keeping every other character where it is, so that offsets and lines still
 * count: ids inside them are text, not references (SPEC 3.1).
 */
export function withoutCode(text: string): string {
  if (!text.includes("`") && !text.includes("<!--")) return text;
  let out = "";
  let done = 0;
  for (const span of findHidden(text)) {
    out += text.slice(done, span.start) + text.slice(span.start, span.end).replace(/[^\n]/g, " ");
    done = span.end;
  }
  return out + text.slice(done);
}

/** The words of inline markdown: emphasis and link syntax removed, the content of code spans kept. */
export function plainText(text: string): string {
  if (!/[*_`[\]\\<~]/.test(text)) return text.trim();
  let out = "";
  let done = 0;
  for (const span of findHidden(text)) {
    out += stripMarkup(text.slice(done, span.start));
    if (span.kind === "code") out += text.slice(span.start + span.ticks, span.end - span.ticks).trim();
    done = span.end;
  }
  return (out + stripMarkup(text.slice(done))).trim();
}

function stripMarkup(text: string): string {
  return text
    .replace(/!?\[([^[\]\n]{1,500})\]\([^()\n]{0,500}\)/g, "$1")
    .replace(/\*\*|__|~~/g, "")
    .replace(/(^|[\s("'[{—–:-])[*_](?=\S)/g, "$1")
    .replace(/(\S)[*_](?=$|[\s.,;:!?)"'\]}—–-])/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

type Hidden =
  | { readonly kind: "code"; readonly start: number; readonly end: number; readonly ticks: number }
  | { readonly kind: "comment"; readonly start: number; readonly end: number };

interface TickRun {
  readonly start: number;
  readonly length: number;
}

/** Code spans and comments in order, in one pass: runs of backticks are matched by length through an index. */
export function findHidden(text: string): Hidden[] {
  const found: Hidden[] = [];
  const runs = backtickRuns(text);
  const byLength = new Map<number, number[]>();
  runs.forEach((run, index) => {
    const same = byLength.get(run.length);
    if (same) same.push(index);
    else byLength.set(run.length, [index]);
  });
  const nextOf = new Map<number, number>();
  let comment = text.indexOf("<!--");
  let position = 0;
  let index = 0;
  while (index < runs.length || comment !== -1) {
    const run = runs[index];
    if (comment !== -1 && (run === undefined || comment < run.start)) {
      const end = commentEnd(text, comment);
      found.push({ kind: "comment", start: comment, end });
      position = end;
      while (index < runs.length && (runs[index]?.start ?? 0) < end) index++;
    } else if (run !== undefined) {
      const closer = closingRun(byLength.get(run.length) ?? [], nextOf, run.length, index);
      const close = closer === undefined ? undefined : runs[closer];
      if (closer === undefined || close === undefined || isEscaped(text, run.start)) {
        index++;
        continue;
      }
      found.push({ kind: "code", start: run.start, end: close.start + close.length, ticks: run.length });
      position = close.start + close.length;
      index = closer + 1;
    }
    if (comment !== -1 && comment < position) comment = text.indexOf("<!--", position);
  }
  return found;
}

function backtickRuns(text: string): TickRun[] {
  const runs: TickRun[] = [];
  let start = text.indexOf("`");
  while (start !== -1) {
    let end = start + 1;
    while (text.charCodeAt(end) === 96) end++;
    runs.push({ start, length: end - start });
    start = text.indexOf("`", end);
  }
  return runs;
}

function closingRun(
  same: readonly number[],
  nextOf: Map<number, number>,
  length: number,
  index: number,
): number | undefined {
  let at = nextOf.get(length) ?? 0;
  while (at < same.length && (same[at] ?? 0) <= index) at++;
  nextOf.set(length, at);
  return same[at];
}

function commentEnd(text: string, start: number): number {
  const end = text.indexOf("-->", start + 4);
  return end === -1 ? text.length : end + 3;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}
