/** A text as data: inside a fence that is longer than any run of its own, so that nothing in it can end the fence. */
export function fenceAsData(text: string, info = ""): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  const body = text.trimEnd().replace(/^(?:[ \t]*\n)+/, "");
  return `${fence}${info}\n${body}\n${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Words that hold, in a quote: what they contain cannot break out of it either. */
export function quoteLines(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${line}`))
    .join("\n");
}
