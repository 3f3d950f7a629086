/** The parts of a retry's prompt: what the program says about the failure, the example below it, and the task. */

/** From the heading of the retry up to the task. */
export function retryPart(prompt: string): string {
  const begin = prompt.search(/^# Retry/m);
  return begin < 0 ? "" : prompt.slice(begin, prompt.indexOf("\n# Task", begin));
}

/** The words before the example. */
export const noticeOf = (prompt: string): string => retryPart(prompt).split(/^Example, from/m)[0] ?? "";

/** The line that names where the example comes from, and the example in its fence. */
export function exampleOf(prompt: string): { source: string; text: string } | undefined {
  const found = /^Example, from (?<source>[^\n]*)\n+(?<fence>`{3,})markdown\n(?<text>[\s\S]*?)\n\k<fence>$/m.exec(
    prompt,
  );
  const { source = "", text = "" } = found?.groups ?? {};
  return found === null ? undefined : { source, text };
}
