/** A section of a prompt, without its heading. */
export interface TaskSection {
  readonly title: string;
  readonly body: string;
}

/** The sections of a prompt, the last first: it is the task itself, and what holds for every task comes last. */
export function taskSections(prompt: string): TaskSection[] {
  const sections = [{ title: "Role", lines: [] as string[] }];
  let fence = "";
  for (const line of prompt.split("\n")) {
    const mark = /^`{3,}/.exec(line)?.[0] ?? "";
    if (fence === "") fence = mark;
    else if (mark.length >= fence.length && line.trim() === mark) fence = "";
    const title = fence === "" ? /^# (.+)$/.exec(line)?.[1] : undefined;
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title, lines: [] });
  }
  return sections
    .map(({ title, lines }) => ({ title, body: lines.join("\n").trim() }))
    .filter(({ body }) => body !== "")
    .reverse();
}

/** The text of a section that is one fence, as that of a spec is. */
export function onlyFence(body: string): string | undefined {
  return /^(`{3,})\w*\n((?:(?!\1)[\s\S])*?)\n\1$/.exec(body)?.[2];
}

/** What a document quotes of the spec: the `old` blocks of changes, and the locations of issues. */
export function quotedIn(document: string): string[] {
  const old = [...document.matchAll(/^(`{3,})old\n([\s\S]*?)\n\1$/gm)].map((match) => match[2] ?? "");
  const places = [...document.matchAll(/^[\s*-]*Location:\** "(.+)"$/gm)].map((match) => match[1] ?? "");
  return [...old, ...places].filter((words) => words.trim() !== "");
}

/** The numbers of the lines that hold these words. */
export function linesWith(text: string, words: string): number[] {
  const at = text.indexOf(words);
  if (at === -1) return [];
  const first = text.slice(0, at).split("\n").length;
  return Array.from(words.split("\n"), (_, index) => first + index);
}
