/** Blanks code spans and comments, because ids in them do not count (SPEC 3.1); offsets and lines stay the same. */
export function withoutCode(text: string): string {
  if (!text.includes("`") && !text.includes("<!--")) return text;
  let out = "";
  let done = 0;
  for (const span of findHidden(text)) {
    out += text.slice(done, span.start) + blank(text.slice(span.start, span.end));
    done = span.end;
  }
  return out + text.slice(done);
}

function blank(text: string): string {
  const lines = text.split("\n").map(({ length }) => " ".repeat(length));
  return lines.join("\n");
}

/** Inline markdown as plain text: without emphasis and link syntax, with the content of code spans. */
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

/** Code spans and comments in order, in one pass: a run of backticks ends at the next run of the same length. */
export function findHidden(text: string): Hidden[] {
  const marks = [...text.matchAll(/`+|<!--/g)];
  const ends = endsOf(marks);
  const found: Hidden[] = [];
  let done = 0;
  marks.forEach(({ index: start, 0: mark }, at) => {
    if (start < done) return;
    const end = ends[at];
    if (mark === "<!--") found.push({ kind: "comment", start, end: commentEnd(text, start) });
    else if (end !== undefined && !isEscaped(text, start)) found.push({ kind: "code", start, end, ticks: mark.length });
    done = found.at(-1)?.end ?? 0;
  });
  return found;
}

/** For each mark, where the code span that it begins ends; `undefined` if it does not. */
function endsOf(marks: readonly RegExpExecArray[]): (number | undefined)[] {
  const next = new Map<string, number>();
  return marks
    .toReversed()
    .map(({ index, 0: mark }) => {
      const end = next.get(mark);
      next.set(mark, index + mark.length);
      return end;
    })
    .reverse();
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
