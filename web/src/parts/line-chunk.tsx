import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LiveSession } from "../use-session.ts";
import type { CommentDraft } from "./comment-form.tsx";
import { type Comment, CommentCard } from "./comments.tsx";
import type { DiffRow } from "./diff-rows.ts";
import { DiffLine, foldWords } from "./spec-diff.tsx";
import type { Stretch } from "./spec-stretches.ts";
import { StretchMargin } from "./stretch-margin.tsx";

/** Whether a row can be commented on: it is in the current spec and not blank. */
export function hasWords({ kind, text }: DiffRow): boolean {
  return kind !== "removed" && text.trim() !== "";
}

export function isAt(row: DiffRow, line: number): boolean {
  return row.kind !== "removed" && row.line === line;
}

interface SharedProps {
  readonly live: LiveSession;
  open(key: string): void;
  /** The row whose line number Tab reaches. */
  readonly first: DiffRow | undefined;
  readonly canComment: boolean;
  readonly comments: ReadonlyMap<number, readonly Comment[]>;
  /** Drafts of comments on these rows. */
  readonly drafts: readonly CommentDraft[];
  form(draft: CommentDraft): preact.ComponentChildren;
}

/** Estimated height of a row in pixels, reserved for chunks that are not rendered yet. */
const LINE = 21;
const AHEAD = "1500px";

/** Stretches that are rendered when they come near the viewport, and again only when something in them changes. */
export function LineChunk({
  stretches,
  isFirst,
  ...shared
}: SharedProps & { readonly stretches: readonly Stretch[]; readonly isFirst: boolean }) {
  const [isNear, setNear] = useState(isFirst);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || !box.current) return;
    const show = () => setNear(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), { rootMargin: AHEAD });
    observer.observe(box.current);
    addEventListener("beforeprint", show);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", show);
    };
  }, [isNear]);
  const { live, first, canComment, comments, drafts } = shared;
  const drawn = useMemo(
    () => (isNear ? stretches.map((stretch) => <StretchView key={stretch.key} stretch={stretch} {...shared} />) : null),
    [isNear, stretches, live.key, first, canComment, comments, drafts],
  );
  const rows = stretches.reduce((sum, stretch) => sum + (stretch.isFolded ? 1 : stretch.rows.length), 0);
  return drawn === null ? <div ref={box} style={{ height: `${rows * LINE}px` }} /> : <div class="chunk">{drawn}</div>;
}

function StretchView({
  live,
  stretch,
  open,
  first,
  canComment,
  comments,
  drafts,
  form,
}: SharedProps & { readonly stretch: Stretch }) {
  if (stretch.isFolded) {
    return (
      <button type="button" class="fold" onClick={() => open(stretch.key)}>
        <span aria-hidden="true">⋯</span> {foldWords(stretch.rows.length)}
      </button>
    );
  }
  return (
    <div class="stretch">
      <div class="lines">
        {stretch.rows.flatMap((row) => [
          <DiffLine
            key={`${row.kind}${row.line}`}
            row={row}
            number={canComment && hasWords(row) ? numberButton(row.line, row === first) : undefined}
          />,
          ...(row.kind === "removed" ? [] : (comments.get(row.line) ?? [])).map((comment) => (
            <CommentCard key={comment.id} live={live} comment={comment} />
          )),
          ...drafts.filter(({ line }) => isAt(row, line)).map(form),
        ])}
      </div>
      <StretchMargin live={live} stretch={stretch} />
    </div>
  );
}

/** The line number as a button. Tab reaches one of them, arrow keys the others; pressing it keeps the text selection. */
function numberButton(line: number, isFirst: boolean) {
  return (
    <button
      type="button"
      class="number"
      data-line={line}
      tabIndex={isFirst ? 0 : -1}
      aria-label={`Comment on line ${line}`}
      onMouseDown={(event) => event.preventDefault()}
    >
      {line}
    </button>
  );
}
