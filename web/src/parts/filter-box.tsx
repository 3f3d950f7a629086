/** More than a person sees at one look: then there is something to search with. */
const MANY = 12;

interface FilterBoxProps {
  readonly label: string;
  readonly placeholder: string;
  /** How many there are to search in. */
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
