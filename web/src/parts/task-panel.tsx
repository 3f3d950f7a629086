import { useMemo } from "preact/hooks";
import type { DeskTask } from "../../../src/server/desk.ts";
import { Markdown, Raw } from "./markdown.tsx";
import { linesWith, onlyFence, quotedIn, type TaskSection, taskSections } from "./task-sections.ts";

/** What a person in the role of an agent works from, beside what they write: the task, then the spec, the rest folded. */
export function TaskPanel({ task, document }: { task: DeskTask; document: string }) {
  const sections = useMemo(() => {
    const isShownAbove = ({ title }: TaskSection) => task.wrong?.startsWith(`# ${title}\n`);
    return taskSections(task.task).filter((section) => !isShownAbove(section));
  }, [task]);
  return (
    <section class="task" aria-label="The task">
      {sections.map((section, index) => (
        <details key={section.title} open={index === 0 || isSpec(section)}>
          <summary>{section.title}</summary>
          {isSpec(section) ? <SpecText {...section} document={document} /> : <Markdown text={section.body} />}
        </details>
      ))}
    </section>
  );
}

function isSpec({ title }: TaskSection): boolean {
  return /\bspec\b/i.test(title);
}

/** The spec; what the document quotes of it is highlighted, so that a wrong quotation shows. */
function SpecText({ title, body, document }: TaskSection & { document: string }) {
  const text = useMemo(() => onlyFence(body), [body]);
  if (text === undefined) return <Markdown text={body} />;
  const quoted = quotedIn(document).flatMap((words) => linesWith(text, words));
  return (
    <Raw text={text} label={title} marked={new Set(quoted)} {...(quoted[0] === undefined ? {} : { at: quoted[0] })} />
  );
}
