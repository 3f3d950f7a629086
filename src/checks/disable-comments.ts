import type { Block } from "../documents/markdown/block.ts";
import type { Markdown } from "../documents/markdown/markdown.ts";
import type { Finding } from "./finding.ts";

type Target = Pick<Finding, "rule" | "type" | "line">;

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
export function readDisableComments({ text: whole, lines, blocks }: Markdown): (finding: Target) => boolean {
  const stretches: Stretch[] = [];
  const code = whole.includes("whetstone-") ? linesOfCode(blocks) : new Set();
  lines.forEach((text, index) => {
    const line = index + 1;
    if (!text.includes("whetstone-") || code.has(line)) return;
    for (const [, verb = "", rest = ""] of text.matchAll(COMMENT)) {
      const names = namesOf(rest);
      if (verb === "enable") enable(stretches, names, line);
      else {
        const [from, to] = [verb === "disable-file" ? 1 : line, lastLineOf(verb, line, lines)];
        stretches.push({ from, to, names, isOpen: verb === "disable" });
      }
    }
  });
  return (finding) => stretches.some((stretch) => covers(stretch, finding));
}

function lastLineOf(verb: string, line: number, lines: readonly string[]): number {
  if (verb === "disable-line") return line;
  if (verb !== "disable-next-line") return lines.length;
  // A comment stands in a block of its own, so a blank line may follow it.
  let next = line + 1;
  while (next < lines.length && (lines[next - 1] ?? "").trim() === "") next++;
  return next;
}

function linesOfCode(blocks: readonly Block[]): Set<number> {
  const code = blocks.filter(({ type }) => type === "fence" || type === "code");
  return new Set(code.flatMap(({ line, endLine }) => Array.from({ length: endLine - line + 1 }, (_, at) => line + at)));
}

function namesOf(text: string): string[] {
  // Whatever follows "--" is the reason.
  return (text.split(/\s--\s?/)[0] ?? "").split(/[\s,]+/).filter((name) => name !== "");
}

function enable(stretches: readonly Stretch[], names: readonly string[], line: number): void {
  for (const stretch of stretches)
    if (
      stretch.isOpen &&
      stretch.to > line &&
      (names.length === 0 || stretch.names.every((name) => names.includes(name)))
    )
      stretch.to = line;
}

function covers({ from, to, names }: Stretch, finding: Target): boolean {
  if (finding.line < from || finding.line > to) return false;
  return names.length === 0 || names.includes(finding.rule) || names.includes(finding.type);
}
