import { useMemo } from "preact/hooks";
import type { SpecFileView } from "../../../src/server/spec-view.ts";
import type { LiveSession } from "../use-session.ts";
import { Rendered } from "./markdown.tsx";
import { specBlocks } from "./spec-blocks.ts";
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
