import { useId, useLayoutEffect, useRef } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  /** The name of the form control, by which the form finds it. */
  readonly name?: string;
  readonly long?: boolean;
  /** The least number of rows of a `long` field; it grows with its text. */
  readonly rows?: number;
  readonly isNumber?: boolean;
  readonly choices?: readonly string[];
  /** A sentence below the field. */
  readonly hint?: string;
  readonly invalid?: boolean;
  change(value: string): void;
}

/** A labelled form control: one line, a text area (`long`), or a select (`choices`). */
export function Field({ label, value, name, long, rows = 4, isNumber, choices, hint, invalid, change }: FieldProps) {
  const id = useId();
  const area = useGrowing(value);
  const shared = {
    id,
    name,
    value,
    "aria-invalid": invalid === true ? ("true" as const) : undefined,
    "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {choices ? (
        <select {...shared} onChange={(event) => change(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : long ? (
        <textarea
          {...shared}
          ref={area}
          rows={rows}
          style={{ minHeight: `calc(${rows} * 1.65em + 16px)` }}
          onInput={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={isNumber ? "decimal" : "text"}
          autocomplete="off"
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      {hint === undefined ? null : (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Grows a text area with its text in browsers without `field-sizing`. */
function useGrowing(value: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    // The style sheet does it.
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [value]);
  return area;
}
