import type { Markdown } from "../documents/markdown/markdown.ts";
import type { Finding } from "./finding.ts";

interface Stretch {
  readonly from: number;
  to: number;
  /** Rule ids or finding types; empty for all. */
  readonly names: readonly string[];
  /** Until it is enabled again. */
  readonly isOpen: boolean;
}

const COMMENT = /<!--\s*whetstone-(disable-next-line|disable-line|disable-file|disable|enable)\b([^>]{0,300}?)-->/g;

/**
 * Reads `<!-- whetstone-disable-next-line vague -->` and its kin. A name is a rule or a finding type; without a name the
 * comment is about all rules.
 */
export function readDisableComments(markdown: Markdown): (finding: Pick<Finding, "rule" | "type" | "line">) => boolean {
  const stretches: Stretch[] = [];
  for (const { line, verb, names } of commentsIn(markdown)) {
    if (verb === "enable") enable(stretches, names, line);
    else {
      const [from, to] = [verb === "disable-file" ? 1 : line, lastLineOf(verb, line, markdown.lines)];
      stretches.push({ from, to, names, isOpen: verb === "disable" });
    }
  }
  return ({ rule, type, line }) =>
    stretches.some(({ from, to, names }) => {
      return from <= line && line <= to && (names.length === 0 || names.includes(rule) || names.includes(type));
    });
}

/** Those in code are text. */
function commentsIn({ text: whole, lines, blocks }: Markdown) {
  const code = blocks.filter(({ type }) => type === "fence" || type === "code");
  const isCode = (line: number) => code.some((block) => block.line <= line && line <= block.endLine);
  return (whole.includes("whetstone-") ? lines : []).flatMap((text, index) =>
    !text.includes("whetstone-") || isCode(index + 1)
      ? []
      : Array.from(text.matchAll(COMMENT), ([, verb = "", rest = ""]) => {
          // Whatever follows "--" is the reason.
          const names = (rest.split(/\s--\s?/)[0] ?? "").split(/[\s,]+/).filter((name) => name !== "");
          return { line: index + 1, verb, names };
        }),
  );
}

function lastLineOf(verb: string, line: number, lines: readonly string[]): number {
  if (verb === "disable-line") return line;
  if (verb !== "disable-next-line") return lines.length;
  // A comment stands in a block of its own, so a blank line may follow it.
  let next = line + 1;
  while (next < lines.length && (lines[next - 1] ?? "").trim() === "") next++;
  return next;
}

function enable(stretches: readonly Stretch[], names: readonly string[], line: number): void {
  for (const stretch of stretches) {
    const isMeant = names.length === 0 || stretch.names.every((name) => names.includes(name));
    if (stretch.isOpen && stretch.to > line && isMeant) stretch.to = line;
  }
}
