/** The text in a fence that is longer than any run of backticks in it, so that nothing in it ends the fence. */
export function fenced(text: string, info = ""): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${info}\n${text}${text === "" ? "" : "\n"}${fence}`;
}

/** The same without blank lines around the text. */
export function fenceAsData(text: string, info = ""): string {
  return fenced(text.trimEnd().replace(/^(?:[ \t]*\n)+/, ""), info);
}

/** A text as a block quote: nothing in it can end the quote. */
export function quoteLines(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${line}`))
    .join("\n");
}
