/** The filter is shown for lists longer than this. */
const MANY = 12;

interface FilterBoxProps {
  readonly label: string;
  readonly placeholder: string;
  /** Number of entries in the list. */
  readonly count: number;
  readonly words: string;
  onWords(words: string): void;
}

export function FilterBox({ label, placeholder, count, words, onWords }: FilterBoxProps) {
  if (count <= MANY) return null;
  return (
    <p>
      <label class="filter">
        {label}{" "}
        <input
          type="search"
          value={words}
          placeholder={placeholder}
          onInput={(event) => onWords(event.currentTarget.value)}
        />
      </label>
    </p>
  );
}
