import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly long?: boolean;
  /** Of a long one. */
  readonly rows?: number;
  readonly isNumber?: boolean;
  readonly choices?: readonly string[];
  /** Said below it. */
  readonly hint?: string;
  readonly invalid?: boolean;
  change(value: string): void;
}

/** Something to fill in: a line, a text, or a choice. */
export function Field({ label, value, long, rows = 8, isNumber, choices, hint, invalid, change }: FieldProps) {
  const id = useId();
  const shared = {
    id,
    value,
    "aria-invalid": invalid === true ? ("true" as const) : undefined,
    "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {choices ? (
        <select {...shared} onChange={(event) => change(event.currentTarget.value)}>
          {choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : long ? (
        <textarea {...shared} rows={rows} onInput={(event) => change(event.currentTarget.value)} />
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
