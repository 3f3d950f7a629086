import type { Finding } from "../../../src/checks/finding.ts";
import type { SpecFileView, WrittenLines } from "../../../src/server/spec-view.ts";
import { type RenderedBlock, renderBlocks } from "./render-markdown.ts";

/** A rendered block of the spec with its margin notes. */
export interface SpecBlock extends RenderedBlock {
  /** Whether a session wrote some of its lines. */
  readonly isWritten: boolean;
  /** Changes whose first line is in this block. */
  readonly marks: readonly WrittenLines["by"][];
  readonly findings: readonly Finding[];
}

export function specBlocks({ text, written, findings }: SpecFileView): SpecBlock[] {
  return renderBlocks(withoutDirectives(text)).map((block) => {
    const changes = written.filter(({ line, endLine }) => line <= block.endLine && block.line <= endLine);
    return {
      ...block,
      isWritten: changes.length > 0,
      marks: changes.filter(({ line }) => line >= block.line).map(({ by }) => by),
      findings: findings.filter(({ line }) => block.line <= line && line <= block.endLine),
    };
  });
}

/** Blanks out comments addressed to the checks, keeping the line numbers. */
function withoutDirectives(text: string): string {
  return text.replace(/^<!-- whetstone-[^\n]{0,200}-->$/gm, "");
}
