import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Command } from "../../../src/mediator/commands/command.ts";
import type { Gap } from "../../../src/model/gap.ts";
import type { GapId } from "../../../src/model/ids.ts";
import { firstLine } from "../../../src/model/issue-state.ts";
import { SEVERITIES } from "../../../src/model/severity.ts";
import type { SpecFileView } from "../../../src/server/spec-view.ts";
import { SubmitKey } from "../submit-key.tsx";
import type { LiveSession } from "../use-session.ts";
import { Field } from "./field.tsx";
import { severityOf } from "./gap-actions.tsx";

type Kind = "issue" | "gap";

export interface CommentDraft {
  readonly line: number;
  /** The words of the spec that the comment is about. */
  readonly quote: string;
  readonly text: string;
  readonly severity: string;
  /** Undefined until the person chooses; an issue is then the default where a gap wrote the line. */
  readonly kind?: Kind;
}

interface CommentFormProps {
  readonly live: LiveSession;
  readonly file: SpecFileView;
  readonly draft: CommentDraft;
  change(changed: Partial<CommentDraft>): void;
  /** Closes the form and shows a message. */
  close(words: string): void;
  /** Moves the focus out of the form and keeps the draft. */
  leave(): void;
}

/** Comments on words of the spec; the comment becomes an issue on the gap that wrote them, or a new gap. */
export function CommentForm({ live, file, draft, change, close, leave }: CommentFormProps) {
  const { line, quote, text, severity } = draft;
  const writer = writerOf(live, file, line);
  const kind = writer ? (draft.kind ?? "issue") : "gap";
  const [problem, setProblem] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A draft restored from an earlier visit does not take the focus.
  useLayoutEffect(() => (text === "" ? form.current?.querySelector("textarea")?.focus() : undefined), []);
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return setProblem("Write your comment first.");
    const at = { line, file: file.path, ...(quote.trim() === "" ? {} : { quote: quote.trim() }) };
    const refusal = await live.source.command(commandOf(kind, text.trim(), severity, at));
    return refusal === undefined ? close("Comment added.") : setProblem(refusal);
  };
  return (
    <form
      class="comment"
      ref={form}
      aria-label={`Comment on line ${line}`}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === "Escape") return text.trim() === "" ? close("") : leave();
      }}
    >
      <blockquote>{quote.trim()}</blockquote>
      <Field
        label="Your comment"
        long
        rows={3}
        value={text}
        change={(value) => {
          change({ text: value });
          setProblem(undefined);
          setLeaving(false);
        }}
      />
      {writer ? (
        <Choice writer={writer} kind={kind} choose={(value) => change({ kind: value })} />
      ) : (
        <p class="quiet">Your comment becomes a new gap: this line is your own text.</p>
      )}
      <div class="row">
        <Field label="Severity" choices={SEVERITIES} value={severity} change={(value) => change({ severity: value })} />
        <button type="submit" class="primary">
          Add comment
        </button>
        <button type="button" onClick={() => (text.trim() === "" || isLeaving ? close("") : setLeaving(true))}>
          {isLeaving ? "Discard comment" : "Cancel"}
        </button>
        <SubmitKey does="adds it" />
      </div>
      {isLeaving ? <p role="alert">Discard what you wrote? Press again to discard it, or keep typing.</p> : null}
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </form>
  );
}

function Choice({ writer, kind, choose }: { writer: Gap; kind: Kind; choose(kind: Kind): void }) {
  return (
    <fieldset>
      <legend>Add it as</legend>
      {(
        [
          ["issue", `An issue on ${writer.id}, which wrote this line; it will be revised`],
          ["gap", "A new gap"],
        ] as const
      ).map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="becomes" checked={kind === value} onChange={() => choose(value)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The gap that wrote a line, if an issue can still be raised on it. */
function writerOf({ view }: LiveSession, { written }: SpecFileView, line: number): Gap | undefined {
  const id: GapId | undefined = written.find((lines) => lines.line <= line && line <= lines.endLine)?.by.gap;
  const gap = id && view.gaps.find((candidate) => candidate.id === id);
  return gap && !["WONT_FIX", "SUPERSEDED", "PARKED"].includes(gap.state) ? gap : undefined;
}

type At = Extract<Command, { type: "issue-add" }>["at"];

function commandOf(kind: Kind, text: string, word: string, at: At): Command {
  const severity = severityOf(word, "MEDIUM");
  if (kind === "issue") return { type: "issue-add", text, severity, at };
  return { type: "gap-add", title: firstLine(text), text, severity, category: "USER", dependsOn: [], at };
}
