import type { Finding } from "../../../src/checks/finding.ts";
import type { SpecFileView, WrittenLines } from "../../../src/server/spec-view.ts";
import { type RenderedBlock, renderBlocks } from "./render-markdown.ts";

/** A block of the spec with what is to be said beside it. */
export interface SpecBlock extends RenderedBlock {
  /** It holds lines that are not the author's. */
  readonly isWritten: boolean;
  /** The changes of it that begin here. */
  readonly marks: readonly WrittenLines["by"][];
  readonly findings: readonly Finding[];
}

export function specBlocks({ text, written, findings }: SpecFileView): SpecBlock[] {
  return renderBlocks(withoutDirectives(text)).map((block) => {
    const own = written.filter(({ line, endLine }) => line <= block.endLine && block.line <= endLine);
    return {
      ...block,
      isWritten: own.length > 0,
      marks: own.filter(({ line }) => line >= block.line).map(({ by }) => by),
      findings: findings.filter(({ line }) => block.line <= line && line <= block.endLine),
    };
  });
}

/** What is said to the checks is no part of what is read; the lines stay where they are. */
function withoutDirectives(text: string): string {
  return text.replace(/^<!-- whetstone-[^\n]{0,200}-->$/gm, "");
}
