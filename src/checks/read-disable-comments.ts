import type { Markdown } from "../documents/markdown/markdown.ts";
import type { Finding } from "./finding.ts";

const COMMENT = /<!--\s*whetstone-(disable-next-line|disable-line|disable-file|disable|enable)\b([^>]{0,300}?)-->/g;

/** Reads `<!-- whetstone-disable-next-line vague -->`; names are rules or finding types, without names it means all. */
export function readDisableComments(markdown: Markdown): (finding: Pick<Finding, "rule" | "type" | "line">) => boolean {
  const comments = commentsIn(markdown);
  const isEnded = (begun: Comment, line: number) =>
    comments.some(({ verb, line: end, names }) => {
      const isMeant = names.length === 0 || begun.names.every((name) => names.includes(name));
      return verb === "enable" && begun.line < end && end < line && isMeant;
    });
  return ({ rule, type, line }) =>
    comments.some((comment) => {
      const { verb, names, line: at } = comment;
      if (names.length > 0 && !names.includes(rule) && !names.includes(type)) return false;
      if (verb === "disable") return at <= line && !isEnded(comment, line);
      if (verb === "disable-next-line") return at <= line && line <= nextLine(at, markdown.lines);
      return verb === "disable-file" || (verb === "disable-line" && line === at);
    });
}

type Comment = ReturnType<typeof commentsIn>[number];

/** The comments outside code. */
function commentsIn({ text: whole, lines, blocks }: Markdown) {
  const code = blocks.filter(({ type }) => type === "fence" || type === "code");
  const isCode = (line: number) => code.some((block) => block.line <= line && line <= block.endLine);
  return (whole.includes("whetstone-") ? lines : []).flatMap((text, index) =>
    !text.includes("whetstone-") || isCode(index + 1)
      ? []
      : Array.from(text.matchAll(COMMENT), ([, verb = "", rest = ""]) => {
          // Words after "--" are the reason.
          const names = (rest.split(/\s--\s?/)[0] ?? "").split(/[\s,]+/).filter((name) => name !== "");
          return { line: index + 1, verb, names };
        }),
  );
}

/** The next line with text: a comment is a block, so a blank line may follow it. */
function nextLine(line: number, lines: readonly string[]): number {
  let next = line + 1;
  while (next < lines.length && (lines[next - 1] ?? "").trim() === "") next++;
  return next;
}
