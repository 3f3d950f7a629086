import { useEffect, useState } from "preact/hooks";
import type { Run } from "../../../src/mediator/state.ts";
import { namesOf, plural } from "../../../src/model/plural.ts";
import type { DeskTask } from "../../../src/server/desk.ts";
import type { SessionView } from "../../../src/server/session-view.ts";
import { href } from "../route.ts";
import { SubmitKey } from "../submit-key.tsx";
import type { LiveSession } from "../use-session.ts";
import { draftOf } from "./draft.ts";
import { Field } from "./field.tsx";
import { Markdown } from "./markdown.tsx";
import { TaskPanel } from "./task-panel.tsx";
import { Title } from "./title.tsx";
import { GapLink } from "./where.tsx";

const LOOK_MILLISECONDS = 400;

/** The runs of this round, of the final review, and of the survey. */
export function runsIn({ round, finalReview, setup }: SessionView): readonly Run[] {
  return [...(round?.runs ?? []), ...finalReview.runs, ...setup.runs];
}

/** The run of the agent `human` that waits for a document. */
export function humanRun({ view, running, source }: LiveSession) {
  if (running.runner !== "here" || source.task === undefined) return undefined;
  return runsIn(view).find((run) => run.agent === "human" && !run.end && !run.abandoned);
}

/** The document to write, once the server offers it. */
export function useTask(live: LiveSession): DeskTask | undefined {
  const [task, setTask] = useState<DeskTask>();
  const run = humanRun(live)?.id;
  useEffect(() => {
    let timer: number | undefined;
    let ended = run === undefined;
    setTask(undefined);
    // A round may have several runs for the person: keep polling, because the next document follows without another run event.
    const look = async () => {
      const found = await live.source.task?.().catch(() => undefined);
      if (ended) return;
      setTask((before) => (before?.run === found?.run ? before : found));
      timer = window.setTimeout(look, LOOK_MILLISECONDS);
    };
    if (!ended) void look();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [run, live.source]);
  return task;
}

/** The form for a person in the role of an agent: after a refusal the reasons, beside the task what they write. */
export function WriteForm({ live, task, arrived }: { live: LiveSession; task: DeskTask; arrived: boolean }) {
  const stored = draftOf<string>(live, task.run);
  const [text, setText] = useState(stored.read() ?? task.text);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const run = runsIn(live.view).find(({ id }) => sameRun(id, task.run));
  const heading = headingOf(live.view, run);
  const handIn = async (event: Event) => {
    event.preventDefault();
    if (isSending) return;
    if (text.trim() === task.text.trim() && task.wrong === undefined) return setProblem("Fill in the form first.");
    setSending(true);
    const refusal = await live.source.handIn?.(task.run, text);
    setSending(false);
    if (refusal === undefined) stored.forget();
    setProblem(refusal);
  };
  useEffect(() => {
    if (arrived) scrollTo(0, 0);
  }, []);
  return (
    <form class="write" onSubmit={handIn} noValidate>
      {arrived ? <LastOne live={live} run={run} /> : null}
      <div class="eyebrow">
        <span class="kind">You are the {run?.role === "engineer" ? "Engineer" : "Reviewer"}</span>
        <span>
          {run?.role === "survey" ? "before round 1" : `round ${live.view.round?.number ?? live.view.records.length}`}
        </span>
        {(run?.gaps ?? []).map((gap) => (
          <span key={gap} class="id">
            <GapLink live={live} id={gap} />
          </span>
        ))}
        {run && run.attempt > 1 ? <span>attempt {run.attempt}</span> : null}
      </div>
      <Title window={heading} focus={arrived}>
        {heading}
      </Title>
      {task.wrong === undefined ? null : (
        <section class="verdict" aria-label="What was wrong with it">
          <p>
            <strong>Not accepted.</strong> Your text is kept below: fix it and submit again.
          </p>
          <Markdown text={withoutHeading(task.wrong)} />
        </section>
      )}
      <div class="desk">
        <TaskPanel task={task} document={text} />
        <Field
          label="Your document"
          name="document"
          long
          rows={12}
          value={text}
          change={(value) => {
            setProblem(undefined);
            setText(value);
            stored.keep(value);
          }}
        />
      </div>
      <div class="actions">
        {problem === undefined ? null : <p role="alert">{problem}</p>}
        <p class="row">
          <button type="submit" class="primary" disabled={isSending}>
            Submit
          </button>
          <a class="button" href={href("s", live.key)}>
            Back to the session
          </a>
          <SubmitKey does="submits" />
        </p>
      </div>
    </form>
  );
}

/** What became of the document before this one, which the person may not have seen judged. */
function LastOne({ live, run }: { live: LiveSession; run: Run | undefined }) {
  const ended = runsIn(live.view).filter(({ agent, end, abandoned }) => agent === "human" && end && !abandoned);
  const last = ended.sort((a, b) => (a.end?.at ?? "").localeCompare(b.end?.at ?? "")).at(-1);
  if (!last?.end || String(last.gaps) === String(run?.gaps)) return null;
  const what = last.gaps.length === 0 ? "Your document" : namesOf(last.gaps);
  return (
    <p role="status" class="quiet">
      {last.end.gate.success
        ? `${what}: accepted for review.`
        : `${what}: not accepted. It comes back with the reasons.`}
    </p>
  );
}

function headingOf({ gaps }: SessionView, run: Run | undefined): string {
  const [only, ...others] = gaps.filter(({ id }) => run?.gaps.includes(id));
  if (run?.role === "survey") return "Look for gaps in the whole spec";
  if (run?.role === "final-review") return "Review the whole spec";
  const subject = others.length > 0 ? plural(others.length + 1, "gap") : only?.title;
  if (run?.role === "engineer")
    return others.length > 0 ? `Resolve ${subject} together` : (subject ?? "Write the document");
  return `Review: ${subject ?? "the proposals"}`;
}

/** The notice without its heading, which counts the attempt for models. */
function withoutHeading(notice: string): string {
  return notice.replace(/^#.*\n+/, "");
}

/** Whether a run's id, spelled as a file name, is the one the server gave. */
function sameRun(id: string, file: string): boolean {
  return id.replace(/[^A-Za-z0-9-]/g, "_") === file;
}
