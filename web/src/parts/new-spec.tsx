import { useState } from "preact/hooks";
import { href } from "../route.ts";
import { postJson } from "../source/http.ts";
import { Field } from "./field.tsx";

const STARTER = `# My feature

## Purpose

TBD: who needs this, and what for?

## Requirements

- FR-001: The app MUST …
- FR-002: The app MUST answer within TBD seconds.

## Edge Cases

- What happens when the network is gone?

## Open questions

- Who may delete an entry?
`;

/** A form that writes a new spec file into the folder and continues with its session. */
export function NewSpec({ isFirst = false }: { isFirst?: boolean }) {
  const [name, setName] = useState("my-feature.md");
  const [text, setText] = useState(STARTER);
  const [problem, setProblem] = useState<string>();
  const create = async (event: Event) => {
    event.preventDefault();
    const result = await postJson<{ spec: string }>("/api/specs", { name: name.trim(), text });
    if ("refusal" in result) return setProblem(result.refusal);
    location.hash = href("start", result.value.spec);
  };
  const change = (set: (value: string) => void) => (value: string) => {
    setProblem(undefined);
    set(value);
  };
  return (
    <details class="new-spec">
      <summary class={isFirst ? "button primary" : "button"}>Write a new spec</summary>
      <form onSubmit={create} noValidate>
        <Field label="File name" value={name} change={change(setName)} />
        <Field
          label="The spec, as far as you know it"
          value={text}
          long
          hint="Leave what you do not know open: TBD, an empty section, a question under Edge Cases or Open questions. You are asked about it."
          change={change(setText)}
        />
        {problem === undefined ? null : <p role="alert">{problem}</p>}
        <p>
          <button type="submit" class="primary">
            Save and continue
          </button>
        </p>
      </form>
    </details>
  );
}
