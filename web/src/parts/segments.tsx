interface SegmentsProps<Value extends string> {
  readonly name: string;
  /** The name of the group for screen readers. */
  readonly label: string;
  readonly choices: readonly (readonly [Value, string])[];
  readonly chosen: Value;
  choose(value: Value): void;
}

/** A segmented control: radio buttons drawn as one bar. */
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
