import { useState } from "preact/hooks";
import type { Command } from "../../../src/mediator/commands/command.ts";
import type { LiveSession } from "../use-session.ts";
import { draftOf } from "./draft.ts";
import { Field } from "./field.tsx";

/** Something that the person is asked for. */
export interface ActField {
  readonly id: string;
  readonly label: string;
  readonly long?: boolean;
  readonly choices?: readonly string[];
  readonly optional?: boolean;
}

/** Something that the person can do. */
export interface Act {
  readonly label: string;
  /** What it does, in a sentence. */
  readonly effect: string;
  readonly fields: readonly ActField[];
  command(values: Readonly<Record<string, string>>): Command;
}

export const WHY: ActField = { id: "reason", label: "Reason (recorded in decisions.md)" };

/** Ways to change something: choose one, fill in what it asks for, do it. */
export function ActForm({ live, title, acts }: { live: LiveSession; title: string; acts: readonly Act[] }) {
  const [label, setLabel] = useState<string>();
  const [said, setSaid] = useState<{ readonly problem?: string; readonly done?: string }>({});
  if (acts.length === 0) return null;
  const act = acts.find((one) => one.label === label);
  const close = (done: string) => {
    setLabel(undefined);
    setSaid({ done });
  };
  return (
    <details class="act">
      <summary>{title}</summary>
      <p class="row">
        {acts.map((one) => (
          <button
            key={one.label}
            type="button"
            aria-pressed={one.label === label}
            onClick={() => {
              setLabel(one.label);
              setSaid({});
            }}
          >
            {one.label}
          </button>
        ))}
      </p>
      {act ? (
        <OneAct
          key={act.label}
          live={live}
          act={act}
          name={`${title}, ${act.label}`}
          done={close}
          fail={(problem) => setSaid({ problem })}
        />
      ) : null}
      {said.problem === undefined ? null : <p role="alert">{said.problem}</p>}
      {said.done === undefined ? null : <p role="status">{said.done}</p>}
    </details>
  );
}

interface OneActProps {
  readonly live: LiveSession;
  readonly act: Act;
  /** By which what is typed is found again. */
  readonly name: string;
  done(words: string): void;
  fail(problem: string): void;
}

function OneAct({ live, act, name, done, fail }: OneActProps) {
  const kept = draftOf<Readonly<Record<string, string>>>(live, name);
  const [values, setValues] = useState(() => kept.read() ?? {});
  const change = (next: Readonly<Record<string, string>>) => {
    setValues(next);
    kept.keep(next);
  };
  const given = (field: ActField) => values[field.id] ?? field.choices?.[0] ?? "";
  const send = async (event: Event) => {
    event.preventDefault();
    const empty = act.fields.find((field) => !field.optional && given(field).trim() === "");
    if (empty) return fail(`Fill in “${empty.label}”.`);
    const filled = Object.fromEntries(act.fields.map((field) => [field.id, given(field).trim()]));
    const refusal = await live.source.command(act.command(filled));
    if (refusal === undefined) kept.forget();
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
