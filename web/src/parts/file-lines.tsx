import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import type { SpecFileView, SpecView } from "../../../src/server/spec-view.ts";
import type { LiveSession } from "../use-session.ts";
import { type CommentDraft, CommentForm } from "./comment-form.tsx";
import type { Comment } from "./comments.tsx";
import { draftOf } from "./draft.ts";
import { hasWords, isAt, LineChunk } from "./line-chunk.tsx";
import { linesOf, type Stretch, stretchesOf } from "./spec-stretches.ts";

interface FileLinesProps {
  readonly live: LiveSession;
  readonly spec: SpecView;
  readonly file: SpecFileView;
  /** Show every line, not only the changed ones. */
  readonly all: boolean;
  readonly comments: readonly Comment[];
}

/** A file as a diff with the origin of each change in the margin; pressing a line number opens a comment. */
export function FileLines({ live, spec, file, all, comments }: FileLinesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const canComment = !live.source.readOnly && live.view.stop.type !== "ended";
  const { drafts, update } = useDrafts(live, file, canComment);
  const [message, setMessage] = useState("");
  const box = useRef<HTMLElement>(null);
  const commentsHere = useMemo(() => commentsByLine(comments, file.path), [comments, file.path]);
  const lines = new Set([...commentsHere.keys(), ...drafts.map(({ line }) => line)]);
  const stretches = useMemo(
    () => stretchesOf(file, spec.hunks, { all, opened, lines }),
    [file, spec.hunks, all, opened, [...lines].join()],
  );
  const chunks = useMemo(() => chunksOf(stretches), [stretches]);
  const first = useMemo(() => stretches.find(({ isFolded }) => !isFolded)?.rows.find(hasWords), [stretches]);
  const open = useCallback((key: string) => setOpened((before) => new Set(before).add(key)), []);
  const press = (event: MouseEvent) => {
    const line = lineOf(event.target);
    if (line === undefined) return;
    setMessage("");
    const openForm = box.current?.querySelector<HTMLElement>(`form[aria-label="Comment on line ${line}"] textarea`);
    if (openForm) return openForm.focus();
    const quote = selectedOn(line, box.current) ?? linesOf(file.text)[line - 1] ?? "";
    update((before) => [...before.filter(hasText), { line, quote, text: "", severity: "MEDIUM" }]);
  };
  const leave = (line: number) => box.current?.querySelector<HTMLElement>(`button[data-line="${line}"]`)?.focus();
  const form = (draft: CommentDraft) => (
    <CommentForm
      key={`form ${draft.line}`}
      live={live}
      file={file}
      draft={draft}
      change={(changed) =>
        update((before) => before.map((other) => (other.line === draft.line ? { ...other, ...changed } : other)))
      }
      close={(words) => {
        update((before) => before.filter(({ line }) => line !== draft.line));
        setMessage(words);
        leave(draft.line);
      }}
      leave={() => leave(draft.line)}
    />
  );
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
            comments={commentsHere}
            drafts={drafts.length === 0 ? drafts : draftsOn(chunk, drafts)}
            form={form}
          />
        ))}
      </section>
      <p role="status" class="quiet">
        {message}
      </p>
    </>
  );
}

/** Drafts of comments, stored until they are sent or discarded. */
function useDrafts(live: LiveSession, file: SpecFileView, canComment: boolean) {
  const stored = draftOf<readonly CommentDraft[]>(live, `comments ${file.path}`);
  const [all, setAll] = useState<readonly CommentDraft[]>(() => (canComment ? (stored.read() ?? []) : []));
  const drafts = useMemo(() => (canComment ? placed(all, linesOf(file.text)) : []), [all, file.text, canComment]);
  return {
    drafts,
    update(change: (before: readonly CommentDraft[]) => readonly CommentDraft[]) {
      const next = change(drafts);
      const typed = next.filter(hasText);
      if (typed.length === 0) stored.forget();
      else stored.keep(typed);
      setAll(next);
    },
  };
}

function hasText({ text }: CommentDraft): boolean {
  return text.trim() !== "";
}

/** Moves each draft to the nearest line that has its quoted words now, else leaves it on its line; one draft per line. */
function placed(drafts: readonly CommentDraft[], lines: readonly string[]): CommentDraft[] {
  const taken = new Set<number>();
  return drafts.map((draft) => {
    const far = (at: number) => Math.abs(at - draft.line);
    const free = lines.flatMap((_, index) => (taken.has(index + 1) ? [] : [index + 1]));
    const there = free.filter((at) => lines[at - 1]?.includes(draft.quote));
    const near = (there.length > 0 ? there : free).reduce(
      (a, b) => (far(b) < far(a) ? b : a),
      Number.POSITIVE_INFINITY,
    );
    const line = Number.isFinite(near) ? near : draft.line;
    taken.add(line);
    return { ...draft, line };
  });
}

const NO_DRAFTS: readonly CommentDraft[] = [];

function draftsOn(chunk: readonly Stretch[], drafts: readonly CommentDraft[]): readonly CommentDraft[] {
  const own = drafts.filter(({ line }) => chunk.some(({ rows }) => rows.some((row) => isAt(row, line))));
  return own.length === 0 ? NO_DRAFTS : own;
}

/** Lines per chunk; a chunk is rendered as a whole. */
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

/** The words that the person selected, if the selection is within that line. */
function selectedOn(line: number, box: HTMLElement | null): string | undefined {
  const selection = window.getSelection();
  const text = box?.querySelector(`button[data-line="${line}"]`)?.parentElement?.querySelector(".text");
  const words = selection?.toString().trim() ?? "";
  const isThere =
    words !== "" && text?.contains(selection?.anchorNode ?? null) && text.contains(selection?.focusNode ?? null);
  return isThere ? words : undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

/** Moves the focus between line numbers with the arrow keys (roving tabindex: Tab returns to the last one). */
function moveAmong(event: KeyboardEvent, box: HTMLElement | null): void {
  const step = STEPS[event.key];
  const from = event.target instanceof HTMLElement ? event.target : null;
  if (step === undefined || from?.dataset.line === undefined || box === null) return;
  const buttons = [...box.querySelectorAll<HTMLElement>("button[data-line]")];
  const at = Math.min(buttons.length - 1, Math.max(0, buttons.indexOf(from) + step));
  const to = buttons[at];
  if (to === undefined) return;
  event.preventDefault();
  for (const button of buttons) if (button.tabIndex === 0) button.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
