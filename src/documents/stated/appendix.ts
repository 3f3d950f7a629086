/** The comments around the appendix of a finished spec; text between them is never read as source (SPEC 12). */
const BEGIN = "<!-- whetstone: appendix -->";
const END = "<!-- whetstone: end of appendix -->";

/** A spec, byte for byte, and an appendix below it. */
export function withAppendix(text: string, appendix: string): string {
  if (appendix === "") return text;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : end;
  return `${text}${gap}${end}${[BEGIN, "", ...appendix.trim().split("\n"), "", END].join(end)}${end}`;
}

/** A finished spec without its appendix, to be refined again. */
export function withoutAppendix(text: string): string {
  const { before, appendix, after } = splitAppendix(text);
  if (appendix === "") return text;
  return before.replace(/(\r?\n)\r?\n$/, "$1") + after.replace(/^\r?\n/, "");
}

/** A text with its appendix blanked, so that line numbers stay the same. */
export function blankAppendix(text: string): string {
  const { before, appendix, after } = splitAppendix(text);
  return before + appendix.replace(/[^\r\n]/g, "") + after;
}

function splitAppendix(text: string) {
  const begin = text.indexOf(BEGIN);
  const end = begin === -1 ? -1 : text.indexOf(END, begin);
  if (end === -1) return { before: text, appendix: "", after: "" };
  const next = end + END.length;
  return { before: text.slice(0, begin), appendix: text.slice(begin, next), after: text.slice(next) };
}
