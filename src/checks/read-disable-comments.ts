import type { Markdown } from "../documents/markdown/markdown.ts";
import type { Finding } from "./finding.ts";

/** Lines for which rules are disabled. */
interface DisabledLines {
  readonly from: number;
  to: number;
  /** Rule ids or finding types; empty for all. */
  readonly names: readonly string[];
  /** Begun by `disable`: it ends at the next `enable`. */
  readonly isOpen: boolean;
}

const COMMENT = /<!--\s*whetstone-(disable-next-line|disable-line|disable-file|disable|enable)\b([^>]{0,300}?)-->/g;

/** Reads `<!-- whetstone-disable-next-line vague -->`; names are rules or finding types, without names it means all. */
export function readDisableComments(markdown: Markdown): (finding: Pick<Finding, "rule" | "type" | "line">) => boolean {
  const disabled: DisabledLines[] = [];
  for (const { line, verb, names } of commentsIn(markdown)) {
    if (verb === "enable") enable(disabled, names, line);
    else {
      const [from, to] = [verb === "disable-file" ? 1 : line, lastLineOf(verb, line, markdown.lines)];
      disabled.push({ from, to, names, isOpen: verb === "disable" });
    }
  }
  return ({ rule, type, line }) =>
    disabled.some(({ from, to, names }) => {
      return from <= line && line <= to && (names.length === 0 || names.includes(rule) || names.includes(type));
    });
}

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

function lastLineOf(verb: string, line: number, lines: readonly string[]): number {
  if (verb === "disable-line") return line;
  if (verb !== "disable-next-line") return lines.length;
  // A comment is a block, so a blank line may follow it.
  let next = line + 1;
  while (next < lines.length && (lines[next - 1] ?? "").trim() === "") next++;
  return next;
}

function enable(disabled: readonly DisabledLines[], names: readonly string[], line: number): void {
  for (const range of disabled) {
    const isMeant = names.length === 0 || range.names.every((name) => names.includes(name));
    if (range.isOpen && range.to > line && isMeant) range.to = line;
  }
}
