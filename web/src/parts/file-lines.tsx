import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import type { SpecFileView, SpecView } from "../../../src/server/spec-view.ts";
import type { LiveSession } from "../use-session.ts";
import { CommentForm } from "./comment-form.tsx";
import type { Comment } from "./comments.tsx";
import { type Draft, hasWords, isAt, LineChunk } from "./line-chunk.tsx";
import { moveAmong } from "./move-among.ts";
import { linesOf, type Stretch, stretchesOf } from "./spec-stretches.ts";

interface FileLinesProps {
  readonly live: LiveSession;
  readonly spec: SpecView;
  readonly file: SpecFileView;
  /** Every line, and not only what changed. */
  readonly all: boolean;
  readonly comments: readonly Comment[];
}

/** A file line by line, with who wrote what in the margin; a line's number is pressed to comment on it. */
export function FileLines({ live, spec, file, all, comments }: FileLinesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [draft, setDraft] = useState<Draft>();
  const [said, setSaid] = useState("");
  const box = useRef<HTMLElement>(null);
  const own = useMemo(() => commentsByLine(comments, file.path), [comments, file.path]);
  const lines = new Set(own.keys());
  const stretches = useMemo(
    () => stretchesOf(file, spec.hunks, { all, opened, lines }),
    [file, spec.hunks, all, opened, [...lines].join()],
  );
  const chunks = useMemo(() => chunksOf(stretches), [stretches]);
  const first = useMemo(() => stretches.find(({ isFolded }) => !isFolded)?.rows.find(hasWords), [stretches]);
  const canComment = !live.source.readOnly && live.view.stop.type !== "ended";
  const open = useCallback((key: string) => setOpened((before) => new Set(before).add(key)), []);
  const press = (event: MouseEvent) => {
    const line = lineOf(event.target);
    if (line === undefined) return;
    setSaid("");
    setDraft({ line, quote: markedOn(line, box.current) ?? linesOf(file.text)[line - 1] ?? "" });
  };
  const close = (words: string) => {
    setDraft(undefined);
    setSaid(words);
    box.current?.querySelector<HTMLElement>(`button[data-line="${draft?.line}"]`)?.focus();
  };
  return (
    <>
      <section
        class="diff spec"
        ref={box}
        aria-label={`The spec${spec.files.length > 1 ? `, ${file.path}` : ""}`}
        onClick={press}
        onKeyDown={(event) => moveAmong(event, box.current)}
      >
        {chunks.map((chunk, index) => (
          <LineChunk
            key={chunk[0]?.key}
            live={live}
            stretches={chunk}
            isFirst={index === 0}
            open={open}
            first={first}
            canComment={canComment}
            comments={own}
            draft={draft && chunk.some(({ rows }) => rows.some((row) => isAt(row, draft.line))) ? draft : undefined}
            form={draft ? <CommentForm key="form" live={live} file={file} {...draft} close={close} /> : null}
          />
        ))}
      </section>
      <p role="status" class="quiet">
        {said}
      </p>
    </>
  );
}

/** Lines that are drawn together. */
const CHUNK = 100;

function chunksOf(stretches: readonly Stretch[]): Stretch[][] {
  const chunks: Stretch[][] = [];
  let rows = CHUNK;
  for (const stretch of stretches) {
    if (rows >= CHUNK) chunks.push([]);
    rows = (rows >= CHUNK ? 0 : rows) + (stretch.isFolded ? 1 : stretch.rows.length);
    chunks.at(-1)?.push(stretch);
  }
  return chunks;
}

function commentsByLine(comments: readonly Comment[], path: string): ReadonlyMap<number, readonly Comment[]> {
  const lines = new Map<number, Comment[]>();
  for (const comment of comments) {
    if (comment.at?.file !== path) continue;
    lines.set(comment.at.line, [...(lines.get(comment.at.line) ?? []), comment]);
  }
  return lines;
}

function lineOf(target: EventTarget | null): number | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>("button[data-line]") : null;
  return button ? Number(button.dataset.line) : undefined;
}

/** The words that are marked, where they stand on that line alone. */
function markedOn(line: number, box: HTMLElement | null): string | undefined {
  const selection = window.getSelection();
  const text = box?.querySelector(`button[data-line="${line}"]`)?.parentElement?.querySelector(".text");
  const words = selection?.toString().trim() ?? "";
  const isThere =
    words !== "" && text?.contains(selection?.anchorNode ?? null) && text.contains(selection?.focusNode ?? null);
  return isThere ? words : undefined;
}
