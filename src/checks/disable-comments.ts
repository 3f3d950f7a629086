import type { Markdown } from "../documents/markdown/markdown.ts";
import type { Finding } from "./finding.ts";

type Target = Pick<Finding, "rule" | "type" | "line">;

interface Stretch {
  readonly from: number;
  to: number;
  /** Rule ids or finding types; empty for all. */
  readonly names: readonly string[];
}

const COMMENT = /<!--\s*whetstone-(disable-next-line|disable-line|disable-file|disable|enable)\b([^>]{0,300}?)-->/g;

/**
 * Reads `<!-- whetstone-disable-next-line vague -->` and its kin. A name is a rule or a finding type; without a name the
 * comment is about all rules.
 */
export function readDisableComments(markdown: Markdown): (finding: Target) => boolean {
  if (!markdown.text.includes("<!-- whetstone-") && !/<!--\s*whetstone-/.test(markdown.text)) return () => false;
  const stretches: Stretch[] = [];
  const open: Stretch[] = [];
  const fenced = fencedLines(markdown);
  markdown.lines.forEach((line, index) => {
    if (!line.includes("whetstone-") || fenced.has(index + 1)) return;
    for (const match of line.matchAll(COMMENT))
      apply(match[1] ?? "", namesOf(match[2] ?? ""), index + 1, markdown, stretches, open);
  });
  return (finding) => stretches.some((stretch) => covers(stretch, finding));
}

function apply(
  verb: string,
  names: string[],
  line: number,
  markdown: Markdown,
  stretches: Stretch[],
  open: Stretch[],
): void {
  const last = markdown.lines.length;
  switch (verb) {
    case "disable-line":
      stretches.push({ from: line, to: line, names });
      break;
    case "disable-next-line":
      stretches.push({ from: line, to: nextTextLine(markdown, line), names });
      break;
    case "disable-file":
      stretches.push({ from: 1, to: last, names });
      break;
    case "disable": {
      const stretch = { from: line, to: last, names };
      stretches.push(stretch);
      open.push(stretch);
      break;
    }
    default: // enable
      for (const stretch of open) if (stretch.to === last && isSameNames(stretch.names, names)) stretch.to = line;
  }
}

function namesOf(text: string): string[] {
  // Whatever follows "--" is the reason.
  return (text.split(/\s--\s?/)[0] ?? "").split(/[\s,]+/).filter((name) => name !== "");
}

function isSameNames(disabled: readonly string[], enabled: readonly string[]): boolean {
  return enabled.length === 0 || disabled.every((name) => enabled.includes(name));
}

/** A comment stands in a block of its own, so a blank line may follow it. */
function nextTextLine(markdown: Markdown, line: number): number {
  let next = line + 1;
  while (next < markdown.lines.length && (markdown.lines[next - 1] ?? "").trim() === "") next++;
  return next;
}

function covers({ from, to, names }: Stretch, finding: Target): boolean {
  if (finding.line < from || finding.line > to) return false;
  return names.length === 0 || names.includes(finding.rule) || names.includes(finding.type);
}

function fencedLines(markdown: Markdown): Set<number> {
  const lines = new Set<number>();
  for (const block of markdown.blocks) {
    if (block.type !== "fence" && block.type !== "code") continue;
    for (let line = block.line; line <= block.endLine; line++) lines.add(line);
  }
  return lines;
}
