/** A text letter for letter, inside a fence that is longer than any run of its own: nothing in it can end the fence. */
export function fenced(text: string, info = ""): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${info}\n${text}${text === "" ? "" : "\n"}${fence}`;
}

/** A text as data: the same without blank lines around it. */
export function fenceAsData(text: string, info = ""): string {
  return fenced(text.trimEnd().replace(/^(?:[ \t]*\n)+/, ""), info);
}

/** Words that hold, in a quote: what they contain cannot break out of it either. */
export function quoteLines(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${line}`))
    .join("\n");
}
