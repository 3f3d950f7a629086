/** The comments between which a finished spec says what is open; text between them is never read as source (SPEC 12). */
const BEGIN = "<!-- whetstone: appendix -->";
const END = "<!-- whetstone: end of appendix -->";

/** The spec, byte for byte, and what is said of it below. */
export function withAppendix(text: string, appendix: string): string {
  if (appendix === "") return text;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : end;
  return `${text}${gap}${end}${[BEGIN, "", ...appendix.trim().split("\n"), "", END].join(end)}${end}`;
}

/** A finished spec that is refined again, without what the last session said of it. */
export function withoutAppendix(text: string): string {
  const begin = text.indexOf(BEGIN);
  if (begin === -1) return text;
  const end = text.indexOf(END, begin);
  if (end === -1) return text;
  const before = text.slice(0, begin).replace(/(\r?\n)\r?\n$/, "$1");
  return before + text.slice(end + END.length).replace(/^\r?\n/, "");
}

/** A text with the lines of its appendix empty: the others keep their number. */
export function blankAppendix(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = begin === -1 ? -1 : text.indexOf(END, begin);
  if (end === -1) return text;
  const behind = end + END.length;
  return text.slice(0, begin) + text.slice(begin, behind).replace(/[^\r\n]/g, "") + text.slice(behind);
}
