import { useMemo } from "preact/hooks";
import type { Finding } from "../../../src/checks/finding.ts";
import type { SpecFileView, WrittenLines } from "../../../src/server/spec-view.ts";
import type { LiveSession } from "../use-session.ts";
import { Rendered } from "./markdown.tsx";
import { type RenderedBlock, renderBlocks } from "./render-markdown.ts";
import { FindingDetails, Origin } from "./stretch-margin.tsx";

/** A file rendered, with the same margin notes as its diff. */
export function RenderedSpec({ live, file }: { live: LiveSession; file: SpecFileView }) {
  const blocks = useMemo(() => specBlocks(file), [file]);
  return (
    <div class="annotated">
      {blocks.map(({ line, html, isWritten, marks, findings }) => (
        <div key={line} class={isWritten ? "block resolved" : "block"}>
          <Rendered html={html} />
          {marks.length + findings.length === 0 ? null : (
            <aside aria-label={`Line ${line}`}>
              {marks.map((by, index) => (
                <Origin key={index} live={live} by={by} />
              ))}
              {findings.map((finding, index) => (
                <FindingDetails key={index} finding={finding} />
              ))}
            </aside>
          )}
        </div>
      ))}
    </div>
  );
}

/** A rendered block of the spec with its margin notes. */
interface SpecBlock extends RenderedBlock {
  /** Whether a session wrote some of its lines. */
  readonly isWritten: boolean;
  /** Changes whose first line is in this block. */
  readonly marks: readonly WrittenLines["by"][];
  readonly findings: readonly Finding[];
}

function specBlocks({ text, written, findings }: SpecFileView): SpecBlock[] {
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
