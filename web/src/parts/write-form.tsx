import { useEffect, useState } from "preact/hooks";
import type { DeskTask } from "../../../src/server/desk.ts";
import { href } from "../route.ts";
import { SubmitKey } from "../submit-key.tsx";
import type { LiveSession } from "../use-session.ts";
import { draftOf } from "./draft.ts";
import { Field } from "./field.tsx";
import { Markdown } from "./markdown.tsx";
import { Title } from "./title.tsx";
import { GapLink } from "./where.tsx";

const LOOK_MILLISECONDS = 400;

/** The run of the agent `human` that waits for a document. */
export function humanRun({ view, running, source }: LiveSession) {
  if (running.runner !== "here" || source.task === undefined) return undefined;
  const runs = [...(view.round?.runs ?? []), ...view.finalReview.runs];
  return runs.find((run) => run.agent === "human" && !run.end && !run.abandoned);
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

/** The form for a person in the role of an agent: the task, the document, and after a refusal the reasons with their text. */
export function WriteForm({ live, task, arrived }: { live: LiveSession; task: DeskTask; arrived: boolean }) {
  const stored = draftOf<string>(live, task.run);
  const [text, setText] = useState(stored.read() ?? task.text);
  const [problem, setProblem] = useState<string>();
  const run = [...(live.view.round?.runs ?? []), ...live.view.finalReview.runs].find(({ id }) => sameRun(id, task.run));
  const role = run?.role === "reviewer" || run?.role === "final-review" ? "Reviewer" : "Engineer";
  const subject = live.view.gaps.find(({ id }) => run?.gaps.length === 1 && run.gaps[0] === id);
  const handIn = async (event: Event) => {
    event.preventDefault();
    if (text.trim() === task.text.trim() && task.wrong === undefined) return setProblem("Fill in the form first.");
    const refusal = await live.source.handIn?.(task.run, text);
    if (refusal === undefined) stored.forget();
    setProblem(refusal);
  };
  return (
    <form class="decide" onSubmit={handIn} noValidate>
      <div class="eyebrow">
        <span class="kind">You are the {role}</span>
        <span>round {live.view.round?.number ?? live.view.records.length}</span>
        {(run?.gaps ?? []).map((gap) => (
          <span key={gap} class="id">
            <GapLink live={live} id={gap} />
          </span>
        ))}
        {run && run.attempt > 1 ? <span>attempt {run.attempt}</span> : null}
      </div>
      <Title window={`Write as the ${role}`} focus={arrived}>
        {role === "Engineer"
          ? (subject?.title ?? "Write the document")
          : `Review: ${subject?.title ?? "the proposals"}`}
      </Title>
      {task.wrong === undefined ? null : (
        <section class="verdict" aria-label="What was wrong with it">
          <p>
            <strong>Not accepted.</strong> Your text is kept below: fix it and submit again.
          </p>
          <Markdown text={task.wrong} />
        </section>
      )}
      <details class="task">
        <summary>The task, as an agent reads it</summary>
        <Markdown text={task.task} />
      </details>
      <Field
        label="The document"
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
      <div class="actions">
        {problem === undefined ? null : <p role="alert">{problem}</p>}
        <p class="row">
          <button type="submit" class="primary">
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

/** Whether a run's id, spelled as a file name, is the one the server gave. */
function sameRun(id: string, file: string): boolean {
  return id.replace(/[^A-Za-z0-9-]/g, "_") === file;
}
