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

/** A section of a markdown file, its heading excluded; up to the next heading of its level or above. */
export function section(file: string, heading: string): string {
  const lines = file.split("\n");
  const begin = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (begin < 0) return "";
  const level = (lines[begin] ?? "").indexOf(" ");
  const end = lines.findIndex((line, at) => at > begin && /^#+ /.test(line) && line.indexOf(" ") <= level);
  return lines.slice(begin + 1, end < 0 ? undefined : end).join("\n");
}
