import { useEffect, useMemo, useRef } from "preact/hooks";
import { bounded } from "./bounded.ts";
import { renderMarkdown } from "./render-markdown.ts";

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text]);
  return <Rendered html={html} />;
}

/** Shows HTML that `render-markdown.ts` made safe. */
export function Rendered({ html }: { html: string }) {
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

export interface RawProps {
  readonly text: string;
  /** The name for screen readers. */
  readonly label: string;
  readonly first?: number;
  readonly marked?: ReadonlySet<number>;
  /** A line to scroll to. */
  readonly at?: number;
}

/** A text unrendered, with line numbers. */
export function Raw({ text, label, first = 1, marked, at }: RawProps) {
  const lines = useMemo(() => bounded(text).split("\n"), [text]);
  const frame = useRef<HTMLElement>(null);
  const target = useRef<HTMLDivElement>(null);
  // Scrolls the text alone: the page stays where the person is.
  useEffect(() => {
    if (frame.current && target.current)
      frame.current.scrollTop = target.current.offsetTop - frame.current.clientHeight / 3;
  }, [text, at]);
  return (
    <section class="raw" ref={frame} tabIndex={0} aria-label={label}>
      {lines.map((line, index) => {
        const number = first + index;
        const isMarked = marked?.has(number) === true || number === at;
        return (
          <div key={number} ref={number === at ? target : null} class={isMarked ? "line marked" : "line"}>
            <span class="number">{number}</span>
            {line || " "}
          </div>
        );
      })}
    </section>
  );
}
