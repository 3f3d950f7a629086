interface SegmentsProps<Value extends string> {
  readonly name: string;
  /** What is chosen, for who cannot see it. */
  readonly label: string;
  readonly choices: readonly (readonly [Value, string])[];
  readonly chosen: Value;
  choose(value: Value): void;
}

/** A few forms of one thing, of which one is shown. */
export function Segments<Value extends string>({ name, label, choices, chosen, choose }: SegmentsProps<Value>) {
  return (
    <fieldset class="segments">
      <legend class="hidden">{label}</legend>
      {choices.map(([value, words]) => (
        <label key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => choose(value)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
