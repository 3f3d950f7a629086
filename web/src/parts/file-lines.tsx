import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import type { SpecFileView, SpecView } from "../../../src/server/spec-view.ts";
import type { LiveSession } from "../use-session.ts";
import { CommentForm } from "./comment-form.tsx";
import { type Comment, CommentCard } from "./comments.tsx";
import type { DiffRow } from "./diff-rows.ts";
import { moveAmong } from "./move-among.ts";
import { DiffLine, foldWords } from "./spec-diff.tsx";
import { linesOf, type Stretch, stretchesOf } from "./spec-stretches.ts";
import { StretchMargin } from "./stretch-margin.tsx";

interface FileLinesProps {
  readonly live: LiveSession;
  readonly spec: SpecView;
  readonly file: SpecFileView;
  /** Every line, and not only what changed. */
  readonly all: boolean;
  readonly comments: readonly Comment[];
}

/** A line that is commented on, with the words of it that were marked. */
interface Draft {
  readonly line: number;
  readonly quote: string;
}

/** So many stretches are laid out only while they are in sight. */
const MANY = 40;

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
        class={stretches.length > MANY ? "diff spec long" : "diff spec"}
        ref={box}
        aria-label={`The spec${spec.files.length > 1 ? `, ${file.path}` : ""}`}
        onClick={press}
        onKeyDown={(event) => moveAmong(event, box.current)}
      >
        {stretches.map((stretch) => (
          <StretchView
            key={stretch.key}
            live={live}
            stretch={stretch}
            open={open}
            first={first}
            canComment={canComment}
            comments={own}
            draft={draft && stretch.rows.some((row) => isAt(row, draft.line)) ? draft : undefined}
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

function commentsByLine(comments: readonly Comment[], path: string): ReadonlyMap<number, readonly Comment[]> {
  const lines = new Map<number, Comment[]>();
  for (const comment of comments) {
    if (comment.at?.file !== path) continue;
    lines.set(comment.at.line, [...(lines.get(comment.at.line) ?? []), comment]);
  }
  return lines;
}

/** On a line of the spec as it is now, and not a blank one. */
function hasWords({ kind, text }: DiffRow): boolean {
  return kind !== "removed" && text.trim() !== "";
}

function isAt(row: DiffRow, line: number): boolean {
  return row.kind !== "removed" && row.line === line;
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

interface StretchProps {
  readonly live: LiveSession;
  readonly stretch: Stretch;
  open(key: string): void;
  /** The row whose number Tab comes to. */
  readonly first: DiffRow | undefined;
  readonly canComment: boolean;
  readonly comments: ReadonlyMap<number, readonly Comment[]>;
  readonly draft: Draft | undefined;
  readonly form: preact.ComponentChildren;
}

function StretchView({ live, stretch, open, first, canComment, comments, draft, form }: StretchProps) {
  // The very same nodes as long as nothing in them changes: of five thousand lines those of one stretch are drawn anew.
  const lines = useMemo(
    () =>
      stretch.rows.map((row) => (
        <DiffLine
          key={`${row.kind}${row.line}`}
          row={row}
          number={canComment && hasWords(row) ? numberButton(row.line, row === first) : undefined}
        />
      )),
    [stretch, canComment, first],
  );
  if (stretch.isFolded) {
    return (
      <button type="button" class="fold" onClick={() => open(stretch.key)}>
        <span aria-hidden="true">⋯</span> {foldWords(stretch.rows.length)}
      </button>
    );
  }
  const said = stretch.rows.some(
    (row) => row.kind !== "removed" && (comments.has(row.line) || draft?.line === row.line),
  );
  return (
    <div class={stretch.by ? "stretch written" : "stretch"}>
      <div class="lines">
        {said
          ? stretch.rows.flatMap((row, index) => [
              lines[index],
              ...(row.kind === "removed" ? [] : (comments.get(row.line) ?? [])).map((comment) => (
                <CommentCard key={comment.id} live={live} comment={comment} />
              )),
              ...(draft && isAt(row, draft.line) ? [form] : []),
            ])
          : lines}
      </div>
      <StretchMargin live={live} stretch={stretch} />
    </div>
  );
}

/** One of them is reached with Tab, the others with the arrow keys. A press leaves the words marked that are marked. */
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
