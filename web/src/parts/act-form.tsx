import { useState } from "preact/hooks";
import type { Command } from "../../../src/mediator/commands/command.ts";
import type { LiveSession } from "../use-session.ts";
import { draftOf } from "./draft.ts";
import { Field } from "./field.tsx";

/** A field of an action's form. */
export interface ActField {
  readonly id: string;
  readonly label: string;
  readonly long?: boolean;
  readonly choices?: readonly string[];
  readonly optional?: boolean;
}

/** An action that sends a command, such as deferring a gap. */
export interface Act {
  readonly label: string;
  readonly effect: string;
  readonly fields: readonly ActField[];
  command(values: Readonly<Record<string, string>>): Command;
}

export const WHY: ActField = { id: "reason", label: "Reason (recorded in decisions.md)" };

interface ActFormProps {
  readonly live: LiveSession;
  readonly title: string;
  /** The id of what is acted on, which keeps drafts apart where titles are the same. */
  readonly subject?: string;
  readonly acts: readonly Act[];
}

/** A button that opens a form for one of several actions; a single action needs no choice. */
export function ActForm({ live, title, subject, acts }: ActFormProps) {
  const [label, setLabel] = useState<string>();
  const [outcome, setOutcome] = useState<{ readonly problem?: string; readonly done?: string }>({});
  if (acts.length === 0) return null;
  const isOnly = acts.length === 1;
  const act = isOnly ? acts[0] : acts.find((each) => each.label === label);
  const close = (done: string) => {
    setLabel(undefined);
    setOutcome({ done });
  };
  return (
    <details class="act">
      <summary>{title}</summary>
      {isOnly ? null : (
        <p class="row">
          {acts.map((each) => (
            <button
              key={each.label}
              type="button"
              aria-pressed={each.label === label}
              onClick={() => {
                setLabel(each.label);
                setOutcome({});
              }}
            >
              {each.label}
            </button>
          ))}
        </p>
      )}
      {act ? (
        <ActFields
          key={act.label}
          live={live}
          act={act}
          name={`${subject ?? title}, ${act.label}`}
          done={close}
          fail={(problem) => setOutcome({ problem })}
        />
      ) : null}
      {outcome.problem === undefined ? null : <p role="alert">{outcome.problem}</p>}
      {outcome.done === undefined ? null : <p role="status">{outcome.done}</p>}
    </details>
  );
}

interface ActFieldsProps {
  readonly live: LiveSession;
  readonly act: Act;
  /** The name of the stored draft. */
  readonly name: string;
  done(words: string): void;
  fail(problem: string): void;
}

function ActFields({ live, act, name, done, fail }: ActFieldsProps) {
  const stored = draftOf<Readonly<Record<string, string>>>(live, name);
  const [values, setValues] = useState(() => stored.read() ?? {});
  const change = (next: Readonly<Record<string, string>>) => {
    setValues(next);
    stored.keep(next);
  };
  const given = (field: ActField) => values[field.id] ?? field.choices?.[0] ?? "";
  const send = async (event: Event) => {
    event.preventDefault();
    const empty = act.fields.find((field) => !field.optional && given(field).trim() === "");
    if (empty) return fail(`Fill in “${empty.label}”.`);
    const filled = Object.fromEntries(act.fields.map((field) => [field.id, given(field).trim()]));
    const refusal = await live.source.command(act.command(filled));
    if (refusal === undefined) stored.forget();
    return refusal === undefined ? done(`${act.label}: done.`) : fail(refusal);
  };
  return (
    <form onSubmit={send}>
      <p>{act.effect}</p>
      {act.fields.map((field) => (
        <Field
          key={field.id}
          {...field}
          value={given(field)}
          change={(value) => change({ ...values, [field.id]: value })}
        />
      ))}
      <p>
        <button type="submit" class="primary">
          {act.label}
        </button>
      </p>
    </form>
  );
}
